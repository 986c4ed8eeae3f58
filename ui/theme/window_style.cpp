#include "ui/theme/window_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOptionSlider>

namespace cardfit::ui {

namespace {

constexpr int kShortestHandle = 24;
constexpr int kToolTipDelay = 250; // ms

QRect handleOf(const QStyleOptionSlider& bar)
{
    const bool upright = bar.orientation == Qt::Vertical;
    const int room = upright ? bar.rect.height() : bar.rect.width();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const int length = range <= 0 ? room : qMax(kShortestHandle, static_cast<int>(qint64(room) * bar.pageStep / (range + bar.pageStep)));
    const int start = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, room - length, bar.upsideDown);
    return upright ? QRect(bar.rect.x(), bar.rect.y() + start, bar.rect.width(), length)
                   : QRect(bar.rect.x() + start, bar.rect.y(), length, bar.rect.height());
}

QRect pageOf(const QStyleOptionSlider& bar, bool after)
{
    const QRect handle = handleOf(bar), all = bar.rect;
    if (bar.orientation == Qt::Vertical)
        return after ? QRect(QPoint(all.left(), handle.bottom() + 1), all.bottomRight())
                     : QRect(all.topLeft(), QPoint(all.right(), handle.top() - 1));
    return after ? QRect(QPoint(handle.right() + 1, all.top()), all.bottomRight())
                 : QRect(all.topLeft(), QPoint(handle.left() - 1, all.bottom()));
}

} // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    return metric == PM_ScrollBarExtent ? kScrollBar : QProxyStyle::pixelMetric(metric, option, widget);
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returnData) const
{
    return hint == SH_ToolTip_WakeUpDelay ? kToolTipDelay : QProxyStyle::styleHint(hint, option, widget, returnData);
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    switch (part) {
    case SC_ScrollBarSlider: return handleOf(*bar);
    case SC_ScrollBarGroove: return bar->rect;
    case SC_ScrollBarAddPage: return pageOf(*bar, true);
    case SC_ScrollBarSubPage: return pageOf(*bar, false);
    default: return {};
    }
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const bool held = bar->activeSubControls.testFlag(SC_ScrollBarSlider) && bar->state.testFlag(State_Enabled);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(bar->palette.color(held ? QPalette::Dark : QPalette::Mid));
    painter->drawRoundedRect(QRectF(handleOf(*bar)).adjusted(2, 1, -1, -1), 2.5, 2.5);
    painter->restore();
}

} // namespace cardfit::ui
