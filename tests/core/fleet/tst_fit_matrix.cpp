// Known answers of the matrix, and that a cell says what the plan of its scenario says.
#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/fleet/split.h"
#include "tests/core/speed/speed_case.h"

using namespace cardfit;
using namespace cardfit::test;

class FitMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void knownAnswers_data();
    void knownAnswers();
    void unsupportedSaysWhy_data();
    void unsupportedSaysWhy();
    void cellsAgreeWithTheirScenario_data();
    void cellsAgreeWithTheirScenario();
    void ownCardKeepsItsStatedMemory();
    void outsideAllowNamesTheRule_data();
    void outsideAllowNamesTheRule();
    void starsAreTheCheapestThatFit();
    void starMeetsTheLimits();
    void headroomGrowsWithCards();
    void wrongScenarioGivesNoMatrix();
};

namespace {

Scenario scenarioFrom(const std::string& json)
{
    json::Problems found;
    const auto document = json::Document::parse(json, found);
    return *readScenario(json::Reader(document->root(), found), {});
}

fleet::FitMatrix matrixOf(const std::string& json, fleet::MatrixAxis axis = fleet::MatrixAxis::Count)
{
    return fleet::fitMatrix(scenarioFrom(json), catalog(), axis);
}

std::size_t rowOf(const fleet::FitMatrix& matrix, std::string_view card)
{
    for (std::size_t row = 0; row < matrix.rows.size(); ++row)
        if (matrix.rows[row]->id == card)
            return row;
    qFatal("no row %s", std::string(card).c_str());
}

std::size_t columnOf(const fleet::FitMatrix& matrix, std::string_view value)
{
    for (std::size_t column = 0; column < matrix.columns.size(); ++column)
        if (matrix.columns[column].value == value)
            return column;
    qFatal("no column %s", std::string(value).c_str());
}

QString verdictAt(const fleet::FitMatrix& matrix, std::string_view card, std::string_view value)
{
    const std::string_view name = fleet::nameOf(matrix.at(rowOf(matrix, card), columnOf(matrix, value)).verdict);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

void FitMatrixTest::knownAnswers_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("cards");
    QTest::addColumn<QString>("verdict");
    const char* const sixteen = R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"16bit","concurrency":1,"context_tokens":2048})";
    const char* const eight = R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"int8","concurrency":1,"context_tokens":2048})";
    const char* const four = R"({"model":"Qwen/Qwen2.5-7B-Instruct","weights":"int4-awq","concurrency":1,"context_tokens":2048})";
    // 14.8 B x 2 bytes = 27.5 GiB against 0.9 x 22.05 GiB of an A10; in INT8 about 15.5 GiB.
    QTest::newRow("14 B in 16 bit: not on one A10") << sixteen << "a10"
                                                    << "1"
                                                    << "no";
    QTest::newRow("14 B in 16 bit: on two A10") << sixteen << "a10"
                                                << "2"
                                                << "fits";
    QTest::newRow("14 B in INT8: on one A10") << eight << "a10"
                                              << "1"
                                              << "fits";
    QTest::newRow("7 B in 4 bit: on a T4") << four << "t4"
                                           << "1"
                                           << "fits";
    QTest::newRow("7 B in 4 bit: on an A100") << four << "a100-sxm-80gb"
                                              << "1"
                                              << "fits";
    QTest::newRow("AWQ kernels need compute 7.5: not on V100") << four << "v100-sxm2-32gb"
                                                               << "4"
                                                               << "unsupported";
    QTest::newRow("16 bit runs as FP16 on V100") << sixteen << "v100-sxm2-32gb"
                                                 << "2"
                                                 << "fits";
    QTest::newRow("16 bit runs as FP16 on T4") << sixteen << "t4"
                                               << "4"
                                               << "fits";
    QTest::newRow("FP8 on A100 is weight-only") << R"({"model":"Qwen/Qwen2.5-7B-Instruct","weights":"fp8"})"
                                                << "a100-sxm-80gb"
                                                << "1"
                                                << "fits";
}

