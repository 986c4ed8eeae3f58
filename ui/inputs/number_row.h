#pragma once

#include "ui/inputs/context.h"
#include "ui/inputs/number_field.h"

#include <QWidget>

namespace cardfit::ui {

class BoundSlider;
class Caption;
class ValueBox;

// Label, small slider and value box of one number. A drag is one undo step, a key press or a typed value another.
class NumberRow : public QWidget {
    Q_OBJECT
public:
    enum class Layout { Slider, Wide }; // Wide: no slider, the label takes its room
    NumberRow(const InputContext& context, NumberField field, Layout layout, QWidget* parent = nullptr);

    void show(const Scenario& scenario, const Plan& plan);
    const NumberField& field() const { return m_field; }
    bool isSetByHand(const Scenario& scenario) const;
    BoundSlider* slider() const { return m_slider; }
    ValueBox* box() const { return m_box; }
    void setBoxWidth(int width);

signals:
    void rejected(const QString& message);

private:
    void editBySlider(double value);
    void editByBox(std::optional<double> value);

    InputContext m_context;
    NumberField m_field;
    Caption* m_caption = nullptr;
    BoundSlider* m_slider = nullptr;
    ValueBox* m_box = nullptr;
    int m_gesturesSeen = 0;
    StudyDocument::Gesture m_gesture = 0;
};

// The words of a number box in the user's number style.
QString writtenNumber(double value, int decimals, const report::NumberStyle& style, int leastDecimals = 0);

} // namespace cardfit::ui
