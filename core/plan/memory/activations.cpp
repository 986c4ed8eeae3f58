#include "core/plan/memory/activations.h"

#include "core/base/ledger.h"
#include "core/plan/memory/choices.h"

#include <algorithm>
#include <string>

namespace cardfit::memory {

namespace {

constexpr int kSection = 9; // of README.md
constexpr double kHalf = 2; // bytes of a 16-bit element

// The facts of one scenario that every kind of block asks for.
struct Facts {
    const Architecture& a;
    const TrainingMemoryProfile& profile;
    bool full = false, fused = false, flash = true;
    bool keepsInputs = false; // bitsandbytes up to 0.41 keeps the input of every quantised matrix
    TargetSet targets = 0;
    bool onExperts = false;
    double adapterInput = 0; // li: bytes per input element of an adapter
    double normPerHidden = 0, norm = 0;
    double hidden = 0, query = 0, keyValue = 0; // h, nq, nkv
    double sample = 0;
    Ledger* ledger = nullptr;

    double noted(std::string_view code, double value, std::string_view formula, std::vector<LedgerInput> inputs = {}) const
    {
        if (ledger)
            ledger->note(code, value, Unit::MemoryPerToken, formula, kSection, std::move(inputs));
        return value;
    }
    bool adapts(AdapterTarget target) const { return !full && (targets & targetBit(target)) != 0; }
};

double adapterInputBytes(const Resolved& scenario, bool fused)
{
    if (fused && !scenario.trainingProfile().megatron)
        return scenario.memory->fusedAdapterInputBytes;
    return adapterDropout(scenario) > 0 ? 3 : 2; // the 16-bit input, and the mask of the dropout
}

void noteNorm(const Facts& f, bool keepsOutput)
{
    LedgerInput perHidden{"nb", f.normPerHidden, Origin::Engine, "norm_bytes"};
    if (f.fused)
        perHidden = {"nb", f.normPerHidden, Origin::Counted};
    f.noted("act_norm", f.norm, f.a.norm == Norm::Layer ? "2·h" : keepsOutput ? "(nb + 2)·h" : "nb·h", {perHidden});
}

Facts factsOf(const Resolved& scenario, double sample)
{
    const Architecture& a = *scenario.architecture;
    const TrainingMemoryProfile& profile = scenario.trainingProfile();
    Facts facts{a, profile};
    facts.full = trainsEverything(scenario);
    facts.fused = fusedKernels(scenario);
    facts.flash = scenario.scenario.training.flashAttention && !a.alibi;
    facts.keepsInputs = profile.keepsQuantizedInputs && scenario.weights->bitsandbytes;
    facts.targets = adapterTargets(scenario);
    facts.onExperts = adaptersOnExperts(scenario);
    facts.adapterInput = adapterInputBytes(scenario, facts.fused);
    facts.hidden = a.hidden;
    facts.query = a.queryWidth();
    facts.keyValue = a.kvWidth();
    if (a.latent) // keys and values are expanded to every head
        facts.query = facts.keyValue = static_cast<double>(a.queryHeads) * (a.latent->noPositionWidth + a.latent->rotaryWidth);
    facts.normPerHidden = facts.fused ? kHalf : profile.normBytes;
    // a plain RMSNorm keeps an fp32 copy, and its 16-bit output too where its own weight trains
    const bool keepsOutput = facts.full && facts.normPerHidden >= 4;
    facts.norm = a.norm == Norm::Layer ? kHalf * a.hidden : (facts.normPerHidden + (keepsOutput ? kHalf : 0)) * a.hidden;
    facts.sample = sample;
    facts.ledger = scenario.ledger;
    if (facts.ledger)
        noteNorm(facts, keepsOutput);
    return facts;
}

double normsOfMixer(const Facts& f) { return f.norm * (f.a.normsPerBlock == 4 ? 2 : 1); }

// What adapters keep of an element that goes in; measured where fused kernels keep it, else value and mask of the dropout.
LedgerInput adapterInputOf(const Facts& f)
{
    const bool fitted = f.fused && !f.profile.megatron;
    return {"li", f.adapterInput, fitted ? Origin::Constants : Origin::Scenario,
            fitted ? "fused_adapter_input_bytes" : "/training/lora/dropout"};
}

double inputsOfAttention(const Facts& f)
{
    if (f.full)
        return kHalf * f.hidden; // shared by q, k and v; the output's input is the attention's own result
    int adapted = f.adapts(AdapterTarget::Query) + f.adapts(AdapterTarget::Key) + f.adapts(AdapterTarget::Value);
    if (adapted > 0 && f.a.latent)
        adapted = 2;
    else if (adapted > 0 && f.a.fusedQkv)
        adapted = 1;
    return f.adapterInput * (f.hidden * adapted + (f.adapts(AdapterTarget::Output) ? f.query : 0));
}

// q, k, v before and after rotation, the output, and the softmax statistics; without flash attention the scores.
double attentionCore(const Facts& f)
{
    if (f.flash)
        return 4 * f.query + 4 * f.keyValue + 4.0 * f.a.queryHeads;
    return 8 * f.query + 8.0 * f.a.queryHeads * f.sample;
}

void noteAttention(const Facts& f, double bytes)
{
    const double inputs = inputsOfAttention(f);
    const std::vector<LedgerInput> widths = {{"nq", f.query, Origin::Model, {}, Unit::Count},
                                             {"nkv", f.keyValue, Origin::Model, {}, Unit::Count},
                                             {"sample", f.sample, Origin::Scenario, "/context_tokens", Unit::Tokens}};
    const double toOutput = f.adapts(AdapterTarget::Output) ? f.query : 0;
    if (f.full)
        f.noted("act_attention_inputs", inputs, "2·h");
    else
        f.noted("act_attention_inputs", inputs, "li·(h·adapted + to_output)",
                {adapterInputOf(f),
                 {"adapted", f.adapterInput > 0 ? (inputs / f.adapterInput - toOutput) / f.hidden : 0, Origin::Scenario,
                  "/training/lora/targets"},
                 {"to_output", toOutput, Origin::Scenario, "/training/lora/targets"}});
    f.noted("act_attention_core", attentionCore(f), f.flash ? "4·nq + 4·nkv + 4·nh" : "8·nq + 8·nh·sample", widths);
    std::string formula = f.a.normsPerBlock == 4 ? "2·act_norm" : "act_norm";
    formula += " + act_attention_inputs + act_attention_core";
    formula += f.profile.rotaryCopy > 0 ? " + rotary·h" : "";
    formula += f.a.queryKeyNorm ? " + nb·(nq + nkv)" : "";
    formula += f.keepsInputs ? " + 2·(h + nq)" : "";
    std::vector<LedgerInput> all = widths;
    all.push_back({"rotary", f.profile.rotaryCopy, Origin::Engine, "rotary_copy"});
    all.push_back({"nb", f.normPerHidden, Origin::Engine, "norm_bytes"});
    f.noted("act_attention", bytes, formula, std::move(all));
}

double attentionBlock(const Facts& f)
{
    double bytes = normsOfMixer(f) + inputsOfAttention(f) + attentionCore(f) + f.profile.rotaryCopy * f.hidden;
    if (f.a.queryKeyNorm)
        bytes += f.normPerHidden * (f.query + f.keyValue);
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + f.query);
    if (f.ledger)
        noteAttention(f, bytes);
    return bytes;
}

// State-space and linear-attention mixers: input, and every projection's output about twice. Rough.
double linearBlock(const Facts& f)
{
    const double bytes = f.norm + kHalf * f.hidden + 2 * f.a.linear->parametersPerBlock / f.hidden;
    if (f.ledger)
        f.noted("act_linear", bytes, "act_norm + 2·h + 2·linear_parameters/h",
                {{"linear_parameters", f.a.linear->parametersPerBlock, Origin::Model, {}, Unit::Count}});
    return bytes;
}

// One MLP of this width: gate, activation and up (a plain one: its activation's input), the product where it is kept
// apart, and adapters' inputs.
double mlp(const Facts& f, double width, bool adapted)
{
    double bytes = (f.a.gatedMlp ? 6 : 2) * width;
    if (f.full)
        return bytes + (f.fused && f.a.gatedMlp ? 0 : kHalf * width);
    if (!adapted)
        return bytes;
    if (f.a.gatedMlp && f.adapts(AdapterTarget::Gate))
        bytes += f.adapterInput * f.hidden;
    if (f.adapts(AdapterTarget::Up))
        bytes += f.adapterInput * f.hidden;
    if (f.adapts(AdapterTarget::Down))
        bytes += f.adapterInput * width;
    return bytes;
}

void noteMlp(const Facts& f, std::string_view code, double width, bool adapted)
{
    std::string formula = f.a.gatedMlp ? "6·width" : "2·width";
    if (f.full && !(f.fused && f.a.gatedMlp))
        formula += " + 2·width";
    const int inputs = (f.a.gatedMlp && f.adapts(AdapterTarget::Gate)) + f.adapts(AdapterTarget::Up);
    if (adapted && !f.full)
        formula += " + li·(h·adapted + width·down)";
    f.noted(code, mlp(f, width, adapted), formula,
            {{"width", width, Origin::Model, {}, Unit::Count},
             adapterInputOf(f),
             {"adapted", static_cast<double>(inputs), Origin::Scenario, "/training/lora/targets"},
             {"down", f.adapts(AdapterTarget::Down) ? 1.0 : 0.0, Origin::Scenario, "/training/lora/targets"}});
}

double secondNorm(const Facts& f) { return f.a.normsPerBlock == 1 && !f.a.oneMixerPerBlock ? 0 : normsOfMixer(f); }

std::string secondNormFormula(const Facts& f)
{
    if (secondNorm(f) == 0)
        return "";
    return f.a.normsPerBlock == 4 ? " + 2·act_norm" : " + act_norm";
}

void noteDense(const Facts& f, double bytes)
{
    noteMlp(f, "act_dense_mlp", f.a.mlpWidth, true);
    f.noted("act_dense", bytes, "act_dense_mlp" + secondNormFormula(f) + (f.full ? " + 2·h" : "") + (f.keepsInputs ? " + 2·(h + f)" : ""));
}

double denseBlock(const Facts& f)
{
    double bytes = mlp(f, f.a.mlpWidth, true) + secondNorm(f);
    if (f.full)
        bytes += kHalf * f.hidden;
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + f.a.mlpWidth);
    if (f.ledger)
        noteDense(f, bytes);
    return bytes;
}

