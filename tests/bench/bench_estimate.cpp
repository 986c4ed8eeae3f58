// Lines a second of `cardfit-cli estimate`, without start and pipes: text of a scenario in, text of an answer out.
// Budget for each core: 20,000 lines/s, 15,000 with a config.json inside.
#include "app/cli/answerer.h"

#include <benchmark/benchmark.h>

#include <string>

using namespace cardfit;

namespace {

constexpr const char* kServing = R"({"id":"q1","model":"Qwen/Qwen2.5-14B-Instruct","weights":"int4-awq","card":"a10","cards":2})";
constexpr const char* kTraining =
    R"({"id":"q2","model":"Qwen/Qwen2.5-7B-Instruct","task":"lora","card":"a100-sxm-80gb","cards":1,"micro_batch":4})";
constexpr const char* kConfig =
    R"({"id":"q3","card":"h100-sxm","model":{"config":{"architectures":["Qwen2ForCausalLM"],"hidden_size":3584,)"
    R"("intermediate_size":18944,"max_position_embeddings":32768,"model_type":"qwen2","num_attention_heads":28,)"
    R"("num_hidden_layers":28,"num_key_value_heads":4,"rms_norm_eps":1e-06,"rope_theta":1000000.0,"sliding_window":131072,)"
    R"("tie_word_embeddings":false,"torch_dtype":"bfloat16","use_sliding_window":false,"vocab_size":152064}}})";

void answerLine(benchmark::State& state, const std::string& line)
{
    static cli::Session session = [] {
        cli::Session made;
        made.dataFolder = CARDFIT_DATA_DIR;
        return made;
    }();
    cli::Answerer answerer(session, "-");
    json::Writer writer;
    if (answerer.answer(line, 1, writer) == cli::Exit::BadInput)
        state.SkipWithError(std::string(writer.text()).c_str());
    for (auto _ : state) {
        writer.clear();
        benchmark::DoNotOptimize(answerer.answer(line, 1, writer));
    }
    state.SetItemsProcessed(state.iterations());
}

} // namespace

BENCHMARK_CAPTURE(answerLine, serving, kServing)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(answerLine, training, kTraining)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(answerLine, inline_config, kConfig)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
