// The search for the best configurations: exact over its space, within every limit, and of one piece with plan().
#include "core/plan/fleet/search.h"
#include "core/plan/plan.h"
#include "tests/support/scenario_case.h"

#include <random>

using namespace cardfit;
using namespace cardfit::test;
using fleet::Fate;
using fleet::SearchOptions;
using fleet::SearchPoint;
using fleet::SearchResult;

class SearchTest : public QObject {
    Q_OBJECT

private slots:
    void frontIsThatOfAllPlans_data();
    void frontIsThatOfAllPlans();
    void frontIsThatOfAllPlansAtRandom();
    void pruningSparesMostOfTheCatalog();
    void everyPlanIsCountedOnce();
    void pointsAreWhatThePlannerSays_data();
    void pointsAreWhatThePlannerSays();
    void noPointIsDominated();
    void keepsWhatIsAllowed_data();
    void keepsWhatIsAllowed();
    void keepsTheLimits();
    void keepsTheGlobalBatch();
    void leavesOutWhatCannotRun();
    void withoutPriceStandsApart();
    void slicesKeepTheirCard();
    void objectiveChoosesTheWinner();
    void runnerUpHasOtherCards();
    void namesTheLimitsThatBind();
    void stopsWhenAsked();
    void wrongScenarioHasProblems();
};

namespace {

Scenario scenarioOf(const std::string& json)
{
    json::Problems found;
    const auto document = json::Document::parse(json, found);
    const auto scenario = document ? readScenario(json::Reader(document->root(), found), {}) : std::nullopt;
    if (!scenario)
        qFatal("not a scenario: %s", json.c_str());
    return *scenario;
}

SearchResult searched(const Scenario& scenario, SearchOptions options = {})
{
    options.explainLimits = false;
    return fleet::search(scenario, catalog(), options);
}

std::string nameOf(const SearchPoint& point)
{
    const Split& s = point.split;
    return std::to_string(point.cards()) + " " + point.card->id + " " + point.weights + " t" + std::to_string(s.tensor) + " p" +
           std::to_string(s.pipeline) + " d" + std::to_string(s.data) + " e" + std::to_string(s.expert) + " z" +
           std::to_string(s.zeroStage) + " b" + std::to_string(point.batch);
}

// Names of what only one of two fronts holds; empty: they are the same, figure by figure.
QString differenceOf(const SearchResult& a, const SearchResult& b)
{
    if (a.front.size() != b.front.size())
        return QStringLiteral("%1 points, not %2").arg(a.front.size()).arg(b.front.size());
    for (std::size_t i = 0; i < a.front.size(); ++i)
        if (nameOf(a.front[i]) != nameOf(b.front[i]) || !(a.front[i].objectives == b.front[i].objectives))
            return QString::fromStdString(nameOf(a.front[i]) + " is not " + nameOf(b.front[i]));
    for (std::size_t i = 0; i < std::min(a.unpriced.size(), b.unpriced.size()); ++i)
        if (nameOf(a.unpriced[i]) != nameOf(b.unpriced[i]))
            return QString::fromStdString("without price: " + nameOf(a.unpriced[i]) + " is not " + nameOf(b.unpriced[i]));
    return a.unpriced.size() == b.unpriced.size() ? QString() : QStringLiteral("other cards without price");
}

QString differenceOfPruning(const Scenario& scenario, SearchOptions options)
{
    const SearchResult pruned = searched(scenario, options);
    options.prune = false;
    return differenceOf(pruned, searched(scenario, options));
}

} // namespace

