// Protects: a GGUF header becomes an architecture and exact bytes by class; hostile headers are named and never followed.
#include "core/import/checkpoint.h"
#include "core/import/gguf.h"
#include "core/import/model_readers.h"
#include "core/plan/plan.h"
#include "tests/core/import/checkpoint_files.h"
#include "tests/support/scenario_case.h"

#include <QElapsedTimer>

using namespace cardfit;
using namespace cardfit::test;

namespace {

constexpr std::uint32_t kF32 = 0, kF16 = 1, kQ4K = 12, kQ6K = 14;

// A Llama of two blocks: hidden 256, MLP 512, 4 heads of 64, 2 KV heads, 1,024 tokens; Q4_K with a Q6_K head.
GgufWriter llama(bool tied = false)
{
    GgufWriter file;
    file.text("general.architecture", "llama").text("general.name", "Tiny").number("general.file_type", 15);
    file.number("llama.block_count", 2).number("llama.context_length", 2048).number("llama.embedding_length", 256);
    file.number("llama.feed_forward_length", 512).number("llama.attention.head_count", 4).number("llama.attention.head_count_kv", 2);
    file.texts("tokenizer.ggml.tokens", 1024);
    const auto q4 = [&file](const std::string& name, std::uint64_t in, std::uint64_t out) {
        file.tensor(name, kQ4K, {in, out}, in * out / 256 * 144);
    };
    q4("token_embd.weight", 256, 1024);
    file.tensor("output_norm.weight", kF32, {256}, 1024);
    if (!tied)
        file.tensor("output.weight", kQ6K, {256, 1024}, 1024 * 210);
    for (const std::string block : {"blk.0.", "blk.1."}) {
        q4(block + "attn_q.weight", 256, 256);
        q4(block + "attn_k.weight", 256, 128);
        q4(block + "attn_v.weight", 256, 128);
        q4(block + "attn_output.weight", 256, 256);
        q4(block + "ffn_gate.weight", 256, 512);
        q4(block + "ffn_up.weight", 256, 512);
        q4(block + "ffn_down.weight", 512, 256);
        file.tensor(block + "attn_norm.weight", kF32, {256}, 1024);
        file.tensor(block + "ffn_norm.weight", kF32, {256}, 1024);
    }
    return file;
}
constexpr double kBlockWeights = 2.0 * (2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 512);
constexpr double kNorms = 5 * 256;

Plan planOf(const std::string& path, const std::string& more = "")
{
    json::Problems found;
    const auto document = json::Document::parse(R"({"model": {"gguf_path": ")" + path + "\"}" + more + "}", found);
    const auto scenario = readScenario(json::Reader(document->root(), found), import::modelReaders());
    for (const Error& error : found.list)
        qWarning("%s", error.toString().c_str());
    if (!scenario)
        qFatal("no scenario");
    return plan(*scenario, catalog());
}

double weightsOf(const Plan& plan) { return asDouble(plan.memory->of(memory::Component::Weights)); }

std::vector<Error> faultsOf(const QTemporaryDir& folder, const std::string& content)
{
    json::Problems problems;
    problems.file = writeFile(folder, "model.gguf", content);
    auto file = import::HeaderFile::open(problems.file, problems);
    if (file && import::readGguf(*file, problems))
        return {};
    return problems.list.empty() ? std::vector<Error>{{"", "", "a reason", "none"}} : problems.list;
}

Architecture architectureOf(const GgufWriter& file)
{
    const QTemporaryDir folder;
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(file.write(folder, "m.gguf"), problems);
    for (const Error& error : problems.list)
        qWarning("%s", error.toString().c_str());
    if (checkpoint && !checkpoint->model)
        qWarning("%s", checkpoint->refusal.front().toString().c_str());
    if (!checkpoint || !checkpoint->model)
        qFatal("no model");
    return checkpoint->model->architecture;
}

// A header of `entries` behind magic, version and counts.
std::string header(std::uint32_t version, std::uint64_t tensors, std::uint64_t entries, const std::string& rest)
{
    return Bytes8().raw("GGUF").u32(version).u64(tensors).u64(entries).raw(rest).bytes();
}

