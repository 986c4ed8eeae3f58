#pragma once

#include "core/plan/fleet/fit_matrix.h"

#include <QTableView>

#include <functional>
#include <memory>

namespace cardfit::ui {

class Appearance;
class FitMatrixModel;
class Translator;

// The fit matrix: every card of the catalog by counts, sizes, precisions, tasks or contexts. A click (or Enter)
// chooses a cell; a click on a column head sorts by it.
class FitMatrixView : public QTableView {
    Q_OBJECT
public:
    FitMatrixView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);

    // `chosenColumn` is the column of the current scenario, or -1 when its value is not among the columns.
    void setMatrix(std::shared_ptr<const fleet::FitMatrix> matrix, std::string_view chosenCard, int chosenColumn);
    void setSearch(const QString& text);
    void setCurrencyName(const QString& name); // "$" of "$/h"
    // What the tooltip of a cell says below its verdict (why, ways out); asked when the pointer rests there.
    void setExplainer(std::function<QString(std::size_t row, std::size_t column)> explainer) { m_explainer = std::move(explainer); }
    FitMatrixModel& matrixModel() { return *m_model; }

    bool isChosen(const QModelIndex& index) const;
    QModelIndex hovered() const { return m_hovered; }
    const QString& currencyName() const { return m_currencyName; }

signals:
    void cellChosen(int matrixRow, int matrixColumn);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOutColumns();
    void choose(const QModelIndex& index);
    void applyTheme();

    const Appearance& m_appearance;
    const Translator& m_translator;
    FitMatrixModel* m_model;
    std::string m_chosenCard;
    int m_chosenColumn = -1;
    QPersistentModelIndex m_hovered;
    QString m_currencyName;
    std::function<QString(std::size_t, std::size_t)> m_explainer;
};

} // namespace cardfit::ui