void SearchTest::frontIsThatOfAllPlans_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("pay");
    QTest::addColumn<QString>("latency");
    const auto row = [](const char* name, const char* scenario, const char* pay = "rent", const char* latency = "answer") {
        QTest::newRow(name) << scenario << pay << latency;
    };
    row("users, whole catalog", R"({"model":"Qwen/Qwen2.5-14B-Instruct"})");
    row("users, first token", R"({"model":"Qwen/Qwen2.5-7B-Instruct","allow":{"vendors":["NVIDIA"],"max_cards":8}})", "rent", "ttft");
    row("users, per token, own", R"({"model":"Qwen/Qwen2.5-7B-Instruct","allow":{"max_cards":8}})", "own", "tpot");
    row("as many users as fit", R"({"model":"Qwen/Qwen2.5-7B-Instruct","concurrency":"max","allow":{"max_cards":4}})");
    row("long prompts, one token", R"({"model":"Qwen/Qwen2.5-7B-Instruct","input_tokens":8000,"output_tokens":1,"allow":{"max_cards":8}})");
    row("short prompts, long answers",
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","input_tokens":16,"output_tokens":4096,"allow":{"max_cards":8}})");
    row("burst", R"({"model":"Qwen/Qwen2.5-7B-Instruct","demand":{"arrival":"burst"},"allow":{"max_cards":8}})");
    row("a finite run", R"({"model":"Qwen/Qwen2.5-7B-Instruct","demand":{"requests":500},"allow":{"max_cards":4}})");
    row("mixture of experts", R"({"model":"Qwen/Qwen3-30B-A3B","allow":{"cards":["h100-sxm","l40s","b200-sxm"]}})");
    row("latent attention", R"({"model":"deepseek-ai/DeepSeek-V3","allow":{"cards":["h200-sxm","b200-sxm"]}})");
    row("windows", R"({"model":"google/gemma-3-27b-it","allow":{"cards":["h100-sxm","a100-sxm-80gb","l4"]}})");
    row("stages only", R"({"model":"Qwen/Qwen2.5-14B-Instruct","engine":"llama.cpp","weights":"gguf:Q4_K_M","allow":{"max_cards":8}})");
    row("sglang", R"({"model":"Qwen/Qwen2.5-14B-Instruct","engine":"sglang","allow":{"max_cards":8}})");
    row("tensorrt-llm", R"({"model":"Qwen/Qwen2.5-14B-Instruct","engine":"tensorrt-llm","allow":{"max_cards":8}})");
    row("eager engine", R"({"model":"Qwen/Qwen2.5-7B-Instruct","engine":"transformers","allow":{"max_cards":8}})");
    row("speculation",
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","speculative":{"tokens":3,"acceptance":0.7},"allow":{"cards":["h100-sxm","l4"]}})");
    row("demand", R"({"model":"Qwen/Qwen2.5-14B-Instruct","demand":{"requests_per_second":20}})");
    row("demand within limits",
        R"({"model":"Qwen/Qwen2.5-14B-Instruct","demand":{"requests_per_second":20,"spare_replicas":1},"limits":{"ttft_ms_p95":500,"tpot_ms_p95":40},
            "allow":{"max_cards":64,"cards":["l4","a10","l40s","a100-sxm-80gb","h100-sxm","mi300x"]}})");
    row("demand, own, within a limit",
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","demand":{"requests_per_second":5},"limits":{"tpot_ms_p95":25},"allow":{"max_cards":32}})",
        "own");
    row("demand on experts",
        R"({"model":"Qwen/Qwen3-30B-A3B","demand":{"requests_per_second":10},"limits":{"ttft_ms_p95":800},"allow":{"cards":["h100-sxm","l40s"]}})");
    row("budget and power", R"({"model":"Qwen/Qwen2.5-7B-Instruct","allow":{"monthly_budget":3000,"max_kw":2.5}})");
    row("full fine-tuning", R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"full"})");
    row("full fine-tuning with deepspeed", R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"full","engine":"deepspeed","global_batch":64})");
    row("pre-training experts", R"({"model":"Qwen/Qwen3-30B-A3B","task":"pretrain","global_batch":256})");
    row("qlora", R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"qlora"})");
}

// Figures of every plan without pruning are the reference: the two must agree to the last digit.
void SearchTest::frontIsThatOfAllPlans()
{
    QFETCH(QString, scenario);
    QFETCH(QString, pay);
    QFETCH(QString, latency);
    SearchOptions options;
    options.pay = pay == "own" ? cost::Side::Own : cost::Side::Rent;
    options.latency = latency == "ttft"   ? fleet::Latency::FirstToken
                      : latency == "tpot" ? fleet::Latency::PerToken
                                          : fleet::Latency::Answer;
    QCOMPARE(differenceOfPruning(scenarioOf(scenario.toStdString()), options), QString());
}

