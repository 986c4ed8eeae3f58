#include "tests/core/memory/memory_case.h"

#include <vector>

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;
using memory::Phase;

// Worked examples that an independent implementation computed from the same equations, each beside the measurement it
// reproduces. Every part is compared, because the parts are what explains a figure on screen.
class MemoryExamplesTest : public QObject {
    Q_OBJECT
private slots:
    void serving_data();
    void serving();
    void training_data();
    void training();
    void cacheKnownAnswers_data();
    void cacheKnownAnswers();
    void vllmPoolIsWhatTheCardHasLeft();
    void handChecks();
};

namespace {

constexpr double kExact = 1e-6; // relative: the equations are the same, only the rounding differs
constexpr double kAbsent = -1;

struct ServingRow {
    const char* name;
    const char* scenario;
    double weights, cache, engine, allocatedOfAll; // engine: what is resident beside weights and cache
    double load, prefill, decode;
};

// allocatedOfAll is what the sources measured (19.97 GiB, 27.61 GiB, 4.26 GB, 131370.04 MiB, 38881 MiB).
constexpr ServingRow kServing[] = {
    {"Transformers 4.46: last-position logits, cache grows in place",
     R"({"model": "Qwen/Qwen2.5-7B-Instruct", "engine": "transformers", "engine_version": "4.46.0", "weights": "bf16", "concurrency": 1,
         "input_tokens": 30720, "output_tokens": 2048, "context_tokens": 32768})",
     15'231'233'024, 1'879'048'192, 30e6, 21'395'402'624, 15'231'233'024, 21'395'402'624, 17'208'910'720},
    {"Transformers 4.38: logits of all positions, rotary tables, cache copied",
     R"({"model": "Qwen/Qwen2-0.5B-Instruct", "engine": "transformers", "engine_version": "4.38.2", "weights": "bf16", "concurrency": 1,
         "input_tokens": 30720, "output_tokens": 2048, "context_tokens": 32768})",
     988'065'536, 402'653'184, 231'326'592, 29'766'873'728, 988'065'536, 29'766'873'728, 2'026'217'856},
    {"LitGPT: quantising while loading is the peak",
     R"({"model": "meta-llama/Llama-2-7b-hf", "engine": "litgpt", "weights": "nf4-dq", "concurrency": 1, "input_tokens": 30,
         "output_tokens": 50, "context_tokens": 80})",
     3'865'591'808, 41'943'040, kAbsent, 4'217'913'344, 4'217'913'344, 3'914'284'928, 3'937'854'848},
    {"llama.cpp of 2023: embedding on the host, six cards",
     R"({"model": "meta-llama/Llama-2-70b-hf", "engine": "llama.cpp", "engine_version": "2023.11", "weights": "fp16", "card": "rtx-3090",
         "cards": 6, "parallel": {"pipeline": 6, "auto": false}, "concurrency": 1, "input_tokens": 512, "output_tokens": 0,
         "context_tokens": 512, "serving": {"flash_attention": false}})",
     137'431'646'208. / 6, 167'772'160. / 6, 152'043'520 * 1.14, 137'751'461'888, kAbsent, kAbsent, kAbsent},
};

struct TrainingRow {
    const char* name;
    const char* scenario;
    double weights, adapters, moments, gradients; // at rest; gradients as in the step
    double loss, backward, backwardEnd, step;
    double allocated, reserved, device;
};

