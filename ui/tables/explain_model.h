#pragma once

#include "core/report/explain_rows.h"

#include <QAbstractItemModel>

#include <vector>

namespace cardfit::ui {

// The tree of an explanation. While its shape stays, indexes stay, and with them what is expanded and current.
class ExplainModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Value, MarkColumn, ColumnCount };
    using QAbstractItemModel::QAbstractItemModel;

    // False: the tree has another shape and all indexes are new.
    bool setRows(std::vector<report::ExplainRow> rows);
    const std::vector<report::ExplainRow>& rows() const { return m_rows; }
    const report::ExplainRow& row(const QModelIndex& index) const { return m_rows[index.internalId()]; }
    // Names a row across changes of the tree: the symbols from the root to it.
    QString pathOf(const QModelIndex& index) const;
    QModelIndex indexOf(const QString& path) const; // invalid: no such row

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool hasShapeOf(const std::vector<report::ExplainRow>& rows) const;
    const std::vector<std::size_t>& childrenOf(const QModelIndex& parent) const;
    QModelIndex indexOfRow(std::size_t row, int column = 0) const;

    std::vector<report::ExplainRow> m_rows;
    std::vector<std::vector<std::size_t>> m_children; // of each row
    std::vector<int> m_places;                        // of each row, among its parent's
    std::vector<std::size_t> m_roots;
};

} // namespace cardfit::ui
