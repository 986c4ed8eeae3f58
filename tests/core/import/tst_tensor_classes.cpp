// Protects: every tensor of a checkpoint falls into the class that the equations divide and count it by.
#include "core/catalog/catalog_loader.h"
#include "core/import/ggml_types.h"
#include "core/import/tensors.h"

#include <QtTest>

using namespace cardfit;
using import::TensorClass;

class TestTensorClasses : public QObject {
    Q_OBJECT
private slots:
    void sortsByName_data();
    void sortsByName();
    void seesWeightsBehindPackedOnes_data();
    void seesWeightsBehindPackedOnes();
    void countsScalesWithTheirMatrix();
    void callsALonelySharedMlpAnMlp();
    void knowsGgmlAsTheCatalogDoes();
    void namesPresetsOfTheCatalog();
};

void TestTensorClasses::sortsByName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* expected) { QTest::newRow(name) << QString(name) << QString(expected); };
    row("model.layers.0.self_attn.q_proj.weight", "attention");
    row("transformer.h.3.attn.c_attn.weight", "attention");
    row("gpt_neox.layers.1.attention.query_key_value.weight", "attention");
    row("model.layers.0.self_attn.indexer.wq_b.weight", "attention");
    row("backbone.layers.5.mixer.q_proj.weight", "attention");
    row("model.layers.0.self_attn.kv_b_proj.weight", "attention");
    row("blk.7.attn_output.weight", "attention");
    row("model.layers.4.self_attn.kv_a_proj_with_mqa.weight", "latent_down");
    row("blk.4.attn_q_a.weight", "latent_down");
    row("model.layers.0.mlp.gate_proj.weight", "mlp");
    row("transformer.h.0.mlp.c_fc.weight", "mlp");
    row("model.decoder.layers.0.fc1.weight", "mlp");
    row("layers.0.feed_forward.w1.weight", "mlp");
    row("blk.0.ffn_down.weight", "mlp");
    row("backbone.layers.3.mixer.up_proj.weight", "mlp");
    row("model.layers.3.mlp.experts.255.down_proj.weight", "experts");
    row("model.layers.3.mlp.experts.gate_up_proj_blocks", "experts");
    row("model.layers.0.block_sparse_moe.experts.7.w2.weight", "experts");
    row("transformer.blocks.0.ffn.experts.mlp.w1", "experts");
    row("model.layers.9.moe.down_proj.weight", "experts");
    row("blk.3.ffn_up_exps.weight", "experts");
    row("blk.3.ffn_gate.5.weight", "experts");
    row("model.layers.3.mlp.shared_experts.up_proj.weight", "shared_experts");
    row("model.layers.3.mlp.shared_expert.up_proj.weight", "shared_experts");
    row("blk.3.ffn_down_shexp.weight", "shared_experts");
    row("model.layers.0.linear_attn.in_proj_qkvz.weight", "linear");
    row("backbone.layers.0.mixer.in_proj.weight", "linear");
    row("model.layers.0.mamba.conv1d.bias", "linear");
    row("blk.0.ssm_in.weight", "linear");
    row("model.embed_tokens.weight", "embedding");
    row("transformer.wte.weight", "embedding");
    row("token_embd.weight", "embedding");
    row("model.language_model.embed_tokens.weight", "embedding");
    row("lm_head.weight", "head");
    row("output.weight", "head");
    row("embed_out.weight", "head");
    row("transformer.output_layer.weight", "head");
    row("model.norm.weight", "rest");
    row("model.layers.0.self_attn.q_norm.weight", "rest");
    row("model.layers.0.self_attn.q_proj.bias", "rest");
    row("transformer.h.0.ln_1.weight", "rest");
    row("model.layers.3.mlp.gate.weight", "rest");
    row("model.layers.3.mlp.gate.e_score_correction_bias", "rest");
    row("model.layers.3.mlp.shared_expert_gate.weight", "rest");
    row("model.layers.3.mlp.router.weight", "rest");
    row("model.layers.3.self_attn.sinks", "rest");
    row("blk.3.ffn_gate_inp.weight", "rest");
    row("rope_freqs.weight", "rest");
    row("visual.blocks.0.attn.qkv.weight", "towers");
    row("model.vision_tower.vision_model.encoder.layers.0.mlp.fc1.weight", "towers");
    row("multi_modal_projector.linear_1.weight", "towers");
    row("audio_tower.layers.40.self_attn.k_proj.weight", "towers");
    row("vpm.encoder.layers.0.self_attn.k_proj.weight", "towers");
    row("model.layers.32.self_attn.q_proj.weight", "draft_heads");
    row("model.mtp.layers.0.mlp.down_proj.weight", "draft_heads");
    row("mtp.fc.weight", "draft_heads");
    row("blk.9.nextn.eh_proj.weight", "draft_heads");
    row("something.else.weight", "unknown");
    row("", "unknown");
}

void TestTensorClasses::sortsByName()
{
    QFETCH(const QString, name);
    QFETCH(const QString, expected);
    constexpr int kBlocks = 32;
    QCOMPARE(QString::fromStdString(std::string(nameOf(import::classOf(name.toStdString(), kBlocks)))), expected);
}