constexpr TrainingRow kTraining[] = {
    {"LoRA on q k v o, full checkpointing, plain loss (measured 25467.5 MiB)",
     R"({"model": "mistralai/Mistral-7B-v0.1", "task": "lora", "engine": "trl", "weights": "bf16", "context_tokens": 4096, "micro_batch": 4,
         "training": {"master_weights": false, "checkpointing": "full", "lora": {"rank": 16, "targets": "attention"}}})",
     14'483'464'192, 54'525'952, 109'051'904, 54'525'952, 26'701'694'528, 23'725'835'840, 19'485'394'496, 14'773'093'952, 26'701'694'528,
     29'853'294'554, 30'390'165'466},
    {"full fine-tuning in bf16: the step of foreach AdamW is the peak (measured 69079.2 MiB)",
     R"({"model": "mistralai/Mistral-7B-v0.1", "task": "full", "engine": "trl", "weights": "bf16", "context_tokens": 4096, "micro_batch": 4,
         "card_memory_gib": 94, "training": {"mixed_precision": "bf16-true", "checkpointing": "full"}})",
     14'483'464'192, 0, 28'966'928'384, 14'483'464'192, 55'505'045'056, 53'445'265'216, 62'919'009'856, 72'434'320'960, 72'434'320'960,
     87'569'047'514, 88'105'918'426},
    {"fused kernels, FSDP over 4 cards with fp32 shards (measured 45380.4 MiB)",
     R"({"model": "meta-llama/Meta-Llama-3-8B", "task": "full", "engine": "trl", "weights": "bf16", "context_tokens": 4096, "micro_batch": 4,
         "cards": 4, "parallel": {"data": 4, "fsdp": true, "auto": false},
         "training": {"mixed_precision": "bf16-mixed", "checkpointing": "full", "fused_kernels": true, "loss": "in-place"}})",
     8'030'261'248, 0, 16'060'522'496, 8'030'261'248, 47'583'303'232, 36'639'651'520, 39'073'326'656, 40'168'306'240, 47'583'303'232,
     72'876'061'453, 74'969'858'010},
    {"LoRA under FSDP1 on 2 cards (nvidia-smi 26328 MiB)",
     R"({"model": "mistralai/Mistral-7B-v0.1", "task": "lora", "engine": "trl", "weights": "bf16", "context_tokens": 4096, "micro_batch": 4,
         "cards": 2, "parallel": {"data": 2, "fsdp": true, "auto": false},
         "training": {"master_weights": false, "checkpointing": "full", "lora": {"rank": 16, "targets": "attention"}}})",
     7'241'732'096, 27'262'976, 54'525'952, 27'262'976, 19'902'461'504, 21'389'342'272, 17'121'637'952, 7'395'046'976, 21'389'342'272,
     25'318'146'829, 27'411'943'386},
    {"QLoRA without checkpointing, bitsandbytes keeps the inputs (measured 13.84 GB)",
     R"({"model": "meta-llama/Llama-2-7b-hf", "task": "qlora", "engine": "litgpt", "engine_version": "0.1", "weights": "nf4-dq",
         "context_tokens": 1304, "micro_batch": 1,
         "training": {"mixed_precision": "bf16-true", "checkpointing": "none", "lora": {"rank": 8, "targets": ["q", "v"], "dtype": "bf16"}}})",
     3'865'591'808, 8'388'608, 16'777'216, 8'388'608, 12'989'773'376, 12'481'025'600, 4'288'193'088, 3'924'534'848, 12'989'773'376,
     13'244'657'626, 13'781'528'538},
    {"torchtitan, FSDP2 over 8 cards, selective checkpoints, eager (measured 82.4 GiB reserved)",
     R"({"model": "meta-llama/Meta-Llama-3.1-8B", "task": "pretrain", "engine": "torchtitan", "engine_version": "0.0", "weights": "bf16",
         "card": "h100-sxm", "card_memory_gib": 94.56, "cards": 8, "context_tokens": 8192, "micro_batch": 2,
         "parallel": {"data": 8, "fsdp": true, "auto": false},
         "training": {"mixed_precision": "bf16-mixed", "checkpointing": "selective", "compile": false}})",
     4'015'130'624, 0, 8'030'261'248, 4'015'130'624, 81'566'203'456, 59'197'623'936, 24'455'644'736, 16'077'522'496, 81'566'203'456,
     87'950'773'005, 90'044'569'562},
};

template <class Rows>
void addRows(const Rows& rows)
{
    QTest::addColumn<int>("row");
    int index = 0;
    for (const auto& row : rows)
        QTest::newRow(row.name) << index++;
}

double phaseOf(const memory::MemoryPlan& plan, Phase phase)
{
    const auto& bytes = plan.phases[static_cast<std::size_t>(phase)];
    return bytes ? asDouble(*bytes) : kAbsent;
}

} // namespace

void MemoryExamplesTest::serving_data() { addRows(kServing); }

void MemoryExamplesTest::serving()
{
    QFETCH(const int, row);
    const ServingRow& expected = kServing[row];
    const memory::MemoryPlan plan = memoryOf(expected.scenario);
    VERIFY_BYTES(bytesOfPart(plan, Component::Weights), expected.weights, kExact);
    VERIFY_BYTES(bytesOfPart(plan, Component::KvCache), expected.cache, kExact);
    if (expected.engine >= 0)
        VERIFY_BYTES(bytesOfPart(plan, Component::EngineBuffers), expected.engine, kExact);
    VERIFY_BYTES(asDouble(plan.allCards.allocated), expected.allocatedOfAll, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Load), expected.load, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Prefill), expected.prefill, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Decode), expected.decode, kExact);
}

