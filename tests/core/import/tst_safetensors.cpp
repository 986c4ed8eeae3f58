// Protects: headers of safetensors files and their index become exact bytes by class; a hostile or broken header is named
// and never followed; the weights are never read.
#include "core/import/checkpoint.h"
#include "core/import/model_readers.h"
#include "core/import/safetensors.h"
#include "core/plan/plan.h"
#include "tests/core/import/checkpoint_files.h"
#include "tests/support/scenario_case.h"

#include <QElapsedTimer>

using namespace cardfit;
using namespace cardfit::test;

namespace {

// A Llama of one block: hidden 64, MLP 128, 4 heads of 16, 2 KV heads, 256 tokens.
constexpr const char* kConfig = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 1,
    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 256, "max_position_embeddings": 512})";

std::vector<TensorSpec> llama()
{
    const auto bf16 = [](const char* name, std::uint64_t rows, std::uint64_t columns) {
        return TensorSpec{name, "BF16", {rows, columns}, 2 * rows * columns};
    };
    return {bf16("model.embed_tokens.weight", 256, 64),
            bf16("model.layers.0.self_attn.q_proj.weight", 64, 64),
            bf16("model.layers.0.self_attn.k_proj.weight", 32, 64),
            bf16("model.layers.0.self_attn.v_proj.weight", 32, 64),
            bf16("model.layers.0.self_attn.o_proj.weight", 64, 64),
            bf16("model.layers.0.mlp.gate_proj.weight", 128, 64),
            bf16("model.layers.0.mlp.up_proj.weight", 128, 64),
            bf16("model.layers.0.mlp.down_proj.weight", 64, 128),
            {"model.layers.0.input_layernorm.weight", "BF16", {64}, 128},
            {"model.layers.0.post_attention_layernorm.weight", "BF16", {64}, 128},
            {"model.norm.weight", "BF16", {64}, 128},
            bf16("lm_head.weight", 256, 64)};
}
constexpr double kLlamaParameters = 2 * 256 * 64 + 2 * 64 * 64 + 2 * 32 * 64 + 3 * 64 * 128 + 3 * 64;

std::string header(const std::string& json) { return Bytes8().u64(json.size()).raw(json).bytes(); }

std::vector<Error> faultsOf(const QTemporaryDir& folder, const std::string& content, std::uint64_t size = 0)
{
    json::Problems problems;
    problems.file = writeFile(folder, "model.safetensors", content, size);
    auto file = import::HeaderFile::open(problems.file, problems);
    if (file && import::readSafetensors(*file, problems))
        return {};
    return problems.list.empty() ? std::vector<Error>{{"", "", "a reason", "none"}} : problems.list;
}

Plan planOf(const std::string& key, const std::string& path, const std::string& more = "")
{
    json::Problems found;
    const auto document = json::Document::parse(R"({"model": {")" + key + R"(": ")" + path + "\"}" + more + "}", found);
    const auto scenario = readScenario(json::Reader(document->root(), found), import::modelReaders());
    for (const Error& error : found.list)
        qWarning("%s", error.toString().c_str());
    if (!scenario)
        qFatal("no scenario");
    return plan(*scenario, catalog());
}

bool tells(const Plan& plan, std::string_view code)
{
    return std::ranges::any_of(plan.problems, [code](const Problem& problem) { return problem.text.code == code; });
}

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT
private slots:
    void countsExactBytes();
    void readsAFolder();
    void readsShardsOfAnIndex();
    void comparesAnIndexWithoutShards_data();
    void comparesAnIndexWithoutShards();
    void refusesBrokenIndexes_data();
    void refusesBrokenIndexes();
    void needsAConfigForTheHeads();
    void seesQuantizationTheConfigForgot();
    void keepsDraftHeadsOut();
    void refusesHostileHeaders_data();
    void refusesHostileHeaders();
    void refusesEveryCut();
    void opensALargeFileAtOnce();
};

void TestSafetensors::countsExactBytes()
{
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    const std::string path = writeSafetensors(folder, "model.safetensors", llama());
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(path, problems);
    QVERIFY(checkpoint && checkpoint->model);
    QCOMPARE(checkpoint->table.parameters(), kLlamaParameters);
    QCOMPARE(checkpoint->model->architecture.totalParameters, kLlamaParameters);
    QCOMPARE(checkpoint->model->architecture.stored->of(MatrixGroup::Attention), 2.0 * (2 * 64 * 64 + 2 * 32 * 64));
    const Plan answer = planOf("safetensors_path", path);
    QCOMPARE(asDouble(answer.memory->of(memory::Component::Weights)), 2 * kLlamaParameters);
    QCOMPARE(answer.resolved->model->shortName, QFileInfo(folder.path()).fileName().toStdString());
}

