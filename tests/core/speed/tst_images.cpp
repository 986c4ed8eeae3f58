#include "core/plan/speed/rates.h"
#include "tests/core/speed/speed_case.h"

using namespace cardfit;
using namespace cardfit::test;

namespace {

std::string request(int input, int images)
{
    return R"({"model": "Qwen/Qwen2.5-VL-7B-Instruct", "card": "h100-sxm", "concurrency": 1, "output_tokens": 100, "input_tokens": )" +
           std::to_string(input) + R"(, "images_per_request": )" + std::to_string(images) + "}";
}

// 28 pixels a token: 1024 / 28 is 37 a side.
constexpr int kTokensOfAnImage = 37 * 37;

} // namespace

// What images in a request do to its prompt.
class ImagesTest : public QObject {
    Q_OBJECT
private slots:
    void countAsTokensOfThePrompt();
    void costTheTowersWork();
    void ofAnUnknownRuleAreRefused();
};

void ImagesTest::countAsTokensOfThePrompt()
{
    const Resolved images = resolved(request(100, 2).c_str());
    QCOMPARE(images.promptTokens(), 100 + 2 * kTokensOfAnImage);
    const speed::SpeedPlan withImages = speedOf(images, 500000);
    const speed::SpeedPlan asText = speedOf(resolved(request(100 + 2 * kTokensOfAnImage, 0).c_str()), 500000);
    // a client that waits longer for its first token decodes for a little less of its time
    VERIFY_NEAR(withImages.timePerOutputToken->value(), asText.timePerOutputToken->value(), 1e-3, 0);
    QVERIFY(withImages.indicative);
}

void ImagesTest::costTheTowersWork()
{
    const Resolved scenario = resolved(request(100, 2).c_str());
    const double withImages = speedOf(scenario, 500000).timeToFirstToken->value();
    const double asText = speedOf(resolved(request(100 + 2 * kTokensOfAnImage, 0).c_str()), 500000).timeToFirstToken->value();
    // two images of 74 x 74 patches, two FLOP a weight of the tower and patch, at the 16-bit rate of the card
    const speed::Rates rates = speed::ratesOf(scenario, speed::cardClassOf(scenario), *scenario.servingSpeed.profile->serving);
    const double tower = 2 * 2 * scenario.architecture->extra16 * 74 * 74 / rates.sixteenBit;
    VERIFY_NEAR(withImages - asText, tower, 1e-3, 0);
}

void ImagesTest::ofAnUnknownRuleAreRefused()
{
    const Resolved scenario = resolved(R"({"model": "Qwen2.5-7B", "images_per_request": 1})");
    Text refusal;
    QVERIFY(!speed::estimate(scenario, statedSplit(scenario), cacheOf(500000), refusal));
    QCOMPARE(refusal.code, std::string("speed.refused.images"));
}

QTEST_APPLESS_MAIN(ImagesTest)
#include "tst_images.moc"
