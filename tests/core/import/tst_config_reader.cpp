// Protects: any decoder's config.json becomes the architecture its checkpoint has, and what is not understood is refused.
#include "core/import/config_text.h"
#include "core/import/model_readers.h"

#include <QtTest>

#include <string>

using namespace cardfit;

namespace {

struct Reading {
    std::shared_ptr<const Model> model;
    std::vector<Error> problems;
};

Reading read(std::string_view text)
{
    Reading reading;
    json::Problems problems;
    problems.file = "config.json";
    if (const auto document = json::Document::parse(text, problems))
        reading.model = import::readConfig(json::Reader(document->root(), problems));
    reading.problems = problems.list;
    return reading;
}

constexpr const char* kQwen = R"({"model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944, "num_attention_heads": 28,
    "num_hidden_layers": 28, "num_key_value_heads": 4, "vocab_size": 152064, "sliding_window": 131072, "use_sliding_window": false,
    "max_position_embeddings": 32768, "tie_word_embeddings": false})";

constexpr const char* kMistral = R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
    "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": 4096, "max_position_embeddings": 32768})";

constexpr const char* kDeepSeek = R"({"model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432, "num_hidden_layers": 61,
    "num_attention_heads": 128, "num_key_value_heads": 128, "vocab_size": 129280, "q_lora_rank": 1536, "kv_lora_rank": 512,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "n_routed_experts": 256, "num_experts_per_tok": 8,
    "moe_intermediate_size": 2048, "n_shared_experts": 1, "first_k_dense_replace": 3, "num_nextn_predict_layers": 1,
    "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128], "activation_scheme": "dynamic"}})";

constexpr const char* kGemma3 = R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
    "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}})";

constexpr const char* kHybrid = R"({"model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 16,
    "num_key_value_heads": 2, "head_dim": 256, "vocab_size": 151936, "intermediate_size": 5120, "num_experts": 512, "num_experts_per_tok": 10,
    "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "full_attention_interval": 4, "linear_num_key_heads": 16,
    "linear_num_value_heads": 32, "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4})";

constexpr const char* kPattern =
    R"({"model_type": "nemotron_h", "hybrid_override_pattern": "ME*-", "num_hidden_layers": 4, "hidden_size": 1024,
    "intermediate_size": 4096, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 128, "vocab_size": 32000, "mamba_num_heads": 16,
    "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "n_routed_experts": 16, "num_experts_per_tok": 2,
    "moe_intermediate_size": 512, "moe_shared_expert_intermediate_size": 1024, "n_shared_experts": 1})";

} // namespace

class TestConfigReader : public QObject {
    Q_OBJECT

private slots:
    void countsParameters_data();
    void countsParameters();
    void cachesElements_data();
    void cachesElements();
    void refuses_data();
    void refuses();
    void quantizations_data();
    void quantizations();
    void fillsClassDefaults();
    void halvesTheMlpOfFirstQwen();
    void readsListsAsTheirFirstEntry();
    void separatesMixersOfAPattern();
    void readsAFile();
    void refusesUnknownQuantization_data();
    void refusesUnknownQuantization();
    void readsRelativePathsFromAFolder();
    void acceptsPythonsInfinity();
};

void TestConfigReader::countsParameters_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<double>("parameters");
    QTest::newRow("q, k and v carry biases: 7,615,616,512, safetensors total of Qwen/Qwen2.5-7B") << kQwen << 7615616512.0;
    QTest::newRow("Mistral-7B-v0.1: 7,241,732,096, safetensors total") << kMistral << 7241732096.0;
    QTest::newRow("latent attention and router corrections: DeepSeek-V3 without its draft head, 671,026,419,200")
        << kDeepSeek << 671026419200.0;
    QTest::newRow("gated delta nets in 36 of 48 blocks: Qwen3-Next-80B, 79,674,391,296") << kHybrid << 79674391296.0;
    QTest::newRow("GPT-2: V*H + P*H + L*(12H^2 + 13H) + 2H = 124,439,808")
        << R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024, "vocab_size": 50257})" << 124439808.0;
    // 24 x (12 x 2048^2 + 13 x 2048) + 2 x 2048 + 51,200 x 2048 x 2 + 51,200 with one LayerNorm less per block
    QTest::newRow("Phi-1.5: one norm, biases everywhere, a bias on the head")
        << R"({"model_type": "phi", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 24, "num_attention_heads": 32, "vocab_size": 51200})"
        << 24.0 * (12 * 2048.0 * 2048 + 11 * 2048) + 2 * 2048 + 2 * 51200.0 * 2048 + 51200;
}