std::string tensorEntry(const std::string& name, const std::vector<std::uint64_t>& shape, std::uint32_t type, std::uint64_t offset)
{
    Bytes8 entry;
    entry.string(name).u32(static_cast<std::uint32_t>(shape.size()));
    for (const std::uint64_t size : shape)
        entry.u64(size);
    return entry.u32(type).u64(offset).bytes();
}

} // namespace

class TestGguf : public QObject {
    Q_OBJECT
private slots:
    void countsExactBytes();
    void needsATiedHeadOnTheCard();
    void readsParts();
    void tellsTheShape();
    void countsExpertsAndLatentAttention();
    void countsLinearBlocks();
    void alternatesWindows();
    void refusesWhatIsNoDecoder_data();
    void refusesWhatIsNoDecoder();
    void refusesHostileHeaders_data();
    void refusesHostileHeaders();
    void refusesEveryCut();
    void opensALargeFileAtOnce();
    void describesVocabularies_data();
    void describesVocabularies();
    void wantsTheKeyOfTheFile();
};

void TestGguf::countsExactBytes()
{
    const QTemporaryDir folder;
    const Plan answer = planOf(llama().write(folder, "tiny.gguf"));
    QCOMPARE(answer.resolved->scenario.weights, std::string("gguf:Q4_K_M"));
    QCOMPARE(answer.resolved->scenario.engine, std::string("llama.cpp"));
    QCOMPARE(answer.resolved->model->shortName, std::string("Tiny"));
    QCOMPARE(answer.resolved->architecture->totalParameters, kBlockWeights + kNorms + 2 * 1024 * 256.0);
    QCOMPARE(weightsOf(answer), kBlockWeights * 144 / 256 + 4 * kNorms + 1024 * 210.0); // the embedding stays on the host
    QCOMPARE(answer.resolved->architecture->cacheElements, 2.0 * 2 * 64 * 2);
    const Plan inVllm = planOf(folder.filePath("tiny.gguf").toStdString(), R"(, "engine": "vllm")");
    QCOMPARE(weightsOf(inVllm) - weightsOf(answer), 1024 * 144.0); // the embedding is on the card
    const Plan asAwq = planOf(folder.filePath("tiny.gguf").toStdString(), R"(, "weights": "int4-awq", "engine": "vllm")");
    QVERIFY(weightsOf(asAwq) != weightsOf(inVllm));
}

void TestGguf::needsATiedHeadOnTheCard()
{
    const QTemporaryDir folder;
    QCOMPARE(weightsOf(planOf(llama(true).write(folder, "tiny.gguf"))), kBlockWeights * 144 / 256 + 4 * kNorms + 1024 * 144.0);
}

void TestGguf::readsParts()
{
    const QTemporaryDir folder;
    GgufWriter first = llama();
    first.number("split.count", 2);
    GgufWriter second;
    second.number("split.count", 2).tensor("blk.1.attn_q.bias", kF32, {256}, 1024);
    const std::string path = first.write(folder, "tiny-00001-of-00002.gguf");
    json::Problems problems;
    QVERIFY(!import::readCheckpoint(path, problems));
    QVERIFY(problems.list.front().file.ends_with("tiny-00002-of-00002.gguf"));
    const std::string other = second.write(folder, "tiny-00002-of-00002.gguf");
    for (const std::string& part : {path, other}) {
        json::Problems none;
        const auto checkpoint = import::readCheckpoint(part, none);
        QVERIFY(checkpoint && checkpoint->model);
        QCOMPARE(checkpoint->files, 2);
        QCOMPARE(checkpoint->model->architecture.totalParameters, kBlockWeights + kNorms + 2 * 1024 * 256.0 + 256);
    }
}

