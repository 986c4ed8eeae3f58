#include "core/catalog/loading.h"

#include <array>

namespace cardfit {

namespace {

constexpr std::array<std::string_view, 4> kGradeNames = {"A", "B", "C", "D"};
constexpr std::array<Grade, 4> kGrades = {Grade::A, Grade::B, Grade::C, Grade::D};

// What a group's rows hold, in this order. Prices are those of the whole instance, per hour; null: not offered.
enum Column { Instance, CardId, Cards, Region, OnDemand, Spot, Reserved1Year, Reserved3Years, PerMonth, Notes, CardShare, ColumnCount };
constexpr std::array<std::string_view, ColumnCount> kColumns = {"instance",    "card",        "cards",     "region", "on_demand", "spot",
                                                                "reserved_1y", "reserved_3y", "per_month", "notes",  "card_share"};

struct Group {
    Offer common; // what all rows of the group share
    std::string slug;
    std::array<int, ColumnCount> position{}; // of a column in a row; -1: the group has no such column
};

std::string slugOf(std::string_view name)
{
    std::string slug;
    for (const char c : name)
        slug += c == ' ' || c == '/' ? '-' : (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return slug;
}

void readColumns(const json::Reader& list, Group& group)
{
    group.position.fill(-1);
    for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i) {
        const auto name = list.at(i).oneOf(kColumns);
        for (std::size_t column = 0; name && column < kColumns.size(); ++column) {
            if (kColumns[column] == *name)
                group.position[column] = static_cast<int>(i);
        }
    }
    for (const Column needed : {Instance, CardId, Cards, Region}) {
        if (group.position[needed] < 0)
            list.fail("a column \"" + std::string(kColumns[needed]) + '"');
    }
}

class Row {
public:
    Row(const json::Reader& row, const Group& group) : m_row(row), m_group(group) {}

    std::optional<json::Reader> cell(Column column) const
    {
        const int position = m_group.position[column];
        if (position < 0)
            return std::nullopt;
        const json::Reader value = m_row.at(static_cast<std::size_t>(position));
        return value.isNull() ? std::nullopt : std::optional(value);
    }
    std::string text(Column column) const
    {
        const auto value = cell(column);
        const auto content = value ? value->string() : std::nullopt;
        return std::string(content.value_or(std::string_view()));
    }
    std::optional<Money> price(Column column) const
    {
        const auto value = cell(column);
        auto money = value ? value->money(m_group.common.currency) : std::nullopt;
        if (money && money->micros() <= 0) {
            value->fail("a price above 0 (null where there is none)");
            money.reset();
        }
        return money;
    }
    std::optional<MoneyPerHour> rate(Column column) const
    {
        const auto money = price(column);
        return money ? std::optional(MoneyPerHour{*money}) : std::nullopt;
    }

private:
    const json::Reader& m_row;
    const Group& m_group;
};

Offer readOffer(const json::Reader& object, const Group& group)
{
    Offer offer = group.common;
    if (object.requireArray() && object.size() > ColumnCount)
        object.fail("as many cells as the group has columns");
    const Row row(object, group);
    offer.instance = row.text(Instance);
    offer.cardId = row.text(CardId);
    offer.region = row.text(Region);
    if (const auto cards = row.cell(Cards))
        offer.cards = static_cast<int>(cards->integer(1, 1024).value_or(1));
    if (const auto share = row.cell(CardShare))
        offer.cardShare = share->number(0.01, 1).value_or(1);
    offer.onDemand = row.rate(OnDemand);
    offer.spot = row.rate(Spot);
    offer.reserved1Year = row.rate(Reserved1Year);
    offer.reserved3Years = row.rate(Reserved3Years);
    offer.perMonth = row.price(PerMonth);
    offer.notes = row.text(Notes);
    if (offer.instance.empty() || offer.cardId.empty())
        object.fail("an instance and a card id");
    offer.id = group.slug + '/' + offer.instance + '/' + offer.region + '/' + offer.dateTo;
    return offer;
}

void readGroup(const json::Reader& object, const Sources& sources, const Group& file, std::vector<Offer>& offers)
{
    Group group = file;
    Fields fields(object);
    if (const Fact* fact = sources.require(fields.child("source")))
        group.common.source = fact->source;
    fields.child("grade");
    fields.choice("grade", group.common.grade, kGradeNames, kGrades);
    if (const auto day = fields.child("date_from").date())
        group.common.dateFrom = *day;
    if (const auto day = fields.child("date_to").date())
        group.common.dateTo = *day;
    if (group.common.dateTo < group.common.dateFrom)
        fields.child("date_to").fail("a day not before \"date_from\"");
    readColumns(fields.child("columns"), group);
    const json::Reader rows = fields.child("rows");
    for (std::size_t i = 0; rows.requireArray() && i < rows.size(); ++i)
        offers.push_back(readOffer(rows.at(i), group));
    fields.done();
}

Money readMoney(Fields& fields, std::string_view key, Currency currency)
{
    return fields.child(key).money(currency).value_or(Money::zero(currency));
}

Currency readCurrency(Fields& fields)
{
    const json::Reader code = fields.child("currency");
    const auto text = code.string();
    if (text && text->size() != 3)
        code.fail("an ISO 4217 code (\"USD\")");
    return Currency(text.value_or("USD"));
}

PurchasePrice readPurchase(const json::Reader& object, const Sources& sources)
{
    PurchasePrice price;
    Fields fields(object);
    fields.text("card", price.cardId);
    const Currency currency = readCurrency(fields);
    price.low = readMoney(fields, "low", currency);
    price.high = readMoney(fields, "high", currency);
    if (price.low.micros() <= 0 || price.high.isLessThan(price.low))
        object.fail("0 < low <= high");
    fields.child("grade");
    fields.choice("grade", price.grade, kGradeNames, kGrades);
    if (const Fact* fact = sources.require(fields.child("source"))) {
        price.source = fact->source;
        price.date = fact->date;
    }
    fields.text("date", price.date, Fields::Need::Optional);
    fields.ignore("note");
    fields.done();
    return price;
}

} // namespace

void loadOffers(Loading& loading)
{
    loading.readFolder("offers", [&](const json::Reader& root) {
        Group common;
        Fields file(root);
        file.ignore("about");
        file.text("provider", common.common.provider);
        common.slug = slugOf(common.common.provider);
        common.common.currency = readCurrency(file);
        const Sources sources(file.child("sources"));
        const json::Reader groups = file.child("groups");
        for (std::size_t i = 0; groups.requireArray() && i < groups.size(); ++i)
            readGroup(groups.at(i), sources, common, loading.content.offers);
        file.done();
    });
}

void loadPurchasePrices(Loading& loading)
{
    loading.readFile("purchase-prices.json", [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        const json::Reader prices = file.child("prices");
        for (std::size_t i = 0; prices.requireArray() && i < prices.size(); ++i)
            loading.content.ownership.purchases.push_back(readPurchase(prices.at(i), sources));
        file.done();
    });
}

} // namespace cardfit