void SearchTest::frontIsThatOfAllPlansAtRandom()
{
    const std::vector<std::string> models{"Qwen/Qwen2.5-0.5B-Instruct", "Qwen/Qwen2.5-7B-Instruct",         "Qwen/Qwen2.5-72B-Instruct",
                                          "Qwen/Qwen3-30B-A3B",         "meta-llama/Llama-3.1-8B-Instruct", "openai/gpt-oss-20b"};
    std::mt19937 random(20261201);
    const auto below = [&random](std::size_t count) { return random() % count; };
    const auto oneOf = [&](const auto& list) { return list[below(list.size())]; };
    for (int round = 0; round < 60; ++round) {
        Scenario scenario;
        scenario.model.name = oneOf(models);
        scenario.inputTokens = 1 << below(14);
        scenario.outputTokens = 1 << below(11);
        scenario.contextTokens = scenario.inputTokens + scenario.outputTokens;
        scenario.contextStated = true;
        scenario.concurrency = 1 << below(8);
        scenario.allow.maxCards = 1 << (1 + below(4));
        for (int i = 0; i < 4; ++i)
            scenario.allow.cards.push_back(catalog().cards()[below(catalog().cards().size())].id);
        if (below(2) == 0)
            scenario.demand.requestsPerSecond = 0.5 * static_cast<double>(1 + below(40));
        if (below(3) == 0)
            scenario.limits.ttftMsP95 = 100.0 * static_cast<double>(1 + below(40));
        if (below(3) == 0)
            scenario.limits.tpotMsP95 = 10.0 * static_cast<double>(1 + below(10));
        if (below(3) == 0)
            scenario.engine = oneOf(std::vector<std::string>{"sglang", "tensorrt-llm", "lmdeploy", "transformers"});
        SearchOptions options;
        options.latency = static_cast<fleet::Latency>(below(3));
        options.pay = below(4) == 0 ? cost::Side::Own : cost::Side::Rent;
        const QString difference = differenceOfPruning(scenario, options);
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("round %1, %2 on %3: %4")
                                                      .arg(round)
                                                      .arg(QString::fromStdString(scenario.model.name),
                                                           QString::fromStdString(scenario.allow.cards[0]), difference)));
    }
}

void SearchTest::pruningSparesMostOfTheCatalog()
{
    const SearchResult result = searched(scenarioOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct"})"));
    QVERIFY(result.counts.space > 100'000);
    QVERIFY2(result.counts.of(Fate::Evaluated) * 4 < result.counts.space, qPrintable(QString::number(result.counts.of(Fate::Evaluated))));
}

void SearchTest::everyPlanIsCountedOnce()
{
    for (const char* json : {R"({"model":"Qwen/Qwen2.5-7B-Instruct","allow":{"monthly_budget":2000}})",
                             R"({"demand":{"requests_per_second":3},"limits":{"tpot_ms_p95":30},"allow":{"max_cards":4}})",
                             R"({"task":"full","global_batch":48,"allow":{"max_kw":5}})"})
        for (const bool prune : {true, false}) {
            SearchOptions options;
            options.prune = prune;
            const SearchResult result = searched(scenarioOf(json), options);
            QCOMPARE(result.counts.done(), result.counts.space);
        }
}

void SearchTest::pointsAreWhatThePlannerSays_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::newRow("users") << R"({"model":"Qwen/Qwen2.5-14B-Instruct","allow":{"max_cards":8}})";
    QTest::newRow("demand") << R"({"model":"Qwen/Qwen2.5-14B-Instruct","demand":{"requests_per_second":20},"limits":{"tpot_ms_p95":40}})";
    QTest::newRow("experts")
        << R"({"model":"Qwen/Qwen3-30B-A3B","demand":{"requests_per_second":20},"allow":{"cards":["h100-sxm","l40s"]}})";
    QTest::newRow("a price of one's own") << R"({"card":"a10","rental":{"offer":{"per_hour":"0.10","cards":1}},"allow":{"max_cards":4}})";
    QTest::newRow("full fine-tuning") << R"({"task":"full","global_batch":64})";
    QTest::newRow("deepspeed") << R"({"task":"full","engine":"deepspeed"})";
    QTest::newRow("qlora") << R"({"task":"qlora"})";
}

// A row applied to the scenario must be planned to the same figures, or the table would promise what is not there.
void SearchTest::pointsAreWhatThePlannerSays()
{
    QFETCH(QString, scenario);
    const Scenario asked = scenarioOf(scenario.toStdString());
    const SearchResult result = searched(asked);
    QVERIFY(!result.front.empty());
    for (const SearchPoint& point : result.front) {
        const Plan planned = plan(fleet::scenarioOf(asked, point), catalog());
        const char* name = nameOf(point).c_str();
        QVERIFY2(planned.resolved && planned.speed && planned.cost, name);
        QCOMPARE(planned.resolved->card->id, point.card->id);
        QCOMPARE(planned.resolved->weights->id, point.weights);
        QCOMPARE(planned.split, point.split);
        QCOMPARE(planned.fit.verdict, fleet::Verdict::Fits);
        QCOMPARE(*planned.fit.headroom, point.headroom);
        QCOMPARE(planned.fleet.totalCards(), point.cards());
        QCOMPARE(planned.speed->timeToFirstToken, point.speed.timeToFirstToken);
        QCOMPARE(planned.speed->timePerOutputToken, point.speed.timePerOutputToken);
        QCOMPARE(planned.speed->trainingTokens, point.speed.trainingTokens);
        QCOMPARE(planned.cost->rentPerMonth, point.rentPerMonth);
    }
}