void FitMatrixTest::knownAnswers()
{
    QFETCH(QString, scenario);
    QFETCH(QString, card);
    QFETCH(QString, cards);
    QFETCH(QString, verdict);
    const fleet::FitMatrix matrix = matrixOf(scenario.toStdString());
    QCOMPARE(matrix.rows.size(), catalog().cards().size());
    QCOMPARE(verdictAt(matrix, card.toStdString(), cards.toStdString()), verdict);
}

void FitMatrixTest::unsupportedSaysWhy_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("code");
    QTest::newRow("AWQ on V100") << R"({"weights":"int4-awq"})"
                                 << "v100-sxm2-32gb"
                                 << "unsupported.awq";
    QTest::newRow("BF16 by name on T4") << R"({"weights":"bf16"})"
                                        << "t4"
                                        << "unsupported.bf16";
    QTest::newRow("full fine-tuning of 4-bit weights") << R"({"task":"full","weights":"int4-gptq"})"
                                                       << "h100-sxm"
                                                       << "unsupported.training";
}

void FitMatrixTest::unsupportedSaysWhy()
{
    QFETCH(QString, scenario);
    QFETCH(QString, card);
    QFETCH(QString, code);
    const fleet::FitMatrix matrix = matrixOf(scenario.toStdString());
    const fleet::FitCell& cell = matrix.at(rowOf(matrix, card.toStdString()), 0);
    QCOMPARE(cell.verdict, fleet::Verdict::Unsupported);
    QCOMPARE(QString::fromStdString(cell.reasonCode), code);
    QVERIFY(!cell.cheapestToRent && !cell.cheapestToOwn);
}

void FitMatrixTest::cellsAgreeWithTheirScenario_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("axis");
    const char* const serving = R"({"model":"Qwen/Qwen2.5-14B-Instruct","card":"a10","cards":2})";
    const char* const training =
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"lora","card":"a100-sxm-80gb","cards":4,"context_tokens":2048})";
    for (const fleet::MatrixAxis axis : {fleet::MatrixAxis::Count, fleet::MatrixAxis::Size, fleet::MatrixAxis::Precision,
                                         fleet::MatrixAxis::Task, fleet::MatrixAxis::Context}) {
        const std::string name(fleet::nameOf(axis));
        QTest::newRow(("serving by " + name).c_str()) << serving << static_cast<int>(axis);
        QTest::newRow(("training by " + name).c_str()) << training << static_cast<int>(axis);
    }
}

// Choosing a cell gives a scenario with the cell's verdict and headroom: no second arithmetic.
void FitMatrixTest::cellsAgreeWithTheirScenario()
{
    QFETCH(QString, scenario);
    QFETCH(int, axis);
    const Scenario asked = scenarioFrom(scenario.toStdString());
    const fleet::FitMatrix matrix = fleet::fitMatrix(asked, catalog(), static_cast<fleet::MatrixAxis>(axis));
    QVERIFY(!matrix.columns.empty());
    for (std::size_t row = 0; row < matrix.rows.size(); row += 5)
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            const fleet::FitCell& cell = matrix.at(row, column);
            const Scenario chosen = fleet::scenarioOf(asked, matrix, row, column);
            Problems problems;
            const auto moved = resolve(chosen, catalog(), problems);
            QVERIFY(moved);
            QCOMPARE(moved->card->id, matrix.rows[row]->id);
            if (!unsupportedReason(*moved).empty()) {
                QCOMPARE(cell.verdict, fleet::Verdict::Unsupported);
                continue;
            }
            const Result<Split> split = fleet::chooseSplit(*moved, cell.cards);
            QVERIFY(split);
            const memory::Need need = memory::need(*moved, *split);
            QCOMPARE(cell.verdict, fleet::verdictOf(need));
            QCOMPARE(cell.headroom, fleet::headroomOf(need));
        }
}

