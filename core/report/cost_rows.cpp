#include "core/report/page_parts.h"

namespace cardfit::report {

namespace {

constexpr int kLineDecimals = 2;

// The sum of the rounded lines of one side; empty as soon as one of its lines has no price, or when it has no line.
class SideTotal {
public:
    explicit SideTotal(Currency currency) : m_sum(Money::zero(currency)) {}

    void add(const cost::CostLine& line)
    {
        if (!line.included)
            return;
        m_hasLines = true;
        if (line.perMonth)
            m_sum += line.perMonth->rounded(kLineDecimals);
        else
            m_missing = true;
    }
    bool missing() const { return m_missing; }
    std::optional<Money> value() const { return m_hasLines && !m_missing ? std::optional(m_sum) : std::nullopt; }

private:
    Money m_sum;
    bool m_hasLines = false;
    bool m_missing = false;
};

CostRow rowOf(const cost::CostLine& line, const cost::CostPlan& cost)
{
    CostRow row;
    row.label = line.label;
    row.basis = line.basisText;
    const bool isRent = line.side == cost::Side::Rent;
    if (line.perMonth)
        (isRent ? row.rent : row.own) = line.perMonth->rounded(kLineDecimals);
    row.rentMissing = isRent && !line.perMonth;
    row.ownMissing = !isRent && !line.perMonth;
    row.stale = isRent && cost.offer && cost.offer->stale;
    return row;
}

// What nobody should think is inside, in one row: "Colocation, Staff".
void addNotIncluded(std::vector<CostRow>& rows, std::vector<Text> names)
{
    if (names.empty())
        return;
    CostRow row;
    row.label = Text("cost.line.several");
    row.label.arguments.push_back({"names", std::move(names)});
    row.included = false;
    rows.push_back(std::move(row));
}

Text rangeOf(const cost::TornadoBar& bar, const std::optional<double>& centre)
{
    const auto& low = bar.lowMonth;
    const auto& high = bar.highMonth;
    if (!low && !high)
        return Text("tornado.range.never");
    if (!low || !high)
        return Text("tornado.range.open").with("low", low ? *low : *high);
    // An input that can only go one way shows the one other month.
    if (centre && *low == *centre)
        return Text("tornado.range.one").with("month", *high);
    if (centre && *high == *centre)
        return Text("tornado.range.one").with("month", *low);
    return Text("tornado.range").with("low", std::min(*low, *high)).with("high", std::max(*low, *high));
}

} // namespace

std::vector<CostRow> costRowsOf(const cost::CostPlan& cost)
{
    std::vector<CostRow> rows;
    rows.reserve(cost.lines.size() + 1);
    SideTotal rent(cost.currency);
    SideTotal own(cost.currency);
    std::vector<Text> notIncluded;
    for (const cost::CostLine& line : cost.lines) {
        (line.side == cost::Side::Rent ? rent : own).add(line);
        if (line.included)
            rows.push_back(rowOf(line, cost));
        else
            notIncluded.push_back(line.label);
    }
    addNotIncluded(rows, std::move(notIncluded));
    CostRow total;
    total.label = Text("cost.total-month");
    total.rent = rent.value();
    total.own = own.value();
    total.isTotal = true;
    total.rentMissing = rent.missing();
    total.ownMissing = own.missing();
    rows.push_back(std::move(total));
    return rows;
}

std::vector<TornadoRow> tornadoRowsOf(const cost::CostPlan& cost)
{
    std::vector<TornadoRow> rows;
    rows.reserve(cost.tornado.size());
    for (const cost::TornadoBar& bar : cost.tornado)
        rows.push_back({bar.label, bar.lowText, bar.highText, rangeOf(bar, cost.cash.month), bar.lowMonth, bar.highMonth});
    return rows;
}

} // namespace cardfit::report