void noteExpert(const Facts& f, double bytes)
{
    noteMlp(f, "act_expert_mlp", f.a.experts->width, f.onExperts);
    std::string formula = std::string("k·(act_expert_mlp + ") + (f.full ? "4" : "2") + "·h)" + secondNormFormula(f);
    if (f.a.experts->sharedWidth > 0) {
        noteMlp(f, "act_shared_mlp", f.a.experts->sharedWidth, true);
        formula += " + act_shared_mlp";
    }
    f.noted("act_expert", bytes, formula + (f.full ? " + 2·h" : "") + (f.keepsInputs ? " + 2·(h + k·fe)" : ""));
}

// Every chosen expert works on its own copy of the token (dispatched input, and its output when it trains).
double expertBlock(const Facts& f)
{
    const Experts& experts = *f.a.experts;
    double bytes = experts.perToken * (mlp(f, experts.width, f.onExperts) + (f.full ? 4 : 2) * f.hidden) + secondNorm(f);
    if (experts.sharedWidth > 0)
        bytes += mlp(f, experts.sharedWidth, true);
    if (f.full)
        bytes += kHalf * f.hidden;
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + static_cast<double>(experts.perToken) * experts.width);
    if (f.ledger)
        noteExpert(f, bytes);
    return bytes;
}