void FitMatrixTest::ownCardKeepsItsStatedMemory()
{
    const fleet::FitMatrix plain = matrixOf(R"({"card":"a10"})"), stated = matrixOf(R"({"card":"a10","card_memory_gib":11})");
    const std::size_t own = rowOf(plain, "a10"), other = rowOf(plain, "l4");
    QVERIFY(stated.at(own, 0).headroom < plain.at(own, 0).headroom);
    QCOMPARE(stated.at(other, 0).headroom, plain.at(other, 0).headroom);
}

void FitMatrixTest::outsideAllowNamesTheRule_data()
{
    QTest::addColumn<QString>("allow");
    QTest::addColumn<QString>("rule");
    QTest::newRow("cards") << R"({"cards":["l4"]})"
                           << "cards";
    QTest::newRow("vendors") << R"({"vendors":["AMD"]})"
                             << "vendors";
    QTest::newRow("count") << R"({"max_cards":4})"
                           << "max_cards";
    QTest::newRow("power") << R"({"max_kw":1})"
                           << "max_kw";
    QTest::newRow("budget") << R"({"monthly_budget":100})"
                            << "monthly_budget";
    QTest::newRow("bits") << R"({"min_weight_bits":32})"
                          << "min_weight_bits";
}

void FitMatrixTest::outsideAllowNamesTheRule()
{
    QFETCH(QString, allow);
    QFETCH(QString, rule);
    const fleet::FitMatrix matrix = matrixOf(R"({"card":"a10","allow":)" + allow.toStdString() + "}");
    const fleet::FitCell& cell = matrix.at(rowOf(matrix, "a10"), columnOf(matrix, "8"));
    QVERIFY(!cell.allowed);
    QCOMPARE(QString::fromUtf8(cell.allowedRule.data(), static_cast<qsizetype>(cell.allowedRule.size())), rule);
    QVERIFY(!cell.cheapestToRent && !cell.cheapestToOwn);
}

void FitMatrixTest::starsAreTheCheapestThatFit()
{
    const fleet::FitMatrix matrix = matrixOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"int4-awq","card":"a10","cards":2})");
    int rent = 0, own = 0;
    const fleet::FitCell* star = nullptr;
    for (const fleet::FitCell& cell : matrix.cells) {
        rent += cell.cheapestToRent, own += cell.cheapestToOwn;
        if (cell.cheapestToRent)
            star = &cell;
    }
    QCOMPARE(rent, 1);
    QCOMPARE(own, 1);
    for (const fleet::FitCell& cell : matrix.cells)
        if (cell.verdict == fleet::Verdict::Fits && cell.allowed && cell.perHour)
            QVERIFY(!cell.perHour->isLessThan(*star->perHour));
}

// A tight limit on the time per token rules the slow cheap cards out.
void FitMatrixTest::starMeetsTheLimits()
{
    const auto starPrice = [](const fleet::FitMatrix& matrix) {
        for (const fleet::FitCell& cell : matrix.cells)
            if (cell.cheapestToRent)
                return cell.perHour->toDouble();
        return 0.0;
    };
    const double free = starPrice(matrixOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"16bit"})"));
    const double limited = starPrice(matrixOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"16bit","limits":{"tpot_ms_p95":15}})"));
    QVERIFY(limited > free);
}

void FitMatrixTest::headroomGrowsWithCards()
{
    const fleet::FitMatrix matrix = matrixOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct"})");
    for (std::size_t row = 0; row < matrix.rows.size(); ++row)
        for (std::size_t column = 1; column < matrix.columns.size(); ++column)
            if (matrix.at(row, column).verdict != fleet::Verdict::Unsupported)
                QVERIFY(matrix.at(row, column).headroom > matrix.at(row, column - 1).headroom);
}

void FitMatrixTest::wrongScenarioGivesNoMatrix()
{
    const fleet::FitMatrix matrix = matrixOf(R"({"model":"no such model"})");
    QVERIFY(matrix.columns.empty() && matrix.rows.empty() && matrix.cells.empty());
}

QTEST_APPLESS_MAIN(FitMatrixTest)
#include "tst_fit_matrix.moc"
