#include "ui/inputs/input_panel.h"

#include "ui/inputs/big_rows.h"
#include "ui/inputs/caption.h"
#include "ui/inputs/choice_row.h"
#include "ui/inputs/fields.h"
#include "ui/inputs/fold_button.h"
#include "ui/inputs/value_box.h"
#include "ui/recalc/plan_state.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kBoxWidth = 72, kWideBoxWidth = 84; // Chinese units are wider
constexpr int kCardBoxGap = 8, kCardCaption = 44;
constexpr int kCompactBelow = 600;

int boxWidth(const Translator& translator) { return translator.language() == QLatin1String("zh") ? kWideBoxWidth : kBoxWidth; }

std::vector<Choice> cardChoices(const Catalog& catalog, const report::NumberStyle& style)
{
    std::vector<Choice> choices;
    for (const Card& card : catalog.cards())
        choices.push_back({QString::fromStdString(card.id), QString::fromStdString(card.shortName),
                           writtenNumber(inGiB(card.driverMemory), 1, style) + QStringLiteral(" GiB")});
    return choices;
}

void clearLayout(QWidget& widget)
{
    qDeleteAll(widget.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete widget.layout();
}

QVBoxLayout* columnOf(QWidget& widget)
{
    auto* column = new QVBoxLayout(&widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

InputPanel::InputPanel(const InputContext& context, QWidget* parent) : QScrollArea(parent), m_context(context)
{
    setObjectName(QStringLiteral("inputs"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    build();
    connect(&context.appearance, &Appearance::changed, this, &InputPanel::applyTheme);
    connect(&context.translator, &Translator::changed, this, &InputPanel::build);
    applyTheme();
}

void InputPanel::applyTheme()
{
    QPalette own = m_context.theme().palette();
    setPalette(own);
    viewport()->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Window);
}

void InputPanel::addGap(QVBoxLayout& layout, int height, int yields)
{
    auto* gap = new QSpacerItem(0, height, QSizePolicy::Minimum, QSizePolicy::Fixed);
    layout.addItem(gap);
    m_gaps.emplace_back(gap, yields);
}

void InputPanel::addGroupRule(QVBoxLayout& layout, int before, int after, int yields)
{
    addGap(layout, before, yields);
    layout.addWidget(new Rule(m_context.appearance));
    layout.addSpacing(after);
}

void InputPanel::addRow(QVBoxLayout& layout, NumberField field, std::vector<NumberRow*>& rows, NumberRow::Layout kind)
{
    auto* row = new NumberRow(m_context, std::move(field), kind);
    row->setBoxWidth(boxWidth(m_context.translator) + (kind == NumberRow::Layout::Wide ? 24 : 0));
    connect(row, &NumberRow::rejected, this, &InputPanel::rejected);
    layout.addWidget(row);
    rows.push_back(row);
}

void InputPanel::build()
{
    const bool wasOpen = m_fold && m_fold->isChecked();
    m_workloadRows.clear();
    m_moneyRows.clear();
    m_advancedNumbers.clear();
    m_advancedChoices.clear();
    m_builtFor.reset();
    m_page = new QWidget;
    auto* column = new QVBoxLayout(m_page);
    m_gaps.clear();
    m_compact = false;
    column->setContentsMargins(kPaneMargin, 8, kPaneMargin, 12);
    column->setSpacing(0);

    auto* title = new Caption(m_context.appearance, FontRole::Title);
    title->setText(tr("What do I run"));
    title->setFixedHeight(24);
    column->addWidget(title);
    addGap(*column, 8, 0);
    m_model = new ModelRows(m_context);
    connect(m_model, &ModelRows::rejected, this, &InputPanel::rejected);
    m_precision = new PrecisionRows(m_context);
    m_task = new TaskRows(m_context);
    column->addWidget(m_model);
    addGap(*column, 9, 6);
    column->addWidget(m_precision);
    addGap(*column, 2, 6);
    column->addWidget(m_task);
    addGroupRule(*column, 9, 8, 6);
    m_workload = new QWidget;
    column->addWidget(m_workload);
    addGroupRule(*column, 8, 8, 5);
    column->addWidget(buildCardRow());
    for (NumberField& field : Fields::money())
        addRow(*column, std::move(field), m_moneyRows, NumberRow::Layout::Slider);
    addGroupRule(*column, 8, 6, 4);
    m_fold = new FoldButton(m_context.appearance, tr("Advanced"));
    m_fold->setObjectName(QStringLiteral("advanced"));
    m_fold->setToolTip(tr("Engine, formats, limits and prices"));
    column->addWidget(m_fold);
    m_advanced = new QWidget;
    m_advanced->setVisible(wasOpen);
    column->addWidget(m_advanced);
    column->addStretch(1);
    m_fold->setChecked(wasOpen);
    connect(m_fold, &QAbstractButton::toggled, m_advanced, &QWidget::setVisible);
    setWidget(m_page); // deletes the previous page
    arrange();
}

QWidget* InputPanel::buildCardRow()
{
    auto* widget = new QWidget;
    widget->setFixedHeight(32);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 2);
    row->setSpacing(kCardBoxGap);
    auto* caption = new Caption(m_context.appearance, FontRole::Control);
    caption->setText(tr("Card"));
    caption->setFixedWidth(kCardCaption); // names of cards need the room
    m_card = new ChoiceBox(m_context.appearance);
    m_card->setObjectName(QStringLiteral("card"));
    m_card->setAccessibleName(tr("Card"));
    m_card->setToolTip(tr("Card that carries the model"));
    m_card->setChoices(cardChoices(m_context.catalog, m_context.translator.style()));
    caption->setBuddy(m_card);
    const NumberField field = Fields::cards();
    const Translator& translator = m_context.translator;
    m_cards = new ValueBox(m_context.appearance, {[&translator](double value) { return writtenNumber(value, 0, translator.style()); },
                                                  [&translator](const QString& typed) { return translator.number(typed); }});
    m_cards->setObjectName(field.id);
    m_cards->setAccessibleName(tr("Number of cards"));
    m_cards->setToolTip(field.toolTip);
    m_cards->setUnit(field.unit);
    m_cards->setRange(field.low, field.high);
    m_cards->setSpecial(field.special);
    m_cards->setFixedWidth(boxWidth(translator));
    row->addWidget(caption);
    row->addWidget(m_card, 1);
    row->addWidget(m_cards);
    connect(m_card, &ChoiceBox::chosen, this, [this](const QString& id) {
        StudyDocument& document = m_context.document;
        document.change(
            QStringLiteral("card"), document.newGesture(),
            [&](Scenario& scenario) {
                scenario.card = CardChoice{id.toStdString(), nullptr, {}};
                scenario.rental.offerId.clear(); // an offer is of one card
            },
            tr("Card"));
    });
    connect(m_cards, &ValueBox::edited, this, [this](std::optional<double> value) {
        StudyDocument& document = m_context.document;
        document.change(
            QStringLiteral("cards"), document.newGesture(), [&](Scenario& scenario) { Fields::cards().set(scenario, value); }, tr("Cards"));
    });
    connect(m_cards, &ValueBox::rejected, this,
            [this](const QString& typed) { emit rejected(tr("Cards: “%1” is not a whole number from 1").arg(typed)); });
    return widget;
}

void InputPanel::buildWorkload(Task task)
{
    m_workloadRows.clear();
    clearLayout(*m_workload);
    QVBoxLayout* column = columnOf(*m_workload);
    for (NumberField& field : Fields::workload(task))
        addRow(*column, std::move(field), m_workloadRows, NumberRow::Layout::Slider);
}

void InputPanel::buildAdvanced(Task task)
{
    m_advancedNumbers.clear();
    m_advancedChoices.clear();
    clearLayout(*m_advanced);
    QVBoxLayout* column = columnOf(*m_advanced);
    column->setContentsMargins(0, 4, 0, 0);
    for (AdvancedField& field : Fields::advanced(task, m_context.catalog, m_builtCurrency)) {
        if (auto* number = std::get_if<NumberField>(&field)) {
            addRow(*column, std::move(*number), m_advancedNumbers, NumberRow::Layout::Wide);
        } else {
            auto* row = new ChoiceRow(m_context, std::get<ChoiceField>(std::move(field)));
            column->addWidget(row);
            m_advancedChoices.push_back(row);
        }
    }
}

void InputPanel::show(const PlanState& state)
{
    const Scenario& scenario = state.scenario;
    const QString currency = m_context.translator.currencyName(scenario.currency);
    if (m_builtFor != scenario.task || m_builtCurrency != currency) {
        m_builtFor = scenario.task;
        m_builtCurrency = currency;
        buildWorkload(scenario.task);
        buildAdvanced(scenario.task);
    }
    m_model->show(scenario, state.plan);
    m_precision->show(scenario, state.plan);
    m_task->show(scenario);
    for (NumberRow* row : m_workloadRows)
        row->show(scenario, state.plan);
    for (NumberRow* row : m_moneyRows)
        row->show(scenario, state.plan);
    for (NumberRow* row : m_advancedNumbers)
        row->show(scenario, state.plan);
    for (ChoiceRow* row : m_advancedChoices)
        row->show(scenario, state.plan);
    const Card* custom = scenario.card.custom.get();
    m_card->showChoice(QString::fromStdString(scenario.card.id), custom ? QString::fromStdString(custom->shortName) : QString());
    m_cards->showValue(Fields::cards().get(scenario));
    showAdvancedHead(state);
}

void InputPanel::showAdvancedHead(const PlanState& state)
{
    int byHand = 0;
    for (const NumberRow* row : m_advancedNumbers)
        byHand += row->isSetByHand(state.scenario) ? 1 : 0;
    for (const ChoiceRow* row : m_advancedChoices)
        byHand += row->isSetByHand(state.scenario) ? 1 : 0;
    QString engine;
    if (state.plan.resolved) {
        const Resolved& resolved = *state.plan.resolved;
        const auto& match = isTraining(resolved.scenario.task) ? resolved.trainingMemory : resolved.inferenceMemory;
        engine = match.profile ? QString::fromStdString(match.profile->label) : QString::fromStdString(resolved.scenario.engine);
        if (!resolved.scenario.engineVersion.empty())
            engine += QLatin1Char(' ') + QString::fromStdString(resolved.scenario.engineVersion);
    }
    const QString count = byHand > 0 ? tr("%n set by hand", nullptr, byHand) : QString();
    m_fold->setNote(engine.isEmpty() || count.isEmpty() ? engine + count : tr("%1, %2").arg(engine, count));
}

bool InputPanel::isAdvancedOpen() const { return m_fold->isChecked(); }
void InputPanel::setAdvancedOpen(bool open) { m_fold->setChecked(open); }

void InputPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

// In a low window the gaps between groups yield; below that, or with Advanced open, the pane scrolls.
void InputPanel::arrange()
{
    const bool compact = height() < kCompactBelow;
    if (compact != m_compact) {
        m_compact = compact;
        for (const auto& [gap, yields] : m_gaps)
            gap->changeSize(0, gap->sizeHint().height() + (compact ? -yields : yields), QSizePolicy::Minimum, QSizePolicy::Fixed);
        m_page->layout()->invalidate();
    }
    // The scroll bar takes its room from the margin, so that nothing moves when it appears.
    const int spare = width() - viewport()->width();
    const int right = qMax(4, kPaneMargin - spare);
    const QMargins margins = m_page->layout()->contentsMargins();
    if (margins.right() != right)
        m_page->layout()->setContentsMargins(kPaneMargin, margins.top(), right, compact ? 4 : 12);
}

bool InputPanel::viewportEvent(QEvent* event)
{
    const bool handled = QScrollArea::viewportEvent(event);
    if (event->type() == QEvent::Resize && m_page && m_page->layout())
        arrange();
    return handled;
}

} // namespace cardfit::ui
