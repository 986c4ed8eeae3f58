#include "ui/charts/speed_plot.h"

#include "core/report/format.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/speed_marks.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr int kLeft = 50, kTop = 4, kTopWithWords = 8, kRight = 118, kBottom = 21;
constexpr double kReach = 6;     // pixels from a limit within which it is taken
constexpr double kHandleIn = 13; // the handle's centre from the left end of the axis
constexpr double kOutside = 8;   // pixels above the plot from which a limit is dropped
constexpr double kStep = 1.05, kPage = 1.5;
constexpr double kLeastLimit = 0.1, kMostLimit = 1e7; // milliseconds, as the input takes them

QPen penOf(std::size_t index, const report::SpeedLine& line, const Theme& theme)
{
    if (line.chosen)
        return QPen(theme.accent, 2, Qt::SolidLine, Qt::FlatCap);
    constexpr std::array kPatterns = {Qt::DashLine, Qt::DashDotLine, Qt::DotLine, Qt::DashDotDotLine};
    return QPen(theme.text2, 1, kPatterns[(index + kPatterns.size() - 1) % kPatterns.size()], Qt::FlatCap);
}

// Two significant digits: what a hand can mean.
double rounded(double milliseconds)
{
    const double power = std::pow(10.0, std::floor(std::log10(milliseconds)) - 1);
    return std::clamp(std::round(milliseconds / power) * power, kLeastLimit, kMostLimit);
}

struct Range {
    double low = 0, high = 0;
};

Range rangeOf(const report::SpeedChart& chart)
{
    Range range{1e300, 0};
    const auto take = [&range](const std::vector<double>& values) {
        for (const double value : values) {
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    };
    for (const report::SpeedLine& line : chart.lines) {
        take(line.middle);
        take(line.low);
        take(line.high);
    }
    return range.high > 0 ? range : Range{1, 10};
}

double limitOnAxis(const report::SpeedChart& chart) { return *chart.limit->milliseconds / 1e3 / chart.perUnit; }

QSharedPointer<QCPAxisTickerText> octaves(double low, double high, const Translator& translator)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (double tick = 1; tick <= high * 1.001; tick *= 2) {
        if (tick >= low)
            ticker->addTick(tick, QString::fromStdString(report::grouped(std::llround(tick), translator.style())));
    }
    return ticker;
}

// Powers of ten; under two of them 2 and 5 times a power as well.
QSharedPointer<QCPAxisTickerText> decades(double low, double high, const Translator& translator)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const bool few = std::log10(high / low) < 2.2;
    for (double power = std::pow(10.0, std::floor(std::log10(low))); power <= high; power *= 10) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = power * factor;
            if (tick >= low * 0.999 && tick <= high * 1.001 && (few || factor == 1.0))
                ticker->addTick(tick, QString::fromStdString(report::significant(tick, 1, 6, translator.style())));
        }
    }
    return ticker;
}

QSharedPointer<QCPAxisTickerText> steps(double high, const Translator& translator)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const double step = niceStep(high, 4);
    for (int i = 0; i * step <= high * 1.001; ++i)
        ticker->addTick(i * step, QString::fromStdString(report::significant(i * step, 3, 3, translator.style())));
    return ticker;
}

QVector<double> slice(const std::vector<double>& values, std::size_t from, std::size_t to)
{
    return from < to ? QVector<double>(values.begin() + static_cast<std::ptrdiff_t>(from), values.begin() + static_cast<std::ptrdiff_t>(to))
                     : QVector<double>();
}

} // namespace

SpeedPlot::SpeedPlot(const Translator& translator, QWidget* parent) : QCustomPlot(parent), m_translator(translator)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_low = addGraph();
    m_high = addGraph();
    m_low->setPen(Qt::NoPen);
    m_high->setPen(Qt::NoPen);
    m_high->setChannelFillGraph(m_low);
    m_marks = new SpeedMarks(*this); // owned by the plot
}

QCPGraph& SpeedPlot::graphAt(std::size_t index)
{
    while (m_graphs.size() <= index)
        m_graphs.push_back(addGraph());
    return *m_graphs[index];
}

void SpeedPlot::setContent(const report::SpeedPage& page, std::size_t index, const Theme& theme)
{
    m_theme = theme;
    m_chart = page.charts[index];
    m_loads = page.marks;
    m_lowX = page.lowX;
    m_highX = page.highX;
    m_named = index == 0;
    const bool last = index + 1 == page.charts.size();
    m_axisName = last ? m_translator.plain(page.axis) : QString();
    styleChart(*this, theme);
    axisRect()->setMargins(QMargins(kLeft, m_named ? kTopWithWords : kTop, kRight, kBottom + (last ? kLastExtra : 0)));
    fillLines();
    scaleAxes();
    if (m_point && (m_chart.lines.empty() || *m_point >= m_chart.lines.front().x.size()))
        m_point.reset();
    replot(rpQueuedReplot);
}

