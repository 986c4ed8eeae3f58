#include "ui/windows/plan_page_view.h"

#include "ui/charts/memory_chart_view.h"
#include "ui/charts/money_chart_view.h"
#include "ui/charts/tornado_view.h"
#include "ui/inputs/caption.h"
#include "ui/inputs/input_panel.h"
#include "ui/tables/cost_table_view.h"
#include "ui/tables/fit_matrix_model.h"
#include "ui/tables/fit_matrix_view.h"
#include "ui/windows/cell_tip.h"
#include "ui/windows/explain_panel.h"
#include "ui/windows/matrix_head.h"
#include "ui/windows/rule_splitter.h"

#include <QHelpEvent>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace cardfit::ui {

namespace {

constexpr int kMinInputs = 256, kMinMiddle = 420, kMinRight = 300, kMinMemory = 150, kMinMatrix = 110;
constexpr int kMargin = 16;
constexpr int kAdvancedOpenHeight = 960; // of the page: a window of 1,060 and more
constexpr int kTornadoFrom = 600;        // below, the tornado yields
constexpr double kBarPitch = 35, kMemoryFurniture = 84;

int inputsWidth(int width) { return width >= 1600 ? 344 : width < 1200 ? 256 : 280; }
double middleShare(int width) { return width >= 1600 ? 0.56 : 0.62; }
// Of the page's height; the rest is the matrix.
int memoryHeight(int height) { return qMax(kMinMemory, qRound(266 + 0.52 * (height - 672))); }

QVBoxLayout* columnIn(QWidget& pane, int top, int bottom)
{
    auto* column = new QVBoxLayout(&pane);
    column->setContentsMargins(kMargin, top, kMargin, bottom);
    column->setSpacing(0);
    return column;
}

// Which column of the matrix the scenario is; -1: none of them.
int chosenColumn(const PlanState& state, const fleet::FitMatrix& matrix)
{
    const std::string& card = state.scenario.card.id;
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        if (matrix.rows[row]->id != card)
            continue;
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            const bool same = matrix.axis == fleet::MatrixAxis::Count
                                  ? matrix.at(row, column).cards == state.plan.split.cards()
                                  : fleet::scenarioOf(state.scenario, matrix, row, column) == state.scenario;
            if (same)
                return static_cast<int>(column);
        }
    }
    return -1;
}

} // namespace

Scenario withCard(Scenario scenario, const std::string& cardId, int cards)
{
    if (scenario.card.id != cardId || scenario.card.custom) {
        scenario.card = CardChoice{cardId, nullptr, {}};
        scenario.rental.offerId.clear(); // an offer is of one card
    }
    if (scenario.cards != cards) {
        scenario.cards = cards;
        scenario.parallel.automatic = true; // numbers chosen for another count do not divide this one
    }
    return scenario;
}

PlanPageView::PlanPageView(const InputContext& context, Recalculator& recalculator, QWidget* parent)
    : QWidget(parent), m_context(context), m_recalculator(recalculator)
{
    setObjectName(QStringLiteral("planPage"));
    m_columns = new RuleSplitter(context.appearance, Qt::Horizontal, this);
    m_inputs = new InputPanel(m_context);
    m_inputs->setMinimumWidth(kMinInputs);
    connect(m_inputs, &InputPanel::rejected, this, &PlanPageView::rejected);
    m_columns->addWidget(m_inputs);
    m_columns->addWidget(buildMiddle());
    m_columns->addWidget(buildRight());
    m_columns->setStretchFactor(0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_columns);
    m_tip = new CellTip(context.appearance, this);
    m_matrix->viewport()->installEventFilter(this);
    connect(m_tip, &CellTip::chosen, this, [this](const Scenario& scenario) {
        m_context.document.edit(QStringLiteral("way-out"), scenario, m_context.document.newGesture(), tr("Way out"));
    });
    connect(&context.appearance, &Appearance::changed, this, &PlanPageView::applyTheme);
    applyTheme();
}

