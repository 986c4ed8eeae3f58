#include "core/catalog/catalog_loader.h"
#include "core/evidence/calibration.h"
#include "core/evidence/evidence_loader.h"
#include "core/evidence/summary.h"
#include "core/import/model_readers.h"

#include <QtTest>

namespace cardfit::evidence {

// Protects: what the program says of its own accuracy. The records and intervals of data/memory/constants.json are
// those that data/evidence gives with today's equations. When this fails after a change of an equation, paste the
// output of `cardfit-cli evidence --bands` into that file.
class TestRecords : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void recordsAreThoseOfTheEvidence_data();
    void recordsAreThoseOfTheEvidence();
    void intervalsHoldAboutEightOfTen_data();
    void intervalsHoldAboutEightOfTen();
    void recordsOfSpeedAreThoseOfTheEvidence_data();
    void recordsOfSpeedAreThoseOfTheEvidence();
    void intervalsOfSpeedHoldAboutEightOfTen_data() { recordsOfSpeedAreThoseOfTheEvidence_data(); }
    void intervalsOfSpeedHoldAboutEightOfTen();
    void onlyStatedRunsAreRefused();
    void neitherReadingOfAFigureIsLost();

private:
    CatalogLoad m_catalog = loadCatalog(CARDFIT_DATA_DIR);
    std::vector<Evidence> m_sets;
    std::vector<std::vector<Outcome>> m_outcomes;
    std::vector<Calibration> m_calibrations;
    std::vector<SpeedCalibration> m_speed;
};

namespace {

const char* kPaste = "recorded figures are not those of data/evidence: paste the output of cardfit-cli evidence --bands";
const char* kPasteSpeed = "recorded figures are not those of data/evidence: paste the output of cardfit-cli evidence speed --bands";

} // namespace

void TestRecords::initTestCase()
{
    QVERIFY(m_catalog.catalog);
    const ModelReaders readers = import::modelReaders();
    Calibrator calibrator(m_catalog.catalog->memory());
    SpeedCalibrator speed;
    for (std::size_t i = 0; i < kSets; ++i) {
        EvidenceLoad load = loadEvidence(CARDFIT_DATA_DIR, static_cast<Set>(i), readers);
        QVERIFY2(load.evidence, load.problems.empty() ? "" : load.problems.front().toString().c_str());
        m_sets.push_back(std::move(*load.evidence));
        m_outcomes.push_back(evaluate(m_sets.back(), *m_catalog.catalog));
        if (!countsInRecords(m_sets.back().set))
            continue;
        if (isOfSpeed(m_sets.back().set))
            speed.add(m_sets.back(), select(m_sets.back(), m_outcomes.back(), {}));
        else
            calibrator.add(m_sets.back(), select(m_sets.back(), m_outcomes.back(), {}));
    }
    m_calibrations = calibrator.result();
    m_speed = speed.result();
}

void TestRecords::recordsAreThoseOfTheEvidence_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kMemoryClasses; ++i)
        QTest::newRow(std::string(nameOf(static_cast<MemoryClass>(i))).c_str()) << static_cast<int>(i);
}

void TestRecords::recordsAreThoseOfTheEvidence()
{
    QFETCH(int, index);
    const auto i = static_cast<std::size_t>(index);
    const ClassRecord& recorded = m_catalog.catalog->memory().records[i];
    const ClassRecord& found = m_calibrations[i].record;
    constexpr double kRounding = 0.051; // one decimal
    QVERIFY2(recorded.measurements == found.measurements, kPaste);
    QVERIFY2(std::abs(recorded.medianErrorPercent - found.medianErrorPercent) < kRounding, kPaste);
    QVERIFY2(std::abs(recorded.p90ErrorPercent - found.p90ErrorPercent) < kRounding, kPaste);
}

