#include "core/catalog/catalog_loader.h"

#include <QtTest>

#include <set>

using namespace cardfit;

// Protects: the shipped facts. Expected values are those of data sheets, driver logs and price lists, not of the files.
class TestCatalog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void shipsEveryCardAndOffer();
    void fieldTraps();
    void memoryIsWhatTheDriverReports_data();
    void memoryIsWhatTheDriverReports();
    void namesAreShortAndDifferent();
    void everyFigureHasASource();
    void linksAreUsedWhereTheHardwareDoes_data();
    void linksAreUsedWhereTheHardwareDoes();
    void versionsPickTheirProfile_data();
    void versionsPickTheirProfile();
    void unknownEnginesFallBack();
    void everyEngineOfTheScenarioIsKnown_data();
    void everyEngineOfTheScenarioIsKnown();
    void versionsCompareByNumbers();
    void formatBytes_data();
    void formatBytes();
    void formatsAreFoundInAnyCase();
    void exlFormatsCarryTheirBits();
    void intervalsTakeTheMostSpecificKey();
    void slicesAreNoOffersOfTheCard();
    void missingPricesAreMissing();
    void purchasePriceIsTheMiddle();
    void survivesAMove();

private:
    std::optional<Catalog> m_catalog;
    const Card& card(const char* id) const { return *m_catalog->card(id); }
};

void TestCatalog::initTestCase()
{
    CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    for (const Error& error : load.problems)
        qWarning("%s", error.toString().c_str());
    QVERIFY(load.problems.empty());
    m_catalog.emplace(std::move(*load.catalog));
}

void TestCatalog::shipsEveryCardAndOffer()
{
    QCOMPARE(m_catalog->cards().size(), std::size_t(52));
    QCOMPARE(m_catalog->content().offers.size(), std::size_t(740));
    QVERIFY(!m_catalog->revision().empty());
}

void TestCatalog::fieldTraps()
{
    const auto tera = [](std::optional<FlopsPerSecond> peak) { return peak ? peak->value() / 1e12 : 0.0; };
    // T4: 65 is FP16, 8.1 is FP32; Turing has neither BF16 nor FP8.
    QCOMPARE(tera(card("t4").peaks.fp16), 65.0);
    QCOMPARE(tera(card("t4").peaks.fp32), 8.1);
    QVERIFY(!card("t4").peaks.bf16 && !card("t4").features.bf16 && !card("t4").features.flashAttention2);
    QCOMPARE(tera(card("t4").peaks.sixteenBit()), 65.0);
    // A10: GDDR6 (not GDDR6X), 600 GB/s, no NVLink, no MIG. And the A10G of AWS is another card.
    QCOMPARE(card("a10").memoryType, std::string("GDDR6"));
    QCOMPARE(card("a10").bandwidth.value(), 600e9);
    QCOMPARE(card("a10").link.value(), 0.0);
    QVERIFY(!card("a10").mig && !card("a10").peerBuffers);
    QCOMPARE(tera(card("a10").peaks.bf16), 125.0);
    QCOMPARE(tera(card("a10g").peaks.bf16), 70.0);
    // H100: the SXM part has 900 GB/s and 700 W, the PCIe part 600 GB/s over a bridge and 350 W.
    QCOMPARE(card("h100-sxm").link.value(), 900e9);
    QCOMPARE(card("h100-sxm").power.value(), 700.0);
    QCOMPARE(card("h100-pcie").link.value(), 600e9);
    QCOMPARE(card("h100-pcie").power.value(), 350.0);
    // FP8 from Ada and Hopper on; A100 has none, whatever some tables say.
    QVERIFY(card("l4").features.fp8 && card("h100-sxm").features.fp8);
    QVERIFY(!card("a100-sxm-80gb").features.fp8 && !card("a100-sxm-80gb").peaks.fp8);
    // Peaks are dense: the headline 1,979 of the H100 is with sparsity.
    QVERIFY(tera(card("h100-sxm").peaks.bf16) < 1000);
    QVERIFY(!card("v100-sxm2-32gb").features.bf16);
    QCOMPARE(card("gb200").cardsPerLinkDomain, 72);
}

void TestCatalog::memoryIsWhatTheDriverReports_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("driverMib");
    QTest::addColumn<double>("cudaGib");
    // nvidia-smi's total, and what torch.cuda sees of it, from public logs.
    QTest::newRow("H100: 81,559 MiB, not 80 GB and not 80 GiB") << "h100-sxm" << 81559.0 << 79.19;
    QTest::newRow("A100 80 GB") << "a100-sxm-80gb" << 81920.0 << 79.15;
    QTest::newRow("A10: ECC takes its share of 24 GiB") << "a10" << 23028.0 << 22.05;
    QTest::newRow("T4") << "t4" << 15360.0 << 14.56;
    QTest::newRow("RTX 4090") << "rtx-4090" << 24564.0 << 23.64;
    QTest::newRow("H200") << "h200-sxm" << 143771.0 << 139.72;
}

