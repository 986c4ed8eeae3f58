#include "ui/inputs/bound_slider.h"

#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>

#include <cmath>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kPositions = 100'000; // QSlider's whole numbers; far finer than pixels
constexpr double kMagnet = 4.0;     // px
constexpr double kBigHandle = 14.0, kSmallHandle = 12.0, kGroove = 4.0, kMark = 7.0;
constexpr double kLabelGap = 6.0; // labels closer than this are dropped
constexpr int kBigHeight = 42, kSmallHeight = 24;
constexpr double kBigGrooveY = 11.0, kLabelY = 31.0;

struct LabelBox {
    QString text;
    double left = 0, right = 0;
    bool current = false;
};

} // namespace

BoundSlider::BoundSlider(const Appearance& appearance, Look look, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), m_appearance(appearance), m_look(look), m_scale(SliderScale::linear(0, 1, {}, 0))
{
    setRange(0, kPositions);
    setFocusPolicy(Qt::StrongFocus);
    setFixedHeight(look == Look::Big ? kBigHeight : kSmallHeight);
    connect(this, &QSlider::valueChanged, this, &BoundSlider::report);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

QSize BoundSlider::sizeHint() const { return {m_look == Look::Big ? 224 : 88, height()}; }
QSize BoundSlider::minimumSizeHint() const { return {m_look == Look::Big ? 160 : 48, height()}; }

void BoundSlider::setScale(SliderScale scale)
{
    if (scale == m_scale)
        return;
    m_scale = std::move(scale);
    m_shownPosition = positionOf(m_scale.placeOf(m_shown));
    const QScopedValueRollback showing(m_showing, true);
    setValue(m_shownPosition);
    update();
}

void BoundSlider::showValue(double value)
{
    if (value == m_shown && sliderPosition() == m_shownPosition)
        return;
    m_shown = value;
    m_shownPosition = positionOf(m_scale.placeOf(value));
    const QScopedValueRollback showing(m_showing, true);
    setValue(m_shownPosition);
    update();
}

double BoundSlider::shownValue() const { return sliderPosition() == m_shownPosition ? m_shown : m_scale.valueAt(placeOfPosition()); }

int BoundSlider::positionOf(double place) const { return static_cast<int>(std::lround(place * kPositions)); }

double BoundSlider::placeOfPosition() const
{
    const double place = static_cast<double>(sliderPosition()) / kPositions;
    const int nearest = m_scale.nearestDetent(place);
    if (nearest < 0)
        return place;
    const double detentPlace = m_scale.placeOf(m_scale.detents()[static_cast<std::size_t>(nearest)].value);
    return positionOf(detentPlace) == sliderPosition() ? detentPlace : place;
}

void BoundSlider::report()
{
    if (!m_showing)
        emit edited(shownValue());
    update();
}

double BoundSlider::handleSize() const { return m_look == Look::Big ? kBigHandle : kSmallHandle; }

double BoundSlider::grooveY() const { return m_look == Look::Big ? kBigGrooveY : height() / 2.0; }

QPointF BoundSlider::handlePoint(double value) const { return {xOf(m_scale.placeOf(value)), grooveY()}; }

void BoundSlider::moveToPlace(double place) { setSliderPosition(positionOf(std::clamp(place, 0.0, 1.0))); }

void BoundSlider::dragTo(double x)
{
    const double place = std::clamp((x - kInset) / grooveWidth(), 0.0, 1.0);
    const int nearest = m_scale.nearestDetent(place);
    if (nearest >= 0) {
        const double detentPlace = m_scale.placeOf(m_scale.detents()[static_cast<std::size_t>(nearest)].value);
        if (m_scale.onlyDetents() || std::abs(detentPlace - place) * grooveWidth() <= kMagnet) {
            moveToPlace(detentPlace);
            return;
        }
    }
    moveToPlace(place);
}

void BoundSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    const double handleX = xOf(static_cast<double>(sliderPosition()) / kPositions);
    const bool onHandle = std::abs(event->position().x() - handleX) <= handleSize() / 2;
    m_grabOffset = onHandle ? event->position().x() - handleX : 0;
    ++m_gestures;
    setSliderDown(true);
    m_cue.focusOut();
    if (!onHandle)
        dragTo(event->position().x());
    update();
}

void BoundSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        dragTo(event->position().x() - m_grabOffset);
}

void BoundSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && isSliderDown()) {
        setSliderDown(false);
        update();
    }
}