void MemoryExamplesTest::training_data() { addRows(kTraining); }

void MemoryExamplesTest::training()
{
    QFETCH(const int, row);
    const TrainingRow& expected = kTraining[row];
    const memory::MemoryPlan plan = memoryOf(expected.scenario);
    const bool inStep = plan.peakPhase == Phase::Step;
    VERIFY_BYTES(bytesOfPart(plan, Component::Weights), expected.weights, kExact);
    VERIFY_BYTES(bytesOfPart(plan, Component::Adapters), expected.adapters, kExact);
    // in the step foreach AdamW adds a temporary as large as the 16-bit gradients
    VERIFY_BYTES(bytesOfPart(plan, Component::OptimizerStates), expected.moments + (inStep ? expected.gradients : 0), kExact);
    if (inStep)
        VERIFY_BYTES(bytesOfPart(plan, Component::Gradients), expected.gradients, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Loss), expected.loss, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Backward), expected.backward, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::BackwardEnd), expected.backwardEnd, kExact);
    VERIFY_BYTES(phaseOf(plan, Phase::Step), expected.step, kExact);
    VERIFY_BYTES(asDouble(plan.card.allocated), expected.allocated, kExact);
    VERIFY_BYTES(asDouble(plan.card.reserved), expected.reserved, kExact);
    VERIFY_BYTES(asDouble(plan.card.device), expected.device, kExact);
}

void MemoryExamplesTest::cacheKnownAnswers_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("bytes"); // of the cache of one sequence over all cards, or per token where context is 1
    const auto row = [](const char* name, const char* scenario, double bytes) {
        QTest::newRow(name) << QString::fromUtf8(scenario) << bytes;
    };
    // 80 blocks x 2 (K, V) x 8 heads x 128 x 2 bytes x 4,096 tokens
    row("grouped queries: Llama-2-70B at 4,096 is 1.25 GiB",
        R"({"model": "meta-llama/Llama-2-70b-hf", "engine": "vllm", "weights": "bf16", "context_tokens": 4096, "concurrency": 1})",
        1.25 * kGiB);
    // 61 blocks x (512 + 64) x 2 bytes; published figure 70,272
    row("latent attention: DeepSeek-V3 is 70,272 bytes a token",
        R"({"model": "deepseek-ai/DeepSeek-V3", "engine": "vllm", "context_tokens": 1, "concurrency": 1})", 70'272);
    row("every tensor rank keeps the whole latent cache",
        R"({"model": "deepseek-ai/DeepSeek-V3", "engine": "vllm", "context_tokens": 1, "concurrency": 1, "cards": 8,
            "parallel": {"tensor": 8, "auto": false}})",
        70'272);
    // 61 blocks on two stages: 31 on the fuller one
    row("uneven stages: the fuller one counts",
        R"({"model": "deepseek-ai/DeepSeek-V3", "engine": "vllm", "context_tokens": 1, "concurrency": 1, "cards": 2,
            "parallel": {"pipeline": 2, "auto": false}})",
        31 * 576 * 2);
    row("no head is cut: 8 heads over 16 ranks",
        R"({"model": "meta-llama/Llama-2-70b-hf", "engine": "vllm", "weights": "bf16", "context_tokens": 1, "concurrency": 1, "cards": 16,
            "parallel": {"tensor": 16, "auto": false}})",
        80 * 2 * 1 * 128 * 2);
    // llama.cpp's own log: 2333.25 MiB
    row("q8_0 cache of DeepSeek-R1 at 65,536",
        R"({"model": "deepseek-ai/DeepSeek-R1", "engine": "llama.cpp", "kv_cache": "gguf:Q8_0", "context_tokens": 65536, "concurrency": 1})",
        2'446'589'952);
    // llama.cpp's own log: 15,872 MiB
    row("windows did not shrink llama.cpp's cache: Gemma-3-27B at 32,768",
        R"({"model": "google/gemma-3-27b-it", "engine": "llama.cpp", "engine_version": "2025.03", "weights": "gguf:Q4_0", "kv_cache": "bf16", "context_tokens": 32768,
            "concurrency": 1})",
        15'872 * kMiB);
    // from pull 13194 on: 10 whole blocks, and 52 that keep 1,024 - 1 + 512 tokens, 8,192 bytes a block and token
    row("windows shrink llama.cpp's cache since May 2025",
        R"({"model": "google/gemma-3-27b-it", "engine": "llama.cpp", "engine_version": "2025.08", "weights": "gguf:Q4_0", "kv_cache": "bf16",
            "context_tokens": 32768, "concurrency": 1})",
        8'192.0 * (10 * 32'768 + 52 * 1'535));
    // 10 whole blocks and six groups of ten that keep 1,024 - 1 + 8,192 tokens
    row("vLLM's windowed groups keep window and step",
        R"({"model": "google/gemma-3-27b-it", "engine": "vllm", "engine_version": "0.19", "weights": "bf16", "card": "h100-sxm",
            "context_tokens": 65536, "concurrency": 1})",
        70.0 / 62 * 8'192 * (10 * 65'536 + 52 * 9'215));
    // 7 groups of 10 blocks are 70, not the model's 62: 16 heads x 128 x 2 x 2 bytes each
    row("vLLM pads a short cache group: Gemma-3-27B",
        R"({"model": "google/gemma-3-27b-it", "engine": "vllm", "engine_version": "0.19", "weights": "bf16", "context_tokens": 1, "concurrency": 1})",
        70.0 * 16 * 128 * 2 * 2);
}

