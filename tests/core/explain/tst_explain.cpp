#include "core/plan/explain/explain.h"
#include "core/report/explain_rows.h"
#include "tests/support/scenario_case.h"

#include <array>
#include <map>
#include <random>
#include <set>

using namespace cardfit;
using namespace cardfit::test;
using explain::Input;
using explain::Term;

// What an explanation promises: it ends in the number of the plan, every step can be worked out again from what stands
// below it, and nothing in it lacks a formula, a source or words.
class ExplainTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyNumberIsReached();
    void everyStepCanBeWorkedOut();
    void everyTermHasWordsInBothLanguages();
    void sumsAndMaximaNameTheirParts();
    void aPlanIsTheSameWithALedger();
    void whatIsNotExplainedIsNamed_data();
    void whatIsNotExplainedIsNamed();
    void constantsCarryTheirSource();
    void rowsKeepTheOrderOfReading();
};

namespace {

struct Case {
    std::string name;
    Plan plan;
};

std::vector<Case> g_cases;

std::string scenarioText(const std::string& model, const std::string& task, const std::string& engine, const std::string& more)
{
    return R"({"model": ")" + model + R"(", "task": ")" + task + R"(", "engine": ")" + engine +
           R"(", "context_tokens": 4096, "concurrency": 8)" + more + "}";
}

Plan planOf(const std::string& text, const Split& split)
{
    Plan plan;
    plan.resolved = resolved(text);
    plan.split = split;
    plan.memory = memory::estimate(*plan.resolved, split);
    return plan;
}

void add(const std::string& text, const Split& split)
{
    g_cases.push_back({text + " on " + std::to_string(split.cards()), planOf(text, split)});
}

constexpr std::array kModels = {"Qwen/Qwen2.5-7B-Instruct", "deepseek-ai/DeepSeek-V2-Lite", "Qwen/Qwen3-30B-A3B", "google/gemma-3-27b-it"};

// Options that change which formula applies, a few at a time: picked by a generator with a fixed seed.
constexpr std::array kServing = {R"("weights": "int4-awq")",
                                 R"("weights": "int8-gptq")",
                                 R"("weights": "nf4-dq")",
                                 R"("weights": "fp8")",
                                 R"("weights": "fp32")",
                                 R"("weights": "gguf:Q4_K_M")",
                                 R"("kv_cache": "fp8")",
                                 R"("kv_cache": "int8")",
                                 R"("kv_cache": "fp32")",
                                 R"("torch_version": "2.0")",
                                 R"("serving": {"flash_attention": false})",
                                 R"("serving": {"cuda_graphs": false, "max_sequences": 64})",
                                 R"("memory_utilization": 0.7)",
                                 R"("serving": {"max_batched_tokens": 4096, "mla_cache": "expanded"})",
                                 R"("card_memory_gib": 23.5)",
                                 R"("engine_version": "0.6")",
                                 R"("serving": {"chunked_prefill": false, "compile": false, "ubatch_tokens": 128})",
                                 R"("output_tokens": 4000)",
                                 R"("weights_group_size": 32)"};
constexpr std::array kTraining = {
    R"("training": {"checkpointing": "none", "loss": "fused-linear"})",
    R"("training": {"checkpointing": "selective", "loss": "chunked"})",
    R"("training": {"checkpointing": "offload", "loss": "cut"})",
    R"("training": {"checkpointing": "full", "loss": "in-place", "packing": false})",
    R"("training": {"optimizer": "paged-adamw-8bit", "flash_attention": false, "checkpointing": "none"})",
    R"("micro_batch": 4)",
    R"("training": {"optimizer": "adafactor", "fused_kernels": true})",
    R"("training": {"optimizer_in_backward": true, "allocator": "expandable"})",
    R"("training": {"lora": {"targets": ["q", "v"], "dropout": 0, "dtype": "bf16"}, "checkpointing": "none"})",
    R"("training": {"lora": {"train_embeddings": true, "experts": true}, "kbit_upcast": true})",
    R"("weights": "fp32", "training": {"mixed_precision": "bf16-mixed"})",
    R"("training": {"quantize_experts": true, "loss_chunk_tokens": 256, "loss": "fused-linear"})",
    R"("training": {"reference_model": true, "use_cache": true})",
    R"("parallel": {"offload": "optimizer"})",
    R"("parallel": {"offload": "parameters", "sequence": false})",
    R"("parallel": {"fsdp_version": 2})",
    R"("weights": "nf4")",
    R"("weights": "nf4-dq", "training": {"mixed_precision": "bf16-mixed", "loss": "compiled"})"};