void TestGguf::tellsTheShape()
{
    GgufWriter file;
    file.text("general.architecture", "qwen2").number("qwen2.block_count", 1).number("qwen2.context_length", 32768);
    file.number("qwen2.embedding_length", 64).number("qwen2.feed_forward_length", 128).number("qwen2.attention.head_count", 4);
    file.number("qwen2.attention.head_count_kv", 1).number("qwen2.vocab_size", 99);
    file.tensor("token_embd.weight", kF16, {64, 100}, 12800).tensor("blk.0.attn_qkv.weight", kF16, {64, 96}, 12288);
    file.tensor("blk.0.attn_qkv.bias", kF32, {96}, 384).tensor("blk.0.attn_output.weight", kF16, {64, 64}, 8192);
    file.tensor("blk.0.ffn_up.weight", kF16, {64, 256}, 32768).tensor("blk.0.ffn_down.weight", kF16, {128, 64}, 16384);
    file.tensor("blk.0.attn_norm.weight", kF32, {64}, 256).tensor("output_norm.weight", kF32, {64}, 256);
    file.tensor("output_norm.bias", kF32, {64}, 256).tensor("position_embd.weight", kF32, {64, 512}, 131072);
    const Architecture a = architectureOf(file);
    QCOMPARE(a.vocabulary, 100); // the table's rows, not the key
    QVERIFY(a.qkvBias && a.fusedQkv && a.gatedMlp && a.tiedEmbeddings && !a.rotary);
    QCOMPARE(a.norm, Norm::Layer);
    QCOMPARE(a.normsPerBlock, 1);
    QCOMPARE(a.learnedPositions, 512);
    QCOMPARE(a.maxPositions, 32768);
    QCOMPARE(a.quantization.format, std::string("gguf:F16")); // no file type: what most of the matrices are
    QCOMPARE(a.totalParameters, 6400.0 + 6144 + 96 + 4096 + 16384 + 8192 + 3 * 64 + 512 * 64);
}

void TestGguf::countsExpertsAndLatentAttention()
{
    GgufWriter file;
    file.text("general.architecture", "deepseek2").number("deepseek2.block_count", 3).number("deepseek2.context_length", 4096);
    file.number("deepseek2.embedding_length", 256).number("deepseek2.feed_forward_length", 512).number("deepseek2.attention.head_count", 4);
    file.number("deepseek2.attention.head_count_kv", 1).number("deepseek2.attention.kv_lora_rank", 64);
    file.number("deepseek2.rope.dimension_count", 16)
        .number("deepseek2.attention.key_length", 80)
        .number("deepseek2.attention.value_length", 64);
    file.number("deepseek2.attention.key_length_mla", 48).number("deepseek2.attention.value_length_mla", 32);
    file.number("deepseek2.expert_count", 8).number("deepseek2.expert_used_count", 2).number("deepseek2.nextn_predict_layers", 1);
    file.number("deepseek2.expert_feed_forward_length", 128);
    file.tensor("token_embd.weight", kF16, {256, 100}, 51200);
    for (const std::string block : {"blk.0.", "blk.1.", "blk.2."}) {
        file.tensor(block + "attn_q.weight", kF16, {256, 4 * 48}, 2 * 256 * 4 * 48);
        file.tensor(block + "attn_kv_a_mqa.weight", kF16, {256, 80}, 2 * 256 * 80);
        file.tensor(block + "attn_kv_b.weight", kF16, {64, 4 * 64}, 2 * 64 * 4 * 64);
        file.tensor(block + "attn_output.weight", kF16, {4 * 32, 256}, 2 * 4 * 32 * 256);
        if (block == "blk.0.")
            file.tensor(block + "ffn_up.weight", kF16, {256, 512}, 2 * 256 * 512);
        else
            file.tensor(block + "ffn_up_exps.weight", kF16, {256, 128, 8}, 2 * 256 * 128 * 8)
                .tensor(block + "ffn_up_shexp.weight", kF16, {256, 128}, 2 * 256 * 128);
    }
    const Architecture a = architectureOf(file);
    QCOMPARE(a.blocks, 2);
    QCOMPARE(a.latent.value_or(LatentAttention{}).noPositionWidth, 32);
    QCOMPARE(a.latent->valueWidth, 32);
    QCOMPARE(a.cacheElements, 2.0 * (64 + 16));
    QCOMPARE(a.experts.value_or(Experts{}).blocks, 1); // the other block with experts is the draft head's
    QCOMPARE(a.experts->width, 128);
    QCOMPARE(a.experts->sharedWidth, 128);
    QCOMPARE(a.stored->of(MatrixGroup::Experts), 2.0 * 256 * 128 * 8);
    QCOMPARE(a.stored->of(MatrixGroup::AttentionReplicated), 2.0 * 2 * 256 * 80);
    QVERIFY(a.stored->draft > 2.0 * 256 * 128 * 8);
}