void MemoryExamplesTest::cacheKnownAnswers()
{
    QFETCH(const QString, scenario);
    QFETCH(const double, bytes);
    const memory::MemoryPlan plan = memoryOf(scenario.toStdString());
    VERIFY_BYTES(bytesOfPart(plan, Component::KvCache), bytes, kExact);
}

// Start-up log of vLLM 0.19 on H100: weights 14.99 GiB, activations 1.89, other 0.25, pool 58.11, 476,016 tokens.
void MemoryExamplesTest::vllmPoolIsWhatTheCardHasLeft()
{
    const memory::MemoryPlan plan = memoryOf(R"({"model": "meta-llama/Meta-Llama-3.1-8B", "engine": "vllm", "engine_version": "0.19",
        "weights": "bf16", "card": "h100-sxm", "memory_utilization": 0.95, "context_tokens": 8192, "concurrency": 1})");
    VERIFY_BYTES(bytesOfPart(plan, Component::Weights), 16'060'522'496., kExact);
    VERIFY_BYTES(bytesOfPart(plan, Component::Activations) + bytesOfPart(plan, Component::Logits), 2'031'131'034., kExact);
    VERIFY_BYTES(asDouble(plan.nonTorch), 268'435'456., kExact);
    VERIFY_BYTES(asDouble(plan.cudaGraphs), 940'597'838., kExact);
    VERIFY_BYTES(asDouble(plan.pool), 62'418'045'305., kExact);
    VERIFY_BYTES(plan.cacheBytesPerToken, 131'072., kExact);
    QCOMPARE(plan.capacityTokens, 476'208);
    // graphs are captured beside the pool, and still count as needed
    QCOMPARE(plan.required, plan.card.allocated + plan.nonTorch);
}

void MemoryExamplesTest::handChecks()
{
    // LMDeploy 2023, measured 38881 MiB; the paper architecture leaves 262,144 bytes of output biases out
    const auto sessions =
        memoryOf(R"({"model": "internlm/internlm-chat-7b", "engine": "lmdeploy", "engine_version": "0.0", "weights": "fp16",
        "kv_cache": "int8", "context_tokens": 2048, "input_tokens": 2048, "output_tokens": 0, "concurrency": 48})");
    VERIFY_BYTES(asDouble(sessions.card.device), 40'866'013'839., 1e-5);

    // Megatron-Bridge, Qwen3-30B-A3B on 16 cards: 31,769,416,704 states + 14,407,434,240 activations + 1,900,544,000 loss
    const auto megatron = memoryOf(R"({"model": "Qwen/Qwen3-30B-A3B", "task": "pretrain", "engine": "megatron-bridge", "card": "h100-sxm",
        "cards": 16, "context_tokens": 4096, "micro_batch": 1, "parallel": {"tensor": 2, "pipeline": 2, "data": 4, "expert": 4, "auto": false}})");
    VERIFY_BYTES(asDouble(megatron.card.allocated), 48'077'394'944., kExact);

    // torchtune, Llama-3.2-3B, bf16, plain loss, 2 x 4,096 packed, nothing recomputed: measured 60.0 GiB
    const auto torchtune = memoryOf(R"({"model": "meta-llama/Llama-3.2-3B", "task": "full", "engine": "torchtune", "context_tokens": 4096,
        "micro_batch": 2, "training": {"checkpointing": "none", "loss": "plain"}})");
    VERIFY_BYTES(inGiB(torchtune.card.allocated), 59.8, 5e-3);
}

QTEST_APPLESS_MAIN(MemoryExamplesTest)
#include "tst_memory_examples.moc"