double activeWidth(const Architecture& a)
{
    return a.experts ? static_cast<double>(a.experts->perToken) * a.experts->width + a.experts->sharedWidth : a.mlpWidth;
}

double keptByCache(const Architecture& a) { return 4.0 * a.kvWidth() + 2.0 * a.queryWidth(); }

void noteBlock(const Facts& f, const BlockActivations& block, bool keepsCache)
{
    const Architecture& a = f.a;
    const auto count = [](int value) { return static_cast<double>(value); };
    std::string sum = "A·act_attention";
    sum += a.denseBlocks > 0 ? " + dense_blocks·act_dense" : "";
    sum += a.linear ? " + linear_blocks·act_linear" : "";
    sum += a.experts ? " + expert_blocks·act_expert" : "";
    f.noted("act_stored", block.stored, "(" + sum + ")/L" + (keepsCache ? " + 4·nkv + 2·nq" : ""),
            {{"dense_blocks", count(a.denseBlocks), Origin::Model, {}, Unit::Count},
             {"linear_blocks", a.linear ? count(a.linear->count) : 0, Origin::Model, {}, Unit::Count},
             {"expert_blocks", a.experts ? count(a.experts->blocks) : 0, Origin::Model, {}, Unit::Count}});
    const std::string norms = (a.normsPerBlock == 4 ? "2·act_norm" : "act_norm") + secondNormFormula(f);
    f.noted("act_stored_whole", block.storedWhole, "min(act_stored, " + norms + " + 4·h)");
    const std::string active = a.experts ? "(k·fe + fs)" : "f";
    f.noted("act_gradients", block.gradients, std::string(a.gatedMlp ? "6" : "4") + "·" + active + " + 4·h");
    f.noted("act_residual", block.residual, "2·h");
    f.noted("act_selective", block.selective, "4·h + 5·nq + 6·nkv + " + std::string(a.gatedMlp ? "2" : "1") + "·" + active);
}

} // namespace

