#include "ui/tables/evidence_table_view.h"

#include "core/report/format.h"
#include "ui/tables/flat_table.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace cardfit::ui {

namespace {

constexpr int kRow = 23, kTotalRow = 28, kHead = 24, kInset = 8; // the mark of the chosen row reaches into the margins
constexpr double kWhole = 99.95;                                 // from here on percent without decimals

class ClassDelegate : public QStyledItemDelegate {
public:
    ClassDelegate(EvidenceTableView& view, const Appearance& appearance)
        : QStyledItemDelegate(&view), m_view(view), m_appearance(appearance)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        const report::EvidenceClass& row = m_view.tableModel().row(index.row());
        const bool total = m_view.tableModel().isTotal(index.row());
        const bool chosen = !total && m_view.chosen() == row.figure;
        if (chosen)
            painter->fillRect(option.rect, theme.accentBackground);
        if (chosen && index.column() == 0)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), theme.accent);
        if (total)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), theme.text2);
        const bool poor = (index.column() == EvidenceTableModel::Median && row.medianIsPoor) ||
                          (index.column() == EvidenceTableModel::P90 && row.p90IsPoor);
        const QFont font = theme.font(total ? FontRole::Total : chosen ? FontRole::TableStrong : FontRole::Table);
        drawText(*painter, boxOf(option.rect, index.column()), index.data(Qt::DisplayRole).toString(), font, poor ? theme.warn : theme.text,
                 index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight);
        if (m_view.hasFocus() && index.row() == m_view.currentIndex().row()) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), theme.accent);
            painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.accent);
        }
    }

    static QRectF boxOf(const QRect& rect, int column)
    {
        return QRectF(rect).adjusted(column == 0 ? kInset : 0, 0, column == EvidenceTableModel::Inside ? -kInset : 0, 0);
    }

private:
    EvidenceTableView& m_view;
    const Appearance& m_appearance;
};

class ClassHeader : public QHeaderView {
public:
    explicit ClassHeader(const Appearance& appearance) : QHeaderView(Qt::Horizontal), m_appearance(appearance) {}

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Theme& theme = m_appearance.theme();
        painter->fillRect(rect, theme.surface);
        drawText(*painter, ClassDelegate::boxOf(rect, section).adjusted(0, 0, 0, -1),
                 model()->headerData(section, orientation(), Qt::DisplayRole).toString(), theme.font(FontRole::Axis), theme.text2,
                 section == 0 ? Qt::AlignLeft : Qt::AlignRight);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line);
    }
    QSize sizeHint() const override { return {QHeaderView::sizeHint().width(), kHead}; }

private:
    const Appearance& m_appearance;
};

} // namespace

EvidenceTableModel::EvidenceTableModel(const Translator& translator, QObject* parent)
    : QAbstractTableModel(parent), m_translator(translator)
{
}

void EvidenceTableModel::setRows(std::vector<report::EvidenceClass> classes, report::EvidenceClass all)
{
    beginResetModel();
    m_rows = std::move(classes);
    m_rows.push_back(std::move(all));
    endResetModel();
}

int EvidenceTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int EvidenceTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(ColumnCount); }

QVariant EvidenceTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    const auto percent = [this](const std::optional<Percent>& share, int decimals) {
        if (!share)
            return QString();
        const double value = share->value;
        return QString::fromStdString(report::fixed(value, value >= kWhole ? 0 : decimals, m_translator.style())) +
               QStringLiteral("\u00A0%");
    };
    const report::EvidenceClass& shown = row(index.row());
    switch (index.column()) {
    case Name: return m_translator.plain(shown.label);
    case Rows: return QString::fromStdString(report::grouped(shown.rows, m_translator.style()));
    case Median: return percent(shown.median, 1);
    case P90: return percent(shown.p90, 1);
    case Inside: return percent(shown.inside, 0);
    default: return {};
    }
}

QVariant EvidenceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return QString();
    case Rows: return tr("rows");
    case Median: return tr("median");
    case P90: return tr("p90");
    case Inside: return tr("in 80\u00A0%");
    default: return {};
    }
}

EvidenceTableView::EvidenceTableView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QTableView(parent), m_appearance(appearance), m_model(new EvidenceTableModel(translator, this))
{
    setObjectName(QStringLiteral("evidenceTable"));
    setAccessibleName(tr("Error by class; Enter shows the points of one class"));
    setModel(m_model);
    setItemDelegate(new ClassDelegate(*this, appearance));
    setHorizontalHeader(new ClassHeader(appearance));
    makeFlat(*this, kRow, 20);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    const auto applyTheme = [this] { paintSurface(*this, m_appearance.theme()); };
    connect(&appearance, &Appearance::changed, this, applyTheme);
    applyTheme();
}

void EvidenceTableView::setRows(std::vector<report::EvidenceClass> classes, report::EvidenceClass all,
                                std::optional<evidence::Figure> chosen)
{
    const int current = currentIndex().row();
    m_chosen = chosen;
    m_model->setRows(std::move(classes), std::move(all));
    setRowHeight(m_model->rowCount() - 1, kTotalRow);
    setCurrentIndex(m_model->index(qBound(0, current, m_model->rowCount() - 1), 0));
}

int EvidenceTableView::wantedHeight() const { return kHead + kRow * (m_model->rowCount() - 1) + kTotalRow + 2; }

void EvidenceTableView::choose(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    const evidence::Figure figure = m_model->row(row).figure;
    emit classChosen(m_model->isTotal(row) || m_chosen == figure ? std::nullopt : std::optional(figure));
}

void EvidenceTableView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        choose(currentIndex().row());
    else if (event->key() == Qt::Key_Escape && m_chosen)
        emit classChosen(std::nullopt);
    else
        QTableView::keyPressEvent(event);
}

void EvidenceTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    constexpr int kCount = 44, kShare = 60;
    const int inside = kShare + kInset;
    setColumnWidth(EvidenceTableModel::Rows, kCount);
    setColumnWidth(EvidenceTableModel::Median, kShare);
    setColumnWidth(EvidenceTableModel::P90, kShare);
    setColumnWidth(EvidenceTableModel::Inside, inside);
    setColumnWidth(EvidenceTableModel::Name, viewport()->width() - kCount - 2 * kShare - inside);
}

} // namespace cardfit::ui