void SpeedPlot::fillLines()
{
    const std::vector<report::SpeedLine>& lines = m_chart.lines;
    for (std::size_t i = 0; i < std::max(2 * lines.size(), m_graphs.size()); ++i) { // what is stated, and what is another job
        QCPGraph& graph = graphAt(i);
        if (i / 2 >= lines.size()) {
            graph.setData(QVector<double>(), QVector<double>(), true);
            continue;
        }
        const report::SpeedLine& line = lines[i / 2];
        QPen pen = penOf(i / 2, line, m_theme);
        if (i % 2 == 1 && line.chosen)
            pen.setStyle(Qt::DashLine);
        graph.setPen(pen);
        const std::size_t all = line.x.size(), part = std::min(line.stated, all);
        const std::size_t from = i % 2 == 0 ? 0 : part > 0 ? part - 1 : 0, to = i % 2 == 0 ? part : part < all ? all : from;
        graph.setData(slice(line.x, from, to), slice(line.middle, from, to), true);
    }
    QColor band = m_theme.accent;
    band.setAlpha(m_theme.bandAlpha());
    m_high->setBrush(band);
    const bool banded = !lines.empty() && !lines.front().high.empty();
    const QVector<double> x = banded ? slice(lines.front().x, 0, lines.front().x.size()) : QVector<double>();
    m_low->setData(x, banded ? slice(lines.front().low, 0, lines.front().low.size()) : QVector<double>(), true);
    m_high->setData(x, banded ? slice(lines.front().high, 0, lines.front().high.size()) : QVector<double>(), true);
}

void SpeedPlot::scaleAxes()
{
    styleCategoryAxis(*xAxis, m_theme);
    styleValueAxis(*yAxis, m_theme);
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setRange(m_lowX, m_highX);
    xAxis->setTicker(octaves(m_lowX, m_highX, m_translator));
    xAxis->setLabel(m_axisName);
    xAxis->setLabelFont(m_theme.font(FontRole::Axis));
    xAxis->setLabelColor(m_theme.text2);
    xAxis->setLabelPadding(2);
    if (!m_dragging) // else the limit would run away from the hand
        scaleValues();
}

void SpeedPlot::scaleValues()
{
    constexpr double kHeadroom = 1.12, kFarLimit = 2; // a limit far above all curves is shown at the edge
    Range range = rangeOf(m_chart);
    if (m_chart.limit && m_chart.limit->milliseconds)
        range.high = std::max(range.high, std::min(limitOnAxis(m_chart), kFarLimit * range.high));
    if (m_chart.logarithmic) {
        constexpr double kMostDecades = 1e4;
        const double headroom = m_named ? std::pow(range.high / range.low, 0.18) : kHeadroom; // words stand there
        const double high = range.high * std::max(kHeadroom, headroom);
        const double low = std::max(range.low / kHeadroom, high / kMostDecades);
        yAxis->setScaleType(QCPAxis::stLogarithmic);
        yAxis->setRange(low, high);
        yAxis->setTicker(decades(low, high, m_translator));
        return;
    }
    yAxis->setScaleType(QCPAxis::stLinear);
    yAxis->setRange(0, range.high * kHeadroom);
    yAxis->setTicker(steps(range.high * kHeadroom, m_translator));
}

QPointF SpeedPlot::limitHandle() const
{
    const QRect area = axisRect()->rect();
    const double x = area.left() + kHandleIn;
    if (!m_chart.limit || !m_chart.limit->milliseconds)
        return {x, static_cast<double>(area.top())};
    const double y = yAxis->coordToPixel(limitOnAxis(m_chart));
    return {x, std::clamp<double>(y, area.top(), area.bottom())};
}

QRectF SpeedPlot::limitCross() const { return m_overLimit || hasFocus() ? m_marks->cross() : QRectF(); }

double SpeedPlot::limitAt(double y) const
{
    const QRect area = axisRect()->rect();
    const double value = yAxis->pixelToCoord(std::min<double>(y, area.bottom() - 1));
    return rounded(std::max(value * m_chart.perUnit * 1e3, kLeastLimit));
}

// All along a line that is set; one that is not is taken at its handle and words only.
bool SpeedPlot::isAtLimit(QPointF place) const
{
    constexpr double kWords = 150;
    if (!canHaveLimit())
        return false;
    const QRect area = axisRect()->rect();
    const QPointF handle = limitHandle();
    const double right = m_chart.limit->milliseconds ? area.right() : handle.x() + kWords;
    return std::abs(place.y() - handle.y()) <= kReach && place.x() >= handle.x() - kReach && place.x() <= right;
}

