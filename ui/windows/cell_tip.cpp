#include "ui/windows/cell_tip.h"

#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"

#include <QMouseEvent>
#include <QPainter>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kPadding = 14, kTitle = 26, kLine = 17, kRow = 26, kHead = 24, kFoot = 22, kWidth = 390;
constexpr int kFreeWidth = 56, kPriceWidth = 64;

} // namespace

CellTip::CellTip(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance)
{
    setObjectName(QStringLiteral("cellTip"));
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

int CellTip::waysTop() const { return kPadding / 2 + kTitle + kLine * static_cast<int>(m_content.lines.size()) + 10 + kHead; }

QSize CellTip::wantedSize() const
{
    const int ways = static_cast<int>(m_content.ways.size());
    double widest = kWidth - 2 * kPadding;
    for (const QString& line : m_content.lines)
        widest = qMax(widest, textWidth(line, m_appearance.theme().font(FontRole::Table)));
    const int height = ways == 0 ? waysTop() - kHead : waysTop() + kRow * ways + kFoot + 6;
    return {qMin(qRound(widest) + 2 * kPadding, parentWidget()->width() - 20), height};
}

QRect CellTip::wayRect(std::size_t way) const { return {6, waysTop() + kRow * static_cast<int>(way), width() - 12, kRow}; }

void CellTip::showFor(Content content, const QRect& cell)
{
    m_content = std::move(content);
    m_current = 0;
    const QSize size = wantedSize();
    int y = cell.bottom() + 1;
    if (y + size.height() > parentWidget()->height())
        y = qMax(0, cell.top() - size.height());
    setGeometry(QRect(QPoint(qBound(4, cell.left(), qMax(4, parentWidget()->width() - size.width() - 4)), y), size));
    raise();
    show();
    update();
}

int CellTip::wayAt(QPoint place) const
{
    for (std::size_t way = 0; way < m_content.ways.size(); ++way) {
        if (wayRect(way).contains(place))
            return static_cast<int>(way);
    }
    return -1;
}

void CellTip::mouseMoveEvent(QMouseEvent* event)
{
    const int way = wayAt(event->position().toPoint());
    if (way >= 0 && way != m_current) {
        m_current = way;
        update();
    }
}

void CellTip::mousePressEvent(QMouseEvent* event)
{
    const int way = wayAt(event->position().toPoint());
    if (way < 0)
        return;
    const Scenario scenario = m_content.ways[static_cast<std::size_t>(way)].scenario;
    hide();
    emit chosen(scenario);
}

void CellTip::leaveEvent(QEvent*) { hide(); }

void CellTip::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.controlLine);
    painter.setBrush(theme.control);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    const double right = width() - kPadding;
    double y = kPadding / 2.0;
    paintGlyph(painter, QPointF(kPadding + 7, y + kTitle / 2.0), kCellGlyph, glyphOf(m_content.verdict), theme);
    drawText(painter, QRectF(kPadding + 22, y, right - kPadding - 22, kTitle), m_content.title, theme.font(FontRole::Total), theme.text);
    y += kTitle;
    const QFont table = theme.font(FontRole::Table), small = theme.font(FontRole::Axis);
    for (const QString& line : m_content.lines) {
        drawText(painter, QRectF(kPadding, y, right - kPadding, kLine), line, table, theme.text2);
        y += kLine;
    }
    if (m_content.ways.empty())
        return;
    painter.fillRect(QRectF(kPadding, y + 5, right - kPadding, 1), theme.line);
    const QRectF head(kPadding, waysTop() - kHead, right - kPadding, kHead);
    drawText(painter, head, tr("Ways out, cheapest first"), small, theme.text2);
    drawText(painter, head, m_content.priceHead, small, theme.text2, Qt::AlignRight);
    drawText(painter, head.adjusted(0, 0, -kPriceWidth, 0), tr("free"), small, theme.text2, Qt::AlignRight);
    for (std::size_t i = 0; i < m_content.ways.size(); ++i) {
        const Way& way = m_content.ways[i];
        const bool current = static_cast<int>(i) == m_current;
        const QRectF row = wayRect(i);
        if (current)
            painter.fillRect(row, theme.accentBackground);
        const QFont font = current ? theme.font(FontRole::TableStrong) : table;
        paintGlyph(painter, QPointF(kPadding + 7, row.center().y()), kCellGlyph, Glyph::DiscCheck, theme);
        const QRectF words(kPadding + 22, row.top(), right - kPadding - 22, row.height());
        drawText(painter, words.adjusted(0, 0, -kPriceWidth - kFreeWidth, 0), way.what, font, theme.text);
        drawText(painter, words.adjusted(0, 0, -kPriceWidth, 0), way.free, font, theme.text, Qt::AlignRight);
        drawText(painter, words, way.price, font, theme.text, Qt::AlignRight);
    }
    drawText(painter, QRectF(kPadding, height() - kFoot - 4, right - kPadding, kFoot), tr("Click applies, as one undo step"), small,
             theme.text2);
}

} // namespace cardfit::ui
