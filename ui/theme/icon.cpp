#include "ui/theme/icon.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace cardfit::ui {

namespace {

// All paths live in a square of 16 x 16.
constexpr double kSide = 16.0;

QPainterPath polyline(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    bool first = true;
    for (const QPointF& point : points) {
        first ? path.moveTo(point) : path.lineTo(point);
        first = false;
    }
    return path;
}

QPainterPath undoPath()
{
    QPainterPath path = polyline({{6.0, 3.0}, {2.5, 6.5}, {6.0, 10.0}});
    path.moveTo(2.5, 6.5);
    path.lineTo(9.5, 6.5);
    path.cubicTo(14.8, 6.5, 14.8, 13.5, 9.5, 13.5);
    path.lineTo(7.5, 13.5);
    return path;
}

QPainterPath mirrored(const QPainterPath& path) { return QTransform(-1, 0, 0, 1, kSide, 0).map(path); }

QPainterPath exportPath()
{
    QPainterPath path = polyline({{8, 1.5}, {8, 10}});
    path.addPath(polyline({{4.5, 6.8}, {8, 10.2}, {11.5, 6.8}}));
    path.addPath(polyline({{2, 10}, {2, 14}, {14, 14}, {14, 10}}));
    return path;
}

QPainterPath moonPath()
{
    QPainterPath full, bite;
    full.addEllipse(QPointF(8, 8), 5.6, 5.6);
    bite.addEllipse(QPointF(11.2, 5.6), 5.0, 5.0);
    return full.subtracted(bite);
}

QPainterPath sunPath()
{
    QPainterPath path;
    path.addEllipse(QPointF(8, 8), 3.2, 3.2);
    for (int ray = 0; ray < 8; ++ray) {
        const double angle = ray * std::numbers::pi / 4;
        const QPointF direction(std::cos(angle), std::sin(angle));
        path.moveTo(QPointF(8, 8) + direction * 5.2);
        path.lineTo(QPointF(8, 8) + direction * 7.0);
    }
    return path;
}

QPainterPath warningPath()
{
    QPainterPath path = polyline({{8, 2.0}, {14.6, 13.6}, {1.4, 13.6}});
    path.closeSubpath();
    path.addPath(polyline({{8, 6.2}, {8, 9.6}}));
    path.addPath(polyline({{8, 11.5}, {8, 11.7}}));
    return path;
}

QPainterPath ringWith(const QPainterPath& inside)
{
    QPainterPath path;
    path.addEllipse(QPointF(8, 8), 6.2, 6.2);
    path.addPath(inside);
    return path;
}

QPainterPath crossPath(double low, double high)
{
    QPainterPath path = polyline({{low, low}, {high, high}});
    path.addPath(polyline({{high, low}, {low, high}}));
    return path;
}

QPainterPath notePath()
{
    QPainterPath inside = polyline({{8, 7.4}, {8, 11}});
    inside.addPath(polyline({{8, 5}, {8, 5.2}}));
    return ringWith(inside);
}

QPainterPath starPath()
{
    QPainterPath path;
    for (int corner = 0; corner < 10; ++corner) {
        const double angle = -std::numbers::pi / 2 + corner * std::numbers::pi / 5;
        const double reach = corner % 2 == 0 ? 7.6 : 3.2;
        const QPointF point(8 + reach * std::cos(angle), 8.4 + reach * std::sin(angle));
        corner == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

QPainterPath filterPath()
{
    QPainterPath path = polyline({{1.5, 4}, {14.5, 4}});
    path.addPath(polyline({{4, 8}, {12, 8}}));
    path.addPath(polyline({{6.5, 12}, {9.5, 12}}));
    return path;
}

QPainterPath plusPath()
{
    QPainterPath path = polyline({{8, 2}, {8, 14}});
    path.addPath(polyline({{2, 8}, {14, 8}}));
    return path;
}

QPainterPath pathOf(Icon icon)
{
    switch (icon) {
    case Icon::Undo: return undoPath();
    case Icon::Redo: return mirrored(undoPath());
    case Icon::Export: return exportPath();
    case Icon::Moon: return moonPath();
    case Icon::Sun: return sunPath();
    case Icon::Plus: return plusPath();
    case Icon::Close: return crossPath(3.5, 12.5);
    case Icon::ChevronDown: return polyline({{2.5, 5.2}, {8, 10.8}, {13.5, 5.2}});
    case Icon::ChevronRight: return polyline({{5.2, 2.5}, {10.8, 8}, {5.2, 13.5}});
    case Icon::Filter: return filterPath();
    case Icon::Warning: return warningPath();
    case Icon::Error: return ringWith(crossPath(5.8, 10.2));
    case Icon::Note: return notePath();
    case Icon::Star: return starPath();
    case Icon::Check: return polyline({{2.5, 8.5}, {6.5, 12.5}, {13.5, 4}});
    }
    return {};
}

} // namespace

void paintIcon(QPainter& painter, const QRectF& box, Icon icon, const QColor& colour, double stroke)
{
    const double side = std::min(box.width(), box.height());
    const bool filled = icon == Icon::Star || icon == Icon::Moon;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center());
    painter.scale(side / kSide, side / kSide);
    painter.translate(-kSide / 2, -kSide / 2);
    painter.setBrush(filled ? QBrush(colour) : Qt::NoBrush);
    painter.setPen(filled ? QPen(Qt::NoPen) : QPen(colour, stroke * kSide / side, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(pathOf(icon));
    painter.restore();
}

} // namespace cardfit::ui
