// Protects: the model size slider. Between two published sizes nothing jumps back, and the total is the asked one.
#include "core/catalog/catalog_loader.h"
#include "core/catalog/shape_rules.h"

#include <QtTest>

#include <cmath>

using namespace cardfit;

class TestShapeRules : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void hitsTheTotal_data();
    void hitsTheTotal();
    void isExactAtPublishedSizes();
    void growsSteadily();
    void findsTheNearestSize();
    void familiesAscend();
    void genericHitsTheTotal();
    void genericGrowsSteadily();
    void staysSaneBeyondTheLine();

private:
    const ModelFamily& family(std::string_view id) const { return *m_catalog->family(id); }
    std::optional<Catalog> m_catalog;
};

void TestShapeRules::initTestCase()
{
    CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    QVERIFY2(load.catalog, load.problems.empty() ? "" : load.problems.front().toString().c_str());
    m_catalog.emplace(std::move(*load.catalog));
}

void TestShapeRules::hitsTheTotal_data()
{
    QTest::addColumn<QString>("id");
    for (const ModelFamily& each : m_catalog->content().families)
        QTest::newRow(each.id.c_str()) << QString::fromStdString(each.id);
}

void TestShapeRules::hitsTheTotal()
{
    QFETCH(QString, id);
    const ModelFamily& line = family(id.toStdString());
    const double smallest = m_catalog->findModels(line.modelIds.front()).front()->architecture.totalParameters / 1e9;
    const double largest = m_catalog->findModels(line.modelIds.back()).front()->architecture.totalParameters / 1e9;
    for (double billions = smallest; billions <= largest; billions *= 1.01) {
        const Architecture a = interpolatedModel(line, *m_catalog, billions).architecture;
        QVERIFY2(std::abs(a.totalParameters / (billions * 1e9) - 1) < 0.005, qPrintable(QString::number(billions)));
        QVERIFY(a.kvHeads >= 1 && a.kvHeads <= a.queryHeads);
    }
}

void TestShapeRules::isExactAtPublishedSizes()
{
    for (const std::string& id : family("qwen2.5").modelIds) {
        const Model& published = *m_catalog->findModels(id).front();
        const Model found = interpolatedModel(family("qwen2.5"), *m_catalog, published.architecture.totalParameters / 1e9);
        QCOMPARE(QString::fromStdString(found.id), QString::fromStdString(id));
        QCOMPARE(found.architecture.totalParameters, published.architecture.totalParameters);
    }
}

// Qwen2.5: 36 blocks at 3B, 28 at 7B. Width makes up for the blocks, so the cache and the stored activations still grow.
void TestShapeRules::growsSteadily()
{
    double cache = 0, stored = 0, total = 0;
    for (double billions = 0.5; billions < 72; billions *= 1.002) {
        const Architecture a = interpolatedModel(family("qwen2.5"), *m_catalog, billions).architecture;
        QVERIFY(a.totalParameters > total);
        QVERIFY(a.cacheElements >= cache * (1 - 1e-12));
        const double width = static_cast<double>(a.hidden) * a.blocks;
        QVERIFY2(width >= stored * 0.995, qPrintable(QString::number(billions))); // whole numbers round
        total = a.totalParameters;
        cache = a.cacheElements;
        stored = width;
    }
}

void TestShapeRules::findsTheNearestSize()
{
    QCOMPARE(QString::fromStdString(nearestSize(family("qwen2.5"), *m_catalog, 7)->id), "Qwen/Qwen2.5-7B");
    QCOMPARE(QString::fromStdString(nearestSize(family("qwen2.5"), *m_catalog, 0.01)->id), "Qwen/Qwen2.5-0.5B");
    QCOMPARE(QString::fromStdString(nearestSize(family("qwen2.5"), *m_catalog, 9999)->id), "Qwen/Qwen2.5-72B");
}

void TestShapeRules::familiesAscend()
{
    for (const ModelFamily& line : m_catalog->content().families) {
        double last = 0;
        QVERIFY(line.modelIds.size() <= 12);
        for (const std::string& id : line.modelIds) {
            const auto found = m_catalog->findModels(id);
            QVERIFY2(found.size() == 1, id.c_str());
            QCOMPARE(QString::fromStdString(found.front()->family), QString::fromStdString(line.id));
            QVERIFY2(found.front()->architecture.totalParameters > last, id.c_str());
            last = found.front()->architecture.totalParameters;
        }
    }
}

void TestShapeRules::genericHitsTheTotal()
{
    for (double billions = 0.01; billions < 2000; billions *= 1.05)
        QVERIFY(std::abs(genericModel(billions).architecture.totalParameters / (billions * 1e9) - 1) < 0.005);
}

void TestShapeRules::genericGrowsSteadily()
{
    Architecture last;
    for (double billions = 0.01; billions < 2000; billions *= 1.005) {
        const Architecture a = genericModel(billions).architecture;
        QVERIFY(a.blocks >= last.blocks && a.hidden >= last.hidden && a.vocabulary >= last.vocabulary && a.kvHeads >= last.kvHeads);
        last = a;
    }
}

void TestShapeRules::staysSaneBeyondTheLine()
{
    for (const double billions : {0.0, 0.001, 0.05, 300.0, 1e6}) {
        for (const ModelFamily& line : m_catalog->content().families) {
            const Architecture a = interpolatedModel(line, *m_catalog, billions).architecture;
            QVERIFY(a.blocks >= 1 && a.hidden >= 1 && a.vocabulary >= 1 && a.totalParameters > 0 && std::isfinite(a.totalParameters));
            QVERIFY(a.cacheElements >= 0 && std::isfinite(a.cacheElements));
        }
    }
}

QTEST_APPLESS_MAIN(TestShapeRules)
#include "tst_shape_rules.moc"