constexpr std::array kServingEngines = {"vllm",      "sglang",  "tensorrt-llm", "lmdeploy", "transformers", "litgpt",
                                        "llama.cpp", "exllama", "mlc",          "gpt-fast", "autoawq",      "unheard-of"};
constexpr std::array kTrainingEngines = {"transformers", "peft",       "deepspeed", "ms-swift",   "unsloth",  "litgpt",         "axolotl",
                                         "torchtune",    "torchtitan", "fsdp",      "fsdp-qlora", "megatron", "megatron-bridge"};

template <std::size_t Count>
const char* pickFrom(const std::array<const char*, Count>& list, std::mt19937& generator)
{
    return list[generator() % Count]; // not std::uniform_int_distribution: the same on every standard library
}

void addServing(std::mt19937& generator, const std::string& model)
{
    for (const char* engine : kServingEngines) {
        for (const Split& split : {Split{}, Split{.tensor = 2}, Split{.pipeline = 4}, Split{.tensor = 2, .data = 2, .expert = 4}}) {
            add(scenarioText(model, "inference", engine, ""), split);
            add(scenarioText(model, "inference", engine, std::string(", ") + pickFrom(kServing, generator)), split);
        }
    }
}

void addTraining(std::mt19937& generator, const std::string& model)
{
    const std::array<Split, 5> splits = {Split{}, Split{.data = 4, .fsdp = true}, Split{.data = 4, .zeroStage = 2},
                                         Split{.data = 2, .zeroStage = 3}, Split{.tensor = 2, .pipeline = 2, .data = 2, .expert = 2}};
    for (const char* engine : kTrainingEngines) {
        for (const char* task : {"lora", "qlora", "full", "pretrain", "dpo"}) {
            for (int i = 0; i < 2; ++i)
                add(scenarioText(model, task, engine, std::string(", ") + pickFrom(kTraining, generator)),
                    splits[generator() % splits.size()]);
        }
    }
}

template <class Visit>
void walk(const Term& term, const Visit& visit)
{
    visit(term);
    for (const Term& child : term.children)
        walk(child, visit);
}

std::optional<double> numberIn(const memory::MemoryPlan& plan, const std::string& pointer)
{
    using memory::Component;
    const std::string name = pointer.substr(pointer.rfind('/') + 1);
    if (pointer.starts_with("/memory/per_card/")) {
        for (std::size_t i = 0; i < memory::kComponents; ++i) {
            if (memory::nameOf(static_cast<Component>(i)) == name)
                return asDouble(plan.components[i]);
        }
        return asDouble(name == "slack" ? plan.slack : plan.nonTorch);
    }
    if (pointer.starts_with("/memory/phases/")) {
        for (std::size_t i = 0; i < memory::kPhases; ++i) {
            if (memory::nameOf(static_cast<memory::Phase>(i)) == name)
                return asDouble(*plan.phases[i]);
        }
    }
    const std::map<std::string, Bytes> numbers = {{"/memory/allocated", plan.card.allocated},
                                                  {"/memory/allocated_low", plan.allocated.low},
                                                  {"/memory/allocated_high", plan.allocated.high},
                                                  {"/memory/reserved", plan.card.reserved},
                                                  {"/memory/reserved_low", plan.reserved.low},
                                                  {"/memory/reserved_high", plan.reserved.high},
                                                  {"/memory/device", plan.card.device},
                                                  {"/memory/device_low", plan.device.low},
                                                  {"/memory/device_high", plan.device.high},
                                                  {"/memory/capacity", plan.capacity},
                                                  {"/memory/required", plan.required},
                                                  {"/memory/required_low", plan.requiredRange.low},
                                                  {"/memory/required_high", plan.requiredRange.high},
                                                  {"/memory/available", plan.available},
                                                  {"/memory/all_cards/allocated", plan.allCards.allocated},
                                                  {"/memory/all_cards/reserved", plan.allCards.reserved},
                                                  {"/memory/all_cards/device", plan.allCards.device},
                                                  {"/kv/bytes_per_token", bytesOf(plan.cacheBytesPerToken)},
                                                  {"/kv/pool_bytes", plan.pool},
                                                  {"/kv/pool_low", plan.poolRange.low},
                                                  {"/kv/pool_high", plan.poolRange.high},
                                                  {"/kv/capacity_tokens", Bytes::of(plan.capacityTokens)}};
    const auto found = numbers.find(pointer);
    return found == numbers.end() ? std::nullopt : std::optional(asDouble(found->second));
}

