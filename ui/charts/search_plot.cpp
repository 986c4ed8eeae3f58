#include "ui/charts/search_plot.h"

#include "core/report/format.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kLeft = 8, kTop = 26, kRight = 12, kBottom = 24, kDot = 3, kNear = 12;

// Where a value stands between two others, by factors.
double shareOf(double value, double low, double high) { return high > low && low > 0 ? std::log(value / low) / std::log(high / low) : 0.5; }

} // namespace

SearchPlot::SearchPlot(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator)
{
    setObjectName(QStringLiteral("findPlot"));
    setAccessibleName(tr("Cost against latency"));
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void SearchPlot::setResult(const fleet::SearchResult& result)
{
    m_points.clear();
    m_marked = 0;
    update();
    if (result.front.empty())
        return;
    const auto [cheap, dear] = std::ranges::minmax_element(result.front, {}, [](const auto& point) { return point.objectives.cost; });
    const auto [quick, slow] = std::ranges::minmax_element(result.front, {}, [](const auto& point) { return point.objectives.latency; });
    for (const fleet::SearchPoint& point : result.front)
        m_points.emplace_back(shareOf(static_cast<double>(point.objectives.cost), static_cast<double>(cheap->objectives.cost),
                                      static_cast<double>(dear->objectives.cost)),
                              shareOf(point.objectives.latency, quick->objectives.latency, slow->objectives.latency));
    const report::NumberStyle& style = m_translator.style();
    const auto money = [&](const fleet::SearchPoint& point) { return QString::fromStdString(report::amountShort(*point.perMonth, style)); };
    const auto time = [&](const fleet::SearchPoint& point) {
        return QString::fromStdString(result.training ? report::duration(point.latency, style)
                                                      : report::milliseconds(point.latency, style));
    };
    m_cheapest = money(*cheap);
    m_dearest = money(*dear);
    m_quickest = time(*quick);
    m_slowest = time(*slow);
    m_costName = tr("%1/month").arg(m_translator.currencyName(result.front.front().perMonth->currency()));
    m_latencyName = result.training ? tr("time of the job") : tr("time of an answer");
}

void SearchPlot::mark(std::size_t point)
{
    m_marked = point;
    update();
}

QRectF SearchPlot::plotRect() const { return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom); }

QPointF SearchPlot::placeOf(std::size_t point) const
{
    const QRectF area = plotRect();
    return {area.left() + m_points[point].x() * area.width(), area.bottom() - m_points[point].y() * area.height()};
}

void SearchPlot::mousePressEvent(QMouseEvent* event)
{
    std::size_t nearest = m_points.size();
    double least = kNear;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF away = placeOf(i) - event->position();
        if (const double distance = std::hypot(away.x(), away.y()); distance < least) {
            least = distance;
            nearest = i;
        }
    }
    if (nearest < m_points.size())
        emit pointChosen(nearest);
}

void SearchPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = plotRect();
    const QFont font = theme.font(FontRole::Axis);
    painter.fillRect(QRectF(area.left(), area.bottom() + 4, area.width(), 1), theme.controlLine);
    drawText(painter, QRectF(area.left(), 0, area.width(), kTop - 4), m_latencyName + QStringLiteral(" · ") + m_costName, font,
             theme.text2);
    const QRectF below(area.left(), area.bottom() + 5, area.width(), kBottom - 5);
    drawText(painter, below, m_cheapest, font, theme.text2);
    drawText(painter, below, m_dearest, font, theme.text2, Qt::AlignRight);
    drawText(painter, QRectF(area.left(), area.top() - 4, area.width(), 14), m_slowest, font, theme.text2, Qt::AlignRight);
    drawText(painter, QRectF(area.left(), area.bottom() - 14, area.width(), 14), m_quickest, font, theme.text2);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        painter.setBrush(theme.text3);
        painter.drawEllipse(placeOf(i), kDot, kDot);
    }
    if (m_marked < m_points.size()) {
        painter.setBrush(theme.accent);
        painter.drawEllipse(placeOf(m_marked), kDot + 2, kDot + 2);
    }
}

} // namespace cardfit::ui