void TestCatalog::memoryIsWhatTheDriverReports()
{
    QFETCH(QString, id);
    const Card& found = card(id.toUtf8().constData());
    QTEST(inMiB(found.driverMemory), "driverMib");
    QFETCH(double, cudaGib);
    QVERIFY(std::abs(inGiB(found.cudaMemory) - cudaGib) < 1e-6);
    for (const Card& each : m_catalog->cards())
        QVERIFY2(each.cudaMemory < each.driverMemory && each.cudaMemory.value() > 0, each.id.c_str());
}

void TestCatalog::namesAreShortAndDifferent()
{
    std::set<std::string> names;
    for (const Card& each : m_catalog->cards()) {
        QVERIFY2(names.insert(each.shortName).second, each.shortName.c_str());
        QVERIFY2(each.shortName.size() <= 19, each.shortName.c_str()); // what the first column of the matrix holds
    }
    QCOMPARE(card("a100-sxm-80gb").shortName, std::string("A100 80 GB"));
}

void TestCatalog::everyFigureHasASource()
{
    for (const Card& each : m_catalog->cards()) {
        const Fact* fact = each.factOf("bandwidth_gb_per_s");
        QVERIFY2(fact && !fact->source.empty() && !fact->date.empty(), each.id.c_str());
    }
    for (const Offer& offer : m_catalog->content().offers)
        QVERIFY2(!offer.source.empty() && offer.dateFrom.size() == 10 && offer.dateTo.size() == 10, offer.id.c_str());
    for (const PurchasePrice& price : m_catalog->ownership().purchases)
        QVERIFY2(!price.source.empty() && !price.date.empty(), price.cardId.c_str());
    for (const EngineProfile& profile : m_catalog->content().engines)
        QVERIFY2(!profile.facts.empty(), profile.engine.c_str());
}

void TestCatalog::linksAreUsedWhereTheHardwareDoes_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("byDefault");
    QTest::addColumn<bool>("switched");
    QTest::newRow("HGX has a switch") << "h100-sxm" << true << true;
    QTest::newRow("a bridge must be asked for") << "a100-pcie-80gb" << false << false;
    QTest::newRow("SXM2 without a switch") << "v100-sxm2-16gb" << true << false;
    QTest::newRow("OAM boards are wired up") << "mi300x" << true << false;
    QTest::newRow("no link at all") << "l40s" << false << false;
}

void TestCatalog::linksAreUsedWhereTheHardwareDoes()
{
    QFETCH(QString, id);
    QTEST(card(id.toUtf8().constData()).linkByDefault, "byDefault");
    QTEST(card(id.toUtf8().constData()).switchedLink, "switched");
}

void TestCatalog::versionsPickTheirProfile_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("exact");
    QTest::newRow("none is the newest") << "vllm"
                                        << ""
                                        << "0.12" << true;
    QTest::newRow("inside a range") << "vllm"
                                    << "0.11.2"
                                    << "0.11" << true;
    QTest::newRow("0.9 is before 0.11") << "vllm"
                                        << "0.9.1"
                                        << "0.8" << true;
    QTest::newRow("the first of a range") << "vllm"
                                          << "0.12.0"
                                          << "0.12" << true;
    QTest::newRow("with a prefix") << "vllm"
                                   << "v0.6.3.post1"
                                   << "0" << true;
    QTest::newRow("in any case") << "vLLM"
                                 << "0.19"
                                 << "0.12" << true;
    QTest::newRow("a version that is only extrapolated") << "vllm"
                                                         << "0.30"
                                                         << "0.21" << false;
    QTest::newRow("an alias") << "ik_llama.cpp"
                              << "2025"
                              << "2024" << true;
    QTest::newRow("a build of 2023") << "llama.cpp"
                                     << "2023.11"
                                     << "0" << true;
    QTest::newRow("legacy cache of Transformers") << "transformers"
                                                  << "4.38"
                                                  << "0" << true;
}

void TestCatalog::versionsPickTheirProfile()
{
    QFETCH(QString, engine);
    QFETCH(QString, version);
    const auto match = m_catalog->engine(engine.toStdString(), version.toStdString(), Catalog::Role::InferenceMemory);
    QVERIFY(match.profile);
    QTEST(QString::fromStdString(match.profile->versions.from), "from");
    QTEST(match.exact, "exact");
}