void SpeedPlot::setLimit(std::optional<double> milliseconds)
{
    if (milliseconds != m_chart.limit->milliseconds)
        emit limitMoved(milliseconds);
}

void SpeedPlot::moveLimit(double factor)
{
    if (!canHaveLimit())
        return;
    const auto now = m_chart.limit->milliseconds;
    emit limitGrabbed();
    if (!now) {
        if (factor < 1) // from above, where none is
            setLimit(limitAt(axisRect()->top() + axisRect()->height() * 0.1));
        return;
    }
    const double moved = rounded(*now * factor);
    const double least = std::pow(10.0, std::floor(std::log10(*now)) - 1); // where rounding would stand still
    setLimit(moved != rounded(*now) ? moved : rounded(*now + (factor > 1 ? least : -least)));
}

void SpeedPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !canHaveLimit())
        return;
    if (limitCross().contains(event->position())) {
        emit limitGrabbed();
        setLimit(std::nullopt);
        return;
    }
    if (!isAtLimit(event->position()))
        return;
    m_dragging = true;
    emit limitGrabbed();
}

void SpeedPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = event->position();
    if (m_dragging) {
        if (place.y() < axisRect()->top() - kOutside)
            setLimit(std::nullopt);
        else
            setLimit(limitAt(std::max<double>(place.y(), axisRect()->top())));
        return;
    }
    const bool cross = limitCross().contains(place), over = isAtLimit(place) || cross;
    setCursor(cross ? Qt::PointingHandCursor : over ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (over != m_overLimit) {
        m_overLimit = over;
        replot(rpQueuedReplot);
    }
    const QRect area = axisRect()->rect();
    if (over || m_chart.lines.empty() || !area.adjusted(-4, 0, 4, 0).contains(place.toPoint())) {
        mark(std::nullopt);
        return;
    }
    const std::vector<double>& x = m_chart.lines.front().x;
    const auto nearest = std::ranges::min_element(x, {}, [&](double users) { return std::abs(xAxis->coordToPixel(users) - place.x()); });
    mark(static_cast<std::size_t>(nearest - x.begin()));
}

void SpeedPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_dragging)
        return;
    m_dragging = false;
    scaleValues();
    replot(rpQueuedReplot);
}

void SpeedPlot::leaveEvent(QEvent*)
{
    m_overLimit = false;
    mark(std::nullopt);
    replot(rpQueuedReplot);
}

QPointF SpeedPlot::placeOf(std::size_t point) const
{
    const report::SpeedLine& line = m_chart.lines.front();
    return {xAxis->coordToPixel(line.x[point]), yAxis->coordToPixel(line.middle[point])};
}

void SpeedPlot::mark(std::optional<std::size_t> point)
{
    if (point == m_point)
        return;
    m_point = point;
    replot(rpQueuedReplot);
    emit pointWalked(point ? static_cast<int>(*point) : -1);
}

void SpeedPlot::walk(int steps)
{
    if (m_chart.lines.empty() || m_chart.lines.front().x.empty())
        return;
    const auto last = static_cast<std::ptrdiff_t>(m_chart.lines.front().x.size()) - 1;
    const std::ptrdiff_t from = m_point ? static_cast<std::ptrdiff_t>(*m_point) : steps > 0 ? -1 : last + 1;
    mark(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from + steps, 0, last)));
}

void SpeedPlot::keyPressEvent(QKeyEvent* event)
{
    constexpr int kAll = 1 << 20;
    switch (event->key()) {
    case Qt::Key_Right: walk(1); break;
    case Qt::Key_Left: walk(-1); break;
    case Qt::Key_Home: walk(-kAll); break;
    case Qt::Key_End: walk(kAll); break;
    case Qt::Key_Escape: mark(std::nullopt); break;
    case Qt::Key_Up: moveLimit(kStep); break;
    case Qt::Key_Down: moveLimit(1 / kStep); break;
    case Qt::Key_PageUp: moveLimit(kPage); break;
    case Qt::Key_PageDown: moveLimit(1 / kPage); break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (canHaveLimit()) {
            emit limitGrabbed();
            setLimit(std::nullopt);
        }
        break;
    default: QCustomPlot::keyPressEvent(event);
    }
}

void SpeedPlot::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    parentWidget()->update(); // paints the frame
    replot(rpQueuedReplot);
}

void SpeedPlot::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    parentWidget()->update();
    replot(rpQueuedReplot);
}

} // namespace cardfit::ui
