// Protects the scenario's JSON: every key is read and written, absent keys take their defaults, and every bad value is
// refused with its place, what was expected and what was found. Values come from the schema, not from sources.
#include "core/scenario/scenario_json.h"

#include <QTest>

using namespace cardfit;

namespace {

struct ReadResult {
    std::optional<Scenario> scenario;
    std::vector<Error> problems;
};

ReadResult readText(std::string_view text)
{
    json::Problems problems;
    ReadResult result;
    const auto document = json::Document::parse(text, problems);
    if (document)
        result.scenario = readScenario(json::Reader(document->root(), problems), {});
    result.problems = problems.list;
    return result;
}

std::string written(const Scenario& scenario, bool everything = false)
{
    json::Writer writer;
    writeScenario(writer, scenario, everything);
    return writer.take();
}

} // namespace

class TestScenarioJson : public QObject {
    Q_OBJECT
private slots:
    void readsAndWritesEveryKey_data();
    void readsAndWritesEveryKey();
    void readsOlderWords();
    void takesDefaultsForAbsentAndNull();
    void writesNothingForDefaults();
    void writesEverythingReadably();
    void refusesBadValues_data();
    void refusesBadValues();
    void reportsAllProblemsAtOnce();
    void keepsAmountsInTheirCurrency();
};

