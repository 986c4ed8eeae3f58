#pragma once

#include "core/plan/fleet/fit_matrix.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace cardfit::ui {

class Translator;

// Cards by the values of one axis. Column 0 names the card and what it has; the others are cells. Rows may be searched
// and sorted: the model keeps an index, so the delegate still reads the core's cells directly.
class FitMatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit FitMatrixModel(const Translator& translator, QObject* parent = nullptr);

    // Same rows and columns: only the values changed, selection and scroll stay.
    void setMatrix(std::shared_ptr<const fleet::FitMatrix> matrix);
    const fleet::FitMatrix* matrix() const { return m_matrix.get(); }

    void setSearch(const QString& text); // rows whose name, vendor or memory type contains it
    // Column to sort by; the same column again: descending, then back to the catalog's order. Column 0: memory.
    void toggleSort(int column);
    std::optional<int> sortColumn() const { return m_sortColumn; }

    std::size_t matrixRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    int rowOfCard(std::string_view cardId) const; // -1: not shown
    const Card& card(int row) const { return *m_matrix->rows[matrixRow(row)]; }
    const fleet::FitCell& cell(int row, int column) const { return m_matrix->at(matrixRow(row), static_cast<std::size_t>(column - 1)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void arrange();
    std::vector<std::size_t> arrangedRows() const;

    const Translator& m_translator;
    std::shared_ptr<const fleet::FitMatrix> m_matrix;
    std::vector<std::size_t> m_rows;
    QString m_search;
    std::optional<int> m_sortColumn;
    bool m_descending = false;
};

} // namespace cardfit::ui
