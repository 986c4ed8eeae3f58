// Protects: the sums that memory and speed are made of, and the JSON they are kept in.
#include "core/catalog/architecture_json.h"
#include "core/catalog/model_json.h"

#include <QtTest>

using namespace cardfit;

namespace {

Architecture read(std::string_view text)
{
    json::Problems problems;
    const auto document = json::Document::parse(text, problems);
    const auto architecture = document ? readArchitecture(json::Reader(document->root(), problems)) : std::nullopt;
    if (!architecture)
        qFatal("%s", problems.list.empty() ? "no architecture" : problems.list.front().toString().c_str());
    return *architecture;
}

constexpr const char* kMistral7B = R"({"type": "mistral", "blocks": 32, "hidden": 4096, "query_heads": 32, "kv_heads": 8, "head_width": 128,
    "mlp_width": 14336, "vocabulary": 32000})";
constexpr const char* kLlama70B = R"({"type": "llama", "blocks": 80, "hidden": 8192, "query_heads": 64, "kv_heads": 8, "head_width": 128,
    "mlp_width": 28672, "vocabulary": 32000})";
constexpr const char* kDeepSeekV3 =
    R"({"type": "deepseek_v3", "blocks": 61, "hidden": 7168, "query_heads": 128, "kv_heads": 128, "head_width": 56,
    "mlp_width": 18432, "vocabulary": 129280, "latent": {"query_rank": 1536, "cache_rank": 512, "no_position_width": 128, "rotary_width": 64, "value_width": 128},
    "experts": {"count": 256, "per_token": 8, "width": 2048, "shared_width": 2048, "blocks": 58}, "small_tensors": 139776})";

} // namespace

class TestArchitecture : public QObject {
    Q_OBJECT

private slots:
    void totals_data();
    void totals();
    void blockMatricesOfMistral();
    void cacheOfLlama70B();
    void latentCacheIsOneVector();
    void expertsAreActiveInPart();
    void scaleLeavesExpertsAlone();
    void windowsShareTheCache();
    void adapterWidths();
    void keepsEverythingInJson_data();
    void keepsEverythingInJson();
    void listsCheckpointsBehindTheirModel();
    void reportsEveryFault();
};

void TestArchitecture::totals_data()
{
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<double>("parameters");
    QTest::newRow("Mistral-7B, safetensors total") << kMistral7B << 7241732096.0;
    QTest::newRow("Llama-2-70B, safetensors total less rotary buffers") << kLlama70B << 68976648192.0;
    QTest::newRow("Llama-3-8B")
        << R"({"type": "llama", "blocks": 32, "hidden": 4096, "query_heads": 32, "kv_heads": 8, "head_width": 128, "mlp_width": 14336,
        "vocabulary": 128256})"
        << 8030261248.0;
    QTest::newRow("Qwen2-7B: biases on q, k and v")
        << R"({"type": "qwen2", "blocks": 28, "hidden": 3584, "query_heads": 28, "kv_heads": 4, "head_width": 128,
        "mlp_width": 18944, "vocabulary": 152064, "qkv_bias": true})"
        << 7615616512.0;
    QTest::newRow("Qwen3-30B-A3B: norms of heads, no shared expert")
        << R"({"type": "qwen3_moe", "blocks": 48, "hidden": 2048, "query_heads": 32, "kv_heads": 4,
        "head_width": 128, "mlp_width": 6144, "vocabulary": 151936, "query_key_norm": true, "experts": {"count": 128, "per_token": 8, "width": 768, "blocks": 48}})"
        << 30532122624.0;
    QTest::newRow("GLM-Z1-32B: four norms")
        << R"({"type": "glm4", "blocks": 61, "hidden": 6144, "query_heads": 48, "kv_heads": 2, "head_width": 128,
        "mlp_width": 23040, "vocabulary": 151552, "norms_per_block": 4})"
        << 32566081536.0;
    QTest::newRow("DeepSeek-V3 without its draft head") << kDeepSeekV3 << 671026419200.0;
}

void TestArchitecture::totals()
{
    QFETCH(QString, architecture);
    QFETCH(double, parameters);
    QCOMPARE(read(architecture.toStdString()).totalParameters, parameters);
}

// 32 x (2 x 4096 x 4096 + 2 x 4096 x 1024 + 3 x 4096 x 14336) = 6,979,321,856
void TestArchitecture::blockMatricesOfMistral()
{
    const Architecture a = read(kMistral7B);
    QCOMPARE(a.blockWeights, 6979321856.0);
    QCOMPARE(a.largestMatrix, 4096.0 * 14336);
    QCOMPARE(a.embeddingWeights, 32000.0 * 4096);
    QCOMPARE(a.normWeights, 4096.0 * 65);
}

// 80 blocks x 8 heads x 128 x 2 tensors x 2 bytes x 4,096 tokens = 1.25 GiB
void TestArchitecture::cacheOfLlama70B() { QCOMPARE(read(kLlama70B).cacheElements * 2 * 4096 / (1024.0 * 1024 * 1024), 1.25); }