// Each row is one key with a value that is not its default: it must survive reading and writing, byte for byte.
void TestScenarioJson::readsAndWritesEveryKey_data()
{
    QTest::addColumn<QString>("text");
    const char* texts[] = {
        R"({"name":"Support bot"})",
        R"({"as_of":"2026-01-31"})",
        R"({"currency":"EUR"})",
        R"({"model":"meta-llama/Llama-3.1-8B"})",
        R"({"model":{"parameters_b":13}})",
        R"({"model":{"parameters_b":13.5,"family":"qwen2.5"}})",
        R"({"task":"qlora"})",
        R"({"weights":"int4-awq"})",
        R"({"kv_cache":"int4+gguf:q8_0"})",
        R"({"compute":"fp8"})",
        R"({"engine":"llama.cpp"})",
        R"({"engine_version":"2023.11"})",
        R"({"memory_utilization":0.85})",
        R"({"torch_version":"2.1"})",
        R"({"card_memory_gib":44.4})",
        R"({"weights_group_size":32})",
        R"({"input_tokens":2048})",
        R"({"output_tokens":1})",
        R"({"context_tokens":8192})", // also when it is the default: that it was stated means something
        R"({"images_per_request":2})",
        R"({"concurrency":"max"})",
        R"({"concurrency":64})",
        R"({"micro_batch":4})",
        R"({"global_batch":256})",
        R"({"training":{"optimizer":"paged-adamw-8bit"}})",
        R"({"training":{"optimizer_in_backward":true}})",
        R"({"training":{"mixed_precision":"bf16-mixed"}})",
        R"({"training":{"master_weights":false}})",
        R"({"training":{"checkpointing":"selective"}})",
        R"({"training":{"flash_attention":false}})",
        R"({"training":{"fused_kernels":true}})",
        R"({"training":{"loss":"fused-linear"}})",
        R"({"training":{"loss_chunk_tokens":1024}})",
        R"({"training":{"packing":false}})",
        R"({"training":{"longest_sample_tokens":900}})",
        R"({"training":{"mean_sample_tokens":300}})",
        R"({"training":{"allocator":"expandable"}})",
        R"({"training":{"compile":true}})",
        R"({"training":{"optimizer_fused":true}})",
        R"({"training":{"moments_dtype":"bf16"}})",
        R"({"training":{"kbit_upcast":true}})",
        R"({"training":{"quantize_experts":true}})",
        R"({"training":{"reference_model":true}})",
        R"({"training":{"use_cache":true}})",
        R"({"training":{"fp8_recipe":"blockwise"}})",
        R"({"training":{"fp8_all_gather":true}})",
        R"({"training":{"lora":{"rank":16}}})",
        R"({"training":{"lora":{"targets":"attention"}}})",
        R"({"training":{"lora":{"targets":"all-linear"}}})",
        R"({"training":{"lora":{"targets":["q","v","lm_head"]}}})",
        R"({"training":{"lora":{"train_embeddings":true}}})",
        R"({"training":{"lora":{"dtype":"bf16"}}})",
        R"({"training":{"lora":{"dropout":0.05}}})",
        R"({"training":{"lora":{"experts":true}}})",
        R"({"training":{"dataset_tokens":5000000000}})",
        R"({"training":{"epochs":1.5}})",
        R"({"parallel":{"tensor":2}})",
        R"({"parallel":{"pipeline":2}})",
        R"({"parallel":{"data":2}})",
        R"({"parallel":{"expert":2}})",
        R"({"parallel":{"context":2}})",
        R"({"parallel":{"sequence":false}})",
        R"({"parallel":{"zero_stage":2}})",
        R"({"parallel":{"fsdp":true}})",
        R"({"parallel":{"fsdp":false}})", // stated: engines that shard by default then do not
        R"({"parallel":{"fsdp_version":2}})",
        R"({"parallel":{"offload":"optimizer"}})",
        R"({"parallel":{"auto":false}})",
        R"({"card":"h100-sxm"})",
        R"({"card":{"bandwidth_gbs":500,"memory_gb":20,"slice_of":"a100-sxm-80gb"}})",
        R"({"cards":"auto"})",
        R"({"cards":8})",
        R"({"interconnect":"pcie"})",
        R"({"demand":{"requests_per_second":2.5}})",
        R"({"demand":{"peak_factor":4}})",
        R"({"demand":{"profile":"office"}})",
        R"({"demand":{"profile":[0.1,0.1,0.1,0.1,0.1,0.1,0.2,0.4,0.8,1,1,1,0.9,1,1,1,0.9,0.7,0.5,0.4,0.3,0.2,0.1,0.1]}})",
        R"({"demand":{"arrival":"poisson"}})",
        R"({"demand":{"spare_replicas":1}})",
        R"({"demand":{"requests":1000}})",
        R"({"demand":{"lengths":"varied"}})",
        R"({"limits":{"ttft_ms_p95":500}})",
        R"({"limits":{"tpot_ms_p95":40}})",
        R"({"allow":{"cards":["a10","l4"]}})",
        R"({"allow":{"vendors":["NVIDIA"]}})",
        R"({"allow":{"providers":["aws"]}})",
        R"({"allow":{"regions":["eu-west-1"]}})",
        R"({"allow":{"max_cards":16}})",
        R"({"allow":{"monthly_budget":5000}})",
        R"({"allow":{"max_kw":12.5}})",
        R"({"allow":{"min_weight_bits":8}})",
        R"({"rental":{"offer":"aws/g5.xlarge/us-east-1/2026-07-20"}})",
        R"({"rental":{"offer":{"per_hour":"2.00","cards":4}}})",
        R"({"rental":{"term":"reserved-3y"}})",
        R"({"rental":{"hours_per_month":200}})",
        R"({"rental":{"uplift_percent":10}})",
        R"({"rental":{"price_decline_per_year":0.2}})",
        R"({"rental":{"interruption_overhead":0.1}})",
        R"({"ownership":{"years":3}})",
        R"({"ownership":{"card_price":"3000.00"}})",
        R"({"ownership":{"server_price":"12000.00"}})",
        R"({"ownership":{"cards_per_server":4}})",
        R"({"ownership":{"network_per_server":"800.00"}})",
        R"({"ownership":{"site_capital":"5000.00"}})",
        R"({"ownership":{"spares_percent":5}})",
        R"({"ownership":{"installation_percent":3}})",
        R"({"ownership":{"sales_tax_percent":19}})",
        R"({"ownership":{"power_price_per_kwh":"0.305"}})",
        R"({"ownership":{"pue":1.2}})",
        R"({"ownership":{"server_kw":0.5}})",
        R"({"ownership":{"average_draw":0.6}})",
        R"({"ownership":{"idle_draw":0.2}})",
        R"({"ownership":{"utilization":0.5}})",
        R"({"ownership":{"colocation_per_kw_month":"150.00"}})",
        R"({"ownership":{"colocation_includes_energy":true}})",
        R"({"ownership":{"maintenance_percent_per_year":8}})",
        R"({"ownership":{"licence_per_card_year":"4500.00"}})",
        R"({"ownership":{"staff_fte":0.25}})",
        R"({"ownership":{"staff_cost_per_year":"120000.00"}})",
        R"({"ownership":{"insurance_percent_per_year":0.5}})",
        R"({"ownership":{"discount_rate":0.1}})",
        R"({"ownership":{"residual":"none"}})",
        R"({"ownership":{"residual":[0.6,0.35,0.2]}})",
        R"({"ownership":{"owned_cards":4}})",
        R"({"serving":{"max_sequences":64}})",
        R"({"serving":{"max_batched_tokens":4096}})",
        R"({"serving":{"chunked_prefill":false}})",
        R"({"serving":{"cuda_graphs":false}})",
        R"({"serving":{"flash_attention":false}})",
        R"({"serving":{"compile":true}})",
        R"({"serving":{"ubatch_tokens":256}})",
        R"({"serving":{"mla_cache":"expanded"}})",
        R"({"serving":{"attention_data_parallel":true}})",
        R"({"serving":{"disaggregated":true}})",
        R"({"speculative":{"tokens":2,"acceptance":0.6}})",
    };
    for (const char* text : texts)
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestScenarioJson::readsAndWritesEveryKey()
{
    QFETCH(const QString, text);
    const ReadResult first = readText(text.toStdString());
    QVERIFY2(first.scenario, first.problems.empty() ? "nothing read" : first.problems.front().toString().c_str());
    QVERIFY2(!(*first.scenario == Scenario{}), "the value is the default");
    QCOMPARE(QString::fromStdString(written(*first.scenario)), text);
    const ReadResult again = readText(written(*first.scenario, true));
    QVERIFY2(again.scenario, again.problems.empty() ? "nothing read" : again.problems.front().toString().c_str());
    QVERIFY(*again.scenario == *first.scenario);
}

void TestScenarioJson::readsOlderWords()
{
    const ReadResult fused = readText(R"({"training":{"fused_loss":true}})");
    QVERIFY(fused.scenario);
    QVERIFY(fused.scenario->training.loss == LossPath::FusedLinear);
    QVERIFY(!readText(R"({"training":{"fused_loss":false}})").scenario->training.loss);
    // Both given: the newer word wins.
    QVERIFY(readText(R"({"training":{"fused_loss":true,"loss":"cut"}})").scenario->training.loss == LossPath::Cut);
}

void TestScenarioJson::takesDefaultsForAbsentAndNull()
{
    const ReadResult empty = readText("{}");
    QVERIFY(empty.scenario);
    QVERIFY(*empty.scenario == Scenario{});
    const ReadResult nulls =
        readText(R"({"id":"q1","model":null,"weights":"auto","engine":null,"engine_version":"auto","torch_version":null,
        "training":{"loss":"auto","lora":{"targets":"auto","dropout":"auto"},"mixed_precision":"auto"},
        "parallel":{"sequence":"auto","fsdp":null},"demand":{"requests_per_second":null},"limits":{"ttft_ms_p95":null},
        "context_tokens":null,"rental":{"offer":"auto"},"ownership":{"card_price":"auto","residual":"auto"},"speculative":null})");
    QVERIFY(nulls.scenario);
    QVERIFY(*nulls.scenario == Scenario{});
}