void BoundSlider::moveByDetents(int count)
{
    const auto& detents = m_scale.detents();
    if (detents.empty()) {
        moveByShare(0.05 * count);
        return;
    }
    // From between two marks the first step goes to the next mark in that direction.
    const double here = placeOfPosition();
    constexpr double kSamePlace = 1e-6;
    std::ptrdiff_t target = -1;
    const auto size = static_cast<std::ptrdiff_t>(detents.size());
    const auto placeAt = [&](std::ptrdiff_t i) { return m_scale.placeOf(detents[static_cast<std::size_t>(i)].value); };
    if (count > 0) {
        target = 0;
        while (target < size && placeAt(target) <= here + kSamePlace)
            ++target;
        target += count - 1;
    } else {
        target = size - 1;
        while (target >= 0 && placeAt(target) >= here - kSamePlace)
            --target;
        target += count + 1;
    }
    moveToPlace(placeAt(std::clamp<std::ptrdiff_t>(target, 0, size - 1)));
}

void BoundSlider::moveByShare(double share) { moveToPlace(placeOfPosition() + share); }

void BoundSlider::keyPressEvent(QKeyEvent* event)
{
    const bool fine = event->modifiers().testFlag(Qt::ControlModifier) && !m_scale.onlyDetents();
    const bool known = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down || event->key() == Qt::Key_Right ||
                       event->key() == Qt::Key_Up || event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown ||
                       event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    if (!known) {
        event->ignore();
        return;
    }
    ++m_gestures;
    m_cue.keyUsed();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: fine ? moveByShare(-0.01) : moveByDetents(-1); break;
    case Qt::Key_Right:
    case Qt::Key_Up: fine ? moveByShare(0.01) : moveByDetents(1); break;
    case Qt::Key_PageDown: moveByDetents(-2); break;
    case Qt::Key_PageUp: moveByDetents(2); break;
    case Qt::Key_Home: moveToPlace(0); break;
    default: moveToPlace(1); break;
    }
    update();
}

void BoundSlider::wheelEvent(QWheelEvent* event) { event->ignore(); } // the pane scrolls; values change by intention only

void BoundSlider::focusInEvent(QFocusEvent* event)
{
    m_cue.focusIn(*event);
    QSlider::focusInEvent(event);
    update();
}

void BoundSlider::focusOutEvent(QFocusEvent* event)
{
    m_cue.focusOut();
    QSlider::focusOutEvent(event);
    update();
}

void BoundSlider::paintLabels(QPainter& painter) const
{
    const Theme& theme = m_appearance.theme();
    const int current = m_scale.detentOf(shownValue());
    std::vector<LabelBox> labels;
    for (std::size_t i = 0; i < m_scale.detents().size(); ++i) {
        const Detent& detent = m_scale.detents()[i];
        const bool isCurrent = static_cast<int>(i) == current;
        const double textW = textWidth(detent.label, theme.font(isCurrent ? FontRole::MarkStrong : FontRole::Axis));
        const double left = std::clamp(xOf(m_scale.placeOf(detent.value)) - textW / 2, 0.0, std::max(0.0, width() - textW));
        labels.push_back({detent.label, left, left + textW, isCurrent});
    }
    std::vector<char> kept(labels.size(), 0);
    const auto fits = [&](std::size_t i) {
        for (std::size_t other = 0; other < labels.size(); ++other) {
            if (kept[other] && labels[i].left < labels[other].right + kLabelGap && labels[other].left < labels[i].right + kLabelGap)
                return false;
        }
        return true;
    };
    for (const bool wantCurrent : {true, false}) { // the current one always stays, then from the left
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i].current == wantCurrent && fits(i))
                kept[i] = 1;
        }
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (kept[i])
            drawText(painter, QRectF(labels[i].left, kLabelY - 8, labels[i].right - labels[i].left, 16), labels[i].text,
                     theme.font(labels[i].current ? FontRole::MarkStrong : FontRole::Axis), labels[i].current ? theme.text : theme.text2);
    }
}

void BoundSlider::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double y = grooveY();
    const double handle = xOf(static_cast<double>(sliderPosition()) / kPositions);
    const QColor active = isEnabled() ? theme.accent : theme.text3;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.track);
    painter.drawRoundedRect(QRectF(kInset, y - kGroove / 2, grooveWidth(), kGroove), 2, 2);
    painter.setBrush(active);
    painter.drawRoundedRect(QRectF(kInset, y - kGroove / 2, handle - kInset, kGroove), 2, 2);
    if (m_look == Look::Big) {
        for (const Detent& detent : m_scale.detents()) {
            const double x = xOf(m_scale.placeOf(detent.value));
            const bool passed = x <= handle;
            painter.setPen(passed ? QPen(Qt::NoPen) : QPen(theme.track, 2));
            painter.setBrush(passed ? active : theme.window);
            const double radius = passed ? kMark / 2 : kMark / 2 - 1;
            painter.drawEllipse(QPointF(x, y), radius, radius);
        }
        paintLabels(painter);
    }
    if (m_cue.visible()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(theme.window);
        painter.drawEllipse(QPointF(handle, y), handleSize() / 2 + 3, handleSize() / 2 + 3);
    }
    painter.setPen(QPen(active, 2));
    painter.setBrush(theme.control);
    painter.drawEllipse(QPointF(handle, y), handleSize() / 2, handleSize() / 2);
}

} // namespace cardfit::ui