void PlanPageView::applyTheme()
{
    QPalette own = m_context.theme().palette();
    own.setColor(QPalette::Window, m_context.theme().surface);
    for (QWidget* pane : {m_middlePane, m_rightPane}) {
        pane->setPalette(own);
        pane->setAutoFillBackground(true);
    }
}

QWidget* PlanPageView::buildMiddle()
{
    m_middlePane = new QWidget;
    m_middlePane->setMinimumWidth(kMinMiddle);
    m_memory = new MemoryChartView(m_context.appearance, m_context.translator);
    m_memory->setMinimumHeight(kMinMemory);
    auto* lower = new QWidget;
    lower->setMinimumHeight(kMinMatrix);
    m_matrixHead = new MatrixHead(m_context.appearance);
    m_matrix = new FitMatrixView(m_context.appearance, m_context.translator);
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 2, 0, 0);
    lowerColumn->setSpacing(0);
    lowerColumn->addWidget(m_matrixHead);
    lowerColumn->addWidget(m_matrix, 1);
    m_middle = new RuleSplitter(m_context.appearance, Qt::Vertical);
    m_middle->addWidget(m_memory);
    m_middle->addWidget(lower);
    columnIn(*m_middlePane, 6, 8)->addWidget(m_middle);
    connect(m_memory, &MemoryChartView::barChosen, this, &PlanPageView::chooseCard);
    connect(m_memory, &MemoryChartView::explainRequested, this, &PlanPageView::explain);
    connect(m_matrix, &FitMatrixView::cellChosen, this, &PlanPageView::chooseCell);
    connect(m_matrixHead, &MatrixHead::searched, m_matrix, &FitMatrixView::setSearch);
    connect(m_matrixHead, &MatrixHead::axisChosen, this, [this](fleet::MatrixAxis axis) {
        m_matrixHead->showAxis(axis);
        m_recalculator.setAxis(axis);
    });
    return m_middlePane;
}

QWidget* PlanPageView::buildRight()
{
    m_right = new QStackedWidget;
    m_right->setMinimumWidth(kMinRight);
    m_rightPane = new QWidget;
    m_right->addWidget(m_rightPane);
    m_money = new MoneyChartView(m_context.appearance, m_context.translator);
    m_money->setMinimumHeight(150);
    m_cost = new CostTableView(m_context.appearance, m_context.translator);
    m_tornadoRule = new Rule(m_context.appearance);
    m_tornado = new TornadoView(m_context.appearance, m_context.translator);
    QVBoxLayout* column = columnIn(*m_rightPane, 6, 8);
    column->addWidget(m_money, 1);
    column->addSpacing(4);
    column->addWidget(m_cost);
    column->addSpacing(8);
    column->addWidget(m_tornadoRule);
    column->addSpacing(4);
    column->addWidget(m_tornado);
    return m_right;
}

bool PlanPageView::isExplaining() const { return m_explain && m_right->currentWidget() == m_explain; }

// In the place of the money, so that inputs and bars stay in sight.
void PlanPageView::explain(const QString& pointer)
{
    if (!m_state)
        return;
    if (!m_explain) {
        m_explain = new ExplainPanel(m_context.appearance, m_context.translator);
        m_right->addWidget(m_explain);
        connect(m_explain, &ExplainPanel::closed, this, &PlanPageView::closeExplain);
    }
    m_explain->explain(m_state->plan, pointer.toStdString());
    m_right->setCurrentWidget(m_explain);
    m_explain->setFocus(Qt::OtherFocusReason);
}

void PlanPageView::closeExplain()
{
    m_right->setCurrentWidget(m_rightPane);
    m_memory->setFocus(Qt::OtherFocusReason);
}

void PlanPageView::showState(std::shared_ptr<const PlanState> state)
{
    m_state = std::move(state);
    m_inputs->show(*m_state);
    m_memory->setChart(m_state->page.memory);
    m_matrix->setCurrencyName(m_context.translator.currencyName(m_state->scenario.currency));
    m_matrix->setMatrix(std::shared_ptr<const fleet::FitMatrix>(m_state, &m_state->shown), m_state->scenario.card.id,
                        chosenColumn(*m_state, m_state->shown));
    m_money->setChart(m_state->page.money);
    m_cost->setRows(m_state->page.costRows, m_state->scenario.currency);
    if (m_cost->height() != m_cost->wantedHeight())
        m_cost->setFixedHeight(m_cost->wantedHeight());
    m_tornado->setRows(m_state->page.tornado, m_state->page.tornadoCentre);
    showTornado();
    if (isExplaining())
        m_explain->follow(m_state->plan);
}

