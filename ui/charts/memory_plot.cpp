#include "ui/charts/memory_plot.h"

#include "core/report/format.h"
#include "ui/charts/chart_style.h"
#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kRightMargin = 12;
constexpr double kNameMargin = 146;     // names and glyphs left of the bars
constexpr double kGlyphOffset = 14;     // centre of the glyph, left of the zero line
constexpr double kNameOffset = 26;      // right end of the name
constexpr double kLongestOverrun = 1.6; // the axis ends at this multiple of the largest card, however large the need

Bytes allocatedOf(const report::MemoryBar& bar)
{
    Bytes sum;
    for (const Bytes part : bar.components)
        sum += part;
    return sum;
}

} // namespace

MemoryBars::MemoryBars(QCPAxis* rows, QCPAxis* gib, const Translator& translator)
    : QCPAbstractPlottable(rows, gib), m_translator(translator)
{
    setAntialiased(true);
}

void MemoryBars::setContent(report::MemoryChart chart, const Theme& theme)
{
    m_chart = std::move(chart);
    m_theme = theme;
}

void MemoryBars::setThickness(double chosen, double other)
{
    m_chosenThickness = chosen;
    m_otherThickness = other;
}

double MemoryBars::x(Bytes bytes) const { return mValueAxis->coordToPixel(inGiB(bytes)); }

QRectF MemoryBars::boxOf(std::size_t index) const
{
    const report::MemoryBar& bar = m_chart.bars[index];
    const double thickness = bar.chosen ? m_chosenThickness : m_otherThickness;
    const double middle = mKeyAxis->coordToPixel(static_cast<double>(index));
    return QRectF(QPointF(x(Bytes()), middle - thickness / 2), QPointF(x(bar.has), middle + thickness / 2));
}