BlockActivations blockActivations(const Resolved& scenario, double sampleTokens)
{
    const Facts f = factsOf(scenario, sampleTokens);
    const Architecture& a = f.a;
    BlockActivations block;
    double sum = a.attentionBlocks * attentionBlock(f) + a.denseBlocks * denseBlock(f);
    if (a.linear)
        sum += a.linear->count * linearBlock(f);
    if (a.experts)
        sum += a.experts->blocks * expertBlock(f);
    block.stored = sum / a.blocks;
    const bool keepsCache = scenario.scenario.training.useCache && checkpointing(scenario) == Checkpointing::None;
    if (keepsCache)
        block.stored += keptByCache(a);
    block.storedWhole = std::min(block.stored, normsOfMixer(f) + secondNorm(f) + 4 * f.hidden);
    block.gradients = (a.gatedMlp ? 6 : 4) * activeWidth(a) + 4 * f.hidden;
    block.residual = kHalf * f.hidden;
    const double query = a.queryWidth();
    const double keyValue = a.kvWidth();
    block.selective = 2 * f.hidden + 4 * query + 4 * keyValue + query + 2 * keyValue + 2 * f.hidden + (a.gatedMlp ? 2 : 1) * activeWidth(a);
    if (f.ledger)
        noteBlock(f, block, keepsCache);
    return block;
}

double peftFsdpExtra(const Resolved& scenario)
{
    const Architecture& a = *scenario.architecture;
    const double width = a.experts ? a.experts->perToken * static_cast<double>(a.experts->width) / 2 : a.mlpWidth;
    const double bytes = scenario.memory->peftFsdpPerMlp * width + scenario.memory->peftFsdpPerHidden * a.hidden;
    if (scenario.ledger)
        scenario.ledger->note("peft_extra", bytes, Unit::MemoryPerToken,
                              a.experts ? "peft_mlp·k·fe/2 + peft_hidden·h" : "peft_mlp·f + peft_hidden·h", kSection,
                              {{"peft_mlp", scenario.memory->peftFsdpPerMlp, Origin::Constants, "peft_fsdp_per_mlp"},
                               {"peft_hidden", scenario.memory->peftFsdpPerHidden, Origin::Constants, "peft_fsdp_per_hidden"}});
    return bytes;
}

} // namespace cardfit::memory