// 61 x (512 + 64) x 2 bytes = 70,272 a token
void TestArchitecture::latentCacheIsOneVector()
{
    QCOMPARE(read(kDeepSeekV3).cacheElements * 2, 70272.0);
    QCOMPARE(read(kDeepSeekV3).of(MatrixGroup::AttentionReplicated).weights, 61.0 * 7168 * (1536 + 512 + 64));
}

// DeepSeek-V3's report: 37B of 671B work on a token.
void TestArchitecture::expertsAreActiveInPart()
{
    const double active = read(kDeepSeekV3).activeParameters;
    QVERIFY(active > 36.5e9 && active < 38e9);
}

void TestArchitecture::scaleLeavesExpertsAlone()
{
    Architecture a = read(kDeepSeekV3);
    const double experts = a.of(MatrixGroup::Experts).weights;
    const double attention = a.of(MatrixGroup::Attention).weights;
    a.matrixScale = 1.5;
    deriveSums(a);
    QCOMPARE(a.of(MatrixGroup::Experts).weights, experts);
    QCOMPARE(a.of(MatrixGroup::Attention).weights, attention * 1.5);
}

void TestArchitecture::windowsShareTheCache()
{
    Architecture a = read(kMistral7B);
    a.cacheBlocks.assign(24, {2048, 1024});
    a.cacheBlocks.insert(a.cacheBlocks.end(), 8, CacheBlock{2048, 0});
    deriveSums(a);
    QCOMPARE(a.cacheElements, 65536.0);
    QCOMPARE(a.windowedShare, 0.75);
    QCOMPARE(a.meanWindow, 1024.0);
    QCOMPARE(a.windowedBlocks, 24);
    QCOMPARE(a.fullBlocks, 8);
}

// Rank r on all linear layers of Mistral-7B is 20,971,520 / 8 x r = 2,621,440 r parameters (PEFT prints 41,943,040 at r = 16).
void TestArchitecture::adapterWidths()
{
    const Architecture a = read(kMistral7B);
    double widths = 0;
    for (std::size_t target = 0; target < static_cast<std::size_t>(AdapterTarget::Head); ++target)
        widths += a.adapterWidths[target];
    QCOMPARE(widths * 16, 41943040.0);
}

void TestArchitecture::keepsEverythingInJson_data()
{
    QTest::addColumn<QString>("architecture");
    QTest::newRow("dense") << kMistral7B;
    QTest::newRow("latent attention and experts") << kDeepSeekV3;
    QTest::newRow("everything that is rare")
        << R"({"type": "x", "blocks": 4, "hidden": 64, "query_heads": 2, "kv_heads": 1, "head_width": 32, "mlp_width": 128,
        "vocabulary": 100, "max_positions": 77, "norms_per_block": 1, "query_multiple": 2, "learned_positions": 9, "sliding_window": 5, "tied_embeddings": true,
        "gated_mlp": false, "rotary": false, "alibi": true, "untied_by_litgpt": true, "extra_16_bit": 12, "matrix_scale": 1.25, "attention_blocks": 1,
        "mlp_blocks": 1, "norm": "layer", "linear": {"blocks": 2, "parameters_per_block": 33.5, "state_elements": 8},
        "cache_blocks": [{"blocks": 1, "elements": 64, "window": 5}], "quantization": {"format": "fp8", "group_size": 32, "block_scaled": true,
        "mlp_only": true, "kv_format": "fp8"}})";
}

void TestArchitecture::keepsEverythingInJson()
{
    QFETCH(QString, architecture);
    json::Writer first, second;
    writeArchitecture(first, read(architecture.toStdString()));
    writeArchitecture(second, read(first.text()));
    QCOMPARE(first.text(), second.text());
    QCOMPARE(read(first.text()).totalParameters, read(architecture.toStdString()).totalParameters);
}

void TestArchitecture::listsCheckpointsBehindTheirModel()
{
    const std::string text = R"({"id": "org/M", "name": "M", "source": "paper", "date": "2026-01-02", "architecture": )" +
                             std::string(kMistral7B) +
                             R"(, "checkpoints": [{"id": "org/M-AWQ", "quantization": {"format": "int4-awq", "group_size": 128}}]})";
    json::Problems problems;
    const auto document = json::Document::parse(text, problems);
    std::vector<Model> models;
    readModels(json::Reader(document->root(), problems), models);
    QVERIFY(problems.empty());
    QCOMPARE(models.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(models[1].shortName), "M-AWQ");
    QCOMPARE(QString::fromStdString(models[1].architecture.quantization.format), "int4-awq");
    QCOMPARE(models[1].architecture.totalParameters, models[0].architecture.totalParameters);
    QVERIFY(models[0].architecture.quantization.format.empty());
}

void TestArchitecture::reportsEveryFault()
{
    json::Problems problems;
    const auto document =
        json::Document::parse(R"({"id": "org/M", "name": 3, "source": "", "architecture": {"type": "x", "blocks": 4, "hidden": 64,
        "vocabulary": 10, "kv_head": 1}})",
                              problems);
    QVERIFY(!readModel(json::Reader(document->root(), problems)));
    QCOMPARE(problems.list.size(), std::size_t(3)); // a name that is a number, no source, a key that is not known
}

QTEST_APPLESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