void MemoryBars::draw(QCPPainter* painter)
{
    painter->setAntialiasing(true);
    // Words at the left and right stand outside the axis rectangle; bars that overrun the axis are cut at the widget.
    painter->setClipping(false);
    for (std::size_t index = 0; index < m_chart.bars.size(); ++index) {
        const report::MemoryBar& bar = m_chart.bars[index];
        const QRectF box = boxOf(index);
        painter->fillRect(box, m_theme.grid);
        painter->save();
        painter->setClipRect(QRectF(box.left(), box.top() - 6, mValueAxis->axisRect()->width() + 8, box.height() + 12));
        drawReserved(*painter, bar, box);
        drawSegments(*painter, bar, box);
        drawLimits(*painter, bar, box);
        drawWhisker(*painter, bar, box);
        painter->restore();
        drawWords(*painter, bar, box);
        if (m_marked == index) {
            painter->setPen(QPen(m_theme.text, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(box.adjusted(-0.5, -2.5, 0.5, 2.5));
        }
    }
}

void MemoryBars::drawSegments(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const
{
    Bytes start;
    const auto segment = [&](Bytes part, const QColor& colour) {
        if (part.value() <= 0)
            return;
        const double left = x(start);
        start += part;
        const double width = std::max(1.0, x(start) - left - 1); // 1 px of surface parts two neighbours
        painter.fillRect(QRectF(left, box.top(), width, box.height()), colour);
        painter.fillRect(QRectF(left + width, box.top(), 1, box.height()), m_theme.surface);
    };
    for (std::size_t i = 0; i < memory::kComponents; ++i)
        segment(bar.components[i], m_theme.component(static_cast<memory::Component>(i)));
    segment(bar.nonTorch, m_theme.nonTorch());
}

void MemoryBars::drawReserved(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const
{
    const Bytes end = allocatedOf(bar) + bar.nonTorch;
    if (bar.reservedBeyondNeed.value() <= 0)
        return;
    const QRectF area(QPointF(x(end), box.top()), QPointF(x(end + bar.reservedBeyondNeed), box.bottom()));
    if (painter.modes().testFlag(QCPPainter::pmVectorized))
        painter.fillRect(area, QColor(0xCDD3D9)); // hatching is mush at 1200 dpi
    else
        hatch(painter, area, m_theme.hatch);
}

void MemoryBars::drawLimits(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const
{
    const double reach = bar.chosen ? 4 : 3;
    painter.setPen(QPen(m_theme.text, 1, Qt::DotLine));
    if (bar.usable < bar.has)
        painter.drawLine(QPointF(x(bar.usable), box.top() - reach), QPointF(x(bar.usable), box.bottom() + reach));
    painter.fillRect(QRectF(x(bar.has) - 1, box.top() - reach, 2, box.height() + 2 * reach), m_theme.text);
}

void MemoryBars::drawWhisker(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const
{
    const double low = x(bar.needLow), high = x(bar.needHigh), middle = box.center().y();
    const auto strokes = [&] {
        painter.drawLine(QPointF(low, middle), QPointF(high, middle));
        painter.drawLine(QPointF(low, middle - 4), QPointF(low, middle + 4));
        painter.drawLine(QPointF(high, middle - 4), QPointF(high, middle + 4));
    };
    painter.setPen(QPen(m_theme.surface, 3, Qt::SolidLine, Qt::SquareCap)); // a halo, so that it reads on every colour
    strokes();
    painter.setPen(QPen(m_theme.text, 1.2, Qt::SolidLine, Qt::FlatCap));
    strokes();
}

void MemoryBars::drawWords(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const
{
    const double middle = box.center().y();
    const QFont name = m_theme.font(bar.chosen ? FontRole::TableStrong : FontRole::Table);
    drawText(painter, QRectF(0, middle - 10, box.left() - kNameOffset, 20), m_translator.plain(bar.label), name, m_theme.text,
             Qt::AlignRight);
    paintGlyph(painter, QPointF(box.left() - kGlyphOffset, middle), kCellGlyph, glyphOf(bar.verdict), m_theme);

    const QFont font = m_theme.font(bar.chosen ? FontRole::TableMedium : FontRole::Axis);
    const QString caption = m_translator.plain(bar.caption);
    const double width = textWidth(caption, font) + 2;
    const double plotRight = mValueAxis->axisRect()->right();
    const double stackEnd = x(allocatedOf(bar) + bar.nonTorch);
    double left = std::min(std::max({x(bar.has), x(bar.needHigh), stackEnd}), plotRight) + 8;
    if (left + width > plotRight + kRightMargin) { // no room behind: in the free part of the bar, on a patch of surface
        left = std::max(box.left() + 8, std::min(x(bar.usable), plotRight) - width - 14);
        painter.fillRect(QRectF(left - 4, middle - 8, width + 8, 16), m_theme.surface);
    }
    drawText(painter, QRectF(left, middle - 10, width + 1, 20), caption, font, bar.chosen ? m_theme.text : m_theme.text2);
}

std::optional<MemoryHit> MemoryBars::hitAt(QPointF place) const
{
    for (std::size_t index = 0; index < m_chart.bars.size(); ++index) {
        const report::MemoryBar& bar = m_chart.bars[index];
        const QRectF box = boxOf(index).adjusted(0, -4, 0, 4);
        if (place.y() < box.top() || place.y() > box.bottom())
            continue;
        const auto named = [&](const Text& name, Bytes bytes, const Text& record, std::string pointer) {
            const QString value = QString::fromStdString(report::memory(bytes, m_translator.style()));
            return MemoryHit{index, m_translator.plain(name) + QChar(u' ') + value, m_translator.plain(record), std::move(pointer)};
        };
        Bytes end;
        for (std::size_t i = 0; i < memory::kComponents; ++i) {
            end += bar.components[i];
            if (bar.components[i].value() > 0 && place.x() >= box.left() && place.x() < x(end))
                return named(componentText(static_cast<memory::Component>(i)), bar.components[i], m_chart.recordOfPart[i],
                             explainPointer(static_cast<memory::Component>(i)));
        }
        if (place.x() >= box.left() && place.x() < x(end + bar.nonTorch))
            return named(Text("component.non_torch"), bar.nonTorch, m_chart.recordOfNonTorch, kExplainNonTorch);
        if (place.x() >= box.left() && place.x() < x(end + bar.nonTorch + bar.reservedBeyondNeed))
            return named(Text("component.slack"), bar.reservedBeyondNeed, m_chart.recordOfSlack, kExplainSlack);
        return MemoryHit{index, m_translator.plain(bar.label) + QStringLiteral(": ") + m_translator.plain(bar.caption),
                         m_translator.plain(m_chart.record), kExplainNeed};
    }
    return std::nullopt;
}

double MemoryBars::selectTest(const QPointF& place, bool, QVariant*) const { return hitAt(place) ? 0.0 : -1.0; }

QCPRange MemoryBars::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_chart.bars.empty();
    return QCPRange(-0.5, static_cast<double>(m_chart.bars.size()) - 0.5);
}

QCPRange MemoryBars::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    double capacity = 1, need = 0;
    for (const report::MemoryBar& bar : m_chart.bars) {
        capacity = std::max(capacity, inGiB(bar.has));
        need = std::max(need, inGiB(bar.needHigh));
    }
    found = !m_chart.bars.empty();
    return QCPRange(0, std::min(std::max(capacity, need), capacity * kLongestOverrun) * 1.04);
}

// So far that every caption has room behind its bar, or in the free part of it.
double MemoryBars::upperForCaptions(double upper) const
{
    // The axis rectangle follows a resize only with the next replot.
    const double room = parentPlot()->width() - kNameMargin - kRightMargin;
    double wanted = upper;
    for (const report::MemoryBar& bar : m_chart.bars) {
        const double width =
            textWidth(m_translator.plain(bar.caption), m_theme.font(bar.chosen ? FontRole::TableMedium : FontRole::Axis)) + 14;
        const double stack = inGiB(allocatedOf(bar) + bar.nonTorch);
        const double end = std::min(std::max({inGiB(bar.has), inGiB(bar.needHigh), stack}), upper);
        const bool fitsInside = (inGiB(bar.usable) - std::max(stack, inGiB(bar.needHigh))) / upper * room > width + 20;
        if (!fitsInside && room > 2 * width)
            wanted = std::max(wanted, end * room / (room + kRightMargin - width));
    }
    return wanted;
}

void MemoryBars::drawLegendIcon(QCPPainter*, const QRectF&) const {}

MemoryPlot::MemoryPlot(const Translator& translator, QWidget* parent) : QCustomPlot(parent)
{
    axisRect()->setMargins(QMargins(static_cast<int>(kNameMargin), 4, 12, 22));
    m_bars = new MemoryBars(yAxis, xAxis, translator);
    yAxis->setRangeReversed(true);
    setMouseTracking(true);
}

void MemoryPlot::setContent(const report::MemoryChart& chart, const Theme& theme)
{
    m_bars->setContent(chart, theme);
    styleChart(*this, theme);
    styleValueAxis(*xAxis, theme);
    hideAxis(*yAxis);
    bool found = false;
    yAxis->setRange(m_bars->getKeyRange(found));
    yAxis->setRangeReversed(true);
    QCPRange values = m_bars->getValueRange(found);
    values.upper = m_bars->upperForCaptions(values.upper);
    xAxis->setRange(values);
    const auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
    ticker->setTickStep(niceStep(values.upper));
    xAxis->setTicker(ticker);
    xAxis->setNumberFormat(QStringLiteral("f"));
    xAxis->setNumberPrecision(niceStep(values.upper) < 1 ? 1 : 0);
    replot(rpQueuedReplot);
}

} // namespace cardfit::ui