void TestConfigReader::countsParameters()
{
    QFETCH(QString, config);
    QFETCH(double, parameters);
    const Reading reading = read(config.toStdString());
    QVERIFY2(reading.model, reading.problems.empty() ? "" : reading.problems.front().toString().c_str());
    QCOMPARE(reading.model->architecture.totalParameters, parameters);
}

void TestConfigReader::cachesElements_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<double>("elements");
    QTest::addColumn<int>("windowed");
    QTest::newRow("two tensors of 4 heads x 128 in 28 blocks") << kQwen << 28672.0 << 0;
    QTest::newRow("a window in every block") << kMistral << 65536.0 << 32;
    QTest::newRow("one vector of 512 + 64 per block: 70,272 bytes in 16 bit") << kDeepSeek << 70272.0 / 2 << 0;
    QTest::newRow("five of six blocks look back 1,024 tokens") << kGemma3 << 69632.0 << 29;
    QTest::newRow("only every fourth block has a cache") << kHybrid << 12288.0 << 0;
    QTest::newRow("L and G of a pattern")
        << R"({"model_type": "exaone4", "hidden_size": 512, "num_hidden_layers": 8, "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 1000,
              "intermediate_size": 1024, "sliding_window": 128, "sliding_window_pattern": "LLLG"})"
        << 2.0 * 2 * 64 * 8 << 6;
}

void TestConfigReader::cachesElements()
{
    QFETCH(QString, config);
    QFETCH(double, elements);
    QFETCH(int, windowed);
    const Reading reading = read(config.toStdString());
    QVERIFY(reading.model);
    QCOMPARE(reading.model->architecture.cacheElements, elements);
    QCOMPARE(reading.model->architecture.windowedBlocks, windowed);
}

void TestConfigReader::refuses_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("said");
    QTest::newRow("an encoder") << R"({"model_type": "bert", "hidden_size": 768, "num_hidden_layers": 12})"
                                << ""
                                << "bert";
    QTest::newRow("an encoder-decoder") << R"({"model_type": "t5", "d_model": 512, "num_layers": 6})"
                                        << ""
                                        << "t5";
    QTest::newRow("a vision tower") << R"({"model_type": "clip_vision_model", "hidden_size": 1024, "num_hidden_layers": 24})"
                                    << ""
                                    << "clip_vision_model";
    QTest::newRow("a part of a diffusion pipeline") << R"({"_class_name": "UNet2DConditionModel", "_diffusers_version": "0.21"})"
                                                    << ""
                                                    << "diffusion";
    QTest::newRow("no width, by its spellings") << R"({"model_type": "qwen2", "num_hidden_layers": 12})"
                                                << ""
                                                << "none of them";
    QTest::newRow("a number in quotes")
        << R"({"model_type": "qwen2", "hidden_size": "896", "num_hidden_layers": 24, "num_attention_heads": 14, "vocab_size": 10})"
        << "/hidden_size"
        << "\"896\"";
    QTest::newRow("half a block")
        << R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24.5, "num_attention_heads": 14, "vocab_size": 10})"
        << "/num_hidden_layers"
        << "24.5";
    QTest::newRow("an attention of which no equation is known")
        << R"({"model_type": "deepseek_v4", "hidden_size": 4096, "num_hidden_layers": 43})"
        << ""
        << "deepseek_v4";
    QTest::newRow("a pattern of another length") << QString(kPattern).replace("ME*-", "ME*") << ""
                                                 << "ME*";
    QTest::newRow("not JSON: [ ... ] as posted in an issue") << R"({"dataset": [ ... ]})"
                                                             << "line 1, column 15"
                                                             << "";
    QTest::newRow("no block at all")
        << R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 0, "num_attention_heads": 14, "vocab_size": 10})"
        << "/num_hidden_layers"
        << "0";
    QTest::newRow("no word at all")
        << R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14, "vocab_size": 0})"
        << "/vocab_size"
        << "0";
    QTest::newRow("a list") << "[]"
                            << ""
                            << "array";
}

void TestConfigReader::refuses()
{
    QFETCH(QString, config);
    QFETCH(QString, where);
    QFETCH(QString, said);
    const Reading reading = read(config.toStdString());
    QVERIFY(!reading.model);
    QVERIFY(!reading.problems.empty());
    const Error& error = reading.problems.front();
    QCOMPARE(QString::fromStdString(error.file), "config.json");
    QCOMPARE(QString::fromStdString(error.where), where);
    QVERIFY2(QString::fromStdString(error.found).contains(said), error.found.c_str());
    QVERIFY(!error.expected.empty());
}

