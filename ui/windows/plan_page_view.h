#pragma once

#include "ui/inputs/context.h"
#include "ui/recalc/recalculator.h"

#include <QWidget>

class QStackedWidget;

namespace cardfit::ui {

class CellTip;
class CostTableView;
class ExplainPanel;
class FitMatrixView;
class InputPanel;
class MatrixHead;
class MemoryChartView;
class MoneyChartView;
class Rule;
class RuleSplitter;
class TornadoView;

// The Plan page: what do I run | what carries it | what does it cost.
class PlanPageView : public QWidget {
    Q_OBJECT
public:
    PlanPageView(const InputContext& context, Recalculator& recalculator, QWidget* parent = nullptr);
    void showState(std::shared_ptr<const PlanState> state);
    // Puts the focus on the input of that name; false when there is none on this page.
    bool focusInput(const QString& field);
    // Shows what a memory number is made of, in the place of the money; a pointer as explain::explain() takes it.
    void explain(const QString& pointer);
    bool isExplaining() const;
    InputPanel& inputs() { return *m_inputs; }

signals:
    void rejected(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // tips of the matrix

private:
    QWidget* buildMiddle();
    QWidget* buildRight();
    void arrange();
    void showTornado();
    void closeExplain();
    void applyTheme();
    void chooseCard(const QString& cardId, int cards);
    void chooseCell(int row, int column);
    void showTip(QPoint place); // of the matrix' viewport

    InputContext m_context;
    Recalculator& m_recalculator;
    std::shared_ptr<const PlanState> m_state;
    RuleSplitter* m_columns = nullptr;
    RuleSplitter* m_middle = nullptr;
    InputPanel* m_inputs = nullptr;
    MemoryChartView* m_memory = nullptr;
    MatrixHead* m_matrixHead = nullptr;
    FitMatrixView* m_matrix = nullptr;
    CellTip* m_tip = nullptr;
    MoneyChartView* m_money = nullptr;
    CostTableView* m_cost = nullptr;
    Rule* m_tornadoRule = nullptr;
    TornadoView* m_tornado = nullptr;
    QWidget *m_middlePane = nullptr, *m_rightPane = nullptr;
    QStackedWidget* m_right = nullptr;   // money, or an explanation
    ExplainPanel* m_explain = nullptr; // nullptr before its first use
    bool m_advancedByHeight = false;
};

// The scenario on another card or count: what depends on the card follows.
Scenario withCard(Scenario scenario, const std::string& cardId, int cards);

} // namespace cardfit::ui