void TestTensorClasses::seesWeightsBehindPackedOnes_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QVector<int>>("shape");
    QTest::addColumn<int>("bits");
    QTest::addColumn<double>("weights");
    // A matrix of 1,024 inputs and 512 outputs, 524,288 weights; its neighbours are in the test.
    constexpr double kWeights = 1024.0 * 512;
    QTest::newRow("GPTQ packs the inputs; g_idx has one entry for each") << "gptq.qweight"
                                                                         << "I32" << QVector{128, 512} << 0 << kWeights;
    QTest::newRow("GPTQ without g_idx: by its zero points") << "bare.qweight"
                                                            << "I32" << QVector{128, 512} << 0 << kWeights;
    QTest::newRow("AWQ packs the outputs") << "awq.qweight"
                                           << "I32" << QVector{1024, 64} << 0 << kWeights;
    QTest::newRow("packed by the bits of the config") << "ct.weight_packed"
                                                      << "I32" << QVector{512, 128} << 4 << kWeights;
    QTest::newRow("packed, bits unknown") << "ct.weight_packed"
                                          << "I32" << QVector{512, 128} << 0 << -1.0;
    QTest::newRow("two values a byte") << "nv.weight"
                                       << "U8" << QVector{512, 512} << 0 << kWeights;
    QTest::newRow("blocks of 32 in 16 bytes") << "gate_up_proj_blocks"
                                              << "U8" << QVector{1, 512, 32, 16} << 0 << kWeights;
    QTest::newRow("a byte each") << "fp8.weight"
                                 << "F8_E4M3" << QVector{512, 1024} << 0 << kWeights;
    QTest::newRow("scales are no weights") << "fp8.weight_scale_inv"
                                           << "F32" << QVector{4, 8} << 0 << 0.0;
    QTest::newRow("EXL2 has as many inputs as its order is long") << "exl.q_weight"
                                                                  << "I32" << QVector{130, 512} << 0 << kWeights;
    QTest::newRow("EXL3 tiles") << "exl3.trellis"
                                << "I16" << QVector{64, 32, 64} << 0 << kWeights;
}

void TestTensorClasses::seesWeightsBehindPackedOnes()
{
    QFETCH(const QString, suffix);
    QFETCH(const QString, type);
    QFETCH(const QVector<int>, shape);
    QFETCH(const int, bits);
    QFETCH(const double, weights);
    std::vector<import::StoredTensor> tensors{{"gptq.g_idx", "I32", {1024}, 4096},   {"gptq.scales", "F16", {8, 512}, 8192},
                                              {"bare.qzeros", "I32", {8, 64}, 2048}, {"bare.scales", "F16", {8, 512}, 8192},
                                              {"awq.scales", "F16", {8, 512}, 8192}, {"exl.q_invperm", "I32", {1024}, 4096}};
    import::StoredTensor tensor{suffix.toStdString(), type.toStdString(), {}, 0};
    for (const int size : shape)
        tensor.shape.push_back(static_cast<std::uint64_t>(size));
    tensors.push_back(tensor);
    QCOMPARE(weightsBehind(tensor, import::TensorNames(tensors), bits).value_or(-1), weights);
}

void TestTensorClasses::countsScalesWithTheirMatrix()
{
    const auto table = import::sumTensors({{"model.layers.0.mlp.up_proj.qweight", "I32", {128, 512}, 262144},
                                           {"model.layers.0.mlp.up_proj.scales", "F16", {8, 512}, 8192},
                                           {"model.layers.0.mlp.up_proj.g_idx", "I32", {1024}, 4096},
                                           {"model.layers.0.mlp.up_proj.bias", "F16", {512}, 1024},
                                           {"lm_head.weight", "F16", {100, 512}, 102400}},
                                          1, 0);
    const StoredWeights stored = import::storedWeights(table);
    QCOMPARE(stored.of(MatrixGroup::Mlp), 262144.0 + 8192 + 4096);
    QCOMPARE(stored.rest, 1024.0);
    QCOMPARE(stored.head, 102400.0);
    QCOMPARE(stored.parameters, 1024.0 * 512 + 512 + 100 * 512);
}

void TestTensorClasses::callsALonelySharedMlpAnMlp()
{
    const import::StoredTensor shared{"model.layers.0.shared_mlp.input_linear.weight", "BF16", {2, 2}, 8};
    const import::StoredTensor expert{"model.layers.0.block_sparse_moe.input_linear.weight", "BF16", {2, 2}, 8};
    QCOMPARE(import::sumTensors({shared}, 1, 0).bytesOf(TensorClass::Mlp), 8.0);
    QCOMPARE(import::sumTensors({shared, expert}, 1, 0).bytesOf(TensorClass::SharedExperts), 8.0);
}

// The table of types and data/weight-formats.json were written from the same source at different times.
void TestTensorClasses::knowsGgmlAsTheCatalogDoes()
{
    const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    QVERIFY(load.catalog);
    int compared = 0;
    for (std::uint32_t id = 0; id < 200; ++id) {
        const import::GgmlType* type = import::ggmlType(id);
        const WeightFormat* format = type ? load.catalog->weightFormat("gguf:" + std::string(type->name)) : nullptr;
        if (!format)
            continue;
        ++compared;
        QCOMPARE(format->bytesPerWeight, static_cast<double>(type->bytes) / type->elements);
    }
    QVERIFY(compared > 40);
}

void TestTensorClasses::namesPresetsOfTheCatalog()
{
    const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    QVERIFY(load.catalog);
    for (std::uint64_t type = 0; type < 200; ++type) {
        const std::string preset(import::ggmlPreset(type));
        QVERIFY2(preset.empty() || load.catalog->weightFormat(preset), preset.c_str());
    }
    QCOMPARE(import::ggmlPreset(15), std::string_view("gguf:Q4_K_M"));
    QCOMPARE(import::ggmlPreset(1024 + 7), std::string_view("gguf:Q8_0"));
    QVERIFY(import::ggmlPreset(5).empty());
}

QTEST_APPLESS_MAIN(TestTensorClasses)
#include "tst_tensor_classes.moc"