void TestSafetensors::readsAFolder()
{
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    writeSafetensors(folder, "anything.safetensors", llama());
    QCOMPARE(asDouble(planOf("safetensors_path", folder.path().toStdString()).memory->of(memory::Component::Weights)),
             2 * kLlamaParameters);
}

void TestSafetensors::readsShardsOfAnIndex()
{
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    const std::vector<TensorSpec> all = llama();
    const auto half = all.begin() + 6;
    writeSafetensors(folder, "a.safetensors", {all.begin(), half});
    std::vector<TensorSpec> second(half, all.end());
    second.push_back({"left.over.weight", "F32", {1000}, 4000}); // no tensor of the index
    writeSafetensors(folder, "b.safetensors", second);
    std::string map;
    for (std::size_t i = 0; i < all.size(); ++i)
        map += (map.empty() ? "\"" : ",\"") + all[i].name + "\":\"" + (i < 6 ? "a" : "b") + ".safetensors\"";
    const std::string path =
        writeFile(folder, "model.safetensors.index.json", R"({"metadata":{"total_size":1},"weight_map":{)" + map + "}}");
    const Plan answer = planOf("safetensors_path", path);
    QCOMPARE(asDouble(answer.memory->of(memory::Component::Weights)), 2 * kLlamaParameters);
    QVERIFY(!tells(answer, "checkpoint.size-differs")); // the shards know better than total_size
}

void TestSafetensors::comparesAnIndexWithoutShards_data()
{
    QTest::addColumn<double>("stated");
    QTest::addColumn<bool>("warns");
    QTest::newRow("as the config makes it") << 2 * kLlamaParameters << false;
    QTest::newRow("half of it") << kLlamaParameters << true;
    QTest::newRow("written as a float") << 2 * kLlamaParameters + 0.5 << false;
}

void TestSafetensors::comparesAnIndexWithoutShards()
{
    QFETCH(const double, stated);
    QFETCH(const bool, warns);
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    const std::string path = writeFile(folder, "model.safetensors.index.json",
                                       R"({"metadata":{"total_size":)" + QByteArray::number(stated, 'f', 1).toStdString() +
                                           R"(},"weight_map":{"a":"gone.safetensors"}})");
    const Plan answer = planOf("safetensors_path", path);
    QCOMPARE(tells(answer, "checkpoint.size-differs"), warns);
    QCOMPARE(asDouble(answer.memory->of(memory::Component::Weights)), 2 * kLlamaParameters);
}

void TestSafetensors::refusesBrokenIndexes_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("said");
    QTest::newRow("a shard outside the folder") << R"({"weight_map":{"a":"../b.safetensors"}})"
                                                << "the name of a file beside the index";
    QTest::newRow("an absolute shard") << R"({"weight_map":{"a":"/etc/passwd"}})"
                                       << "the name of a file beside the index";
    QTest::newRow("no tensors") << R"({"weight_map":{}})"
                                << "a weight_map that is not empty";
    QTest::newRow("a tensor twice") << R"({"weight_map":{"a":"b","a":"b"}})"
                                    << "each tensor once";
    QTest::newRow("a number for a shard") << R"({"weight_map":{"a":3}})"
                                          << "a string";
    QTest::newRow("cut off") << R"({"weight_map":{"a":"b")"
                             << "a comma or }";
    QTest::newRow("a negative size") << R"({"metadata":{"total_size":-1},"weight_map":{"a":"b"}})"
                                     << "a number from 0";
    QTest::newRow("a list of lists") << R"({"other":)" + QString(200, '[') << "nested";
}

void TestSafetensors::refusesBrokenIndexes()
{
    QFETCH(const QString, index);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    json::Problems problems;
    problems.file = writeFile(folder, "i.json", index.toStdString());
    auto file = import::HeaderFile::open(problems.file, problems);
    QVERIFY(!import::readSafetensorsIndex(*file, problems));
    QCOMPARE(problems.list.size(), std::size_t{1});
    const QString message = QString::fromStdString(problems.list.front().toString());
    QVERIFY2(message.contains(said) && message.contains("byte "), qPrintable(message));
}

void TestSafetensors::needsAConfigForTheHeads()
{
    const QTemporaryDir folder;
    const std::string path = writeSafetensors(folder, "model.safetensors", llama());
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(path, problems);
    QVERIFY(checkpoint && !checkpoint->model);
    QCOMPARE(checkpoint->table.parameters(), kLlamaParameters);
    QCOMPARE(checkpoint->refusal.size(), std::size_t{1});
    QVERIFY(checkpoint->refusal.front().expected.find("config.json beside it") != std::string::npos);
}

