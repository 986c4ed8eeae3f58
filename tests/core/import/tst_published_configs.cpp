// Protects: real config.json files of every family count to their published totals. The files are not part of the
// project: the test looks for a folder beside the checkout and skips without it.
#include "core/import/checkpoint.h"
#include "core/import/model_readers.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace cardfit;

namespace {

QString folderOfConfigs() { return QString(CARDFIT_TEST_DIR) + "/../../shared/facts/hf-configs"; }

// One line of a CSV file; quotes protect commas and are doubled inside.
QStringList fieldsOf(const QString& line)
{
    QStringList fields(QString{});
    bool quoted = false;
    for (int i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.last() += line[i++];
        } else if (line[i] == '"') {
            quoted = !quoted;
        } else if (line[i] == ',' && !quoted) {
            fields.append(QString());
        } else {
            fields.last() += line[i];
        }
    }
    return fields;
}

// What a publisher may count: draft heads, their second embedding and head, a tied head twice; or the text part alone.
double nearestError(const Architecture& a, double published)
{
    const double head = a.headWeights > 0 ? a.headWeights : 0;
    const double twice = a.headWeights > 0 ? 0 : a.embeddingWeights;
    double least = 1;
    for (const double counted : {a.totalParameters, a.totalParameters + a.multiTokenPrediction, a.totalParameters + twice,
                                 a.totalParameters - a.extra16, a.totalParameters + a.multiTokenPrediction + a.embeddingWeights + head})
        least = std::min(least, std::abs(counted / published - 1));
    return least;
}

// Published figures that belong to another file, another variant or a rounded name; each explained in INDEX.csv or below.
const QStringList kOtherFigure{
    "PaddlePaddle__PaddleOCR-VL.json",               // vision tower without its numbers
    "Qwen__Qwen3-Embedding-8B.json",                 // the checkpoint has no lm_head, the file says nothing of it
    "THUDM__chatglm-6b.json",                        // figure of the pruned vocabulary
    "google__gemma-4-31B.json",                      // shortened file
    "google__gemma-4-E2B-it.json",                   // audio tower not counted
    "mistralai__Devstral-2-123B-Instruct-2512.json", // name only
    "openbmb__MiniCPM-MoE-8x2B.json",                // rounded
    "poolside__Laguna-XS.2-FP8.json",                // name only
    "meta-models__Muse-Glimmer-30B.json",            // name only, vision tower unknown
    "zai-org__GLM-4.5-Air.json",                     // published with a draft head that the file lost
    "zai-org__GLM-4.7-Flash.json",                   // the same
    "stepfun-ai__Step-3.5-Flash.json",               // num_hidden_layers counts the draft heads
};

// No decoder, no JSON, or an attention without equations: refused, and nothing else is.
const QStringList kRefused{
    "BAAI__bge-large-en.json",
    "BAAI__bge-reranker-v2-m3.json",
    "BROKEN__Meta-Llama-3-8B-Instruct-GPTQ-4bit-elided.json", // "..." in the text
    "REDUCED-ipex__t5.json",
    "Snowflake__snowflake-arctic-embed-m.json",
    "deepseek-ai__DeepSeek-V4-Flash.json", // compressed sparse attention, hyper-connections
    "deepseek-ai__DeepSeek-V4-Pro.json",
    "facebook__bart-large.json",
    "google-bert__bert-base-uncased.json",
    "google__t5-v1_1-xxl.json",
    "moonshotai__Kimi-K3.json", // Kimi Linear with gates of full rank and attention residuals
    "nvidia__DeepSeek-V4-Pro-NVFP4.json",
    "nvidia__MiniMax-M3-NVFP4.json", // block-sparse attention with an index cache
    "openai__whisper-large-v3-turbo.json",
    "openai__whisper-large-v3.json",
    "sentence-transformers__all-roberta-large-v1.json",
    "sgl-project__DeepSeek-V4-Flash-FP8.json",
    "sgl-project__DeepSeek-V4-Pro-FP8.json",
    "sudo-ai__zero123plus-v1.1-vision_encoder.json",
};
const QString kPrunedOnly = "nm-testing__llama2.c-stories42M-pruned2.4-compressed.json"; // a quantization_config without quantization

} // namespace

class TestPublishedConfigs : public QObject {
    Q_OBJECT

private slots:
    void countsAsPublished();
    void answersAllOthers();
};

void TestPublishedConfigs::countsAsPublished()
{
    QFile index(folderOfConfigs() + "/INDEX.csv");
    if (!index.open(QIODevice::ReadOnly | QIODevice::Text))
        QSKIP("the published config.json files are not beside this checkout");
    const QStringList header = fieldsOf(QString::fromUtf8(index.readLine()).trimmed());
    const auto column = [&](const char* name) { return header.indexOf(name); };
    int totals = 0, caches = 0;
    QStringList wrong;
    while (!index.atEnd()) {
        const QStringList row = fieldsOf(QString::fromUtf8(index.readLine()).trimmed());
        const QString file = row.value(column("file"));
        json::Problems problems;
        const auto document = json::Document::load((folderOfConfigs() + "/" + file).toStdString(), problems);
        const auto model = document ? import::readConfig(json::Reader(document->root(), problems)) : nullptr;
        if (!model) {
            if (problems.empty())
                wrong << file + ": refused without a reason";
            continue;
        }
        const Architecture& a = model->architecture;
        const QString cache = row.value(column("kv_elements_per_token"));
        if (!cache.isEmpty() && ++caches && cache.toDouble() != a.cacheElements)
            wrong << file + ": cache " + QString::number(a.cacheElements) + ", not " + cache;
        const double published = row.value(column("published_total")).toDouble();
        if (published > 0 && !kOtherFigure.contains(file) && ++totals && nearestError(a, published) > 0.005)
            wrong << file + ": " + QString::number(a.totalParameters, 'f', 0) + ", not " + QString::number(published, 'f', 0);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY(totals > 150);
    QVERIFY(caches > 200);
}

void TestPublishedConfigs::answersAllOthers()
{
    const QDir folder(folderOfConfigs());
    if (!folder.exists())
        QSKIP("the published config.json files are not beside this checkout");
    QStringList refused, silent;
    int quantized = 0;
    for (const QString& file : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        json::Problems problems;
        const auto checkpoint = import::readCheckpoint(folder.filePath(file).toStdString(), problems);
        if (!checkpoint) {
            refused << file;
            continue;
        }
        QFile text(folder.filePath(file));
        const bool stated = text.open(QIODevice::ReadOnly) && text.readAll().contains("quantization_config\": {");
        quantized += stated ? 1 : 0;
        if (stated && checkpoint->model->architecture.quantization.format.empty())
            silent << file;
    }
    QCOMPARE(refused, kRefused);
    QCOMPARE(silent, QStringList{kPrunedOnly});
    QVERIFY(quantized > 35);
}

QTEST_APPLESS_MAIN(TestPublishedConfigs)
#include "tst_published_configs.moc"