void PlanPageView::chooseCard(const QString& cardId, int cards)
{
    m_context.document.edit(QStringLiteral("card"), withCard(m_context.document.scenario(), cardId.toStdString(), cards),
                            m_context.document.newGesture(), tr("Card"));
}

void PlanPageView::chooseCell(int row, int column)
{
    if (!m_state)
        return;
    const fleet::FitMatrix& matrix = m_state->shown;
    const Scenario cell = fleet::scenarioOf(m_state->scenario, matrix, static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    m_context.document.edit(QStringLiteral("cell"), cell, m_context.document.newGesture(), tr("Choose cell"));
}

bool PlanPageView::focusInput(const QString& field)
{
    for (QString name = field; !name.isEmpty(); name = name.section(QLatin1Char('.'), 0, -2)) { // "model.family" is at "model"
        for (const QString& suffix : {QString(), QStringLiteral(".box")}) {
            auto* control = m_inputs->findChild<QWidget*>(name + suffix);
            if (!control)
                continue;
            if (!control->isVisibleTo(m_inputs))
                m_inputs->setAdvancedOpen(true);
            m_inputs->ensureWidgetVisible(control);
            control->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
        if (!name.contains(QLatin1Char('.')))
            break;
    }
    return false;
}

// Yields where the window is low, and where there is nothing to say.
void PlanPageView::showTornado()
{
    const bool shows = height() >= kTornadoFrom && m_state && !m_state->page.tornado.empty();
    m_tornado->setVisible(shows);
    m_tornadoRule->setVisible(shows);
}

void PlanPageView::arrange()
{
    const int inputs = inputsWidth(width());
    const int rest = width() - inputs - 2;
    const int middle = qMax(kMinMiddle, qRound(rest * middleShare(width())));
    m_columns->setProportion({inputs, middle, qMax(kMinRight, rest - middle)});
    const int memory = memoryHeight(height());
    m_middle->setProportion({memory, height() - memory - 15});
    showTornado();
    m_tornado->setFixedHeight(height() >= kAdvancedOpenHeight - 30 ? 150 : 130);
    m_recalculator.setMemoryBars(qBound(3, qRound((memory - kMemoryFurniture) / kBarPitch), 8));
    const bool tall = height() >= kAdvancedOpenHeight - 30;
    if (tall != m_advancedByHeight) {
        m_advancedByHeight = tall;
        m_inputs->setAdvancedOpen(tall);
    }
}

void PlanPageView::resizeEvent(QResizeEvent*) { arrange(); }

void PlanPageView::showTip(QPoint place)
{
    const QModelIndex index = m_matrix->indexAt(place);
    if (!m_state || !index.isValid() || index.column() == 0) {
        m_tip->hide();
        return;
    }
    const QRect cell = m_matrix->visualRect(index);
    m_tip->showFor(cellTip(m_state->scenario, m_state->shown, m_matrix->matrixModel().matrixRow(index.row()),
                           static_cast<std::size_t>(index.column() - 1), m_context.catalog, m_context.translator),
                   QRect(m_matrix->viewport()->mapTo(this, cell.topLeft()), cell.size()));
}

bool PlanPageView::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: showTip(static_cast<QHelpEvent*>(event)->pos()); return true;
    case QEvent::MouseMove: // at once from cell to cell while it is open
        if (m_tip->isVisible())
            showTip(static_cast<QMouseEvent*>(event)->pos());
        break;
    case QEvent::Leave: // into the tip, or away
        if (m_tip->isVisible() && !m_tip->geometry().adjusted(-2, -2, 2, 2).contains(mapFromGlobal(QCursor::pos())))
            m_tip->hide();
        break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel: m_tip->hide(); break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace cardfit::ui