report::Phrasebook bookOf(const char* language)
{
    std::vector<Error> problems;
    auto book = report::Phrasebook::load(std::string(CARDFIT_RESOURCE_DIR) + "/text/" + language + ".json", language, problems);
    return book ? std::move(*book) : report::Phrasebook();
}

// Found in one pass over all numbers of all cases: the trees are many.
std::set<std::string> g_numbers, g_codes;
std::map<std::string, std::string> g_steps; // by code and formula, with the first scenario that shows it

void examineStep(const Case& one, const Term& step)
{
    if (!step.reproduced || step.section < 1 || step.source.empty())
        g_steps.emplace(step.code + " = " + step.formula, one.name + ": " + std::to_string(step.value));
    g_codes.insert(step.name.code);
    g_codes.insert(step.source.code);
    for (const Input& input : step.inputs) {
        g_codes.insert(input.name.code);
        g_codes.insert(input.source.code);
    }
}

void examine(const Case& one)
{
    for (const std::string& pointer : explain::explainable(one.plan)) {
        const Result<Term> term = explain::explain(one.plan, pointer);
        const std::optional<double> expected = numberIn(*one.plan.memory, pointer);
        if (!term || !expected || term->value != *expected)
            g_numbers.insert(pointer + ": " + (term ? std::to_string(term->value) : term.error().toString()) + " in " + one.name);
        if (term)
            walk(*term, [&one](const Term& step) { examineStep(one, step); });
    }
}

} // namespace

void ExplainTest::initTestCase()
{
    std::mt19937 generator(20261201);
    for (const char* model : kModels) {
        addServing(generator, model);
        addTraining(generator, model);
    }
    QVERIFY(g_cases.size() > 800);
    for (const Case& one : g_cases)
        examine(one);
}

void ExplainTest::everyNumberIsReached()
{
    for (const std::string& fault : g_numbers)
        qWarning("%s", fault.c_str());
    QVERIFY(g_numbers.empty());
}

void ExplainTest::everyStepCanBeWorkedOut()
{
    for (const auto& [formula, place] : g_steps)
        qWarning("%s does not give the value, first in %s", formula.c_str(), place.c_str());
    QVERIFY(g_steps.empty());
}

void ExplainTest::everyTermHasWordsInBothLanguages()
{
    QVERIFY(g_codes.size() > 200);
    bool complete = true;
    for (const char* language : {"en", "zh"}) {
        const report::Phrasebook book = bookOf(language);
        for (const std::string& code : g_codes) {
            if (book.has(code))
                continue;
            qWarning("no words for %s in %s", code.c_str(), language);
            complete = false;
        }
    }
    QVERIFY(complete);
}

// The parts of the answer: children sum to the parent to the byte, and the phase that leads is marked.
void ExplainTest::sumsAndMaximaNameTheirParts()
{
    for (const Case& one : g_cases) {
        const Result<Term> device = explain::explain(one.plan, "/memory/device");
        QVERIFY(device);
        QCOMPARE(device->children.size(), std::size_t{2});
        QCOMPARE(device->children[0].value + device->children[1].value, device->value);
        const Term& allocated = device->children[0].children[0];
        double sum = 0;
        for (const Term& part : allocated.children)
            sum += part.value;
        QVERIFY2(sum == allocated.value, one.name.c_str());
    }
    const Plan training = planOf(scenarioText("Qwen/Qwen2.5-7B-Instruct", "full", "torchtune", ""), {});
    const Result<Term> slack = explain::explain(training, "/memory/per_card/slack");
    QVERIFY(slack);
    int leading = 0, phases = 0;
    walk(*slack, [&](const Term& step) {
        if (step.code != "peak")
            return;
        ++phases;
        leading +=
            static_cast<int>(std::count_if(step.children.begin(), step.children.end(), [](const Term& phase) { return phase.leads; }));
    });
    QVERIFY(phases > 0);
    QCOMPARE(leading, phases);
}

