#include "ui/theme/paint_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <utility>

namespace cardfit::ui {

namespace {

thread_local ElisionWatch* t_watch = nullptr; // a test's stack object; nullptr in the program

constexpr double kRoundingSlack = 0.5; // metrics and boxes are rounded independently

struct Run {
    QString text;
    bool strong = false;
};

QList<Run> runsOf(const QString& marked)
{
    QList<Run> runs;
    bool strong = false;
    for (const QString& part : marked.split(QLatin1String("**"))) {
        if (!part.isEmpty())
            runs.append({part, strong});
        strong = !strong;
    }
    return runs;
}

} // namespace

void reportElision(const QString& text)
{
    if (t_watch && t_watch->m_onElided)
        t_watch->m_onElided(text);
}

ElisionWatch::ElisionWatch(std::function<void(const QString&)> onElided)
    : m_onElided(std::move(onElided)), m_outer(std::exchange(t_watch, this))
{
}

ElisionWatch::~ElisionWatch() { t_watch = m_outer; }

double baselineFor(double centreY, const QFont& font) { return qRound(centreY + QFontMetricsF(font).capHeight() / 2); }

double textWidth(const QString& text, const QFont& font) { return QFontMetricsF(font).horizontalAdvance(text); }

double drawTextAtBaseline(QPainter& painter, QPointF start, const QString& text, const QFont& font, const QColor& colour,
                          double availableWidth)
{
    const QFontMetricsF metrics(font);
    double width = metrics.horizontalAdvance(text);
    QString shown = text;
    if (availableWidth >= 0 && width > availableWidth + kRoundingSlack) {
        reportElision(text);
        shown = metrics.elidedText(text, Qt::ElideRight, availableWidth);
        width = metrics.horizontalAdvance(shown);
    }
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(start, shown);
    return width;
}

double drawText(QPainter& painter, const QRectF& box, const QString& text, const QFont& font, const QColor& colour, Qt::Alignment alignment)
{
    double x = box.left();
    if (alignment & (Qt::AlignRight | Qt::AlignHCenter)) {
        const double spare = qMax(0.0, box.width() - textWidth(text, font));
        x += alignment & Qt::AlignRight ? spare : spare / 2;
    }
    return drawTextAtBaseline(painter, QPointF(x, baselineFor(box.center().y(), font)), text, font, colour, box.right() - x);
}

double markedTextWidth(const QString& marked, const QFont& normal, const QFont& strong)
{
    double width = 0;
    for (const Run& run : runsOf(marked))
        width += textWidth(run.text, run.strong ? strong : normal);
    return width;
}

QString withoutMarks(const QString& marked)
{
    QString plain = marked;
    return plain.remove(QLatin1String("**"));
}

QString htmlOfMarked(const QString& marked)
{
    QString html;
    for (const Run& run : runsOf(marked)) {
        const QString words = run.text.toHtmlEscaped();
        html += run.strong ? QStringLiteral("<b>%1</b>").arg(words) : words;
    }
    return html;
}

double drawMarkedText(QPainter& painter, const QRectF& box, const QString& marked, const QFont& normal, const QFont& strong,
                      const QColor& colour, Qt::Alignment alignment)
{
    const double baseline = baselineFor(box.center().y(), normal);
    const double total = markedTextWidth(marked, normal, strong);
    double x = box.left();
    if (alignment & (Qt::AlignRight | Qt::AlignHCenter)) {
        const double spare = qMax(0.0, box.width() - total);
        x += alignment & Qt::AlignRight ? spare : spare / 2;
    }
    const double start = x;
    for (const Run& run : runsOf(marked)) {
        const QFont& font = run.strong ? strong : normal;
        const double room = box.right() - x;
        const bool cut = textWidth(run.text, font) > room + kRoundingSlack;
        x += drawTextAtBaseline(painter, QPointF(x, baseline), run.text, font, colour, room);
        if (cut) // nothing follows an ellipsis
            break;
    }
    return x - start;
}

} // namespace cardfit::ui
