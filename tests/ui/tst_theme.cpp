#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"
#include "ui/theme/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QTest>

#include <cmath>

using namespace cardfit;
using namespace cardfit::ui;

namespace {

double channel(double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

double luminance(const QColor& colour)
{
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

// WCAG 2.1 contrast ratio.
double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
private slots:
    void allDigitsHaveOneWidth_data()
    {
        QTest::addColumn<int>("role");
        QTest::newRow("tables") << static_cast<int>(FontRole::Table);
        QTest::newRow("value boxes") << static_cast<int>(FontRole::ControlMedium);
        QTest::newRow("chosen cells") << static_cast<int>(FontRole::TableStrong);
    }
    void allDigitsHaveOneWidth()
    {
        QFETCH(int, role);
        const QFont font = Theme::light().font(static_cast<FontRole>(role));
        QCOMPARE(QFontInfo(font).family(), QStringLiteral("Lato"));
        const QFontMetricsF metrics(font);
        const double width = metrics.horizontalAdvance(QLatin1Char('0'));
        for (const char digit : std::string("123456789"))
            QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)), width);
    }

    // With a ligature "fi" would be one glyph, narrower than its letters.
    void ligaturesAreOff()
    {
        const QFontMetricsF metrics(Theme::light().font(FontRole::Control));
        for (const QString& pair : {QStringLiteral("fi"), QStringLiteral("tt"), QStringLiteral("ti")})
            QVERIFY(std::abs(metrics.horizontalAdvance(pair) - metrics.horizontalAdvance(pair[0]) - metrics.horizontalAdvance(pair[1])) <
                    0.3);
    }

    void fontSizesArePixels()
    {
        Theme theme = Theme::light();
        QCOMPARE(theme.font(FontRole::Title).pixelSize(), 15);
        theme.fontScale = 1.5;
        QCOMPARE(theme.font(FontRole::Control).pixelSize(), 20);
    }

    void latinComesBeforeHan()
    {
        QCOMPARE(fontFamilies(QStringLiteral("zh")).first(), QStringLiteral("Lato"));
        QVERIFY(fontFamilies(QStringLiteral("ja")).contains(QStringLiteral("Noto Sans CJK JP")));
    }

    // What can be read has 4.5, what can be operated 3 (WCAG 2.1 AA).
    void contrastIsEnough_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void contrastIsEnough()
    {
        QFETCH(bool, dark);
        const Theme theme = Theme::of(dark ? Scheme::Dark : Scheme::Light);
        for (const QColor& colour : {theme.text, theme.text2, theme.accent, theme.warn, theme.rent, theme.own})
            QVERIFY2(contrast(colour, theme.surface) >= 4.5, qPrintable(colour.name()));
        QVERIFY(contrast(theme.text2, theme.window) >= 4.5);
        QVERIFY(contrast(theme.controlLine, theme.window) >= 3.0);
        QVERIFY(contrast(theme.accent, theme.accentBackground) >= 4.5);
        for (const fleet::Verdict verdict : {fleet::Verdict::Fits, fleet::Verdict::Tight, fleet::Verdict::No}) {
            const VerdictColours colours = theme.verdict(verdict);
            QVERIFY2(contrast(colours.words, colours.tint) >= 4.5, fleet::nameOf(verdict).data());
        }
    }

    void everyVerdictHasItsOwnGlyph()
    {
        QCOMPARE(glyphOf(fleet::Verdict::Fits), Glyph::DiscCheck);
        QCOMPARE(glyphOf(fleet::Verdict::Fits, true, true), Glyph::DiscStar);
        QCOMPARE(glyphOf(fleet::Verdict::Fits, false, true), Glyph::RingStar);
        QCOMPARE(glyphOf(fleet::Verdict::Tight, true), Glyph::HalfDisc);
        QCOMPARE(glyphOf(fleet::Verdict::No), Glyph::Cross);
        QCOMPARE(glyphOf(fleet::Verdict::Unsupported), Glyph::SlashedRing);
        QCOMPARE(glyphOf(fleet::Verdict::NotModelled), Glyph::Question);
    }

    void glyphsStayInTheirBox()
    {
        for (int i = 0; i <= static_cast<int>(Glyph::Question); ++i) {
            QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintGlyph(painter, QRectF(10, 10, 20, 20), static_cast<Glyph>(i), Theme::light());
            painter.end();
            bool painted = false;
            for (int y = 0; y < 40; ++y) {
                for (int x = 0; x < 40; ++x) {
                    const bool inside = x >= 9 && x <= 30 && y >= 9 && y <= 30;
                    painted = painted || (inside && qAlpha(image.pixel(x, y)) > 0);
                    QVERIFY2(inside || qAlpha(image.pixel(x, y)) == 0, qPrintable(QString::number(i)));
                }
            }
            QVERIFY(painted);
        }
    }

    void latinAndHanShareOneBaseline()
    {
        const QFont font = Theme::light().font(FontRole::Axis);
        QCOMPARE(baselineFor(20, font), baselineFor(20, font));
        // Capitals are centred: as much room above as below, within a pixel.
        const double cap = QFontMetricsF(font).capHeight();
        QVERIFY(std::abs((baselineFor(20, font) - cap / 2) - 20) <= 0.5);
    }

    void longTextIsElidedAndReported()
    {
        QStringList elided;
        const ElisionWatch watch([&elided](const QString& text) { elided << text; });
        QImage image(100, 20, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        const QFont font = Theme::light().font(FontRole::Table);
        const double width = drawText(painter, QRectF(0, 0, 60, 20), QStringLiteral("Cards 2 × 3,000 over 48 months"), font, Qt::black);
        QVERIFY(width <= 60.5);
        QCOMPARE(elided.size(), 1);
        drawText(painter, QRectF(0, 0, 60, 20), QStringLiteral("A10"), font, Qt::black);
        QCOMPARE(elided.size(), 1);
    }

    void nothingFollowsTheEllipsisOfAMarkedSentence()
    {
        QImage image(200, 20, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        const Theme theme = Theme::light();
        const double width =
            drawMarkedText(painter, QRectF(0, 0, 120, 20), QStringLiteral("**2 × A10** carry Qwen2.5-14B in 4 bit: **7 % free**"),
                           theme.font(FontRole::Headline), theme.font(FontRole::HeadlineStrong), Qt::black);
        QVERIFY(width <= 120.5);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