void TestRecords::intervalsHoldAboutEightOfTen_data()
{
    constexpr int kFewest = 30; // of fewer, one more or less inside decides
    QTest::addColumn<int>("index");
    for (const Calibration& calibration : m_calibrations) {
        if (calibration.record.measurements >= kFewest)
            QTest::newRow(std::string(nameOf(calibration.memoryClass)).c_str()) << static_cast<int>(calibration.memoryClass);
    }
}

void TestRecords::intervalsHoldAboutEightOfTen()
{
    QFETCH(int, index);
    const Calibration& calibration = m_calibrations[static_cast<std::size_t>(index)];
    QVERIFY2(calibration.coverage > 0.65 && calibration.coverage < 0.95, qPrintable(QString::number(calibration.coverage)));
}

void TestRecords::recordsOfSpeedAreThoseOfTheEvidence_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kSpeedClasses; ++i)
        QTest::newRow(std::string(kSpeedClassNames[i]).c_str()) << static_cast<int>(i);
}

void TestRecords::recordsOfSpeedAreThoseOfTheEvidence()
{
    QFETCH(int, index);
    const auto i = static_cast<std::size_t>(index);
    const SpeedRecord& recorded = m_catalog.catalog->speed().records[i];
    const SpeedRecord& found = m_speed[i].record;
    constexpr double kRounding = 0.051; // one decimal
    QVERIFY(found.measurements > 0);
    QVERIFY2(recorded.measurements == found.measurements, kPasteSpeed);
    QVERIFY2(std::abs(recorded.medianErrorPercent - found.medianErrorPercent) < kRounding, kPasteSpeed);
    QVERIFY2(std::abs(recorded.p90ErrorPercent - found.p90ErrorPercent) < kRounding, kPasteSpeed);
    QVERIFY2(std::abs(recorded.insidePercent - found.insidePercent) < kRounding, kPasteSpeed);
    QVERIFY2(std::abs(recorded.widthPercent - found.widthPercent) < kRounding, kPasteSpeed);
}

// Residuals of sources left out of the fit made the intervals, so of those in it more than eight in ten lie inside.
void TestRecords::intervalsOfSpeedHoldAboutEightOfTen()
{
    QFETCH(int, index);
    constexpr int kFewest = 30;
    const SpeedRecord& found = m_speed[static_cast<std::size_t>(index)].record;
    if (found.measurements >= kFewest)
        QVERIFY2(found.insidePercent > 70 && found.insidePercent < 98, qPrintable(QString::number(found.insidePercent)));
}

void TestRecords::onlyStatedRunsAreRefused()
{
    for (std::size_t i = 0; i < m_sets.size(); ++i) {
        for (const Outcome& outcome : m_outcomes[i]) {
            const Run& run = m_sets[i].runs[outcome.run];
            if (!outcome.refusal.empty())
                QVERIFY2(run.refused, run.id.c_str());
        }
    }
}

// The printed figure of a source that does not say which GB it means is compared with the nearer of both.
void TestRecords::neitherReadingOfAFigureIsLost()
{
    int open = 0, binary = 0;
    for (const Outcome& outcome : m_outcomes.front()) {
        const Measured& measured = m_sets.front().runs[outcome.run].figures[outcome.figure];
        if (!outcome.isAnswered() || measured.other == 0)
            continue;
        ++open;
        binary += outcome.measured == measured.other ? 1 : 0;
        const double rejected = outcome.measured == measured.other ? measured.value : measured.other;
        QVERIFY(std::abs(outcome.predicted / outcome.measured - 1) <= std::abs(outcome.predicted / rejected - 1) ||
                measured.figure == Figure::AdapterUnstated || measured.figure == Figure::InferenceUnstated ||
                measured.figure == Figure::FullUnstated);
    }
    QVERIFY(open > 100 && binary > 0 && binary < open);
}

} // namespace cardfit::evidence

QTEST_APPLESS_MAIN(cardfit::evidence::TestRecords)
#include "tst_records.moc"