void TestCatalog::unknownEnginesFallBack()
{
    for (const auto role :
         {Catalog::Role::InferenceMemory, Catalog::Role::TrainingMemory, Catalog::Role::ServingSpeed, Catalog::Role::TrainingSpeed}) {
        const auto match = m_catalog->engine("some-new-engine", "1.0", role);
        QVERIFY(match.profile && !match.exact);
        QVERIFY(match.profile->basis == Basis::Assumed);
    }
    QVERIFY(!m_catalog->knowsEngine("some-new-engine"));
    QVERIFY(!m_catalog->knowsEngine("default"));
    // A training engine that is asked to serve is known, but not in that role.
    QVERIFY(m_catalog->knowsEngine("megatron"));
    QVERIFY(!m_catalog->engine("megatron", {}, Catalog::Role::InferenceMemory).exact);
    QCOMPARE(m_catalog->engine("vllm", {}, Catalog::Role::InferenceMemory).profile->newestVersion, std::string("0.19"));
}

void TestCatalog::everyEngineOfTheScenarioIsKnown_data()
{
    QTest::addColumn<QString>("engine");
    for (const char* engine :
         {"vllm",         "sglang", "tensorrt-llm", "lmdeploy",  "llama.cpp", "exllama",    "autoawq",  "gpt-fast",        "mlc",
          "transformers", "peft",   "trl",          "deepspeed", "fsdp",      "fsdp-qlora", "megatron", "megatron-bridge", "torchtitan",
          "torchtune",    "litgpt", "ms-swift",     "axolotl",   "unsloth",   "xtuner"})
        QTest::newRow(engine) << engine;
}

void TestCatalog::everyEngineOfTheScenarioIsKnown()
{
    QFETCH(QString, engine);
    QVERIFY(m_catalog->knowsEngine(engine.toStdString()));
}

void TestCatalog::versionsCompareByNumbers()
{
    QVERIFY(Version::parse("0.9") < Version::parse("0.11"));
    QVERIFY(Version::parse("v0.6.3.post1") == Version::parse("0.6.3"));
    QVERIFY(Version::parse("2.1.0+cu121") < Version::parse("2.1.1"));
    QVERIFY(Version::parse("") == Version::parse("0"));
    QVERIFY(Version::parse("20240501") > Version::parse("2024"));
    QVERIFY(Version::parse("99999999999999999999") > Version::parse("2024"));
}

void TestCatalog::formatBytes_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("bytes"); // of a 4096 x 4096 matrix
    const double n = 4096.0 * 4096.0;
    QTest::newRow("bf16") << "bf16" << 2 * n;
    QTest::newRow("AWQ: 4 + 20/128 bits") << "int4-awq" << n * 4.15625 / 8;
    QTest::newRow("GPTQ: the same and an index per input") << "int4-gptq" << n * 4.15625 / 8 + 4 * 4096;
    QTest::newRow("GPTQ 8 bit: 8 + 24/128 bits") << "int8-gptq" << n * 8.1875 / 8 + 4 * 4096;
    QTest::newRow("NF4: FP32 absmax per 64") << "nf4" << n * 4.5 / 8;
    QTest::newRow("NF4 double quantised") << "nf4-dq" << n * (4 + 8.0 / 64 + 32.0 / (64 * 256)) / 8;
    QTest::newRow("FP8 per channel") << "fp8" << n + 4 * 4096;
    QTest::newRow("FP8 in blocks: 8.00195 bits") << "fp8-block" << n * (8 + 32.0 / 16384) / 8;
    QTest::newRow("MXFP4: 4.25 bits") << "mxfp4" << n * 4.25 / 8;
    QTest::newRow("NVFP4: 4.5 bits") << "nvfp4" << n * 4.5 / 8;
    QTest::newRow("Q4_K: 144 bytes per 256") << "gguf:Q4_K" << n * 144 / 256;
    QTest::newRow("Q6_K: 210 bytes per 256") << "gguf:q6_k" << n * 210 / 256;
    QTest::newRow("Q8_0: 34 bytes per 32") << "GGUF:Q8_0" << n * 34 / 32;
}

void TestCatalog::formatBytes()
{
    QFETCH(QString, id);
    const WeightFormat* format = m_catalog->weightFormat(id.toStdString());
    QVERIFY(format);
    const double n = 4096.0 * 4096.0;
    const double groups = format->grouped ? n / format->defaultGroup : 0;
    const double bytes =
        n * format->bytesPerWeight + 4096 * format->bytesPerOutput + groups * format->bytesPerGroupEntry + 4096 * format->bytesPerInput;
    QTEST(bytes, "bytes");
}