void TestSafetensors::seesQuantizationTheConfigForgot()
{
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    std::vector<TensorSpec> tensors = llama();
    for (TensorSpec& tensor : tensors) {
        if (tensor.name.find("proj") != std::string::npos)
            tensor = {tensor.name, "F8_E4M3", tensor.shape, tensor.bytes / 2};
    }
    const Plan answer = planOf("safetensors_path", writeSafetensors(folder, "model.safetensors", tensors));
    QCOMPARE(answer.resolved->scenario.weights, std::string("fp8"));
    QCOMPARE(asDouble(answer.memory->of(memory::Component::Weights)), 2 * kLlamaParameters - (2 * 64 * 64 + 2 * 32 * 64 + 3 * 64 * 128));
}

void TestSafetensors::keepsDraftHeadsOut()
{
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    std::vector<TensorSpec> tensors = llama();
    tensors.push_back({"model.layers.1.self_attn.q_proj.weight", "BF16", {64, 64}, 8192});
    const Plan answer = planOf("safetensors_path", writeSafetensors(folder, "model.safetensors", tensors));
    QCOMPARE(asDouble(answer.memory->of(memory::Component::Weights)), 2 * kLlamaParameters);
}

void TestSafetensors::refusesHostileHeaders_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& content, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << QString(said);
    };
    const std::string tensor = R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
    const std::string data(8, '\0');
    row("an empty file", "", "byte 0: expected 8 bytes");
    row("a length of 2^63", Bytes8().u64(1ULL << 63).raw("{}").bytes(), "a header of at most 2 bytes, found 9223372036854775808");
    row("a length of 2^64 - 1", Bytes8().u64(~0ULL).raw("{}").bytes(), "a header of at most 2 bytes");
    row("a length one beyond the file", Bytes8().u64(3).raw("{}").bytes(), "a header of at most 2 bytes, found 3");
    row("no JSON", header("[]"), "byte 8: expected an object");
    row("text behind the object", header("{}{}"), "nothing after the object");
    row("a name that never ends", header(R"({"a)"), "the end of a string");
    row("an unknown dtype", header(R"({"a":{"dtype":"F7","shape":[2],"data_offsets":[0,8]}})") + data,
        "a dtype of the format for tensor a, found F7");
    row("no shape", header(R"({"a":{"dtype":"F32","data_offsets":[0,8]}})") + data, "dtype, shape and two data_offsets");
    row("a negative size", header(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})") + data, "a whole number");
    row("half a size", header(R"({"a":{"dtype":"F32","shape":[2.5],"data_offsets":[0,8]}})") + data, "a whole number");
    row("a product of 2^64 and more", header(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})") + data,
        "a shape of fewer than 2^63 bits");
    row("more sizes than any tensor has",
        header(R"({"a":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,8]}})") + data, "at most 16 numbers");
    row("offsets beyond the file", header(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})") + data, "within 8 bytes of data");
    row("offsets that run backwards", header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})") + data, "found 8 to 0");
    row("offsets of another size than the shape", header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})") + data,
        "4 bytes for tensor a, by its dtype and shape, found 8");
    row("two tensors in one place", header(R"({"a":)" + tensor + R"(,"b":)" + tensor + "}") + data, "to begin at 8");
    row("a hole", header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})") + data, "to begin at 0");
    row("data that nobody names", header(R"({"a":)" + tensor + "}") + data + "more", "8 bytes of data behind the header, found 12");
    row("a name twice",
        header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})") + data,
        "a twice");
    row("metadata without end", header(R"({"__metadata__":{"k":)" + std::string(100'000, '[')), "nested");
}

void TestSafetensors::refusesHostileHeaders()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    const std::vector<Error> faults = faultsOf(folder, content.toStdString());
    QCOMPARE(faults.size(), std::size_t{1});
    const QString message = QString::fromStdString(faults.front().toString());
    QVERIFY2(message.contains(said) && message.contains("model.safetensors: byte "), qPrintable(message));
}

void TestSafetensors::refusesEveryCut()
{
    const QTemporaryDir folder;
    std::uint64_t data = 0;
    const std::string head = safetensorsHead({llama()[8], llama()[9]}, data);
    const std::string whole = head + std::string(data, 'x');
    QVERIFY(faultsOf(folder, whole).empty());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QCOMPARE(faultsOf(folder, whole.substr(0, length)).size(), std::size_t{1});
}

void TestSafetensors::opensALargeFileAtOnce()
{
    constexpr std::uint64_t kRows = 100'000'000; // 100 million rows of 4,096 bytes: 400 GB
    const QTemporaryDir folder;
    writeFile(folder, "config.json", kConfig);
    const std::string path =
        writeSafetensors(folder, "model.safetensors", {{"model.embed_tokens.weight", "BF16", {kRows, 2048}, kRows * 4096}});
    QElapsedTimer clock;
    clock.start();
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(path, problems);
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->table.bytes(), 4096.0 * kRows);
    QVERIFY2(clock.elapsed() < 500, "only the header may be read"); // takes 1 ms; reading the file would take minutes
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
