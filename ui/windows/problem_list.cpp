#include "ui/windows/problem_list.h"

#include "ui/theme/icon.h"
#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kRow = 28, kHead = 28, kMargin = 16;
constexpr double kWhereShare = 0.4, kWayOutShare = 0.66; // of the width

} // namespace

ProblemList::ProblemList(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance)
{
    setObjectName(QStringLiteral("problemList"));
    setAccessibleName(tr("Problems"));
    setFocusPolicy(Qt::StrongFocus);
    hide();
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void ProblemList::showItems(std::vector<ProblemItem> items)
{
    if (items == m_items)
        return;
    m_items = std::move(items);
    m_current = qBound(0, m_current, qMax(0, static_cast<int>(m_items.size()) - 1));
    m_first = 0;
    update();
}

int ProblemList::wantedHeight() const { return 1 + kHead + kRow * qMax(1, static_cast<int>(m_items.size())) + 8; }
int ProblemList::visibleRows() const { return qMax(1, (height() - kHead - 9) / kRow); }

void ProblemList::openAbove(int bottom, int most)
{
    const int wanted = qMin(wantedHeight(), most);
    setGeometry(0, bottom - wanted, parentWidget()->width(), wanted);
    raise();
    show();
    setFocus(Qt::OtherFocusReason);
}

void ProblemList::moveTo(int row)
{
    m_current = qBound(0, row, qMax(0, static_cast<int>(m_items.size()) - 1));
    m_first = qBound(m_current - visibleRows() + 1, m_first, m_current);
    if (!m_items.empty())
        setAccessibleDescription(m_items[static_cast<std::size_t>(m_current)].what);
    update();
}

void ProblemList::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: moveTo(m_current - 1); break;
    case Qt::Key_Down: moveTo(m_current + 1); break;
    case Qt::Key_Home: moveTo(0); break;
    case Qt::Key_End: moveTo(static_cast<int>(m_items.size()) - 1); break;
    case Qt::Key_Escape:
        hide();
        emit closed();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_items.empty())
            emit jump(m_items[static_cast<std::size_t>(m_current)].field);
        break;
    default: QWidget::keyPressEvent(event);
    }
}

void ProblemList::mousePressEvent(QMouseEvent* event)
{
    const int row = static_cast<int>(event->position().y() - kHead) / kRow + m_first;
    if (event->position().y() < kHead || row >= static_cast<int>(m_items.size()))
        return;
    moveTo(row);
    emit jump(m_items[static_cast<std::size_t>(row)].field);
}

void ProblemList::wheelEvent(QWheelEvent* event)
{
    const int most = qMax(0, static_cast<int>(m_items.size()) - visibleRows());
    m_first = qBound(0, m_first - (event->angleDelta().y() > 0 ? 1 : -1), most);
    update();
}

void ProblemList::paintItem(QPainter& painter, const QRectF& row, const ProblemItem& item, bool current) const
{
    const Theme& theme = m_appearance.theme();
    if (current) {
        painter.fillRect(row, theme.accentBackground);
        painter.fillRect(QRectF(row.left(), row.top(), 3, row.height()), theme.accent);
    }
    const QFont font = theme.font(FontRole::Table);
    if (!item.what.isEmpty()) {
        const Icon icon = item.severity == Severity::Error ? Icon::Error : item.severity == Severity::Warning ? Icon::Warning : Icon::Note;
        const QColor colour = item.severity == Severity::Warning ? theme.warn : item.severity == Severity::Error ? theme.text : theme.text2;
        paintIcon(painter, QRectF(kMargin, row.center().y() - 7, 14, 14), icon, colour);
    }
    const double where = width() * kWhereShare, wayOut = width() * kWayOutShare;
    drawText(painter, QRectF(44, row.top(), where - 56, row.height()), item.what, current ? theme.font(FontRole::TableStrong) : font,
             theme.text);
    drawText(painter, QRectF(where, row.top(), wayOut - where - 12, row.height()), item.where, font, theme.text2);
    drawText(painter, QRectF(wayOut, row.top(), width() - wayOut - kMargin, row.height()), item.wayOut, font, theme.text);
}

void ProblemList::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), theme.controlLine);
    const QFont head = theme.font(FontRole::Axis);
    drawText(painter, QRectF(kMargin, 1, 400, kHead - 1), tr("Problems of this scenario and of the last file"), head, theme.text2);
    drawText(painter, QRectF(width() * kWhereShare, 1, 200, kHead - 1), tr("Where"), head, theme.text2);
    drawText(painter, QRectF(width() * kWayOutShare, 1, 200, kHead - 1), tr("Way out"), head, theme.text2);
    painter.fillRect(QRect(0, kHead - 1, width(), 1), theme.line);
    if (m_items.empty())
        drawText(painter, QRectF(44, kHead, 400, kRow), tr("No problems"), theme.font(FontRole::Table), theme.text2);
    for (int shown = 0; shown < visibleRows() && m_first + shown < static_cast<int>(m_items.size()); ++shown) {
        const int index = m_first + shown;
        paintItem(painter, QRectF(0, kHead + shown * kRow, width(), kRow), m_items[static_cast<std::size_t>(index)], index == m_current);
    }
}

} // namespace cardfit::ui