void TestScenarioJson::writesNothingForDefaults() { QCOMPARE(written(Scenario{}), std::string("{}")); }

void TestScenarioJson::writesEverythingReadably()
{
    const ReadResult read = readText(written(Scenario{}, true));
    QVERIFY2(read.scenario, read.problems.empty() ? "nothing read" : read.problems.front().toString().c_str());
    QVERIFY(*read.scenario == Scenario{});
}

void TestScenarioJson::refusesBadValues_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* reason, const char* text, const char* message) {
        QTest::newRow(reason) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    row("not an object", R"([1])", R"(expected an object, found array with 1 entries)");
    row("misspelt key", R"({"conccurency":4})", R"(/conccurency: expected a known key ("concurrency"?), found "conccurency")");
    row("misspelt key inside", R"({"training":{"lora":{"rnk":4}}})", R"(/training/lora/rnk: expected a known key ("rank"?), found "rnk")");
    row("key like none", R"({"xyzzy":4})", R"(/xyzzy: expected a known key, found "xyzzy")");
    row("rank of nothing", R"({"training":{"lora":{"rank":0}}})", R"(/training/lora/rank: expected a whole number 1..65536, found 0)");
    row("rank in words", R"({"training":{"lora":{"rank":"many"}}})",
        R"(/training/lora/rank: expected a whole number 1..65536, found "many")");
    row("half a token", R"({"input_tokens":10.5})", R"(/input_tokens: expected a whole number 0..20000000, found 10.5)");
    row("no cards", R"({"cards":0})", R"(/cards: expected a whole number 1..65536, found 0)");
    row("cards in words", R"({"cards":"max"})", R"(/cards: expected one of auto, found "max")");
    row("concurrency in words", R"({"concurrency":"auto"})", R"(/concurrency: expected one of max, found "auto")");
    row("task unknown", R"({"task":"ppo"})", R"(/task: expected one of inference, qlora, lora, full, pretrain, dpo, found "ppo")");
    row("money as a number", R"({"ownership":{"power_price_per_kwh":0.12}})",
        R"(/ownership/power_price_per_kwh: expected a decimal string such as "2.49", found 0.12)");
    row("money below nothing", R"({"ownership":{"card_price":"-1"}})",
        R"(/ownership/card_price: expected an amount from "0" to "1000000000", found "-1")");
    row("a building that makes power", R"({"ownership":{"pue":0.9}})", R"(/ownership/pue: expected a number 1..10, found 0.9)");
    row("a percentage as discount", R"({"ownership":{"discount_rate":8}})", R"(/ownership/discount_rate: expected a number 0..1, found 8)");
    row("more than the card", R"({"memory_utilization":90})", R"(/memory_utilization: expected a number 0.01..1, found 90)");
    row("a day that is none", R"({"as_of":"30.11.2026"})", R"(/as_of: expected a day as "YYYY-MM-DD", found "30.11.2026")");
    row("currency in lower case", R"({"currency":"eur"})", R"(/currency: expected a currency code such as "USD", found "eur")");
    row("version in words", R"({"engine_version":"old"})", R"(/engine_version: expected a version such as "0.19", or "auto", found "old")");
    row("weights as a number", R"({"weights":4})", R"(/weights: expected a string, found 4)");
    row("a day of 23 hours", R"({"demand":{"profile":[1,1]}})",
        R"(/demand/profile: expected "flat", "office" or 24 shares of the peak, found array with 2 entries)");
    row("an offer without a price", R"({"rental":{"offer":{"cards":1}}})",
        R"(/rental/offer/per_hour: expected a value, found no such key)");
    row("no adapters", R"({"training":{"lora":{"targets":[]}}})",
        R"(/training/lora/targets: expected "attention", "all-linear" or a list out of q, k, v, o, gate, up, down, lm_head, found array with 0 entries)");
    row("adapter unknown", R"({"training":{"lora":{"targets":["query"]}}})",
        R"(/training/lora/targets/0: expected one of q, k, v, o, gate, up, down, lm_head, found "query")");
    row("model without a name", R"({"model":""})", R"(/model: expected the name of a model, found "")");
    row("model two ways", R"({"model":{"parameters_b":7,"config_path":"a"}})",
        R"(/model: expected the name of a model, or an object with one of config, config_path, gguf_path, safetensors_path, parameters_b, found object with 2 entries)");
    row("model of a size and a word more", R"({"model":{"parameters_b":7,"famly":"qwen2.5"}})",
        R"(/model/famly: expected a known key ("family"?), found "famly")");
    row("card without a name", R"({"card":{"memory_gb":20}})",
        R"(/card: expected an id, a name, or the card it is a slice of (slice_of), found object with 1 entries)");
    row("share of an owner's price", R"({"ownership":{"residual":[1.5]}})", R"(/ownership/residual/0: expected a number 0..1, found 1.5)");
    row("section as a word", R"({"parallel":"auto"})", R"(/parallel: expected an object, found "auto")");
    row("zero stage 4", R"({"parallel":{"zero_stage":4}})", R"(/parallel/zero_stage: expected a whole number 0..3, found 4)");
    row("speculation without end", R"({"speculative":{"tokens":17}})", R"(/speculative/tokens: expected a whole number 1..16, found 17)");
}

void TestScenarioJson::refusesBadValues()
{
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    const ReadResult result = readText(text.toStdString());
    QVERIFY(!result.scenario);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(result.problems.front().toString()), message);
}

void TestScenarioJson::reportsAllProblemsAtOnce()
{
    const ReadResult result = readText(R"({"task":"chat","cards":-1,"limits":{"ttft":5}})");
    QVERIFY(!result.scenario);
    QCOMPARE(result.problems.size(), std::size_t{3});
}

void TestScenarioJson::keepsAmountsInTheirCurrency()
{
    const ReadResult result = readText(R"({"currency":"EUR","ownership":{"card_price":"3000"},"rental":{"offer":{"per_hour":"1.5"}}})");
    QVERIFY(result.scenario);
    const Currency euro("EUR");
    QVERIFY(result.scenario->ownership.cardPrice == Money(3'000'000'000, euro));
    QVERIFY(result.scenario->ownership.powerPricePerKwh == Money(120'000, euro)); // the default's digits
    QVERIFY(result.scenario->rental.given->perHour == Money(1'500'000, euro));
}

QTEST_APPLESS_MAIN(TestScenarioJson)
#include "tst_scenario_json.moc"
