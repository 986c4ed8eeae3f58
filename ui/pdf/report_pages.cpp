#include "ui/pdf/report_pages.h"

#include "ui/charts/memory_plot.h"
#include "ui/charts/money_plot.h"
#include "ui/pdf/marked_paragraph.h"
#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"

#include <algorithm>

namespace cardfit::ui {

namespace {

constexpr double kMargin = 76;                       // 20 mm
constexpr double kHeaderLine = 66, kFooterLine = 70; // from the top, from the bottom
constexpr double kMillimetre = 96.0 / 25.4;
constexpr double kHair = 0.75;       // width of rules on paper
constexpr double kChapterRoom = 420; // a chapter that finds less room begins on a new page

QSizeF sizeOf(PaperSize paper) { return paper == PaperSize::A4 ? QSizeF(210 * kMillimetre, 297 * kMillimetre) : QSizeF(8.5 * 96, 11 * 96); }

struct ParagraphStyle {
    double pixels, lineHeight, after;
    bool quiet;
};

ParagraphStyle styleOf(report::Paragraph::Kind kind)
{
    switch (kind) {
    case report::Paragraph::Kind::Lead: return {14, 20, 10, false};
    case report::Paragraph::Kind::Bullet: return {12, 17, 4, false};
    case report::Paragraph::Kind::Caption: return {10, 14, 8, true};
    case report::Paragraph::Kind::Body: break;
    }
    return {12, 17, 8, true};
}

} // namespace

ReportPages::ReportPages(const report::ReportModel& model, const Translator& translator, PaperSize paper)
    : m_model(model),
      m_translator(translator),
      m_theme(Theme::light()),
      m_size(sizeOf(paper)),
      m_memoryPlot(std::make_unique<MemoryPlot>(translator)),
      m_moneyPlot(std::make_unique<MoneyPlot>(translator))
{
    m_theme.language = translator.language();
    m_pages.emplace_back();
    layOutCover();
    layOutSections();
}

ReportPages::~ReportPages() = default;

double ReportPages::bottom() const { return m_size.height() - kFooterLine - 16; }
double ReportPages::columnWidth() const { return m_size.width() - 2 * kMargin; }

void ReportPages::newPage()
{
    if (!m_pages.back().drawings.empty())
        m_pages.emplace_back();
    m_y = kHeaderLine + 24;
}

void ReportPages::need(double height)
{
    if (m_y + height > bottom())
        newPage();
}

void ReportPages::layOutCover()
{
    m_y = 92;
    const double width = columnWidth();
    const QString kicker = text(m_model.kicker), title = QString::fromStdString(m_model.title);
    const QFont kickerFont = m_theme.font(13, QFont::Normal), titleFont = m_theme.font(26, QFont::Bold);
    put([=, this](QCPPainter& p) { drawText(p, QRectF(kMargin, 78, width, 20), kicker, kickerFont, m_theme.text2); });
    m_y = 104;
    const auto paragraph = std::make_shared<MarkedParagraph>(title, titleFont, width, 34);
    put([=, this, y = m_y](QCPPainter& p) { paragraph->draw(p, {kMargin, y}, m_theme.text); });
    m_y += paragraph->height() + 8;
    put([=, this, y = m_y](QCPPainter& p) { p.fillRect(QRectF(kMargin, y, width, 1.5), m_theme.text); });
    space(14);
    const auto field = [&](double x, const Text& label, const std::string& value) {
        if (value.empty())
            return;
        const QString name = text(label), shown = QString::fromStdString(value);
        put([=, this, y = m_y](QCPPainter& p) {
            drawText(p, QRectF(x, y, 84, 18), name, m_theme.font(12, QFont::Normal), m_theme.text2);
            drawText(p, QRectF(x + 88, y, width / 2 - 96, 18), shown, m_theme.font(12, QFont::Normal), m_theme.text);
        });
    };
    field(kMargin, Text("report.prepared-for"), m_model.preparedFor);
    field(kMargin + width / 2, Text("report.author"), m_model.author);
    space(m_model.preparedFor.empty() && m_model.author.empty() ? 0 : 20);
    field(kMargin, Text("report.date"), m_model.date);
    field(kMargin + width / 2, Text("report.study"), text(m_model.scope).toStdString());
    space(32);
}

void ReportPages::layOutSections()
{
    std::size_t chapter = 0, sub = 0;
    for (const report::Section& section : m_model.sections) {
        if (section.numbered && section.level == 1) {
            ++chapter;
            sub = 0;
            need(kChapterRoom);
        } else if (section.numbered) {
            ++sub;
        }
        layOut(section, section.numbered ? chapter : 0, sub);
    }
}

void ReportPages::layOutTitle(const report::Section& section, std::size_t chapter, std::size_t sub)
{
    QString title = text(section.title);
    if (chapter > 0)
        title = (sub > 0 ? QStringLiteral("%1.%2").arg(chapter).arg(sub) : QString::number(chapter)) + QStringLiteral("  ") + title;
    const bool large = section.level == 1 && chapter > 0;
    const double height = large ? 34 : 24;
    const QFont font = m_theme.font(large ? 20 : chapter > 0 ? 13 : 15, QFont::Bold);
    need(height + 80); // a heading never stands alone at the foot
    put([=, this, y = m_y](QCPPainter& p) { drawText(p, QRectF(kMargin, y, columnWidth(), height), title, font, m_theme.text); });
    space(height + 4);
}

void ReportPages::layOut(const report::Section& section, std::size_t chapter, std::size_t sub)
{
    if (!section.title.empty())
        layOutTitle(section, chapter, sub);
    for (const report::Block& block : section.blocks)
        std::visit([this](const auto& content) { add(content); }, block);
    space(10);
}

void ReportPages::add(const report::Paragraph& paragraph)
{
    const ParagraphStyle style = styleOf(paragraph.kind);
    const bool bullet = paragraph.kind == report::Paragraph::Kind::Bullet;
    const double indent = bullet ? 16 : 0;
    const auto lines = std::make_shared<MarkedParagraph>(m_translator.marked(paragraph.text), m_theme.font(style.pixels, QFont::Normal),
                                                         columnWidth() - indent, style.lineHeight);
    need(lines->height());
    put([=, this, y = m_y](QCPPainter& p) {
        if (bullet) {
            p.setPen(Qt::NoPen);
            p.setBrush(m_theme.text2);
            p.drawEllipse(QPointF(kMargin + 5, y + style.lineHeight / 2), 1.7, 1.7);
        }
        lines->draw(p, {kMargin + indent, y}, style.quiet ? m_theme.text2 : m_theme.text);
    });
    space(lines->height() + style.after);
}

void ReportPages::add(const report::Recommendation& recommendation)
{
    const double width = columnWidth(), padding = 16, glyph = 22;
    const auto lines = std::make_shared<MarkedParagraph>(m_translator.marked(recommendation.text), m_theme.font(14, QFont::Normal),
                                                         width - 3 * padding - glyph, 20);
    const double height = std::max(lines->height(), glyph) + 2 * padding;
    need(height);
    put([=, this, y = m_y, verdict = recommendation.verdict](QCPPainter& p) {
        p.fillRect(QRectF(kMargin, y, width, height), m_theme.window);
        paintGlyph(p, QPointF(kMargin + padding + glyph / 2, y + padding + 10), glyph, glyphOf(verdict), m_theme);
        lines->draw(p, {kMargin + 2 * padding + glyph, y + padding}, m_theme.text);
    });
    space(height + 20);
}

void ReportPages::add(const report::KeyFigures& figures)
{
    if (figures.figures.empty())
        return;
    const double width = columnWidth() / static_cast<double>(figures.figures.size());
    need(64);
    for (std::size_t i = 0; i < figures.figures.size(); ++i) {
        const report::KeyFigure& figure = figures.figures[i];
        const QString value = text(figure.value), label = text(figure.label), interval = text(figure.interval);
        const QColor colour = figure.role == report::Cell::Role::Rent  ? m_theme.rent
                              : figure.role == report::Cell::Role::Own ? m_theme.own
                                                                       : m_theme.text;
        put([=, this, y = m_y, x = kMargin + width * static_cast<double>(i)](QCPPainter& p) {
            drawText(p, QRectF(x, y, width - 8, 24), value, m_theme.font(18, QFont::Bold), colour);
            drawText(p, QRectF(x, y + 24, width - 8, 16), label, m_theme.font(11, QFont::Normal), m_theme.text);
            drawText(p, QRectF(x, y + 40, width - 8, 14), interval, m_theme.font(10, QFont::Normal), m_theme.text2);
        });
    }
    space(68);
}

void ReportPages::add(const report::MemoryChart& chart)
{
    if (chart.bars.empty())
        return;
    const double height = 50 + 34 * static_cast<double>(chart.bars.size()), width = columnWidth();
    need(height + 22);
    const auto content = std::make_shared<report::MemoryChart>(chart);
    put([=, this, y = m_y](QCPPainter& p) {
        paintMemoryLegend(p, QRectF(kMargin, y, width, 16), *content, m_theme, m_translator);
        m_memoryPlot->bars().setThickness(24, 14);
        m_memoryPlot->setContent(*content, m_theme);
        p.save();
        p.translate(kMargin, y + 20);
        m_memoryPlot->toPainter(&p, static_cast<int>(width), static_cast<int>(height));
        p.restore();
    });
    space(height + 30);
}

void ReportPages::add(const report::MoneyChart& chart)
{
    if (chart.curves.empty()) {
        add(report::Paragraph{chart.missing, report::Paragraph::Kind::Body});
        return;
    }
    const double height = 230, width = columnWidth();
    need(height + 16);
    const auto content = std::make_shared<report::MoneyChart>(chart);
    const QString unit = text(moneyUnitText(chart)), months = text(Text("report.months"));
    put([=, this, y = m_y](QCPPainter& p) {
        drawText(p, QRectF(kMargin, y - 4, width, 14), unit, m_theme.font(10, QFont::Normal), m_theme.text2);
        m_moneyPlot->setContent(*content, m_theme);
        p.save();
        p.translate(kMargin, y + 6);
        m_moneyPlot->toPainter(&p, static_cast<int>(width), static_cast<int>(height));
        p.restore();
        drawText(p, QRectF(kMargin, y + height + 4, width, 14), months, m_theme.font(10, QFont::Normal), m_theme.text2, Qt::AlignHCenter);
    });
    space(height + 30);
}

void ReportPages::paint(std::size_t page, QCPPainter& painter) const
{
    painter.fillRect(QRectF(QPointF(0, 0), m_size), Qt::white);
    paintFurniture(page, painter);
    for (const Drawing& drawing : m_pages[page].drawings)
        drawing(painter);
}

void ReportPages::paintFurniture(std::size_t page, QCPPainter& painter) const
{
    const double width = columnWidth();
    const QFont small = m_theme.font(9, QFont::Normal);
    if (page > 0) {
        const QRectF head(kMargin, kHeaderLine - 20, width, 14);
        drawText(painter, head.adjusted(0, 0, -100, 0), QStringLiteral("Cardfit · ") + QString::fromStdString(m_model.title), small,
                 m_theme.text2);
        drawText(painter, head, QString::fromStdString(m_model.date), small, m_theme.text2, Qt::AlignRight);
        painter.fillRect(QRectF(kMargin, kHeaderLine, width, kHair), m_theme.line);
    }
    const double y = m_size.height() - kFooterLine;
    painter.fillRect(QRectF(kMargin, y, width, kHair), m_theme.line);
    const QString foot = text(m_model.footer);
    drawText(painter, QRectF(kMargin, y + 5, width - 100, 14), foot, small, m_theme.text2);
    const QString number =
        text(Text("report.page").with("page", static_cast<int>(page + 1)).with("pages", static_cast<int>(m_pages.size())));
    drawText(painter, QRectF(kMargin, y + 5, width, 14), number, small, m_theme.text2, Qt::AlignRight);
}

} // namespace cardfit::ui