void TestGguf::countsLinearBlocks()
{
    GgufWriter file;
    file.text("general.architecture", "jamba").number("jamba.block_count", 2).number("jamba.context_length", 4096);
    file.number("jamba.embedding_length", 64).number("jamba.feed_forward_length", 128).number("jamba.attention.head_count", 4);
    file.numbers("jamba.attention.head_count_kv", {0, 2}).number("jamba.ssm.inner_size", 128).number("jamba.ssm.state_size", 16);
    file.tensor("token_embd.weight", kF16, {64, 100}, 12800).tensor("blk.0.ssm_in.weight", kF16, {64, 256}, 32768);
    file.tensor("blk.0.ssm_conv1d.weight", kF32, {4, 128}, 2048).tensor("blk.1.attn_q.weight", kF16, {64, 64}, 8192);
    file.tensor("blk.1.attn_k.weight", kF16, {64, 32}, 4096).tensor("blk.1.attn_v.weight", kF16, {64, 32}, 4096);
    const Architecture a = architectureOf(file);
    QCOMPARE(a.attentionBlocks, 1);
    QCOMPARE(a.linear.value_or(LinearBlocks{}).count, 1);
    QCOMPARE(a.linear->parametersPerBlock, 64.0 * 256 + 4 * 128);
    QCOMPARE(a.linear->stateElements, 128.0 * 16 + 4 * 128);
    QCOMPARE(a.cacheElements, 2.0 * 2 * 16);
}

void TestGguf::alternatesWindows()
{
    GgufWriter file;
    file.text("general.architecture", "gemma2").number("gemma2.block_count", 4).number("gemma2.context_length", 8192);
    file.number("gemma2.embedding_length", 64).number("gemma2.feed_forward_length", 128).number("gemma2.attention.head_count", 4);
    file.number("gemma2.attention.sliding_window", 4096)
        .number("gemma2.attention.key_length", 32)
        .number("gemma2.attention.value_length", 32);
    file.tensor("token_embd.weight", kF16, {64, 100}, 12800);
    for (const std::string block : {"blk.0.", "blk.1.", "blk.2.", "blk.3."})
        file.tensor(block + "attn_q.weight", kF16, {64, 128}, 16384).tensor(block + "attn_k.weight", kF16, {64, 128}, 16384);
    const Architecture a = architectureOf(file);
    QCOMPARE(a.windowedBlocks, 2);
    QCOMPARE(a.meanWindow, 4096.0);
}

void TestGguf::refusesWhatIsNoDecoder_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const GgufWriter& file, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(file.head()) << QString(said);
    };
    row("an encoder", GgufWriter().text("general.architecture", "bert"), "a decoder-only language model, found bert");
    row("an adapter", GgufWriter().text("general.architecture", "llama").text("general.type", "adapter"), "a model, found adapter");
    row("a vision tower", GgufWriter().text("general.architecture", "clip"), "found clip");
    row("no architecture", GgufWriter(), "no such key");
    row("no weights", GgufWriter().text("general.architecture", "llama"), "a file with weights, found none: a vocabulary only");
    row("a missing key", GgufWriter().text("general.architecture", "llama").tensor("a", kF32, {0}, 0), "metadata llama.block_count");
    row("an attention nobody knows",
        GgufWriter()
            .text("general.architecture", "deepseek4")
            .number("deepseek4.block_count", 1)
            .number("deepseek4.embedding_length", 64)
            .number("deepseek4.context_length", 64)
            .number("deepseek4.attention.head_count", 1)
            .number("deepseek4.vocab_size", 10)
            .tensor("blk.0.attn_k.weight", kF32, {0}, 0),
        "an attention whose cache and weights are understood, found deepseek4");
}