void ExplainTest::aPlanIsTheSameWithALedger()
{
    for (const Case& one : g_cases) {
        Ledger ledger;
        Resolved scenario = *one.plan.resolved;
        scenario.ledger = &ledger;
        const memory::MemoryPlan noted = memory::estimate(scenario, one.plan.split);
        QVERIFY2(noted.components == one.plan.memory->components && noted.slack == one.plan.memory->slack &&
                     noted.required == one.plan.memory->required && noted.pool == one.plan.memory->pool,
                 one.name.c_str());
        QVERIFY(!ledger.entries().empty());
    }
}

void ExplainTest::whatIsNotExplainedIsNamed_data()
{
    QTest::addColumn<QString>("pointer");
    for (const char* pointer : {"/speed/tpot_ms", "/cost/rent_per_hour", "", "/", "/memory", "/memory/per_card/", "/memory/phases/backward",
                                "/memory/weights", "/memory/per_card/weights/x", "memory/device", "/kv/max_concurrency"})
        QTest::addRow("%s", pointer) << QString::fromUtf8(pointer);
}

void ExplainTest::whatIsNotExplainedIsNamed()
{
    QFETCH(const QString, pointer);
    const Plan plan = planOf(scenarioText("Qwen/Qwen2.5-7B-Instruct", "inference", "vllm", ""), {});
    const Result<Term> term = explain::explain(plan, pointer.toStdString());
    QVERIFY(!term);
    QVERIFY(term.error().expected.find("/memory/device") != std::string::npos);
    QCOMPARE(term.error().where, pointer.toStdString());
}

void ExplainTest::constantsCarryTheirSource()
{
    const report::Phrasebook english = bookOf("en");
    const Plan plan =
        planOf(scenarioText("Qwen/Qwen2.5-7B-Instruct", "inference", "vllm", R"(, "card": "h100-sxm", "engine_version": "0.19")"), {});
    const Result<Term> pool = explain::explain(plan, "/kv/pool_bytes");
    QVERIFY(pool);
    bool found = false;
    walk(*pool, [&](const Term& step) {
        for (const Input& input : step.inputs) {
            if (input.symbol != "a")
                continue;
            found = true;
            QCOMPARE(input.value, 14.75); // data/engines/vllm.json, 0.12 on
            QCOMPARE(input.mark, explain::Mark::Fitted);
            const std::string source = english.renderPlain(input.source, {});
            QVERIFY2(source.find("vLLM 0.19") != std::string::npos && source.find("bytes_per_sampled_logit") != std::string::npos &&
                         source.find("start-up logs") != std::string::npos,
                     source.c_str());
        }
    });
    QVERIFY(found);
}

void ExplainTest::rowsKeepTheOrderOfReading()
{
    const report::Phrasebook english = bookOf("en");
    const Plan plan = planOf(scenarioText("Qwen/Qwen2.5-7B-Instruct", "inference", "vllm", ""), {});
    const Result<Term> term = explain::explain(plan, "/memory/device");
    QVERIFY(term);
    const auto rows = report::explainRows(*term, english, {});
    for (std::size_t i = 1; i < rows.size(); ++i) {
        QVERIFY(rows[i].parent < i);
        QCOMPARE(rows[i].depth, rows[rows[i].parent].depth + 1);
        QVERIFY(!rows[i].name.empty() && !rows[i].value.empty() && !rows[i].mark.empty() && !rows[i].source.empty());
        QVERIFY(rows[i].isInput || !rows[i].formula.empty());
        QVERIFY2(rows[i].name.find('[') == std::string::npos, rows[i].name.c_str());
    }
    QCOMPARE(report::explainRows(*term, english, {}, 0).size(), std::size_t{1});
    for (const report::ExplainRow& row : report::explainRows(*term, english, {}, 2))
        QVERIFY(row.depth <= 2);
}

QTEST_APPLESS_MAIN(ExplainTest)
#include "tst_explain.moc"
