#pragma once

#include "ui/inputs/context.h"
#include "ui/inputs/number_row.h"

#include <QScrollArea>

#include <utility>
#include <vector>

class QSpacerItem;
class QVBoxLayout;

namespace cardfit::ui {

class Caption;
class ChoiceBox;
class ChoiceRow;
class FoldButton;
class ModelRows;
class PrecisionRows;
class TaskRows;
class ValueBox;
struct PlanState;

// "What do I run": all inputs in one column. Which rows there are follows the task.
class InputPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit InputPanel(const InputContext& context, QWidget* parent = nullptr);

    void show(const PlanState& state);
    using QWidget::show;
    void setAdvancedOpen(bool open);
    bool isAdvancedOpen() const;

signals:
    void rejected(const QString& message); // a typed value that was not taken, and why

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void build();
    void buildWorkload(Task task);
    void buildAdvanced(Task task);
    void addRow(QVBoxLayout& layout, NumberField field, std::vector<NumberRow*>& rows, NumberRow::Layout kind);
    void addGap(QVBoxLayout& layout, int height, int yields);
    void addGroupRule(QVBoxLayout& layout, int before, int after, int yields);
    QWidget* buildCardRow();
    void showAdvancedHead(const PlanState& state);
    void applyTheme();
    void arrange();

    InputContext m_context;
    QWidget* m_page = nullptr;
    ModelRows* m_model = nullptr;
    PrecisionRows* m_precision = nullptr;
    TaskRows* m_task = nullptr;
    QWidget* m_workload = nullptr;
    QWidget* m_advanced = nullptr;
    FoldButton* m_fold = nullptr;
    ChoiceBox* m_card = nullptr;
    ValueBox* m_cards = nullptr;
    std::vector<std::pair<QSpacerItem*, int>> m_gaps; // and how much of each yields in a low window
    bool m_compact = false;
    std::vector<NumberRow*> m_workloadRows, m_moneyRows, m_advancedNumbers;
    std::vector<ChoiceRow*> m_advancedChoices;
    std::optional<Task> m_builtFor;
    QString m_builtCurrency;
};

} // namespace cardfit::ui