void SearchTest::noPointIsDominated()
{
    const SearchResult result = searched(scenarioOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct"})"));
    for (const SearchPoint& a : result.front)
        for (const SearchPoint& b : result.front)
            QVERIFY2(!fleet::dominates(a.objectives, b.objectives), qPrintable(QString::fromStdString(nameOf(b))));
}

void SearchTest::keepsWhatIsAllowed_data()
{
    QTest::addColumn<QString>("allow");
    QTest::newRow("8 bits") << R"({"min_weight_bits":8})";
    QTest::newRow("16 bits") << R"({"min_weight_bits":16})";
    QTest::newRow("vendors") << R"({"vendors":["AMD"]})";
    QTest::newRow("cards") << R"({"cards":["l4","a10"]})";
    QTest::newRow("four cards") << R"({"max_cards":4})";
    QTest::newRow("budget") << R"({"monthly_budget":2500})";
    QTest::newRow("power") << R"({"max_kw":1.5})";
}

void SearchTest::keepsWhatIsAllowed()
{
    QFETCH(QString, allow);
    for (const std::string load : {R"("concurrency":16)", R"("demand":{"requests_per_second":2})"}) {
        const Scenario asked = scenarioOf("{" + load + R"(,"allow":)" + allow.toStdString() + "}");
        const SearchResult result = searched(asked);
        QVERIFY(!result.front.empty());
        for (const SearchPoint& point : result.front) {
            QVERIFY(point.weightBits >= asked.allow.minWeightBits.value_or(0));
            QVERIFY(point.cards() <= asked.allow.maxCards.value_or(point.cards()));
            QVERIFY(asked.allow.vendors.empty() || point.card->vendor == asked.allow.vendors.front());
            QVERIFY(asked.allow.cards.empty() || std::ranges::find(asked.allow.cards, point.card->id) != asked.allow.cards.end());
            QVERIFY(point.rentPerMonth->toDouble() <= asked.allow.monthlyBudget.value_or(1e12) + 0.01);
            const double kilowatts = point.cards() * point.card->power.value() / 1e3 * catalog().ownership().serverPowerOverCards;
            QVERIFY(kilowatts <= asked.allow.maxKilowatts.value_or(1e12));
        }
    }
}

void SearchTest::keepsTheLimits()
{
    const SearchResult result = searched(
        scenarioOf(R"({"demand":{"requests_per_second":10},"limits":{"ttft_ms_p95":400,"tpot_ms_p95":25},"allow":{"max_cards":64}})"));
    QVERIFY(!result.front.empty());
    for (const SearchPoint& point : result.front) {
        QVERIFY(inMilliseconds(*point.speed.timeToFirstTokenP95) <= 400);
        QVERIFY(inMilliseconds(*point.speed.timePerOutputTokenP95) <= 25);
        QVERIFY(!point.fleet.saturated);
        QVERIFY(*point.fleet.capacityRequestsPerSecond > 10 * 2.5); // the peak
    }
}

// 48 = data x micro-batch x steps of accumulation: 32 sequences at once would be another recipe.
void SearchTest::keepsTheGlobalBatch()
{
    const SearchResult result = searched(scenarioOf(R"({"task":"full","global_batch":48})"));
    QVERIFY(!result.front.empty());
    for (const SearchPoint& point : result.front)
        QVERIFY2(48 % (point.split.data * point.batch) == 0, qPrintable(QString::fromStdString(nameOf(point))));
}

// T4 and V100 have no BF16 unit, and AWQ kernels ask for compute capability 7.5 (data/weight-formats.json).
void SearchTest::leavesOutWhatCannotRun()
{
    const SearchResult result =
        searched(scenarioOf(R"({"model":"Qwen/Qwen2.5-7B-Instruct","weights":"int4-awq","allow":{"cards":["v100-sxm2-32gb","t4"]}})"));
    QVERIFY(result.counts.of(Fate::Unsupported) > 0);
    QVERIFY(!result.front.empty());
    for (const SearchPoint& point : result.front)
        QVERIFY(point.card->id != "v100-sxm2-32gb" || (point.weights != "int4-awq" && point.weights != "fp8"));
}

void SearchTest::withoutPriceStandsApart()
{
    const SearchResult result = searched(scenarioOf(R"({"rental":{"term":"reserved-3y"}})"));
    for (const SearchPoint& point : result.front)
        QVERIFY(point.rentPerMonth && point.rentPerMonth->micros() > 0);
    QVERIFY(!result.unpriced.empty());
    QSet<QString> cards;
    for (const SearchPoint& point : result.unpriced) {
        QVERIFY(!point.perMonth);
        QVERIFY(!cards.contains(QString::fromStdString(point.card->id)));
        cards.insert(QString::fromStdString(point.card->id));
    }
}

