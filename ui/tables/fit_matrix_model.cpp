#include "ui/tables/fit_matrix_model.h"

#include "core/report/format.h"
#include "core/report/verdict_words.h"
#include "ui/tables/cell_painter.h"
#include "ui/text/translator.h"

#include <algorithm>
#include <numeric>

namespace cardfit::ui {

namespace {

bool matches(const Card& card, const QString& search)
{
    if (search.isEmpty())
        return true;
    for (const std::string* field : {&card.name, &card.shortName, &card.vendor, &card.architecture, &card.memoryType}) {
        if (QString::fromStdString(*field).contains(search, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

// What fits comes first, by price; then what does not, by how much is missing; then what cannot run.
double rank(const fleet::FitCell& cell)
{
    switch (cell.verdict) {
    case fleet::Verdict::Fits:
    case fleet::Verdict::Tight: return cell.perHour ? cell.perHour->toDouble() : 1e6;
    case fleet::Verdict::No: return 1e9 - cell.headroom;
    default: return 1e12;
    }
}

} // namespace

FitMatrixModel::FitMatrixModel(const Translator& translator, QObject* parent) : QAbstractTableModel(parent), m_translator(translator)
{
    connect(&translator, &Translator::changed, this, [this] {
        emit headerDataChanged(Qt::Horizontal, 0, std::max(0, columnCount() - 1));
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void FitMatrixModel::setMatrix(std::shared_ptr<const fleet::FitMatrix> matrix)
{
    const bool sameShape = m_matrix && matrix && m_matrix->rows == matrix->rows && m_matrix->columns.size() == matrix->columns.size() &&
                           m_matrix->axis == matrix->axis;
    if (!sameShape) {
        beginResetModel();
        m_matrix = std::move(matrix);
        m_sortColumn.reset();
        m_rows = arrangedRows();
        endResetModel();
        return;
    }
    m_matrix = std::move(matrix);
    if (m_rows.empty())
        return;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void FitMatrixModel::setSearch(const QString& text)
{
    m_search = text.trimmed();
    arrange();
}

void FitMatrixModel::toggleSort(int column)
{
    if (m_sortColumn != column) {
        m_sortColumn = column;
        m_descending = false;
    } else if (!m_descending) {
        m_descending = true;
    } else {
        m_sortColumn.reset();
    }
    arrange();
}

void FitMatrixModel::arrange()
{
    beginResetModel();
    m_rows = arrangedRows();
    endResetModel();
}

std::vector<std::size_t> FitMatrixModel::arrangedRows() const
{
    std::vector<std::size_t> rows;
    if (!m_matrix)
        return rows;
    for (std::size_t row = 0; row < m_matrix->rows.size(); ++row) {
        if (matches(*m_matrix->rows[row], m_search))
            rows.push_back(row);
    }
    if (!m_sortColumn)
        return rows;
    const auto key = [&](std::size_t row) {
        if (*m_sortColumn == 0)
            return asDouble(m_matrix->rows[row]->driverMemory);
        return rank(m_matrix->at(row, static_cast<std::size_t>(*m_sortColumn - 1)));
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return m_descending ? key(b) < key(a) : key(a) < key(b); });
    return rows;
}

int FitMatrixModel::rowOfCard(std::string_view cardId) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_matrix->rows[m_rows[row]]->id == cardId)
            return static_cast<int>(row);
    }
    return -1;
}

int FitMatrixModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int FitMatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_matrix ? 0 : static_cast<int>(m_matrix->columns.size()) + 1;
}

QVariant FitMatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    const Card& rowCard = card(index.row());
    const QString name = QString::fromStdString(rowCard.shortName);
    if (index.column() == 0)
        return name;
    const fleet::FitCell& shown = cell(index.row(), index.column());
    const QString words = m_translator.plain(report::verdictWords(shown));
    if (role == Qt::DisplayRole)
        return words;
    const Text& column = m_matrix->columns[static_cast<std::size_t>(index.column() - 1)].label;
    return QStringLiteral("%1, %2: %3, %4")
        .arg(name, m_translator.plain(column), m_translator.plain(report::verdictName(shown.verdict)), words);
}

QVariant FitMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || !m_matrix)
        return {};
    if (section == 0)
        return tr("Card · GiB it has");
    return m_translator.plain(m_matrix->columns[static_cast<std::size_t>(section - 1)].label);
}

} // namespace cardfit::ui