void TestConfigReader::quantizations_data()
{
    QTest::addColumn<QString>("quantization");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("groupSize");
    QTest::addColumn<bool>("blockScaled");
    QTest::addColumn<bool>("mlpOnly");
    QTest::newRow("GPTQ 4 bit") << R"({"quant_method": "gptq", "bits": 4, "group_size": 128})"
                                << "int4-gptq" << 128 << false << false;
    QTest::newRow("GPTQ 8 bit, one scale per column") << R"({"quant_method": "gptq", "bits": 8, "group_size": -1})"
                                                      << "int8-gptq" << 0 << false << false;
    QTest::newRow("AWQ") << R"({"quant_method": "awq", "bits": 4, "group_size": 64})"
                         << "int4-awq" << 64 << false << false;
    QTest::newRow("fp8 in blocks") << R"({"quant_method": "fp8", "weight_block_size": [128, 128]})"
                                   << "fp8" << 0 << true << false;
    QTest::newRow("Meta's fp8 leaves attention") << R"({"quant_method": "fbgemm_fp8"})"
                                                 << "fp8" << 0 << false << true;
    QTest::newRow("mxfp4") << R"({"quant_method": "mxfp4"})"
                           << "mxfp4" << 0 << false << false;
    QTest::newRow("bitsandbytes, scales quantised too")
        << R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": true})"
        << "nf4-dq" << 0 << false << false;
    QTest::newRow("compressed-tensors, 4-bit integers in groups of 32")
        << R"({"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "int", "group_size": 32}}}})"
        << "int4-gptq" << 32 << false << false;
    QTest::newRow("MLX, groups of 64") << R"({"bits": 4, "group_size": 64})"
                                       << "int4-weight-only" << 64 << false << false;
    QTest::newRow("pruned two of four, values in 16 bit")
        << R"({"quant_method": "compressed-tensors", "sparsity_config": {"format": "sparse-24-bitmask"}})"
        << "" << 0 << false << false;
    QTest::newRow("modelopt, attention of every block ignored")
        << R"({"quant_method": "modelopt", "quant_algo": "NVFP4", "ignore": ["*.self_attn*"], "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "float", "group_size": 16}}}})"
        << "nvfp4" << 16 << false << true;
}

void TestConfigReader::quantizations()
{
    QFETCH(QString, quantization);
    QFETCH(QString, format);
    QFETCH(int, groupSize);
    QFETCH(bool, blockScaled);
    QFETCH(bool, mlpOnly);
    QString config(kQwen);
    config.insert(1, "\"quantization_config\": " + quantization + ", ");
    const Reading reading = read(config.toStdString());
    QVERIFY(reading.model);
    const CheckpointQuantization& read = reading.model->architecture.quantization;
    QCOMPARE(QString::fromStdString(read.format), format);
    QCOMPARE(read.groupSize, groupSize);
    QCOMPARE(read.blockScaled, blockScaled);
    QCOMPARE(read.mlpOnly, mlpOnly);
}

void TestConfigReader::refusesUnknownQuantization_data()
{
    QTest::addColumn<QString>("quantization");
    QTest::addColumn<QString>("said");
    QTest::newRow("a method without a format here") << R"({"quant_method": "aqlm"})"
                                                    << "\"aqlm\"";
    QTest::newRow("a width without a format here") << R"({"quant_method": "gptq", "bits": 2})"
                                                   << "2 bits";
}

// Read as 16 bit it would come out several times too large, without a word.
void TestConfigReader::refusesUnknownQuantization()
{
    QFETCH(QString, quantization);
    QFETCH(QString, said);
    QString config(kQwen);
    config.insert(1, "\"quantization_config\": " + quantization + ", ");
    const Reading reading = read(config.toStdString());
    QVERIFY(!reading.model);
    const QString message = QString::fromStdString(reading.problems.front().toString());
    QVERIFY2(message.contains("/quantization_config") && message.contains(said), qPrintable(message));
}

// google/gemma-3-4b-it has no heads, no head width and no vocabulary in its file: Gemma3TextConfig fills in 8, 4, 256, 262,208.
void TestConfigReader::fillsClassDefaults()
{
    const Reading reading = read(kGemma3);
    QVERIFY(reading.model);
    const Architecture& a = reading.model->architecture;
    QCOMPARE(a.queryHeads, 8);
    QCOMPARE(a.kvHeads, 4);
    QCOMPARE(a.headWidth, 256);
    QCOMPARE(a.vocabulary, 262208);
    QVERIFY(a.tiedEmbeddings);
}

