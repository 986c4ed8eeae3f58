#include "ui/inputs/choice_row.h"

#include "ui/inputs/caption.h"

#include <QHBoxLayout>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kRowHeight = 32, kBoxShare = 14, kCaptionShare = 10;

} // namespace

ChoiceRow::ChoiceRow(const InputContext& context, ChoiceField field, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_field(std::move(field)),
      m_caption(new Caption(context.appearance, FontRole::Control, this)),
      m_box(new ChoiceBox(context.appearance, this))
{
    setFixedHeight(kRowHeight);
    m_caption->setText(m_field.caption);
    m_caption->setBuddy(m_box);
    m_box->setObjectName(m_field.id);
    m_box->setAccessibleName(m_field.caption);
    m_box->setToolTip(m_field.toolTip);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_caption, kCaptionShare);
    row->addWidget(m_box, kBoxShare);
    connect(m_box, &ChoiceBox::chosen, this, [this](const QString& id) {
        StudyDocument& document = m_context.document;
        document.change(
            m_field.id, document.newGesture(), [&](Scenario& scenario) { m_field.set(scenario, id); }, m_field.caption);
    });
}

void ChoiceRow::show(const Scenario& scenario, const Plan& plan)
{
    m_box->setChoices(m_field.choices(scenario));
    const QString id = m_field.get(scenario);
    const bool automatic = id.isEmpty() && m_field.resolved;
    m_box->showChoice(id, automatic ? m_field.resolved(plan) : QString());
    m_caption->setRole(id.isEmpty() ? FontRole::Control : FontRole::ControlStrong);
}

} // namespace cardfit::ui
