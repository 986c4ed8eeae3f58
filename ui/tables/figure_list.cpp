#include "ui/tables/figure_list.h"

#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <memory>

namespace cardfit::ui {

namespace {

constexpr int kMargin = 16, kTop = 6, kTitle = 30, kHead = 22, kRow = 23, kBetween = 12, kColumnGap = 12;

double heightOf(const report::SpeedTable& table)
{
    return kTitle + (table.heads.empty() ? 0 : kHead) + kRow * static_cast<double>(table.rows.size()) + kBetween;
}

std::unique_ptr<QTextDocument> documentOf(const QString& html, const Theme& theme, int width)
{
    auto document = std::make_unique<QTextDocument>();
    document->setDocumentMargin(0);
    document->setDefaultFont(theme.font(FontRole::Table));
    document->setHtml(html);
    document->setTextWidth(width);
    return document;
}

} // namespace

FigureList::FigureList(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator)
{
    setObjectName(QStringLiteral("speedFigures"));
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void FigureList::setContent(std::vector<report::SpeedTable> tables, std::vector<Text> notes)
{
    m_tables = std::move(tables);
    m_notes = std::move(notes);
    update();
}

QString FigureList::words() const
{
    QStringList lines;
    for (const report::SpeedTable& table : m_tables) {
        lines << m_translator.plain(table.title);
        for (const std::vector<Text>& row : table.rows) {
            QStringList cells;
            for (const Text& cell : row) {
                if (!cell.empty())
                    cells << m_translator.plain(cell);
            }
            lines << cells.join(QLatin1Char(' '));
        }
    }
    for (const Text& note : m_notes)
        lines << m_translator.plain(note);
    return lines.join(QLatin1Char('\n'));
}

QString FigureList::notesHtml() const
{
    QString html;
    for (const Text& note : m_notes) {
        html += QStringLiteral("<p style=\"color:%1; margin-bottom:8px\">%2</p>")
                    .arg(m_appearance.theme().text2.name(), htmlOfMarked(m_translator.marked(note)));
    }
    return html;
}

int FigureList::heightFor(int width) const
{
    double height = kTop;
    for (const report::SpeedTable& table : m_tables)
        height += heightOf(table);
    if (!m_notes.empty())
        height += documentOf(notesHtml(), m_appearance.theme(), width - 2 * kMargin)->size().height() + 10;
    return static_cast<int>(height) + 4;
}

std::vector<double> FigureList::columnWidths(const report::SpeedTable& table) const
{
    const QFont font = m_appearance.theme().font(FontRole::TableStrong), head = m_appearance.theme().font(FontRole::Axis);
    std::vector<double> widths;
    for (std::size_t column = 0; column < table.heads.size(); ++column) {
        double width = textWidth(m_translator.plain(table.heads[column]), head);
        for (const std::vector<Text>& row : table.rows) {
            const bool alone = row.size() == column + 2 && (column == 0 || row[column].empty()) && column + 1 == table.heads.size();
            if (column + 1 < row.size() && !row[column + 1].empty() && !alone)
                width = std::max(width, textWidth(m_translator.plain(row[column + 1]), font));
        }
        widths.push_back(width + kColumnGap);
    }
    return widths;
}

void FigureList::paintRow(QPainter& painter, const report::SpeedTable& table, std::size_t row, const QRectF& box,
                          const std::vector<double>& widths) const
{
    const Theme& theme = m_appearance.theme();
    const std::vector<Text>& cells = table.rows[row];
    const bool strong = table.emphasized == row;
    const double label = drawText(painter, box, m_translator.plain(cells.front()),
                                  theme.font(strong ? FontRole::TableStrong : FontRole::Table), strong ? theme.text : theme.text2);
    double right = box.right(), free = box.left() + label + 8;
    std::vector<double> ends(cells.size(), right); // right end of each column
    for (std::size_t column = cells.size() - 1; column > 0; --column) {
        ends[column] = right;
        right -= column - 1 < widths.size() ? widths[column - 1] : 0;
    }
    for (std::size_t column = 1; column < cells.size(); ++column) {
        if (cells[column].empty())
            continue;
        drawText(painter, QRectF(free, box.top(), ends[column] - free, box.height()), m_translator.plain(cells[column]),
                 theme.font(strong ? FontRole::TableStrong : FontRole::Table), theme.text, Qt::AlignRight);
        free = ends[column] + 4;
    }
}

double FigureList::paintTable(QPainter& painter, const report::SpeedTable& table, double top) const
{
    const Theme& theme = m_appearance.theme();
    const QRectF line(kMargin, top, width() - 2 * kMargin, kTitle);
    const double used = drawText(painter, line, m_translator.plain(table.title), theme.font(FontRole::Title), theme.text);
    if (!table.aside.empty())
        drawText(painter, line.adjusted(used + 9, 0, 0, 0), m_translator.plain(table.aside), theme.font(FontRole::Table), theme.text2);
    double y = top + kTitle;
    const std::vector<double> widths = columnWidths(table);
    if (!table.heads.empty()) {
        double right = line.right();
        for (std::size_t column = table.heads.size(); column-- > 0; right -= widths[column]) {
            if (!table.heads[column].empty())
                drawText(painter, QRectF(right - widths[column], y, widths[column], kHead - 2), m_translator.plain(table.heads[column]),
                         theme.font(FontRole::Axis), theme.text2, Qt::AlignRight);
        }
        painter.fillRect(QRectF(line.left(), y + kHead - 2, line.width(), 1), theme.line);
        y += kHead;
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row, y += kRow)
        paintRow(painter, table, row, QRectF(line.left(), y, line.width(), kRow), widths);
    return y + kBetween;
}

void FigureList::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    double y = kTop;
    for (const report::SpeedTable& table : m_tables)
        y = paintTable(painter, table, y);
    if (m_notes.empty())
        return;
    painter.fillRect(QRectF(kMargin, y - 4, width() - 2 * kMargin, 1), theme.line);
    painter.translate(kMargin, y + 6);
    documentOf(notesHtml(), theme, width() - 2 * kMargin)->drawContents(&painter);
}

} // namespace cardfit::ui
