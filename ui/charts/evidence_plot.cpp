#include "ui/charts/evidence_plot.h"

#include "ui/charts/chart_style.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr double kMarkSize = 6, kRing = 6.5;
constexpr int kLeft = 44, kTop = 6, kRight = 16, kBottom = 40;
constexpr int kFill = 89, kPaleFill = 20, kPaleLine = 70; // alpha: 35 % of a mark; those not of the chosen class

struct Shape {
    QCPScatterStyle::ScatterShape shape;
    memory::Component hue; // any two differ in all kinds of colour vision
};
constexpr std::array<Shape, 4> kShapes = {{{QCPScatterStyle::ssCircle, memory::Component::Activations},
                                           {QCPScatterStyle::ssTriangle, memory::Component::OptimizerStates},
                                           {QCPScatterStyle::ssSquare, memory::Component::Weights},
                                           {QCPScatterStyle::ssDiamond, memory::Component::KvCache}}};

QColor withAlpha(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

// Dark needs lighter lines than the components' fills: these stand alone, not in a stack.
QColor lineOf(std::size_t series, const Theme& theme)
{
    const QColor colour = theme.component(kShapes[series % kShapes.size()].hue);
    constexpr int kLighter = 155;
    return theme.isDark() ? colour.lighter(kLighter) : colour;
}

QCPScatterStyle styleOf(std::size_t series, bool pale, const Theme& theme)
{
    const QColor line = lineOf(series, theme);
    return QCPScatterStyle(kShapes[series % kShapes.size()].shape, QPen(pale ? withAlpha(line, kPaleLine) : line, 1),
                           QBrush(withAlpha(line, pale ? kPaleFill : kFill)), kMarkSize);
}

// 1, 2, 5 times the powers of ten between two numbers.
QSharedPointer<QCPAxisTickerText> tickerOf(double low, double high, const Translator& translator)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (double power = std::pow(10.0, std::floor(std::log10(low))); power <= high; power *= 10) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = power * factor;
            if (tick >= low && tick <= high)
                ticker->addTick(tick, QString::fromStdString(report::significant(tick, 1, 6, translator.style())));
        }
    }
    return ticker;
}

} // namespace

void paintEvidenceMark(QPainter& painter, QPointF centre, std::size_t series, const Theme& theme)
{
    const QColor line = lineOf(series, theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 1));
    painter.setBrush(withAlpha(line, kFill));
    constexpr double kHalf = 4;
    switch (series % kShapes.size()) {
    case 0: painter.drawEllipse(centre, kHalf, kHalf); break;
    case 1:
        painter.drawPolygon(
            QPolygonF({centre + QPointF(0, -kHalf), centre + QPointF(kHalf + 0.5, kHalf), centre + QPointF(-kHalf - 0.5, kHalf)}));
        break;
    case 2: painter.drawRect(QRectF(centre - QPointF(kHalf, kHalf), QSizeF(2 * kHalf, 2 * kHalf))); break;
    default:
        painter.drawPolygon(QPolygonF({centre + QPointF(0, -kHalf - 1), centre + QPointF(kHalf + 1, 0), centre + QPointF(0, kHalf + 1),
                                       centre + QPointF(-kHalf - 1, 0)}));
    }
    painter.restore();
}

