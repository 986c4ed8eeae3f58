#include "ui/tables/cost_table_view.h"

#include "core/report/format.h"
#include "ui/tables/flat_table.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

namespace cardfit::ui {

namespace {

constexpr int kRowHeight = 23, kHeadHeight = 22, kBasisFrom = 470, kNarrow = 330;

class LineDelegate : public QStyledItemDelegate {
public:
    LineDelegate(const CostTableModel& model, const Appearance& appearance, QObject* parent)
        : QStyledItemDelegate(parent), m_model(model), m_appearance(appearance)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        const report::CostRow& row = m_model.row(index.row());
        const QString text = index.data(Qt::DisplayRole).toString();
        const bool right = index.column() == CostTableModel::Rent || index.column() == CostTableModel::Own;
        QRectF box = QRectF(option.rect).adjusted(index.column() == CostTableModel::BasisColumn ? 14 : 0, 0, 0, 0);
        if (index.column() == CostTableModel::What) // a long label runs on into the amount that is not there
            box.setWidth(box.width() + roomBeside(index));
        drawText(*painter, box, text, fontOf(row, index.column(), theme), colourOf(row, index.column(), theme),
                 right ? Qt::AlignRight : Qt::AlignLeft);
        if (row.isTotal)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), theme.text2);
    }

private:
    double roomBeside(const QModelIndex& index) const
    {
        const auto* view = qobject_cast<const QTableView*>(parent());
        const bool empty = index.siblingAtColumn(CostTableModel::Rent).data(Qt::DisplayRole).toString().isEmpty();
        return empty && view ? view->columnWidth(CostTableModel::Rent) - 8 : -8;
    }
    static QFont fontOf(const report::CostRow& row, int column, const Theme& theme)
    {
        if (row.isTotal)
            return theme.font(FontRole::Total);
        return theme.font(column == CostTableModel::BasisColumn ? FontRole::Axis : FontRole::Table);
    }
    static QColor colourOf(const report::CostRow& row, int column, const Theme& theme)
    {
        if ((row.rentMissing && column == CostTableModel::Rent) || (row.ownMissing && column == CostTableModel::Own))
            return theme.warn;
        if (row.isTotal)
            return column == CostTableModel::Rent ? theme.rent : column == CostTableModel::Own ? theme.own : theme.text;
        if (column == CostTableModel::BasisColumn)
            return row.stale ? theme.warn : theme.text2;
        return row.included ? theme.text : theme.text2;
    }

    const CostTableModel& m_model;
    const Appearance& m_appearance;
};

class LineHeader : public QHeaderView {
public:
    explicit LineHeader(const Appearance& appearance) : QHeaderView(Qt::Horizontal), m_appearance(appearance) {}

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Theme& theme = m_appearance.theme();
        painter->fillRect(rect, theme.surface);
        const bool right = section == CostTableModel::Rent || section == CostTableModel::Own;
        const QRectF box = QRectF(rect).adjusted(section == CostTableModel::BasisColumn ? 14 : 0, 0, 0, -1);
        drawText(*painter, box, model()->headerData(section, orientation(), Qt::DisplayRole).toString(), theme.font(FontRole::Axis),
                 theme.text2, right ? Qt::AlignRight : Qt::AlignLeft);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line);
    }
    QSize sizeHint() const override { return {QHeaderView::sizeHint().width(), kHeadHeight}; }

private:
    const Appearance& m_appearance;
};

} // namespace

CostTableModel::CostTableModel(const Translator& translator, QObject* parent) : QAbstractTableModel(parent), m_translator(translator)
{
    connect(&translator, &Translator::changed, this, [this] {
        beginResetModel();
        endResetModel();
    });
}

void CostTableModel::setRows(std::vector<report::CostRow> rows, Currency currency)
{
    const bool sameShape = rows.size() == m_rows.size() && !rows.empty() && currency == m_currency;
    if (!sameShape)
        beginResetModel();
    m_rows = std::move(rows);
    m_currency = currency;
    if (sameShape)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    else
        endResetModel();
}

int CostTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int CostTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(ColumnCount); }

QString CostTableModel::moneyText(const report::CostRow& shown, bool rent) const
{
    const std::optional<Money>& amount = rent ? shown.rent : shown.own;
    if (amount)
        return QString::fromStdString(report::amount(*amount, 2, m_translator.style()));
    if (!shown.included && !rent)
        return m_translator.plain(Text("cost.not-included"));
    if (!(rent ? shown.rentMissing : shown.ownMissing))
        return {};
    return m_translator.plain(Text(shown.isTotal && !rent ? "cost.incomplete" : "cost.no-price"));
}

QVariant CostTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const report::CostRow& shown = row(index.row());
    if (role == Qt::ToolTipRole)
        return m_translator.plain(shown.label) + QStringLiteral(" · ") + m_translator.plain(shown.basis);
    switch (index.column()) {
    case What: return m_translator.plain(shown.label);
    case Rent: return moneyText(shown, true);
    case Own: return moneyText(shown, false);
    case BasisColumn: return m_translator.plain(shown.basis);
    default: return {};
    }
}

QVariant CostTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What: return tr("%1/month").arg(m_translator.currencyName(m_currency));
    case Rent: return tr("rent");
    case Own: return tr("own");
    case BasisColumn: return tr("basis");
    default: return {};
    }
}

CostTableView::CostTableView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QTableView(parent), m_appearance(appearance), m_model(new CostTableModel(translator, this))
{
    setObjectName(QStringLiteral("costTable"));
    setAccessibleName(tr("Cost a month, line by line"));
    setModel(m_model);
    setItemDelegate(new LineDelegate(*m_model, appearance, this));
    setHorizontalHeader(new LineHeader(appearance));
    makeFlat(*this, kRowHeight, 30);
    const auto applyTheme = [this] { paintSurface(*this, m_appearance.theme()); };
    connect(&appearance, &Appearance::changed, this, applyTheme);
    applyTheme();
}

void CostTableView::setRows(std::vector<report::CostRow> rows, Currency currency)
{
    m_model->setRows(std::move(rows), currency);
    if (viewport()->width() < kNarrow && amountWidth() != columnWidth(CostTableModel::Rent))
        layOutColumns();
}

int CostTableView::wantedHeight() const { return kHeadHeight + kRowHeight * m_model->rowCount() + 2; }

void CostTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
}

// Narrow, the names get what the amounts leave, in steps: columns that jump with every digit are hard to read.
int CostTableView::amountWidth() const
{
    constexpr int kStep = 8, kGap = 8;
    const QFont line = m_appearance.theme().font(FontRole::Table), total = m_appearance.theme().font(FontRole::Total);
    double widest = 40;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        for (const int column : {CostTableModel::Rent, CostTableModel::Own}) {
            const QString text = m_model->index(row, column).data(Qt::DisplayRole).toString();
            widest = qMax(widest, textWidth(text, m_model->row(row).isTotal ? total : line));
        }
    }
    return (qRound(widest) + kGap + kStep - 1) / kStep * kStep;
}

void CostTableView::layOutColumns()
{
    const int width = viewport()->width();
    const bool withBasis = width >= kBasisFrom;
    setColumnHidden(CostTableModel::BasisColumn, !withBasis);
    const int amount = withBasis ? 84 : width < kNarrow ? amountWidth() : 76, basis = withBasis ? 130 : 0;
    setColumnWidth(CostTableModel::Rent, amount);
    setColumnWidth(CostTableModel::Own, amount);
    setColumnWidth(CostTableModel::BasisColumn, basis);
    setColumnWidth(CostTableModel::What, width - 2 * amount - basis);
}

} // namespace cardfit::ui
