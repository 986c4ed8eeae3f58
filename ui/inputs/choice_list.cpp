#include "ui/inputs/choice_list.h"

#include "ui/theme/paint_text.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace cardfit::ui {

namespace {

constexpr int kRow = 26, kMostRows = 14, kSearchHeight = 30, kMargin = 4;
constexpr int kIdRole = Qt::UserRole, kAsideRole = Qt::UserRole + 1;

class RowPainter : public QStyledItemDelegate {
public:
    RowPainter(const Appearance& appearance, QObject* parent) : QStyledItemDelegate(parent), m_appearance(appearance) {}
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {80, kRow}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        const bool current = option.state.testFlag(QStyle::State_Selected);
        if (current)
            painter->fillRect(option.rect, theme.accentBackground);
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, theme.grid);
        const QRectF inner = QRectF(option.rect).adjusted(8, 0, -8, 0);
        const double aside =
            drawText(*painter, inner, index.data(kAsideRole).toString(), theme.font(FontRole::Table), theme.text2, Qt::AlignRight);
        drawText(*painter, inner.adjusted(0, 0, -aside - 8, 0), index.data(Qt::DisplayRole).toString(),
                 theme.font(current ? FontRole::ControlStrong : FontRole::Control), theme.text);
    }

private:
    const Appearance& m_appearance;
};

} // namespace

ChoiceList::ChoiceList(const Appearance& appearance, const std::vector<Choice>& choices, const QString& current, bool searchable,
                       QWidget* parent)
    : QFrame(parent, Qt::Popup), m_appearance(appearance)
{
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kMargin);
    if (searchable) {
        m_search = new QLineEdit(this);
        m_search->setObjectName(QStringLiteral("search"));
        m_search->setPlaceholderText(tr("Search"));
        m_search->setAccessibleName(tr("Search"));
        m_search->setFixedHeight(kSearchHeight - kMargin);
        m_search->installEventFilter(this);
        connect(m_search, &QLineEdit::textChanged, this, &ChoiceList::filter);
        layout->addWidget(m_search);
    }
    m_list = new QListWidget(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new RowPainter(appearance, m_list));
    m_list->installEventFilter(this);
    for (const Choice& choice : choices) {
        auto* item = new QListWidgetItem(choice.label, m_list);
        item->setData(kIdRole, choice.id);
        item->setData(kAsideRole, choice.aside);
        if (choice.id == current)
            m_list->setCurrentItem(item);
    }
    connect(m_list, &QListWidget::itemClicked, this, &ChoiceList::take);
    layout->addWidget(m_list);
}

void ChoiceList::openBelow(const QWidget& box)
{
    const int rows = qBound(1, m_list->count(), kMostRows);
    double widest = box.width() - 2 * kMargin;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        widest = qMax(widest, textWidth(item->text(), m_appearance.theme().font(FontRole::ControlStrong)) +
                                  textWidth(item->data(kAsideRole).toString(), m_appearance.theme().font(FontRole::Table)) + 48);
    }
    resize(qRound(widest) + 2 * kMargin, rows * kRow + 2 * kMargin + 2 + (m_search ? kSearchHeight : 0));
    QPoint corner = box.mapToGlobal(QPoint(0, box.height() + 2));
    if (const QScreen* screen = box.screen()) {
        const QRect area = screen->availableGeometry();
        if (corner.y() + height() > area.bottom())
            corner.setY(qMax(area.top(), box.mapToGlobal(QPoint(0, -height() - 2)).y()));
        corner.setX(qBound(area.left(), corner.x(), qMax(area.left(), area.right() - width())));
    }
    move(corner);
    show();
    m_list->scrollToItem(m_list->currentItem(), QAbstractItemView::PositionAtCenter);
    m_search ? m_search->setFocus() : m_list->setFocus();
}

void ChoiceList::filter(const QString& typed)
{
    QListWidgetItem* first = nullptr;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        const bool shown =
            item->text().contains(typed, Qt::CaseInsensitive) || item->data(kIdRole).toString().contains(typed, Qt::CaseInsensitive);
        item->setHidden(!shown);
        if (shown && !first)
            first = item;
    }
    if (first)
        m_list->setCurrentItem(first);
}

void ChoiceList::take()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item && !item->isHidden())
        emit chosen(item->data(kIdRole).toString());
    close();
}

bool ChoiceList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            take();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            close();
            return true;
        }
        if (watched == m_search && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up)) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ChoiceList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(m_appearance.theme().controlLine);
    painter.setBrush(m_appearance.theme().control);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace cardfit::ui
