#include "ui/tables/explain_model.h"

#include <algorithm>
#include <utility>

namespace cardfit::ui {

bool ExplainModel::hasShapeOf(const std::vector<report::ExplainRow>& rows) const
{
    return std::ranges::equal(rows, m_rows, [](const report::ExplainRow& a, const report::ExplainRow& b) {
        return a.symbol == b.symbol && a.parent == b.parent && a.depth == b.depth && a.isInput == b.isInput;
    });
}

bool ExplainModel::setRows(std::vector<report::ExplainRow> rows)
{
    if (!m_rows.empty() && hasShapeOf(rows)) {
        m_rows = std::move(rows);
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (!m_children[row].empty())
                emit dataChanged(indexOfRow(m_children[row].front()), indexOfRow(m_children[row].back(), ColumnCount - 1));
        }
        emit dataChanged(indexOfRow(0), indexOfRow(0, ColumnCount - 1));
        return true;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_children.assign(m_rows.size(), {});
    m_places.assign(m_rows.size(), 0);
    m_roots.clear();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        std::vector<std::size_t>& siblings = m_rows[row].depth == 0 ? m_roots : m_children[m_rows[row].parent];
        m_places[row] = static_cast<int>(siblings.size());
        siblings.push_back(row);
    }
    endResetModel();
    return false;
}

QString ExplainModel::pathOf(const QModelIndex& index) const
{
    QString path;
    for (QModelIndex at = index; at.isValid(); at = at.parent())
        path.prepend(QLatin1Char('/') + QString::fromStdString(row(at).symbol));
    return path;
}

QModelIndex ExplainModel::indexOf(const QString& path) const
{
    QModelIndex at;
    for (const QString& symbol : path.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        const std::vector<std::size_t>& children = childrenOf(at);
        const auto found = std::ranges::find(children, symbol.toStdString(), [this](std::size_t row) { return m_rows[row].symbol; });
        if (found == children.end())
            return {};
        at = indexOfRow(*found);
    }
    return at;
}

const std::vector<std::size_t>& ExplainModel::childrenOf(const QModelIndex& parent) const
{
    return parent.isValid() ? m_children[parent.internalId()] : m_roots;
}

QModelIndex ExplainModel::indexOfRow(std::size_t row, int column) const { return createIndex(m_places[row], column, row); }

QModelIndex ExplainModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, childrenOf(parent)[static_cast<std::size_t>(row)]);
}

QModelIndex ExplainModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || row(index).depth == 0)
        return {};
    return indexOfRow(row(index).parent);
}

int ExplainModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int ExplainModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant ExplainModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const report::ExplainRow& shown = row(index);
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    if (role == Qt::AccessibleDescriptionRole)
        return text(shown.formula);
    if (role == Qt::ToolTipRole)
        return text(shown.name) + QStringLiteral(" (") + text(shown.symbol) + QStringLiteral("): ") + text(shown.exact);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return text(shown.name);
    case Value: return text(shown.value);
    case MarkColumn: return text(shown.weakest);
    default: return {};
    }
}

QVariant ExplainModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("term");
    case Value: return tr("value");
    case MarkColumn: return tr("how well founded");
    default: return {};
    }
}

} // namespace cardfit::ui
