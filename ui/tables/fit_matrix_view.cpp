#include "ui/tables/fit_matrix_view.h"

#include "core/report/format.h"
#include "core/report/verdict_words.h"
#include "ui/tables/cell_painter.h"
#include "ui/tables/fit_matrix_model.h"
#include "ui/tables/flat_table.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>

namespace cardfit::ui {

namespace {

constexpr int kRowHeight = 28, kRoomyRowHeight = 32, kRoomyFrom = 460;
constexpr int kHeadHeight = 24, kNameWidth = 108, kRoomyNameWidth = 124;

// Reads a cell once and paints it whole.
class CellDelegate : public QStyledItemDelegate {
public:
    CellDelegate(const FitMatrixView& view, const FitMatrixModel& model, const Appearance& appearance, const Translator& translator)
        : m_view(view), m_model(model), m_appearance(appearance), m_translator(translator)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        if (index.column() == 0) {
            paintName(*painter, option.rect, index, theme);
            return;
        }
        CellMarks marks;
        marks.chosen = m_view.isChosen(index);
        marks.hovered = index == m_view.hovered();
        marks.focused = m_view.hasFocus() && index == m_view.currentIndex();
        paintFitCell(*painter, QRectF(option.rect).adjusted(1, 1, -1, -1), m_model.cell(index.row(), index.column()), marks, theme,
                     m_translator);
    }

private:
    void paintName(QPainter& painter, const QRect& rect, const QModelIndex& index, const Theme& theme) const
    {
        const Card& card = m_model.card(index.row());
        const bool allowed = m_model.columnCount() < 2 || m_model.cell(index.row(), 1).allowed;
        bool chosen = false;
        for (int column = 1; column < m_model.columnCount(); ++column)
            chosen = chosen || m_view.isChosen(index.siblingAtColumn(column));
        const QString has = QString::fromStdString(report::fixed(inGiB(card.driverMemory), 1, m_translator.style()));
        const QFont small = theme.font(FontRole::Axis);
        const QString name = QString::fromStdString(card.shortName);
        const QFont font = theme.font(chosen ? FontRole::Total : FontRole::Control);
        // A long name says its size itself; then the name stands alone.
        const bool room = textWidth(name, font) + textWidth(has, small) + 14 <= rect.width();
        if (room)
            drawText(painter, QRectF(rect).adjusted(0, 0, -8, 0), has, small, theme.text2, Qt::AlignRight);
        drawText(painter, QRectF(rect).adjusted(0, 0, -4, 0), name,
                 room ? font : theme.font(chosen ? FontRole::TableStrong : FontRole::Table), allowed ? theme.text : theme.text3);
    }

    const FitMatrixView& m_view;
    const FitMatrixModel& m_model;
    const Appearance& m_appearance;
    const Translator& m_translator;
};

// Column heads: the value left, the unit of the prices right, an arrow where the rows are sorted by it.
class CellHeader : public QHeaderView {
public:
    CellHeader(const FitMatrixView& view, const FitMatrixModel& model, const Appearance& appearance)
        : QHeaderView(Qt::Horizontal), m_view(view), m_model(model), m_appearance(appearance)
    {
        setSectionsClickable(true);
        setHighlightSections(false);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Theme& theme = m_appearance.theme();
        painter->fillRect(rect, theme.surface);
        const QFont font = theme.font(FontRole::Axis);
        const QString text = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
        const bool sorted = m_model.sortColumn() == section;
        const double left = section == 0 ? 0 : 26;
        const bool priced = section > 0 && rect.width() >= kPriceFromWidth;
        const QString unit = priced ? FitMatrixView::tr("%1/h").arg(m_view.currencyName()) : QString();
        drawText(*painter, QRectF(rect).adjusted(left, 0, -10 - textWidth(unit, font), 0), text,
                 theme.font(sorted ? FontRole::MarkStrong : FontRole::Axis), sorted ? theme.text : theme.text2);
        if (priced)
            drawText(*painter, QRectF(rect).adjusted(0, 0, -8, 0), unit, font, theme.text2, Qt::AlignRight);
    }
    QSize sizeHint() const override { return {QHeaderView::sizeHint().width(), kHeadHeight}; }

private:
    const FitMatrixView& m_view;
    const FitMatrixModel& m_model;
    const Appearance& m_appearance;
};

} // namespace