void TestGguf::refusesWhatIsNoDecoder()
{
    QFETCH(const QByteArray, head);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(writeFile(folder, "m.gguf", head.toStdString()), problems);
    QVERIFY2(checkpoint, problems.empty() ? "" : problems.list.front().toString().c_str());
    QVERIFY(!checkpoint->model && !checkpoint->refusal.empty());
    const QString message = QString::fromStdString(checkpoint->refusal.front().toString());
    QVERIFY2(message.contains(said) && message.contains("m.gguf"), qPrintable(message));
}

void TestGguf::refusesHostileHeaders_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const std::string& content, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << QString(said);
    };
    const auto entry = [](std::uint32_t type, const std::string& value) { return Bytes8().string("k").u32(type).raw(value).bytes(); };
    const std::string nested = Bytes8().u32(9).u64(1).bytes();
    row("an empty file", "", "byte 0");
    row("GGML of before", Bytes8().u32(0x67676a74).u32(1).bytes(), "a GGML file of before August 2023");
    row("another file", "PK\3\4 and so on", "another first four bytes");
    row("version 1", header(1, 0, 0, ""), "byte 4: expected GGUF version 2 or 3, found version 1");
    row("big-endian", header(0x03000000, 0, 0, ""), "a little-endian GGUF file, found a big-endian one");
    row("a version to come", header(4, 0, 0, ""), "found version 4");
    row("2^40 tensors", header(3, 1ULL << 40, 0, ""), "byte 8: expected at most 1000000 tensors, found 1099511627776");
    row("a million tensors in no bytes", header(3, 1'000'000, 0, ""), "at most 0 tensors");
    row("2^40 entries", header(3, 0, 1ULL << 40, ""), "byte 16: expected at most 100000 metadata entries");
    row("a key beyond the end", header(3, 0, 1, Bytes8().u64(1ULL << 63).bytes()), "a key of at most 0 bytes, found 9223372036854775808");
    row("a key that is too long", header(3, 0, 1, Bytes8().string(std::string(70'000, 'k')).bytes()), "a key of at most 65535 bytes");
    row("an unknown value type", header(3, 0, 1, entry(13, "")), "a value type from 0 to 12, found 13");
    row("a text beyond the end", header(3, 0, 1, entry(8, Bytes8().u64(~0ULL).bytes())), "a text of at most");
    row("a list of 2^40 numbers", header(3, 0, 1, entry(9, Bytes8().u32(4).u64(1ULL << 40).bytes())), "a list of at most 0 entries");
    row("a list whose size overflows", header(3, 0, 1, entry(9, Bytes8().u32(10).u64(1ULL << 61).bytes())), "a list of at most 0 entries");
    row("a text of a list beyond the end", header(3, 0, 1, entry(9, Bytes8().u32(8).u64(1).u64(100).bytes())),
        "a text of a list of at most 0");
    row("lists in lists in lists", header(3, 0, 1, entry(9, nested + nested + nested + nested + nested)), "not nested so deep");
    row("a key twice", header(3, 0, 2, entry(0, "a") + entry(0, "b")), "each key once, found k twice");
    row("an unknown tensor type", header(3, 1, 0, tensorEntry("t", {256}, 4, 0)), "a type of ggml for tensor t, found type 4");
    row("nine dimensions", header(3, 1, 0, tensorEntry("t", {1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 0)), "at most 8 dimensions, found 9");
    row("dimensions whose product overflows", header(3, 1, 0, tensorEntry("t", {1ULL << 32, 1ULL << 32}, 0, 0)), "fewer than 2^62 bytes");
    row("a row of half a block", header(3, 1, 0, tensorEntry("t", {100}, 12, 0)), "rows of whole blocks of 256 for tensor t, found 100");
    row("a tensor beyond the end", header(3, 1, 0, tensorEntry("t", {8}, 0, 0)), "a file that holds the 32 bytes of tensor t");
    row("an offset beyond the end", header(3, 1, 0, tensorEntry("t", {8}, 0, ~31ULL)), "a file that holds the 32 bytes");
    row("an offset between two steps", header(3, 1, 0, tensorEntry("t", {8}, 0, 3) + std::string(99, 'x')), "at a multiple of 32");
    row("two tensors in one place", header(3, 2, 0, tensorEntry("t", {8}, 0, 0) + tensorEntry("u", {8}, 0, 0) + std::string(99, 'x')),
        "tensor u at a multiple of 32 from 32 on, found 0");
    row("a tensor twice", header(3, 2, 0, tensorEntry("t", {8}, 0, 0) + tensorEntry("t", {8}, 0, 32) + std::string(99, 'x')),
        "each tensor once, found t twice");
    row("an alignment of zero",
        header(3, 1, 1, Bytes8().string("general.alignment").u32(4).u32(0).bytes() + tensorEntry("t", {0}, 0, 0) + std::string(64, 'x')),
        "general.alignment from 1 to");
}

void TestGguf::refusesHostileHeaders()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    const std::vector<Error> faults = faultsOf(folder, content.toStdString());
    QCOMPARE(faults.size(), std::size_t{1});
    const QString message = QString::fromStdString(faults.front().toString());
    QVERIFY2(message.contains(said) && message.contains("model.gguf: byte "), qPrintable(message));
}

void TestGguf::refusesEveryCut()
{
    const QTemporaryDir folder;
    GgufWriter file;
    file.text("general.architecture", "llama").numbers("llama.x", {1, 2}).texts("tokens", 3).tensor("t", kF32, {8}, 32);
    const std::string whole = file.head() + std::string(32, 'x');
    QVERIFY(faultsOf(folder, whole).empty());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QCOMPARE(faultsOf(folder, whole.substr(0, length)).size(), std::size_t{1});
}

void TestGguf::opensALargeFileAtOnce()
{
    constexpr std::uint64_t kRows = 100'000'000; // of 2,048 16-bit values: 400 GB
    const QTemporaryDir folder;
    GgufWriter file = llama();
    file.tensor("blk.1.ffn_up_exps.weight", kF16, {2048, kRows}, kRows * 4096);
    const std::string path = file.write(folder, "large.gguf");
    QElapsedTimer clock;
    clock.start();
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(path, problems);
    QVERIFY(checkpoint);
    QVERIFY(checkpoint->table.bytes() > 4096.0 * kRows);
    QVERIFY2(clock.elapsed() < 500, "only the header may be read"); // takes 1 ms; reading the file would take minutes
}

void TestGguf::describesVocabularies_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<double>("vocabulary");
    QTest::addColumn<double>("context");
    QTest::newRow("baichuan") << "baichuan"
                              << "baichuan" << 64000.0 << 4096.0;
    QTest::newRow("falcon") << "falcon"
                            << "falcon" << 65024.0 << 2048.0;
    QTest::newRow("bert") << "bert-bge"
                          << "bert" << 30522.0 << 512.0;
}

void TestGguf::describesVocabularies()
{
    QFETCH(const QString, file);
    QFETCH(const QString, architecture);
    QFETCH(const double, vocabulary);
    QFETCH(const double, context);
    const QString path = QString(CARDFIT_TEST_DIR) + "/../../shared/cases/gguf/ggml-vocab-" + file + ".gguf";
    if (!QFile::exists(path))
        QSKIP("the published vocabularies are not beside this checkout");
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(path.toStdString(), problems);
    QVERIFY(checkpoint && !checkpoint->model && checkpoint->table.rows.empty());
    QCOMPARE(QString::fromStdString(checkpoint->architecture), architecture);
    QCOMPARE(checkpoint->vocabulary, vocabulary);
    QCOMPARE(checkpoint->maxPositions, context);
}

void TestGguf::wantsTheKeyOfTheFile()
{
    const QTemporaryDir folder;
    const std::string path = llama().write(folder, "tiny.gguf");
    QCOMPARE(import::modelKeyOf(path), std::string_view("gguf_path"));
    json::Problems found;
    const auto document = json::Document::parse('"' + path + '"', found);
    QVERIFY(!import::readModelFile(json::Reader(document->root(), found), "safetensors_path"));
    QCOMPARE(found.list.front().expected, std::string("gguf_path for a file of this kind"));
}

QTEST_APPLESS_MAIN(TestGguf)
#include "tst_gguf.moc"
