#include "ui/tables/cell_painter.h"

#include "core/report/format.h"
#include "core/report/verdict_words.h"
#include "ui/text/translator.h"
#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kGlyphCentre = 13, kWordsLeft = 25, kPriceMargin = 7;
constexpr double kDisallowed = 0.45; // opacity of what the scenario's rules leave out

void paintGround(QPainter& painter, const QRectF& box, const fleet::FitCell& cell, const Theme& theme)
{
    const VerdictColours colours = theme.verdict(cell.verdict);
    if (colours.tint.isValid()) {
        painter.fillRect(box, colours.tint);
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, 1, cell.verdict == fleet::Verdict::NotModelled ? Qt::DashLine : Qt::SolidLine));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

// A picture of the mark, so large that it holds all of it, with its centre `offset` from the middle.
QPixmap glyphPixmap(Glyph glyph, double size, QPointF offset, int side, double pixelRatio, const Theme& theme)
{
    QPixmap pixmap(QSize(side, side) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, QPointF(side / 2.0, side / 2.0) + offset, size, glyph, theme);
    return pixmap;
}

// Hundreds of cells have the same few marks, and filling their curves was a third of a move of a slider: on screen they
// are painted once and copied. Paper, and pixels that are not whole, get the paths.
void paintCellGlyph(QPainter& painter, QPointF centre, double size, Glyph glyph, const Theme& theme)
{
    const double pixelRatio = painter.device()->devicePixelRatioF();
    const QTransform& transform = painter.transform();
    const bool whole = pixelRatio == std::round(pixelRatio) && transform.type() <= QTransform::TxTranslate &&
                       transform.dx() == std::round(transform.dx()) && transform.dy() == std::round(transform.dy());
    if (!whole || painter.paintEngine()->type() != QPaintEngine::Raster) {
        paintGlyph(painter, centre, size, glyph, theme);
        return;
    }
    const QPointF corner(std::floor(centre.x()), std::floor(centre.y()));
    const QPointF offset = centre - corner;
    const int side = 2 * static_cast<int>(std::ceil(size / 2) + 2);
    const QString key = QStringLiteral("cardfit-glyph-%1-%2-%3-%4-%5-%6")
                            .arg(static_cast<int>(glyph))
                            .arg(size)
                            .arg(offset.x())
                            .arg(offset.y())
                            .arg(pixelRatio)
                            .arg(static_cast<int>(theme.scheme));
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = glyphPixmap(glyph, size, offset, side, pixelRatio, theme);
        QPixmapCache::insert(key, pixmap);
    }
    painter.drawPixmap(corner - QPointF(side / 2.0, side / 2.0), pixmap);
}

void paintFrames(QPainter& painter, const QRectF& box, CellMarks marks, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    if (marks.chosen) {
        painter.setPen(QPen(theme.accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    } else if (marks.hovered) {
        painter.setPen(QPen(theme.text, 1));
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (marks.focused && !marks.chosen) {
        painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
        painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
    }
}

} // namespace

QString cellPrice(const fleet::FitCell& cell, const Translator& translator)
{
    if (!cell.perHour)
        return QStringLiteral("–");
    const int decimals = cell.perHour->toDouble() < 10 ? 2 : 1;
    return QString::fromStdString(report::amount(*cell.perHour, decimals, translator.style()));
}

void paintFitCell(QPainter& painter, const QRectF& box, const fleet::FitCell& cell, CellMarks marks, const Theme& theme,
                  const Translator& translator)
{
    painter.save();
    painter.setOpacity(cell.allowed ? 1.0 : kDisallowed);
    paintGround(painter, box, cell, theme);
    const bool starred = cell.cheapestToRent || cell.cheapestToOwn;
    const Glyph glyph = glyphOf(cell.verdict, cell.cheapestToRent, cell.cheapestToOwn);
    paintCellGlyph(painter, QPointF(box.left() + kGlyphCentre, box.center().y()), starred ? kStarGlyph : kCellGlyph, glyph, theme);

    const bool fits = cell.verdict == fleet::Verdict::Fits || cell.verdict == fleet::Verdict::Tight;
    const FontRole role = marks.chosen || starred ? FontRole::TableStrong : fits ? FontRole::TableMedium : FontRole::Table;
    const QFont font = theme.font(role);
    const bool priced = box.width() >= kPriceFromWidth && fits;
    const QString price = priced ? cellPrice(cell, translator) : QString();
    const double priceWidth = priced ? textWidth(price, theme.font(FontRole::Table)) + kPriceMargin + 4 : 2;
    const QRectF words(box.left() + kWordsLeft, box.top(), box.width() - kWordsLeft - priceWidth, box.height());
    drawText(painter, words, translator.plain(report::verdictWords(cell)), font, theme.verdict(cell.verdict).words);
    if (priced)
        drawText(painter, box.adjusted(0, 0, -kPriceMargin, 0), price, theme.font(FontRole::Table), cell.perHour ? theme.text : theme.text2,
                 Qt::AlignRight);
    paintFrames(painter, box, marks, theme);
    painter.restore();
}

} // namespace cardfit::ui
