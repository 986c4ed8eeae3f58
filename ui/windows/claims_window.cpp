#include "ui/windows/claims_window.h"

#include "ui/theme/paint_text.h"

#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kWidth = 860, kHeight = 640, kMargin = 20;

QString coloured(const QString& html, const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), html);
}

} // namespace

ClaimsWindow::ClaimsWindow(const InputContext& context, ClaimsSource::Load load, QWidget* parent)
    : QDialog(parent), m_context(context), m_source(std::move(load), context.catalog), m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("claimsWindow"));
    setModal(false);
    resize(kWidth, kHeight);
    m_page->setObjectName(QStringLiteral("claimsPage"));
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setOpenLinks(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
    connect(&m_source, &ClaimsSource::ready, this, &ClaimsWindow::showClaims);
    connect(&context.appearance, &Appearance::changed, this, &ClaimsWindow::applyTheme);
    connect(&context.translator, &Translator::changed, this, &ClaimsWindow::applyTheme);
    applyTheme();
    m_source.request();
}

QString ClaimsWindow::text() const { return m_page->toPlainText(); }

void ClaimsWindow::applyTheme()
{
    const Theme& theme = m_context.theme();
    setWindowTitle(tr("What people say, answered"));
    m_page->setAccessibleName(windowTitle());
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Base, theme.surface);
    colours.setColor(QPalette::Text, theme.text);
    m_page->setPalette(colours);
    m_page->document()->setDefaultFont(theme.font(FontRole::Control));
    m_page->document()->setDocumentMargin(kMargin);
    showClaims();
}

void ClaimsWindow::showClaims()
{
    const int place = m_page->verticalScrollBar()->value();
    const std::shared_ptr<const ClaimsState> state = m_source.state();
    QString html;
    if (!state)
        html = coloured(tr("Planning …"), m_context.theme().text2);
    else if (!state->problems.empty())
        html = coloured(QString::fromStdString(state->problems.front().toString()).toHtmlEscaped(), m_context.theme().warn);
    else
        for (const report::ClaimView& claim : state->claims)
            html += htmlOf(claim);
    m_page->setHtml(html);
    m_page->verticalScrollBar()->setValue(place);
}

QString ClaimsWindow::htmlOf(const report::ClaimView& claim) const
{
    const Theme& theme = m_context.theme();
    const Translator& translator = m_context.translator;
    const auto cell = [](const QString& html) { return QStringLiteral("<td style=\"padding:2px 14px 2px 0\">%1</td>").arg(html); };
    QString rows;
    for (const report::ClaimLine& line : claim.lines) {
        const QString mark = !line.answered ? QStringLiteral("–") : line.holds ? tr("yes") : tr("no");
        QString result = htmlOfMarked(translator.marked(line.result));
        if (!line.measured.empty())
            result += QStringLiteral("<br>") + coloured(translator.plain(line.measured).toHtmlEscaped(), theme.text2);
        rows += QStringLiteral("<tr>") + cell(coloured(mark, line.answered ? theme.text : theme.text2)) +
                cell(translator.plain(line.circumstances).toHtmlEscaped()) + cell(result) + QStringLiteral("</tr>");
    }
    QStringList sources;
    for (const Fact& source : claim.sources)
        sources << QString::fromStdString(source.source + ", " + source.date).toHtmlEscaped();
    return QStringLiteral("<h3 style=\"margin-bottom:2px\">%1</h3><p style=\"margin:0 0 4px 0\">%2</p><table cellspacing=\"0\">%3</table>"
                          "<p style=\"margin:4px 0 18px 0\">%4</p>")
        .arg(translator.plain(claim.words).toHtmlEscaped(), translator.plain(claim.verdict).toHtmlEscaped(), rows,
             coloured(sources.join(QStringLiteral(" · ")), theme.text2));
}

} // namespace cardfit::ui