EvidencePlot::EvidencePlot(const Translator& translator, QWidget* parent) : QCustomPlot(parent), m_translator(translator)
{
    setObjectName(QStringLiteral("evidencePlot"));
    setAccessibleName(tr("Predicted against measured"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_predicted = new QCPItemText(this);
    m_predicted->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_predicted->position->setCoords(0, 0);
    m_predicted->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_predicted->setPadding(QMargins(7, 4, 4, 2));
    m_ring = new QCPItemEllipse(this);
    m_ring->setVisible(false);
    m_ring->setClipToAxisRect(false);
    m_ring->setLayer(QStringLiteral("overlay")); // has a buffer of its own: hovering does not draw thousands of points again
    for (QCPItemPosition* corner : {m_ring->topLeft, m_ring->bottomRight})
        corner->setType(QCPItemPosition::ptAbsolute);
}

void EvidencePlot::styleAxes(const report::EvidencePage& page, const Theme& theme)
{
    styleChart(*this, theme);
    axisRect()->setMargins(QMargins(kLeft, kTop, kRight, kBottom));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        styleValueAxis(*axis, theme);
        axis->setBasePen(QPen(theme.line, 1));
        axis->setRange(page.low, page.high);
        axis->setTicker(tickerOf(page.low, page.high, m_translator));
    }
    xAxis->setLabel(m_translator.plain(page.measuredAxis));
    xAxis->setLabelFont(theme.font(FontRole::Axis));
    xAxis->setLabelColor(theme.text2);
    xAxis->setLabelPadding(2);
    m_predicted->setText(m_translator.plain(page.predictedAxis));
    m_predicted->setFont(theme.font(FontRole::Axis));
    m_predicted->setColor(theme.text2);
}

void EvidencePlot::drawBand(double low, double high, double band, const Theme& theme)
{
    const auto line = [&](double factor) {
        QCPGraph* graph = addGraph();
        graph->setData({low, high}, {low * factor, high * factor}, true);
        graph->setPen(Qt::NoPen);
        return graph;
    };
    QCPGraph* lower = line(1 - band);
    QCPGraph* upper = line(1 + band);
    upper->setBrush(theme.grid);
    upper->setChannelFillGraph(lower);
    line(1)->setPen(QPen(theme.text2, 1));
}

void EvidencePlot::addMarks(std::size_t series, const Theme& theme)
{
    for (const bool chosen : {false, true}) { // those of the chosen class above the pale ones
        QVector<double> measured, predicted;
        for (const report::EvidencePoint& point : m_points) {
            if (point.series == series && point.chosen == chosen) {
                measured.append(point.measured);
                predicted.append(point.predicted);
            }
        }
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(styleOf(series, !chosen, theme));
        graph->setData(measured, predicted);
    }
}

void EvidencePlot::setContent(std::vector<report::EvidencePoint> points, const report::EvidencePage& page, const Theme& theme)
{
    m_points = std::move(points);
    m_order.clear();
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (m_points[i].chosen)
            m_order.push_back(i);
    }
    std::ranges::stable_sort(m_order, {}, [this](std::size_t i) { return m_points[i].measured; });
    clearGraphs();
    styleAxes(page, theme);
    drawBand(page.low, page.high, page.band, theme);
    for (std::size_t series = 0; series < page.series.size(); ++series)
        addMarks(series, theme);
    m_ring->setPen(QPen(theme.text, 1.5));
    mark(std::nullopt);
    replot(rpQueuedReplot);
}

QPointF EvidencePlot::placeOf(std::size_t point) const
{
    return {xAxis->coordToPixel(m_points[point].measured), yAxis->coordToPixel(m_points[point].predicted)};
}

std::optional<std::size_t> EvidencePlot::pointAt(QPointF place) const
{
    std::optional<std::size_t> nearest;
    double least = kReach * kReach;
    for (const std::size_t point : m_order) {
        const QPointF away = placeOf(point) - place;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) {
            least = distance;
            nearest = point;
        }
    }
    return nearest;
}

void EvidencePlot::mark(std::optional<std::size_t> point)
{
    const bool changed = point != m_marked;
    m_marked = point;
    m_ring->setVisible(point.has_value());
    if (point) {
        m_ring->topLeft->setPixelPosition(placeOf(*point) - QPointF(kRing, kRing));
        m_ring->bottomRight->setPixelPosition(placeOf(*point) + QPointF(kRing, kRing));
    }
    if (!changed)
        return;
    m_ring->layer()->replot();
    emit pointMarked(point ? static_cast<int>(*point) : -1);
}

void EvidencePlot::walk(int steps)
{
    if (m_order.empty())
        return;
    const auto last = static_cast<std::ptrdiff_t>(m_order.size()) - 1;
    const auto at = m_marked ? std::ranges::find(m_order, *m_marked) - m_order.begin() : steps > 0 ? -1 : last + 1;
    mark(m_order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, last))]);
}

void EvidencePlot::keyPressEvent(QKeyEvent* event)
{
    constexpr int kPage = 20;
    const int all = static_cast<int>(m_order.size());
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up: walk(1); break;
    case Qt::Key_Left:
    case Qt::Key_Down: walk(-1); break;
    case Qt::Key_PageUp: walk(kPage); break;
    case Qt::Key_PageDown: walk(-kPage); break;
    case Qt::Key_Home: walk(-all); break;
    case Qt::Key_End: walk(all); break;
    case Qt::Key_Escape: mark(std::nullopt); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marked)
            emit pointChosen(static_cast<int>(*m_marked));
        break;
    default: QCustomPlot::keyPressEvent(event);
    }
}

void EvidencePlot::mouseMoveEvent(QMouseEvent* event)
{
    const auto point = pointAt(event->position());
    if (point != m_marked)
        mark(point);
    setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void EvidencePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto point = pointAt(event->position()))
        emit pointChosen(static_cast<int>(*point));
}

void EvidencePlot::leaveEvent(QEvent*) { mark(std::nullopt); }

void EvidencePlot::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    parentWidget()->update(); // paints the frame
}

void EvidencePlot::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    parentWidget()->update();
}

} // namespace cardfit::ui
