#include "ui/inputs/big_rows.h"

#include "core/report/format.h"
#include "ui/inputs/bound_slider.h"
#include "ui/inputs/caption.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/model_size.h"
#include "ui/inputs/number_row.h"
#include "ui/inputs/value_box.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr int kHeadHeight = 28, kBoxWidth = 76, kSchemeWidth = 112;
constexpr std::array kTasks{Task::Inference, Task::QLora, Task::Lora, Task::Full, Task::Pretrain};

QHBoxLayout* headRow(QVBoxLayout& column, QWidget* caption, QWidget* box)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(caption, 1);
    if (box)
        row->addWidget(box, 0, Qt::AlignVCenter);
    column.addLayout(row);
    return row;
}

QVBoxLayout* columnOf(QWidget& widget)
{
    auto* column = new QVBoxLayout(&widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

int stepOf(Task task)
{
    const auto found = std::ranges::find(kTasks, task == Task::Dpo ? Task::Full : task); // preference tuning trains everything too
    return static_cast<int>(found - kTasks.begin());
}

} // namespace

ModelRows::ModelRows(const InputContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_family(new ChoiceBox(context.appearance, this)),
      m_caption(new Caption(context.appearance, FontRole::ControlStrong, this)),
      m_box(new ValueBox(context.appearance,
                         {[&translator = context.translator](double value) {
                              return QString::fromStdString(report::significant(value, 3, 2, translator.style()));
                          },
                          [&translator = context.translator](const QString& typed) { return translator.number(typed); }},
                         this)),
      m_slider(new BoundSlider(context.appearance, BoundSlider::Look::Big, this))
{
    m_family->setObjectName(QStringLiteral("model"));
    m_family->setAccessibleName(tr("Model family"));
    m_family->setToolTip(tr("Model family; the slider below scales it"));
    m_family->setChoices(familyChoices(context.catalog));
    m_caption->setText(tr("Model size"));
    m_caption->setBuddy(m_slider);
    m_box->setObjectName(QStringLiteral("model.parameters_b.box"));
    m_box->setAccessibleName(tr("Model size, billions of parameters"));
    m_box->setToolTip(tr("Billions of parameters"));
    m_box->setUnit(tr("B"));
    m_box->setRange(0.05, 5000);
    m_box->setFixedWidth(kBoxWidth);
    m_slider->setObjectName(QStringLiteral("model.parameters_b"));
    m_slider->setAccessibleName(tr("Model size, billions of parameters"));
    m_slider->setToolTip(tr("Billions of parameters; marks are the sizes this family is published in"));
    QVBoxLayout* column = columnOf(*this);
    column->addWidget(m_family);
    column->addSpacing(10);
    m_caption->setFixedHeight(kHeadHeight);
    headRow(*column, m_caption, m_box);
    column->addSpacing(3);
    column->addWidget(m_slider);
    connect(m_slider, &BoundSlider::edited, this, [this](double billions) {
        if (m_slider->gesturesBegun() != m_gesturesSeen) {
            m_gesturesSeen = m_slider->gesturesBegun();
            m_gesture = m_context.document.newGesture();
        }
        editSize(billions, m_gesture);
    });
    connect(m_box, &ValueBox::edited, this,
            [this](std::optional<double> billions) { editSize(billions.value_or(1), m_context.document.newGesture()); });
    connect(m_box, &ValueBox::rejected, this,
            [this](const QString& typed) { emit rejected(tr("Model size: “%1” is not a number of billions").arg(typed)); });
    connect(m_family, &ChoiceBox::chosen, this, [this](const QString& family) {
        StudyDocument& document = m_context.document;
        const double billions = sizeOf(document.scenario().model, m_context.catalog).value_or(7);
        document.change(
            QStringLiteral("model"), document.newGesture(),
            [&](Scenario& scenario) { scenario.model = nearestInFamily(family, billions, m_context.catalog); }, tr("Model"));
    });
}

void ModelRows::editSize(double billions, StudyDocument::Gesture gesture)
{
    const QString family = m_shownFamily.isEmpty() ? kGenericFamily : m_shownFamily;
    m_context.document.change(
        QStringLiteral("model.parameters_b"), gesture,
        [&](Scenario& scenario) { scenario.model = modelAt(family, billions, m_context.catalog); }, tr("Model size"));
}

void ModelRows::show(const Scenario& scenario, const Plan& plan)
{
    const QString family = familyOf(scenario.model, m_context.catalog);
    const std::optional<double> billions = sizeOf(scenario.model, m_context.catalog);
    if (family != m_shownFamily || m_family->currentId().isEmpty()) {
        m_shownFamily = family;
        m_slider->setScale(sizeScale(family, m_context.catalog));
    }
    const QString given = plan.resolved && plan.resolved->model ? QString::fromStdString(plan.resolved->model->shortName)
                                                                : QString::fromStdString(scenario.model.name);
    m_family->showChoice(family, family.isEmpty() ? given : QString());
    m_slider->setEnabled(!m_slider->scale().detents().empty() && billions.has_value());
    if (billions)
        m_slider->showValue(*billions);
    m_box->setEnabled(billions.has_value());
    if (billions)
        m_box->showValue(billions);
}

PrecisionRows::PrecisionRows(const InputContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_caption(new Caption(context.appearance, FontRole::ControlStrong, this)),
      m_scheme(new ChoiceBox(context.appearance, this)),
      m_slider(new BoundSlider(context.appearance, BoundSlider::Look::Big, this))
{
    m_caption->setText(tr("Precision"));
    m_caption->setBuddy(m_slider);
    m_scheme->setObjectName(QStringLiteral("weights.scheme"));
    m_scheme->setAccessibleName(tr("Weight format"));
    m_scheme->setToolTip(tr("Scheme that stores the weights in this precision"));
    m_scheme->setFixedWidth(kSchemeWidth);
    m_slider->setObjectName(QStringLiteral("weights"));
    m_slider->setAccessibleName(tr("Precision of the weights"));
    m_slider->setToolTip(tr("Bits per weight"));
    m_slider->setScale(SliderScale::steps({tr("FP32"), tr("16-bit"), tr("FP8"), tr("INT8"), tr("4-bit")}));
    QVBoxLayout* column = columnOf(*this);
    m_caption->setFixedHeight(kHeadHeight);
    headRow(*column, m_caption, m_scheme);
    column->addSpacing(5);
    column->addWidget(m_slider);
    connect(m_slider, &BoundSlider::edited, this, [this](double step) {
        if (m_slider->gesturesBegun() != m_gesturesSeen) {
            m_gesturesSeen = m_slider->gesturesBegun();
            m_gesture = m_context.document.newGesture();
            m_before = m_context.document.scenario();
        }
        editStep(static_cast<int>(std::lround(step)));
    });
    connect(m_scheme, &ChoiceBox::chosen, this, [this](const QString& id) {
        StudyDocument& document = m_context.document;
        document.change(
            QStringLiteral("weights"), document.newGesture(), [&](Scenario& scenario) { scenario.weights = id.toStdString(); },
            tr("Precision"));
    });
}

void PrecisionRows::editStep(int step)
{
    const Catalog& catalog = m_context.catalog;
    const Scenario& now = m_context.document.scenario();
    const auto stepOfWeights = [&catalog](const Scenario& scenario) { // auto is none of them: it may resolve to any
        const WeightFormat* format = scenario.weights.empty() ? nullptr : catalog.weightFormat(scenario.weights);
        return format ? static_cast<int>(cardfit::ui::stepOf(*format)) : -1;
    };
    if (stepOfWeights(now) == step)
        return;
    const bool back = stepOfWeights(m_before) == step && m_before.task == now.task;
    const std::string weights = back ? m_before.weights : usualScheme(static_cast<PrecisionStep>(step), now.task, catalog);
    m_context.document.change(
        QStringLiteral("weights"), m_gesture,
        [&](Scenario& scenario) {
            scenario.weights = weights;
            scenario.weightsGroupSize.reset();
        },
        tr("Precision"));
}

void PrecisionRows::show(const Scenario& scenario, const Plan& plan)
{
    const WeightFormat* format = plan.resolved ? plan.resolved->weights : nullptr;
    if (!format)
        format = m_context.catalog.weightFormat(scenario.weights.empty() ? "16bit" : scenario.weights);
    if (!format)
        return;
    const PrecisionStep step = cardfit::ui::stepOf(*format);
    std::vector<Choice> choices;
    for (const WeightFormat* scheme : schemesOf(step, scenario.task, m_context.catalog))
        choices.push_back({QString::fromStdString(scheme->id), QString::fromStdString(scheme->label), {}});
    m_scheme->setChoices(std::move(choices));
    QString label = QString::fromStdString(format->label);
    if (format->grouped && plan.resolved)
        label += QStringLiteral(", g%1").arg(plan.resolved->groupSize);
    m_scheme->showChoice(QString::fromStdString(format->id), label);
    m_slider->showValue(static_cast<double>(step));
}

TaskRows::TaskRows(const InputContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_caption(new Caption(context.appearance, FontRole::ControlStrong, this)),
      m_slider(new BoundSlider(context.appearance, BoundSlider::Look::Big, this))
{
    m_caption->setText(tr("Task"));
    m_caption->setBuddy(m_slider);
    m_slider->setObjectName(QStringLiteral("task"));
    m_slider->setAccessibleName(tr("Task"));
    m_slider->setToolTip(tr("What the cards are for; the inputs below follow"));
    // Places leave room for the long words at both ends.
    m_slider->setScale(SliderScale::steps({tr("Inference"), tr("QLoRA"), tr("LoRA"), tr("Full"), tr("Pretrain")}, {0, 0.3, 0.5, 0.72, 1}));
    QVBoxLayout* column = columnOf(*this);
    m_caption->setFixedHeight(24);
    headRow(*column, m_caption, nullptr);
    column->addSpacing(1);
    column->addWidget(m_slider);
    connect(m_slider, &BoundSlider::edited, this, [this](double step) {
        if (m_slider->gesturesBegun() != m_gesturesSeen) {
            m_gesturesSeen = m_slider->gesturesBegun();
            m_gesture = m_context.document.newGesture();
            m_before = m_context.document.scenario();
        }
        editTask(static_cast<int>(std::lround(step)));
    });
}

void TaskRows::editTask(int step)
{
    const Scenario& now = m_context.document.scenario();
    if (stepOf(now.task) == step)
        return;
    // From where the drag began, so that passing over a task leaves no trace.
    const Task task = kTasks[static_cast<std::size_t>(std::clamp(step, 0, static_cast<int>(kTasks.size()) - 1))];
    const Scenario after = stepOf(m_before.task) == step ? m_before : withTask(m_before, task, m_context.catalog);
    m_context.document.edit(QStringLiteral("task"), after, m_gesture, tr("Task"));
}

void TaskRows::show(const Scenario& scenario) { m_slider->showValue(stepOf(scenario.task)); }

} // namespace cardfit::ui