FitMatrixView::FitMatrixView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QTableView(parent), m_appearance(appearance), m_translator(translator), m_model(new FitMatrixModel(translator, this))
{
    setObjectName(QStringLiteral("fitMatrix"));
    setAccessibleName(tr("Fit of every card"));
    setModel(m_model);
    setItemDelegate(new CellDelegate(*this, *m_model, appearance, translator));
    itemDelegate()->setParent(this);
    setHorizontalHeader(new CellHeader(*this, *m_model, appearance));
    makeFlat(*this, verticalHeader()->defaultSectionSize(), 40);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::clicked, this, &FitMatrixView::choose);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, m_model, &FitMatrixModel::toggleSort);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FitMatrixView::layOutColumns);
    connect(&appearance, &Appearance::changed, this, &FitMatrixView::applyTheme);
    applyTheme();
}

void FitMatrixView::applyTheme()
{
    paintSurface(*this, m_appearance.theme());
    viewport()->update();
}

void FitMatrixView::setMatrix(std::shared_ptr<const fleet::FitMatrix> matrix, std::string_view chosenCard, int chosenColumn)
{
    const bool moved = m_chosenCard != chosenCard;
    m_chosenCard = chosenCard;
    m_chosenColumn = chosenColumn;
    m_model->setMatrix(std::move(matrix));
    if (const int row = m_model->rowOfCard(chosenCard); moved && row >= 0)
        scrollTo(m_model->index(row, 0));
}

void FitMatrixView::setSearch(const QString& text) { m_model->setSearch(text); }

void FitMatrixView::setCurrencyName(const QString& name)
{
    if (m_currencyName == name)
        return;
    m_currencyName = name;
    horizontalHeader()->viewport()->update();
}

bool FitMatrixView::isChosen(const QModelIndex& index) const
{
    return index.column() == m_chosenColumn + 1 && index.column() > 0 && m_model->card(index.row()).id == m_chosenCard;
}

void FitMatrixView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
}

// Fixed sizes from the room there is: asking every cell for its size costs thousands of calls.
void FitMatrixView::layOutColumns()
{
    const int columns = m_model->columnCount();
    const bool roomy = viewport()->height() >= kRoomyFrom;
    verticalHeader()->setDefaultSectionSize(roomy ? kRoomyRowHeight : kRowHeight);
    if (columns < 2)
        return;
    const int name = roomy ? kRoomyNameWidth : kNameWidth;
    const int room = viewport()->width() - name;
    setColumnWidth(0, name);
    for (int column = 1; column < columns; ++column)
        setColumnWidth(column, room * column / (columns - 1) - room * (column - 1) / (columns - 1));
}

void FitMatrixView::choose(const QModelIndex& index)
{
    if (index.isValid() && index.column() > 0)
        emit cellChosen(static_cast<int>(m_model->matrixRow(index.row())), index.column() - 1);
}

void FitMatrixView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        choose(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

bool FitMatrixView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave) {
        const QModelIndex under = event->type() == QEvent::Leave ? QModelIndex() : indexAt(static_cast<QMouseEvent*>(event)->pos());
        if (under != m_hovered) {
            const QModelIndex before = m_hovered;
            m_hovered = under;
            for (const QModelIndex& changed : {before, under}) {
                if (changed.isValid())
                    update(changed);
            }
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QModelIndex index = indexAt(help->pos());
        if (!index.isValid() || index.column() == 0) {
            QToolTip::hideText();
            return true;
        }
        QString text = m_model->data(index, Qt::AccessibleTextRole).toString();
        if (m_explainer)
            text += QChar(u'\n') + m_explainer(m_model->matrixRow(index.row()), static_cast<std::size_t>(index.column() - 1));
        QToolTip::showText(help->globalPos(), text.trimmed(), viewport());
        return true;
    }
    return QTableView::viewportEvent(event);
}

} // namespace cardfit::ui
