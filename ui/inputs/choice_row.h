#pragma once

#include "ui/inputs/choice_field.h"
#include "ui/inputs/context.h"

#include <QWidget>

namespace cardfit::ui {

class Caption;

// Label and box of one choice.
class ChoiceRow : public QWidget {
    Q_OBJECT
public:
    ChoiceRow(const InputContext& context, ChoiceField field, QWidget* parent = nullptr);
    void show(const Scenario& scenario, const Plan& plan);
    bool isSetByHand(const Scenario& scenario) const { return !m_field.get(scenario).isEmpty(); }
    ChoiceBox* box() const { return m_box; }

private:
    InputContext m_context;
    ChoiceField m_field;
    Caption* m_caption;
    ChoiceBox* m_box;
};

} // namespace cardfit::ui