// intermediate_size of Qwen's first series counts gate and up together.
void TestConfigReader::halvesTheMlpOfFirstQwen()
{
    const Reading reading =
        read(R"({"architectures": ["QWenLMHeadModel"], "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,
        "kv_channels": 128, "intermediate_size": 11008, "vocab_size": 151936})");
    QVERIFY(reading.model);
    QCOMPARE(reading.model->architecture.mlpWidth, 5504);
    QVERIFY(reading.model->architecture.qkvBias);
}

void TestConfigReader::readsListsAsTheirFirstEntry()
{
    const Reading reading =
        read(R"({"model_type": "hunyuan", "hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 8, "vocab_size": 1000,
        "intermediate_size": 2048, "num_experts": 8, "moe_topk": [2, 2, 2, 2], "moe_intermediate_size": [512, 512, 512, 512],
        "num_shared_expert": [1, 1, 1, 1], "use_mixed_mlp_moe": true})");
    QVERIFY(reading.model && reading.model->architecture.experts);
    QCOMPARE(reading.model->architecture.experts->perToken, 2);
    QCOMPARE(reading.model->architecture.experts->width, 512);
    QCOMPARE(reading.model->architecture.experts->sharedWidth, 2048);
}

// M: Mamba-2, E: experts, *: attention, -: plain MLP; each block holds one of them.
void TestConfigReader::separatesMixersOfAPattern()
{
    const Reading reading = read(kPattern);
    QVERIFY(reading.model);
    const Architecture& a = reading.model->architecture;
    QVERIFY(a.oneMixerPerBlock);
    QCOMPARE(a.attentionBlocks, 1);
    QCOMPARE(a.denseBlocks, 1);
    QCOMPARE(a.experts->blocks, 1);
    QCOMPARE(a.linear->count, 1);
    QCOMPARE(a.linear->stateElements, 16.0 * 64 * 128 + (1024 + 2 * 8 * 128) * 4); // heads x width x state + convolution window
    QVERIFY(!a.gatedMlp);
}

void TestConfigReader::readsAFile()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("config.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kMistral);
    file.close();
    json::Problems problems;
    const auto path = json::Document::parse("\"" + file.fileName().toStdString() + "\"", problems);
    const auto model = import::readModelFile(json::Reader(path->root(), problems), "config_path");
    QVERIFY(model);
    QCOMPARE(model->architecture.totalParameters, 7241732096.0);

    const auto missing = json::Document::parse("\"/no/such/config.json\"", problems);
    QVERIFY(!import::readModelFile(json::Reader(missing->root(), problems), "config_path"));
    QCOMPARE(problems.list.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(problems.list.front().file), "/no/such/config.json");
}

void TestConfigReader::readsRelativePathsFromAFolder()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("config.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kMistral);
    file.close();
    json::Problems problems;
    const auto path = json::Document::parse("\"config.json\"", problems);
    QVERIFY(import::readModelFile(json::Reader(path->root(), problems), "config_path", folder.path().toStdString()));
    QVERIFY(!import::readModelFile(json::Reader(path->root(), problems), "config_path", "/no/such"));
}

// "time_step_limit": [0.0, Infinity] stands in the config.json of every Nemotron-H.
void TestConfigReader::acceptsPythonsInfinity()
{
    QCOMPARE(QString::fromStdString(import::withoutNonFinite("[0.0, Infinity, -Infinity, NaN]")), "[0.0, null, null, null]");
    const std::string quoted = "[\"NaN\", \"a \\\" Infinity\"]"; // inside strings the words stay, also behind an escaped quote
    QCOMPARE(import::withoutNonFinite(quoted), quoted);
    QCOMPARE(QString::fromStdString(import::withoutNonFinite("NaNs")), "NaNs");
    // In a scenario only the pasted config is forgiven; a brace in a string does not end it.
    QCOMPARE(QString::fromStdString(import::withoutNonFiniteInConfig(R"({"model":{"config" : {"a":"}","b":[0.0,Infinity]}},"cards":NaN})")),
             R"({"model":{"config" : {"a":"}","b":[0.0,null]}},"cards":NaN})");
    QCOMPARE(QString::fromStdString(import::withoutNonFiniteInConfig(R"({"cards":NaN})")), R"({"cards":NaN})");
}

QTEST_APPLESS_MAIN(TestConfigReader)
#include "tst_config_reader.moc"
