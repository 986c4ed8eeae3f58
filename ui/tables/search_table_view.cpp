#include "ui/tables/search_table_view.h"

#include "ui/tables/flat_table.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <numeric>

namespace cardfit::ui {

namespace {

constexpr int kRow = 24, kHead = 26, kInset = 16, kGap = 18; // between two columns

QRectF boxOf(const QRect& rect, int column, int columns)
{
    return QRectF(rect).adjusted(column == 0 ? kInset : kGap / 2, 0, column + 1 == columns ? -kInset : -kGap / 2, 0);
}

Qt::Alignment sideOf(const SearchTableModel& model, int column) { return model.isFigure(column) ? Qt::AlignRight : Qt::AlignLeft; }

class PointDelegate : public QStyledItemDelegate {
public:
    PointDelegate(SearchTableView& view, const Appearance& appearance) : QStyledItemDelegate(&view), m_view(view), m_appearance(appearance)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        const SearchTableModel& model = m_view.tableModel();
        const bool current = index.row() == m_view.currentIndex().row();
        if (current)
            painter->fillRect(option.rect, theme.accentBackground);
        if (current && index.column() == 0)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), theme.accent);
        const bool strong = current || (index.row() == 0 && index.column() == 0); // the best one
        drawText(*painter, boxOf(option.rect, index.column(), model.columnCount()), index.data().toString(),
                 theme.font(strong ? FontRole::TableStrong : FontRole::Table), theme.text, sideOf(model, index.column()));
    }

private:
    SearchTableView& m_view;
    const Appearance& m_appearance;
};

class PointHeader : public QHeaderView {
public:
    PointHeader(const SearchTableModel& model, const Appearance& appearance)
        : QHeaderView(Qt::Horizontal), m_model(model), m_appearance(appearance)
    {
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Theme& theme = m_appearance.theme();
        painter->fillRect(rect, theme.surface);
        drawText(*painter, boxOf(rect, section, m_model.columnCount()).adjusted(0, 0, 0, -1),
                 m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString(), theme.font(FontRole::Axis), theme.text2,
                 sideOf(m_model, section));
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line);
    }
    QSize sizeHint() const override { return {QHeaderView::sizeHint().width(), kHead}; }

private:
    const SearchTableModel& m_model;
    const Appearance& m_appearance;
};

} // namespace

SearchTableModel::SearchTableModel(const Translator& translator, QObject* parent) : QAbstractTableModel(parent), m_translator(translator) {}

void SearchTableModel::setView(const report::SearchView& view)
{
    beginResetModel();
    m_columns = view.columns;
    m_rows = view.rows;
    endResetModel();
}

int SearchTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int SearchTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_columns.size()); }

QVariant SearchTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    return m_translator.plain(m_rows[static_cast<std::size_t>(index.row())].cells[static_cast<std::size_t>(index.column())]);
}

QVariant SearchTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return m_translator.plain(m_columns[static_cast<std::size_t>(section)].head);
}

SearchTableView::SearchTableView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QTableView(parent), m_appearance(appearance), m_model(new SearchTableModel(translator, this))
{
    setObjectName(QStringLiteral("findTable"));
    setAccessibleName(tr("Configurations, best first; Enter chooses one"));
    setModel(m_model);
    setItemDelegate(new PointDelegate(*this, appearance));
    setHorizontalHeader(new PointHeader(*m_model, appearance));
    makeFlat(*this, kRow, 20);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(this, &QAbstractItemView::doubleClicked, this, &SearchTableView::choose);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        viewport()->update();
        if (current.isValid())
            emit pointLookedAt(m_model->pointOf(current.row()));
    });
    const auto applyTheme = [this] {
        paintSurface(*this, m_appearance.theme());
        fitColumns();
    };
    connect(&appearance, &Appearance::changed, this, applyTheme);
    applyTheme();
}

void SearchTableView::setView(const report::SearchView& view)
{
    m_model->setView(view);
    fitColumns();
    scrollToTop();
    setCurrentIndex(m_model->index(0, 0));
}

int SearchTableView::wantedHeight() const { return kHead + kRow * m_model->rowCount() + 2; }

// As wide as what stands in it; what is left over is shared out, so that figures stay near their heads.
void SearchTableView::fitColumns()
{
    const int columns = m_model->columnCount();
    std::vector<int> widths(static_cast<std::size_t>(columns));
    const QFont font = m_appearance.theme().font(FontRole::TableStrong), head = m_appearance.theme().font(FontRole::Axis);
    for (int column = 0; column < columns; ++column) {
        double widest = textWidth(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), head);
        for (int row = 0; row < m_model->rowCount(); ++row)
            widest = std::max(widest, textWidth(m_model->index(row, column).data().toString(), font));
        const int edges = (column == 0 ? kInset : kGap / 2) + (column + 1 == columns ? kInset : kGap / 2);
        widths[static_cast<std::size_t>(column)] = qRound(widest) + 1 + edges;
    }
    const int used = std::accumulate(widths.begin(), widths.end(), 0), spare = viewport()->width() - used;
    for (int column = 0; column < columns; ++column) {
        const int before = spare * column / std::max(1, columns), upTo = spare * (column + 1) / std::max(1, columns);
        setColumnWidth(column, std::max(20, widths[static_cast<std::size_t>(column)] + upTo - before));
    }
}

void SearchTableView::choose(const QModelIndex& index)
{
    if (index.isValid())
        emit pointChosen(m_model->pointOf(index.row()));
}

void SearchTableView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        choose(currentIndex());
    else if (event->key() == Qt::Key_Escape)
        event->ignore(); // the panel's
    else
        QTableView::keyPressEvent(event);
}

void SearchTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

} // namespace cardfit::ui