// A slice is a card of its own beside the whole one, and its row gives it back as it was described.
void SearchTest::slicesKeepTheirCard()
{
    const Scenario asked = scenarioOf(
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":{"slice_of":"a100-sxm-80gb","memory_gb":40,"bandwidth_gbs":1000,"id":"half"},
            "rental":{"offer":{"per_hour":"0.10","cards":1}},"allow":{"max_cards":2}})");
    const SearchResult result = searched(asked);
    const auto own = std::ranges::find_if(result.front, [](const SearchPoint& point) { return point.ownCard; });
    QVERIFY(own != result.front.end());
    QCOMPARE(own->card->id, std::string("half"));
    QVERIFY(fleet::scenarioOf(asked, *own).card.custom != nullptr);
    const auto other = std::ranges::find_if(result.front, [](const SearchPoint& point) { return !point.ownCard; });
    QVERIFY(other != result.front.end());
    QVERIFY(fleet::scenarioOf(asked, *other).card.custom == nullptr);
    QVERIFY(!fleet::scenarioOf(asked, *other).rental.given);
}

void SearchTest::objectiveChoosesTheWinner()
{
    SearchOptions options;
    const Scenario scenario = scenarioOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct","allow":{"max_cards":8}})");
    const auto winner = [&](fleet::Objective objective) {
        options.objective = objective;
        return searched(scenario, options).front.front().objectives;
    };
    const fleet::Objectives cheapest = winner(fleet::Objective::Cost), quickest = winner(fleet::Objective::Latency),
                            most = winner(fleet::Objective::Throughput), perToken = winner(fleet::Objective::CostPerToken);
    const auto costPerToken = [](const fleet::Objectives& point) { return static_cast<double>(point.cost) / point.throughput; };
    for (const SearchPoint& point : searched(scenario).front) {
        QVERIFY(cheapest.cost <= point.objectives.cost);
        QVERIFY(quickest.latency <= point.objectives.latency);
        QVERIFY(most.throughput >= point.objectives.throughput);
        QVERIFY(costPerToken(perToken) <= costPerToken(point.objectives));
    }
}

void SearchTest::runnerUpHasOtherCards()
{
    const SearchResult result = searched(scenarioOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct"})"));
    QVERIFY(result.runnerUp);
    const SearchPoint &winner = result.front.front(), &second = result.front[*result.runnerUp];
    QVERIFY(winner.card != second.card || winner.cards() != second.cards());
    for (std::size_t i = 1; i < *result.runnerUp; ++i)
        QVERIFY(result.front[i].card == winner.card && result.front[i].cards() == winner.cards());
}

void SearchTest::namesTheLimitsThatBind()
{
    const SearchResult tight = fleet::search(
        scenarioOf(R"({"model":"Qwen/Qwen2.5-14B-Instruct","limits":{"tpot_ms_p95":20},"allow":{"min_weight_bits":16,"max_cards":64}})"),
        catalog());
    QStringList keys;
    for (const fleet::LiftedLimit& lifted : tight.binding) {
        keys << QString::fromUtf8(lifted.limit.data(), static_cast<int>(lifted.limit.size()));
        QVERIFY(lifted.winner.objectives.cost < tight.front.front().objectives.cost);
    }
    QVERIFY2(keys.contains("tpot_ms_p95") && keys.contains("min_weight_bits") && !keys.contains("max_cards"), qPrintable(keys.join(' ')));
}

void SearchTest::stopsWhenAsked()
{
    SearchOptions options;
    int asked = 0;
    options.goOn = [&asked](const fleet::SearchCounts& counts) { return counts.done() > 0 && ++asked < 3; };
    const SearchResult result = searched(scenarioOf("{}"), options);
    QVERIFY(!result.complete);
    QCOMPARE(asked, 3);
    QVERIFY(result.counts.done() < result.counts.space);
}

void SearchTest::wrongScenarioHasProblems()
{
    const SearchResult unknown = searched(scenarioOf(R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a1000"})"));
    QVERIFY(unknown.front.empty());
    QCOMPARE(unknown.problems.front().where, std::string("/card"));
    SearchOptions options;
    options.precisions = {"int5"};
    const SearchResult format = searched(scenarioOf("{}"), options);
    QVERIFY(format.front.empty());
    QCOMPARE(format.problems.front().where, std::string("/weights"));
}

QTEST_APPLESS_MAIN(SearchTest)
#include "tst_search.moc"
