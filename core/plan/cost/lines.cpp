#include "core/plan/cost/lines.h"

namespace cardfit::cost {

namespace {

constexpr int kHundredths = 2;
constexpr std::size_t kMostLines = 16;

class Lines {
public:
    explicit Lines(const Context& context)
        : m_context(context),
          m_currency(context.scenario.scenario.currency),
          m_spread(spreadOver(context.inputs.months, context.inputs.monthlyDiscount))
    {
        m_lines.reserve(kMostLines);
    }

    void addRent()
    {
        const std::optional<RentInputs>& rent = m_context.inputs.rent;
        if (rent)
            add(Side::Rent, "rent", rentPerMonth(*rent), rentTotal(*rent, m_context.inputs.months), Basis::Measured);
        else
            addMissing(Side::Rent, "rent");
    }

    void addCapital(const Capital& capital, const OwnInputs& own)
    {
        const OwnershipOptions& options = m_context.scenario.scenario.ownership;
        addCapitalLine("cards", capital.cards, options.cardPrice ? Basis::Measured : Basis::Derived, true);
        addCapitalLine("server", capital.server, own.serverPrice ? Basis::Measured : Basis::Derived, true);
        addCapitalLine("network", capital.network, own.networkPerServer ? Basis::Measured : Basis::Derived, false);
        addCapitalLine("site", capital.site, Basis::Measured, false);
        addCapitalLine("spares", capital.spares, Basis::Assumed, false);
        addCapitalLine("installation", capital.installation, Basis::Assumed, false);
        addCapitalLine("sales-tax", capital.salesTax, Basis::Assumed, false);
    }

    void addRunning(const Running& running, const std::optional<double>& energy, const OwnInputs& own)
    {
        if (own.colocationIncludesEnergy && running.colocation > 0)
            addNotIncluded("energy");
        else if (energy)
            addMonthly("energy", *energy, Basis::Derived);
        else
            addMissing(Side::Own, "energy");
        addOptional("colocation", running.colocation);
        addMonthly("maintenance", running.maintenance, Basis::Assumed);
        if (running.licences > 0)
            addMonthly("licences", running.licences, Basis::Measured);
        addOptional("staff", running.staff);
        if (running.insurance > 0)
            addMonthly("insurance", running.insurance, Basis::Assumed);
    }

    void addResale(double amount)
    {
        if (amount != 0)
            add(Side::Own, "resale", -amount * m_spread.sinkingFund, -amount, Basis::Derived);
    }

    void addUnpriced(const std::optional<double>& energy, const OwnInputs& own)
    {
        for (const char* name : {"cards", "server"})
            addMissing(Side::Own, name);
        if (energy)
            addMonthly("energy", *energy, Basis::Derived);
        else
            addMissing(Side::Own, "energy");
        for (const char* name : {"maintenance", "resale"})
            if (std::string_view(name) != "maintenance" || own.maintenancePercent > 0)
                addMissing(Side::Own, name);
        for (const char* name : {"colocation", "staff"})
            addNotIncluded(name);
    }

    std::vector<CostLine> take() && { return std::move(m_lines); }

private:
    CostLine& add(Side side, const char* name, double perMonth, double total, Basis basis)
    {
        CostLine& line = m_lines.emplace_back();
        line.side = side;
        line.name = name;
        line.basis = basis;
        if (!Money::canHold(perMonth) || !Money::canHold(total))
            return line; // missing rather than wrong
        line.perMonth = Money::fromDouble(perMonth, m_currency).rounded(kHundredths);
        line.total = Money::fromDouble(total, m_currency).rounded(kHundredths);
        return line;
    }
    void addCapitalLine(const char* name, double amount, Basis basis, bool always)
    {
        if (always || amount != 0)
            add(Side::Own, name, amount * m_spread.annuity, amount, basis).isCapital = true;
    }
    void addMonthly(const char* name, double perMonth, Basis basis)
    {
        add(Side::Own, name, perMonth, perMonth * m_context.inputs.months, basis);
    }
    void addOptional(const char* name, double perMonth)
    {
        if (perMonth > 0)
            addMonthly(name, perMonth, Basis::Measured);
        else
            addNotIncluded(name);
    }
    void addNotIncluded(const char* name)
    {
        CostLine& line = m_lines.emplace_back();
        line.name = name;
        line.included = false;
    }
    void addMissing(Side side, const char* name)
    {
        CostLine& line = m_lines.emplace_back();
        line.side = side;
        line.name = name;
    }

    const Context& m_context;
    Currency m_currency;
    Spread m_spread;
    std::vector<CostLine> m_lines;
};

} // namespace

std::vector<CostLine> costLines(const Context& context)
{
    const OwnInputs& own = context.inputs.own;
    Lines lines(context);
    lines.addRent();
    const std::optional<double> energy = energyPerMonth(own);
    if (own.cardPrice && !own.unconvertible) {
        const Capital capital = capitalOf(own, *own.cardPrice);
        lines.addCapital(capital, own);
        lines.addRunning(runningWithoutEnergy(own, *own.cardPrice), energy, own);
        lines.addResale(capital.cards * residualShare(own, context.inputs.months));
    } else {
        lines.addUnpriced(energy, own);
    }
    return std::move(lines).take();
}

SideTotals sumOf(const std::vector<CostLine>& lines, Side side, Currency currency)
{
    SideTotals sums{Money::zero(currency), Money::zero(currency)};
    for (const CostLine& line : lines) {
        if (line.side != side || !line.included)
            continue;
        if (!line.perMonth || !line.total)
            return {};
        *sums.perMonth += *line.perMonth;
        *sums.total += *line.total;
    }
    return sums;
}

} // namespace cardfit::cost
