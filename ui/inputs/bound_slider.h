#pragma once

#include "ui/inputs/focus_cue.h"
#include "ui/inputs/slider_scale.h"
#include "ui/theme/appearance.h"

#include <QSlider>

namespace cardfit::ui {

// A slider over real values: marks with labels at the values people name, magnetic while dragging. Arrow keys go from
// mark to mark, Ctrl+arrow by 1 % of the range, Page by two marks, Home and End to the ends.
// It shows what showValue() says; edited() reports what a hand, a key or an accessibility tool made of it.
class BoundSlider : public QSlider {
    Q_OBJECT
public:
    enum class Look { Big, Small }; // Big: marks and labels; Small: groove and handle only
    BoundSlider(const Appearance& appearance, Look look, QWidget* parent = nullptr);

    void setScale(SliderScale scale);
    const SliderScale& scale() const { return m_scale; }
    void showValue(double value);
    double shownValue() const;                       // what the handle stands at
    int gesturesBegun() const { return m_gestures; } // grows when a new drag or key step begins

    // For tests and the tour: the handle's centre for a value, in widget coordinates.
    QPointF handlePoint(double value) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    static constexpr int kInset = 11; // of the groove on both sides, so that the focus ring is never cut

signals:
    void edited(double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double grooveWidth() const { return qMax(1, width() - 2 * kInset); }
    double grooveY() const;
    double handleSize() const;
    double xOf(double place) const { return kInset + place * grooveWidth(); }
    int positionOf(double place) const;
    double placeOfPosition() const;
    void dragTo(double x);
    void moveByDetents(int count);
    void moveByShare(double share);
    void moveToPlace(double place);
    void paintLabels(QPainter& painter) const;
    void report();

    const Appearance& m_appearance;
    Look m_look;
    SliderScale m_scale;
    double m_shown = 0;
    int m_shownPosition = 0;
    double m_grabOffset = 0; // of the mouse from the handle's centre
    int m_gestures = 0;
    bool m_showing = false; // being set from the study: nothing to report
    FocusCue m_cue;
};

} // namespace cardfit::ui
