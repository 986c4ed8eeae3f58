#include "ui/windows/cell_tip.h"

#include "core/plan/plan.h"
#include "core/plan/ways_out.h"
#include "core/report/format.h"
#include "core/report/verdict_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace cardfit::ui {

namespace {

constexpr std::size_t kMostWays = 5;

CellTip::Way wayOf(const WayOut& way, const Catalog& catalog, const Translator& translator)
{
    const Plan after = plan(way.scenario, catalog);
    CellTip::Way result;
    result.what = translator.plain(way.text);
    if (!result.what.isEmpty())
        result.what[0] = result.what[0].toUpper();
    result.free = QString::fromStdString(report::percent(way.headroom * 100, translator.style()));
    result.perHour = std::numeric_limits<double>::max();
    result.price = QStringLiteral("–");
    if (after.cost && after.cost->rentPerHour) {
        result.perHour = after.cost->rentPerHour->toDouble();
        result.price = QString::fromStdString(report::hourly(*after.cost->rentPerHour, translator.style()));
    }
    result.scenario = way.scenario;
    return result;
}

} // namespace

CellTip::Content cellTip(const Scenario& scenario, const fleet::FitMatrix& matrix, std::size_t row, std::size_t column,
                         const Catalog& catalog, const Translator& translator)
{
    const fleet::FitCell& cell = matrix.at(row, column);
    const Plan cellPlan = plan(fleet::scenarioOf(scenario, matrix, row, column), catalog, cost::Detail::Totals);
    CellTip::Content content;
    content.verdict = cell.verdict;
    const Text cards = Text("cards.count").with("count", cell.cards).with("card", matrix.rows[row]->shortName);
    content.title =
        QCoreApplication::translate("CellTip", "%1: %2").arg(translator.plain(cards), translator.plain(report::verdictWords(cell)));
    for (const Text& reason : cellPlan.fit.reasons)
        content.lines << translator.plain(reason);
    content.priceHead = QCoreApplication::translate("CellTip", "%1/h").arg(translator.currencyName(scenario.currency));
    if (!cell.allowed)
        content.lines << QCoreApplication::translate("CellTip", "Outside what may be bought (Allowed cards)");
    const bool needsWay = cell.verdict == fleet::Verdict::No || cell.verdict == fleet::Verdict::Tight;
    if (!needsWay || !cellPlan.resolved)
        return content;
    for (const WayOut& way : waysOut(*cellPlan.resolved, cell.cards, catalog, kMostWays))
        content.ways.push_back(wayOf(way, catalog, translator));
    std::ranges::stable_sort(content.ways, {}, &CellTip::Way::perHour);
    return content;
}

} // namespace cardfit::ui
