#include "ui/windows/problem_strip.h"

#include "ui/theme/icon.h"
#include "ui/theme/paint_text.h"

#include <QPainter>

#include <algorithm>

namespace cardfit::ui {

namespace {

constexpr int kMargin = 16;

} // namespace

ProblemStrip::ProblemStrip(const Appearance& appearance, QWidget* parent) : QAbstractButton(parent), m_appearance(appearance)
{
    setObjectName(QStringLiteral("problems"));
    setFixedHeight(kHeight);
    setFocusPolicy(Qt::StrongFocus);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void ProblemStrip::showItems(const std::vector<ProblemItem>& items)
{
    if (items == m_items)
        return;
    m_items = items;
    m_count = static_cast<int>(std::ranges::count_if(items, [](const ProblemItem& item) { return !item.what.isEmpty(); }));
    setAccessibleName(tr("%n problem(s)", nullptr, m_count));
    update();
}

void ProblemStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.line);
    const QRectF line(0, 1, width(), height() - 1);
    const QFont font = theme.font(FontRole::Table);
    const QString help = tr("F6 opens the list");
    const double helpWidth = textWidth(help, font);
    if (!m_items.empty())
        drawText(painter, QRectF(width() - kMargin - helpWidth, line.top(), helpWidth, line.height()), help, font, theme.text2);
    const double right = width() - kMargin - helpWidth - 24;
    double x = kMargin;
    const bool none = m_count == 0;
    paintIcon(painter, QRectF(x, line.center().y() - 7, 14, 14), none ? Icon::Check : Icon::Warning, none ? theme.text2 : theme.warn);
    x += 22;
    const QString count = none ? tr("No problems") : tr("%n problem(s)", nullptr, m_count);
    x += drawText(painter, QRectF(x, line.top(), right - x, line.height()), count,
                  theme.font(none ? FontRole::Table : FontRole::TableStrong), none ? theme.text2 : theme.text);
    x += 16;
    for (const ProblemItem& item : m_items) {
        if (item.what.isEmpty())
            continue;
        if (x > right - 60)
            break;
        x += drawText(painter, QRectF(x, line.top(), right - x, line.height()), item.what, font, theme.text2) + 11;
        if (x >= right)
            break;
        painter.fillRect(QRectF(x, line.top() + 8, 1, line.height() - 16), theme.line);
        x += 13;
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 2, -1, -1));
    }
}

} // namespace cardfit::ui