void TestCatalog::formatsAreFoundInAnyCase()
{
    QCOMPARE(m_catalog->weightFormat("AWQ"), m_catalog->weightFormat("int4-awq"));
    QVERIFY(!m_catalog->weightFormat("int5"));
    QCOMPARE(m_catalog->kvFormat("gguf:q8_0")->bytesPerElement, 34.0 / 32);
    QCOMPARE(m_catalog->weightFormat("gguf:Q4_K")->headBytesPerWeight, 210.0 / 256); // llama.cpp keeps the head in Q6_K
    for (const char* id :
         {"16bit",     "fp32",          "bf16",        "fp16",       "fp8", "int8",  "int8-bnb", "int8-gptq",        "int4-gptq",
          "int3-gptq", "int4-awq",      "nf4",         "nf4-dq",     "fp4", "mxfp4", "nvfp4",    "int8-weight-only", "int4-weight-only",
          "fp6",       "int4-sparse24", "gguf:Q4_K_M", "gguf:IQ4_XS"})
        QVERIFY2(m_catalog->weightFormat(id), id);
}

void TestCatalog::exlFormatsCarryTheirBits()
{
    QCOMPARE(m_catalog->exlFormat("exl2:4.25")->bytesPerWeight, 4.25 / 8);
    QCOMPARE(m_catalog->exlFormat("EXL3:3")->headBytesPerWeight, 0.75);
    for (const char* wrong : {"exl2", "exl2:", "exl2:x", "exl2:0", "exl2:9", "exl2:4bit", "exl4:4", "nf4:4", "exl2:nan"})
        QVERIFY2(!m_catalog->exlFormat(wrong), wrong);
}

void TestCatalog::intervalsTakeTheMostSpecificKey()
{
    const auto factors = [this](SpeedTask task, Evidence evidence, bool strongEngine) {
        return m_catalog->speed().intervals[static_cast<std::size_t>(task)][static_cast<std::size_t>(evidence)][strongEngine ? 1 : 0];
    };
    QVERIFY(std::abs(factors(SpeedTask::Decode, Evidence::Strong, true).high - 1.40) < 0.006);    // decode/strong/strong
    QVERIFY(std::abs(factors(SpeedTask::Decode, Evidence::Weak, true).high - 1.60) < 0.006);      // decode/weak/*
    QVERIFY(std::abs(factors(SpeedTask::Train, Evidence::Strong, true).low - 0.78) < 0.006);      // train/strong/*
    QVERIFY(std::abs(factors(SpeedTask::TtftLoad, Evidence::Strong, false).high - 3.28) < 0.006); // ttft-load/strong/some
}

void TestCatalog::slicesAreNoOffersOfTheCard()
{
    int slices = 0;
    for (const Offer& offer : m_catalog->content().offers)
        slices += offer.cardShare < 1 ? 1 : 0;
    QCOMPARE(slices, 12); // Azure NVadsA10 v5: a sixth, a third and half of an A10 in four regions
    for (const Offer* offer : m_catalog->offersOf("a10"))
        QCOMPARE(offer->cardShare, 1.0);
    QVERIFY(m_catalog->offersOf("no-such-card").empty());
}

void TestCatalog::missingPricesAreMissing()
{
    for (const Offer& offer : m_catalog->content().offers) {
        for (const auto term :
             {RentalTerm::OnDemand, RentalTerm::Spot, RentalTerm::Reserved1Year, RentalTerm::Reserved3Years, RentalTerm::Monthly}) {
            const auto price = offer.priceFor(term);
            QVERIFY2(!price || price->amount.micros() > 0, offer.id.c_str());
        }
    }
    const auto& offers = m_catalog->offersOf("a10g");
    const auto g5 = std::find_if(offers.begin(), offers.end(),
                                 [](const Offer* offer) { return offer->instance == "g5.xlarge" && offer->region == "us-east-1"; });
    QVERIFY(g5 != offers.end());
    QCOMPARE((*g5)->priceFor(RentalTerm::OnDemand)->amount.toRateString(), std::string("1.006")); // AWS list of 2026-07-20
    QVERIFY(!(*g5)->priceFor(RentalTerm::Monthly));
}

void TestCatalog::purchasePriceIsTheMiddle()
{
    const PurchasePrice* price = m_catalog->purchasePrice("a10");
    QVERIFY(price);
    QCOMPARE(price->base().toString(2), std::string("3000.00")); // 2,800 to 3,200
    QVERIFY(!m_catalog->purchasePrice("gb200"));                 // nobody prints one
}

void TestCatalog::survivesAMove()
{
    CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    const Catalog moved = std::move(*load.catalog);
    load.catalog.reset();
    QCOMPARE(moved.card("a10")->shortName, std::string("A10"));
    QCOMPARE(moved.card("a10"),
             &*std::find_if(moved.cards().begin(), moved.cards().end(), [](const Card& each) { return each.id == "a10"; }));
    QVERIFY(!moved.offersOf("t4").empty());
}

QTEST_APPLESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
