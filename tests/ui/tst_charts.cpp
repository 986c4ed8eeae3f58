// Charts and tables show the numbers of the PlanPage and the matrix, nothing else; and their colours can be told apart.
#include "core/catalog/catalog_loader.h"
#include "core/import/model_readers.h"
#include "core/json/parser.h"
#include "core/plan/plan.h"
#include "core/report/format.h"
#include "core/report/plan_page.h"
#include "core/scenario/study.h"
#include "ui/charts/memory_plot.h"
#include "ui/charts/money_plot.h"
#include "ui/tables/cell_painter.h"
#include "ui/tables/cost_table_view.h"
#include "ui/tables/fit_matrix_model.h"
#include "ui/tables/fit_matrix_view.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/glyph.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

using namespace cardfit;
using namespace cardfit::ui;

namespace {

const Catalog& catalog()
{
    static const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    if (!load.catalog)
        qFatal("the shipped catalog does not load");
    return *load.catalog;
}

Scenario serving()
{
    json::Problems problems;
    const auto document = json::Document::load(CARDFIT_DATA_DIR "/samples/support-bot.cardfit", problems);
    const auto study = document ? readStudy(json::Reader(document->root(), problems), import::modelReaders()) : std::nullopt;
    if (!study)
        qFatal("%s", problems.list.front().toString().c_str());
    return study->scenarios.front();
}

// Uses every component but the cache: adapters, gradients, states, logits.
Scenario tuning()
{
    Scenario scenario = serving();
    scenario.task = Task::Lora;
    scenario.weights = "16bit";
    scenario.card.id = "a100-sxm-80gb";
    scenario.cards = 1;
    return scenario;
}

std::shared_ptr<const fleet::FitMatrix> matrixOf(const Scenario& scenario, fleet::MatrixAxis axis = fleet::MatrixAxis::Count)
{
    return std::make_shared<fleet::FitMatrix>(fleet::fitMatrix(scenario, catalog(), axis));
}

report::PlanPage pageOf(const Scenario& scenario)
{
    return report::buildPlanPage(scenario, plan(scenario, catalog(), cost::Detail::Everything), *matrixOf(scenario), catalog());
}

// --- colour: CIEDE2000 (Sharma, Wu, Dalal 2005) after simulated colour blindness (Machado, Oliveira, Fernandes 2009) ---

using Triple = std::array<double, 3>;
using Matrix3 = std::array<Triple, 3>;

Triple times(const Matrix3& matrix, const Triple& v)
{
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        result[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
    return result;
}

double linear(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

// What eyes of one kind receive, as linear sRGB. The matrices are those of the paper's table for severity 1.0.
struct Vision {
    const char* name;
    Matrix3 matrix;
};
constexpr std::array<Vision, 4> kVisions{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

Triple labOf(const QColor& colour, const Vision& vision)
{
    Triple seen = times(vision.matrix, {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& part : seen)
        part = std::clamp(part, 0.0, 1.0);
    constexpr Matrix3 kToXyz{{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    constexpr Triple kWhite{0.95047, 1, 1.08883}; // D65
    Triple xyz = times(kToXyz, seen);
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / kWhite[i];
        xyz[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

constexpr double kDegree = M_PI / 180;

double hueOf(double b, double a)
{
    const double degrees = std::atan2(b, a) / kDegree;
    return degrees < 0 ? degrees + 360 : degrees;
}

double deltaE2000(const Triple& one, const Triple& two)
{
    const auto pow7 = [](double value) { return std::pow(value, 7); };
    const double meanChroma = (std::hypot(one[1], one[2]) + std::hypot(two[1], two[2])) / 2;
    const double g = 0.5 * (1 - std::sqrt(pow7(meanChroma) / (pow7(meanChroma) + pow7(25))));
    const double a1 = one[1] * (1 + g), a2 = two[1] * (1 + g);
    const double c1 = std::hypot(a1, one[2]), c2 = std::hypot(a2, two[2]);
    const double h1 = hueOf(one[2], a1), h2 = hueOf(two[2], a2);
    double dh = c1 * c2 == 0 ? 0 : h2 - h1;
    dh += dh > 180 ? -360 : dh < -180 ? 360 : 0;
    double h = h1 + h2;
    if (c1 * c2 != 0)
        h = std::abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
    const double l = (one[0] + two[0]) / 2, c = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos((h - 30) * kDegree) + 0.24 * std::cos(2 * h * kDegree) + 0.32 * std::cos((3 * h + 6) * kDegree) -
                     0.20 * std::cos((4 * h - 63) * kDegree);
    const double sl = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
    const double lightness = (two[0] - one[0]) / sl;
    const double chroma = (c2 - c1) / (1 + 0.045 * c);
    const double hue = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2 * kDegree) / (1 + 0.015 * c * t);
    const double turn = 60 * std::exp(-std::pow((h - 275) / 25, 2)) * kDegree;
    const double rotation = -2 * std::sqrt(pow7(c) / (pow7(c) + pow7(25))) * std::sin(turn);
    return std::sqrt(lightness * lightness + chroma * chroma + hue * hue + rotation * chroma * hue);
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_appearance.setChoice(Appearance::Choice::Light); }

    // --- memory ---

    void memoryBarsAreThoseOfThePage_data() { addScenarios(); }
    void memoryBarsAreThoseOfThePage()
    {
        QFETCH(bool, training);
        const report::MemoryChart chart = pageOf(training ? tuning() : serving()).memory;
        MemoryPlot plot(m_translator);
        fill(plot, chart);
        const report::MemoryChart& shown = plot.bars().content();
        QCOMPARE(shown.bars.size(), chart.bars.size());
        QVERIFY(shown.bars.front().chosen);
        for (std::size_t bar = 0; bar < shown.bars.size(); ++bar) {
            QVERIFY(shown.bars[bar].components == chart.bars[bar].components);
            QVERIFY(shown.bars[bar].need == chart.bars[bar].need);
            QVERIFY(plot.yAxis->range().contains(static_cast<double>(bar)));
        }
        QVERIFY(plot.xAxis->range().upper >= inGiB(shown.bars.front().has));
    }

    // From left to right under the pointer: every part that there is, in the order of the core, and each with its value.
    void pointerFindsThePartsInTheirOrder_data() { addScenarios(); }
    void pointerFindsThePartsInTheirOrder()
    {
        QFETCH(bool, training);
        const report::MemoryChart chart = pageOf(training ? tuning() : serving()).memory;
        MemoryPlot plot(m_translator);
        fill(plot, chart);
        for (std::size_t bar = 0; bar < chart.bars.size(); ++bar) {
            Bytes end;
            for (std::size_t i = 0; i < memory::kComponents; ++i) {
                const Bytes part = chart.bars[bar].components[i];
                const double left = plot.xAxis->coordToPixel(inGiB(end));
                end += part;
                const double right = plot.xAxis->coordToPixel(inGiB(end));
                if (right - left < 2 || right > plot.axisRect()->right())
                    continue;
                const auto hit = plot.bars().hitAt({(left + right) / 2, plot.yAxis->coordToPixel(static_cast<double>(bar))});
                QVERIFY(hit);
                QCOMPARE(hit->bar, bar);
                const Text name("component." + std::string(memory::nameOf(static_cast<memory::Component>(i))));
                QCOMPARE(hit->text,
                         m_translator.plain(name) + QChar(u' ') + QString::fromStdString(report::memory(part, m_translator.style())));
                QCOMPARE(hit->record, m_translator.plain(chart.recordOfPart[i])); // each says how good it is
                QVERIFY(!hit->record.isEmpty());
            }
        }
        QVERIFY(!plot.bars().hitAt({plot.xAxis->coordToPixel(1), 0}));
    }

    void partsArePaintedInTheirColours()
    {
        const report::MemoryChart chart = pageOf(tuning()).memory;
        MemoryPlot plot(m_translator);
        fill(plot, chart);
        const QImage image = plot.grab().toImage();
        const double middle = plot.yAxis->coordToPixel(0);
        Bytes end;
        int painted = 0;
        for (std::size_t i = 0; i < memory::kComponents; ++i) {
            const double left = plot.xAxis->coordToPixel(inGiB(end));
            end += chart.bars.front().components[i];
            const double right = plot.xAxis->coordToPixel(inGiB(end));
            if (right - left < 4)
                continue;
            ++painted;
            const QPoint inside(qRound((left + right) / 2), qRound(middle - 10)); // off the whisker in the middle
            QCOMPARE(image.pixelColor(inside), m_appearance.theme().component(static_cast<memory::Component>(i)));
        }
        QVERIFY(painted >= 2);
    }

    // --- money ---

    void moneyGraphsAreTheCurvesOfThePage()
    {
        const report::MoneyChart chart = pageOf(serving()).money;
        QVERIFY(chart.curves.size() >= 2);
        MoneyPlot plot(m_translator);
        plot.resize(400, 300);
        plot.setContent(chart, m_appearance.theme());
        plot.replot();
        for (const report::MoneyCurve& curve : chart.curves) {
            const auto data = plot.graphOf(curve.kind).data();
            QCOMPARE(static_cast<std::size_t>(data->size()), curve.cumulative.size());
            for (int month = 0; month < data->size(); ++month) {
                QCOMPARE(data->at(month)->key, static_cast<double>(month));
                QCOMPARE(data->at(month)->value * plot.unit(), curve.cumulative[static_cast<std::size_t>(month)]);
            }
            QVERIFY(plot.yAxis->range().upper * plot.unit() >= curve.cumulative.back());
        }
    }

    void curvesThatAreGoneAreNotDrawn()
    {
        report::MoneyChart chart = pageOf(serving()).money;
        MoneyPlot plot(m_translator);
        plot.setContent(chart, m_appearance.theme());
        const auto kind = chart.curves.back().kind;
        chart.curves.pop_back();
        plot.setContent(chart, m_appearance.theme());
        QCOMPARE(plot.graphOf(kind).data()->size(), 0);
    }

    // --- matrix ---

    void matrixModelKeepsTheRulesOfModels()
    {
        FitMatrixModel model(m_translator);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMatrix(matrixOf(serving()));
        model.setMatrix(matrixOf(tuning()));
        model.setSearch(QStringLiteral("a100"));
        for (const int column : {0, 1, 1, 1, 2})
            model.toggleSort(column);
        model.setMatrix(matrixOf(serving(), fleet::MatrixAxis::Precision));
        model.setSearch(QStringLiteral("no such card"));
        QCOMPARE(model.rowCount(), 0);
        model.setMatrix(matrixOf(tuning(), fleet::MatrixAxis::Precision));
        model.setSearch({});
        QCOMPARE(model.rowCount(), static_cast<int>(catalog().cards().size()));
    }

    void searchKeepsWhatMatches()
    {
        FitMatrixModel model(m_translator);
        model.setMatrix(matrixOf(serving()));
        model.setSearch(QStringLiteral(" a100 "));
        QVERIFY(model.rowCount() >= 4);
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY2(model.card(row).name.find("A100") != std::string::npos, model.card(row).name.c_str());
        QVERIFY(model.rowOfCard("a100-sxm-80gb") >= 0);
        QCOMPARE(model.rowOfCard("a10"), -1);
    }

    void sortingTurnsAndReturns()
    {
        FitMatrixModel model(m_translator);
        model.setMatrix(matrixOf(serving()));
        const auto cards = [&model] {
            std::vector<const Card*> result;
            for (int row = 0; row < model.rowCount(); ++row)
                result.push_back(&model.card(row));
            return result;
        };
        const auto before = cards();
        model.toggleSort(0);
        QVERIFY(std::ranges::is_sorted(cards(), {}, [](const Card* card) { return asDouble(card->driverMemory); }));
        model.toggleSort(0);
        QVERIFY(std::ranges::is_sorted(cards(), std::greater(), [](const Card* card) { return asDouble(card->driverMemory); }));
        model.toggleSort(0);
        QVERIFY(cards() == before);
        model.toggleSort(2); // what fits before what does not
        const auto fits = [&model](int row) {
            const auto verdict = model.cell(row, 2).verdict;
            return verdict == fleet::Verdict::Fits || verdict == fleet::Verdict::Tight;
        };
        for (int row = 1; row < model.rowCount(); ++row)
            QVERIFY(fits(row - 1) || !fits(row));
    }

    void aClickChoosesTheCellOfTheMatrix()
    {
        const auto matrix = matrixOf(serving());
        FitMatrixView view(m_appearance, m_translator);
        view.resize(620, 400);
        view.setMatrix(matrix, "a10", 1);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.matrixModel().toggleSort(0); // rows of the view are not those of the matrix
        QSignalSpy chosen(&view, &FitMatrixView::cellChosen);
        const QModelIndex cell = view.matrixModel().index(3, 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
        QCOMPARE(chosen.size(), 1);
        const auto row = chosen[0][0].toUInt();
        QVERIFY(matrix->rows[row] == &view.matrixModel().card(3));
        QCOMPARE(chosen[0][1].toInt(), 1);
        const QModelIndex name = view.matrixModel().index(3, 0); // a name is no cell
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(name).center());
        QCOMPARE(chosen.size(), 1);
        QTest::mouseClick(view.horizontalHeader()->viewport(), Qt::LeftButton, {},
                          QPoint(view.horizontalHeader()->sectionViewportPosition(1) + 20, 8));
        QCOMPARE(view.matrixModel().sortColumn(), std::optional(1));
    }

    // Cells copy their marks from a store of pictures: they look as if painted anew, first and later.
    void aStoredMarkLooksLikeAFreshOne_data()
    {
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("pixelRatio");
        QTest::newRow("whole pixels") << 4.0 << 1.0;
        QTest::newRow("between two pixels") << 4.25 << 1.0;
        QTest::newRow("dense screen") << 4.5 << 2.0;
        QTest::newRow("screen whose pixels are not whole") << 4.5 << 1.25;
    }
    void aStoredMarkLooksLikeAFreshOne()
    {
        QFETCH(double, left);
        QFETCH(double, pixelRatio);
        const QRectF box(left, 3, 120, 21);
        for (const auto verdict : {fleet::Verdict::Fits, fleet::Verdict::Tight, fleet::Verdict::No}) {
            fleet::FitCell cell;
            cell.verdict = verdict;
            for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
                const Theme theme = Theme::of(scheme);
                const QImage fresh = painted(pixelRatio, [&](QPainter& painter) {
                    painter.fillRect(box, theme.verdict(verdict).tint);
                    paintGlyph(painter, QPointF(box.left() + 13, box.center().y()), kCellGlyph, glyphOf(verdict), theme);
                });
                for (int time = 0; time < 2; ++time) {
                    const QImage stored =
                        painted(pixelRatio, [&](QPainter& painter) { paintFitCell(painter, box, cell, {}, theme, m_translator); });
                    QVERIFY2(farthest(fresh, stored, qRound(24 * pixelRatio)) <= 3, fleet::nameOf(verdict).data());
                }
            }
        }
    }

    // --- money, in lines ---

    void costLinesAddUpAsShown()
    {
        const report::PlanPage page = pageOf(serving());
        CostTableModel model(m_translator);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(page.costRows, page.money.currency);
        for (const int column : {CostTableModel::Rent, CostTableModel::Own}) {
            double sum = 0; // of what is written, as a reader adds it
            for (int row = 0; row + 1 < model.rowCount(); ++row)
                sum += m_translator.number(model.index(row, column).data().toString()).value_or(0);
            const auto total = m_translator.number(model.index(model.rowCount() - 1, column).data().toString());
            QVERIFY(total && *total > 0);
            QVERIFY(std::abs(sum - *total) < 0.005);
        }
        QVERIFY(model.row(model.rowCount() - 1).isTotal);
        model.setRows({}, page.money.currency);
        QCOMPARE(model.rowCount(), 0);
    }

    // --- colours ---

    // Three pairs of Sharma, Wu and Dalal's test data (2005, table 1: pairs 1, 7 and 17).
    void colourDistanceIsTheStandardOne()
    {
        QVERIFY(std::abs(deltaE2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}) - 2.0425) < 1e-4);
        QVERIFY(std::abs(deltaE2000({50, 0, 0}, {50, -1, 2}) - 2.3669) < 1e-4);
        QVERIFY(std::abs(deltaE2000({50, 2.5, 0}, {73, 25, -18}) - 27.1492) < 1e-4);
    }

    void everyEyeTellsColoursApart_data()
    {
        QTest::addColumn<int>("vision");
        QTest::addColumn<bool>("dark");
        for (std::size_t i = 0; i < kVisions.size(); ++i) {
            for (const bool dark : {false, true})
                QTest::addRow("%s, %s", kVisions[i].name, dark ? "dark" : "light") << static_cast<int>(i) << dark;
        }
    }
    void everyEyeTellsColoursApart()
    {
        QFETCH(int, vision);
        QFETCH(bool, dark);
        const Theme theme = Theme::of(dark ? Scheme::Dark : Scheme::Light);
        std::vector<QColor> parts{theme.nonTorch()};
        for (std::size_t i = 0; i < memory::kComponents; ++i)
            parts.push_back(theme.component(static_cast<memory::Component>(i)));
        std::vector<QColor> marks;
        for (const auto verdict : {fleet::Verdict::Fits, fleet::Verdict::Tight, fleet::Verdict::No})
            marks.push_back(theme.verdict(verdict).mark);
        const Vision& eyes = kVisions[static_cast<std::size_t>(vision)];
        for (const auto& colours : {parts, marks, {theme.rent, theme.own}}) {
            for (std::size_t i = 0; i < colours.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    const double distance = deltaE2000(labOf(colours[i], eyes), labOf(colours[j], eyes));
                    QVERIFY2(distance >= 11,
                             qPrintable(QStringLiteral("%1 %2: %3").arg(colours[i].name(), colours[j].name()).arg(distance)));
                }
            }
        }
    }

private:
    static void addScenarios()
    {
        QTest::addColumn<bool>("training");
        QTest::newRow("serving") << false;
        QTest::newRow("LoRA") << true;
    }
    static QImage painted(double pixelRatio, const std::function<void(QPainter&)>& paint)
    {
        QImage image(QSize(140, 30) * pixelRatio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(pixelRatio);
        image.fill(Qt::white);
        QPainter painter(&image);
        paint(painter);
        return image;
    }
    // Largest difference of a channel left of `width`, where the words begin.
    static int farthest(const QImage& one, const QImage& two, int width)
    {
        int result = 0;
        for (int y = 0; y < one.height(); ++y) {
            for (int x = 0; x < width; ++x) {
                const QColor a = one.pixelColor(x, y), b = two.pixelColor(x, y);
                result = std::max({result, std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
            }
        }
        return result;
    }
    void fill(MemoryPlot& plot, const report::MemoryChart& chart) const
    {
        plot.resize(700, 260);
        plot.setContent(chart, m_appearance.theme());
        plot.replot();
    }

    Translator m_translator{QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English)};
    Appearance m_appearance;
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
