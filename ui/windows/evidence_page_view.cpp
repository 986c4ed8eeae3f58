#include "ui/windows/evidence_page_view.h"

#include "ui/charts/evidence_plot.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/segmented.h"
#include "ui/tables/evidence_table_view.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/rule_splitter.h"

#include <QPainter>
#include <QTextDocument>
#include <QToolTip>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kMargin = 16, kTop = 6, kTitle = 30, kFilters = 34, kLegend = 24, kBoxGap = 8;
constexpr int kEngineBox = 150, kTaskBox = 140, kCardBox = 170, kNotes = 96;
constexpr int kMinLeft = 560, kMinRight = 300;
constexpr double kLeftShare = 0.675, kNarrowLeftShare = 0.62, kMarkRoom = 16;
constexpr int kNarrow = 1200; // below, the names of the classes need the room

QString lineOf(const Translator& translator, const report::EvidenceNote& note)
{
    return translator.plain(note.title) + QLatin1Char('\n') + translator.plain(note.figures) + QLatin1Char('\n') +
           translator.plain(note.source);
}

// Notes below the table: wrapped, with bold words.
QString htmlOf(const QString& marked, const QColor& colour)
{
    return QStringLiteral("<p style=\"color:%1; margin-bottom:10px\">%2</p>").arg(colour.name(), htmlOfMarked(marked));
}

} // namespace

EvidencePageView::EvidencePageView(const InputContext& context, EvidenceSource& source, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_source(source),
      m_columns(new RuleSplitter(context.appearance, Qt::Horizontal, this)),
      m_left(new QWidget),
      m_right(new QWidget)
{
    setObjectName(QStringLiteral("evidencePage"));
    buildLeft();
    buildRight();
    setFocusProxy(m_plot);
    m_columns->addWidget(m_left);
    m_columns->addWidget(m_right);
    connect(&source, &EvidenceSource::ready, this, [this](evidence::Set set) {
        if (set == m_set)
            showSet(set);
    });
    connect(&context.appearance, &Appearance::changed, this, &EvidencePageView::applyTheme);
    applyTheme();
    showSet(m_set);
}

void EvidencePageView::buildLeft()
{
    m_left->setMinimumWidth(kMinLeft);
    m_left->installEventFilter(this);
    m_sets = new Segmented(m_context.appearance, m_left);
    m_sets->setObjectName(QStringLiteral("evidenceSet"));
    m_sets->setAccessibleName(tr("Measurements of"));
    m_sets->setParts({tr("Memory"), tr("Start-ups"), tr("Speed"), tr("Serving"), tr("Further")});
    connect(m_sets, &Segmented::chosen, this, [this](int part) {
        m_filter = {};
        m_sets->showPart(part);
        showSet(static_cast<evidence::Set>(part));
    });
    m_engine = filterBox(QStringLiteral("evidenceEngine"), tr("Engine"), &report::EvidenceFilter::engine);
    m_task = filterBox(QStringLiteral("evidenceTask"), tr("Task"), &report::EvidenceFilter::task);
    m_card = filterBox(QStringLiteral("evidenceCard"), tr("Card"), &report::EvidenceFilter::card);
    m_plot = new EvidencePlot(m_context.translator, m_left);
    connect(m_plot, &EvidencePlot::pointMarked, this, &EvidencePageView::tellPoint);
    connect(m_plot, &EvidencePlot::pointChosen, this, &EvidencePageView::choosePoint);
}

void EvidencePageView::buildRight()
{
    m_right->setMinimumWidth(kMinRight);
    m_right->installEventFilter(this);
    m_table = new EvidenceTableView(m_context.appearance, m_context.translator, m_right);
    connect(m_table, &EvidenceTableView::classChosen, this, [this](std::optional<evidence::Figure> figure) {
        report::EvidenceFilter filter = m_filter;
        filter.figure = figure;
        setFilter(std::move(filter));
    });
}

ChoiceBox* EvidencePageView::filterBox(const QString& name, const QString& caption, std::string report::EvidenceFilter::*key)
{
    auto* box = new ChoiceBox(m_context.appearance, m_left);
    box->setObjectName(name);
    box->setAccessibleName(caption);
    connect(box, &ChoiceBox::chosen, this, [this, key](const QString& id) {
        report::EvidenceFilter filter = m_filter;
        filter.*key = id.toStdString();
        setFilter(std::move(filter));
    });
    return box;
}

void EvidencePageView::showSet(evidence::Set set)
{
    m_set = set;
    m_state = m_source.state(set);
    if (!m_state) {
        m_source.request(set); // ready() comes back here
        return;
    }
    if (!m_state->problems.empty())
        emit failed(m_state->problems);
    rebuild();
}

void EvidencePageView::setFilter(report::EvidenceFilter filter)
{
    m_filter = std::move(filter);
    rebuild();
}

void EvidencePageView::rebuild()
{
    if (!m_state)
        return;
    m_page = report::buildEvidencePage(m_state->evidence, m_state->outcomes, m_context.catalog, m_filter);
    showPage();
}

void EvidencePageView::showPage()
{
    const Translator& translator = m_context.translator;
    showChoices(*m_engine, tr("all engines"), m_page.engines, m_filter.engine);
    showChoices(*m_task, tr("all tasks"), m_page.tasks, m_filter.task);
    showChoices(*m_card, tr("all cards"), m_page.cards, m_filter.card);
    m_plot->setContent(m_page.points, m_page, m_context.theme());
    m_table->setRows(m_page.classes, m_page.all, m_filter.figure);
    m_headline = translator.marked(m_page.headline);
    arrange();
    m_left->update();
    m_right->update();
    emit headlineChanged();
}

void EvidencePageView::showChoices(ChoiceBox& box, const QString& all, const std::vector<report::EvidenceChoice>& choices,
                                   const std::string& chosen)
{
    std::vector<Choice> list{{QString(), all, {}}};
    for (const report::EvidenceChoice& choice : choices)
        list.push_back({QString::fromStdString(choice.id), m_context.translator.plain(choice.label), QString::number(choice.runs)});
    box.setChoices(std::move(list));
    box.showChoice(QString::fromStdString(chosen));
}

void EvidencePageView::applyTheme()
{
    QPalette own = m_context.theme().palette();
    own.setColor(QPalette::Window, m_context.theme().surface);
    for (QWidget* pane : {m_left, m_right}) {
        pane->setPalette(own);
        pane->setAutoFillBackground(true);
    }
    if (m_state)
        m_plot->setContent(m_page.points, m_page, m_context.theme());
    arrange();
}

void EvidencePageView::arrange()
{
    m_columns->setGeometry(rect());
    const int left = qRound(width() * (width() < kNarrow ? kNarrowLeftShare : kLeftShare));
    m_columns->setProportion({left, width() - left - 1});
    const int paneWidth = m_left->width();
    m_sets->setGeometry(QRect(QPoint(paneWidth - kMargin - m_sets->sizeHint().width(), kTop + (kTitle - 24) / 2), m_sets->sizeHint()));
    int x = kMargin;
    for (const auto& [box, wanted] : {std::pair(m_engine, kEngineBox), std::pair(m_task, kTaskBox), std::pair(m_card, kCardBox)}) {
        box->setGeometry(x, kTop + kTitle + 2, wanted, 28);
        x += wanted + kBoxGap;
    }
    const int top = kTop + kTitle + kFilters + kLegend;
    m_plot->setGeometry(0, top, paneWidth, m_left->height() - top - 2);
    const int tableTop = kTop + kTitle;
    m_table->setGeometry(kMargin - 8, tableTop, m_right->width() - 2 * kMargin + 16,
                         qMax(120, qMin(m_table->wantedHeight(), m_right->height() - tableTop - kNotes)));
    m_tableBottom = m_table->geometry().bottom() + 1;
}

void EvidencePageView::resizeEvent(QResizeEvent*) { arrange(); }

bool EvidencePageView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        arrange();
    if (event->type() == QEvent::Paint && (watched == m_left || watched == m_right)) {
        QPainter painter(static_cast<QWidget*>(watched));
        watched == m_left ? paintLeft(painter) : paintRight(painter);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void EvidencePageView::paintLeft(QPainter& painter) const
{
    const Theme& theme = m_context.theme();
    const QRectF title(kMargin, kTop, m_sets->x() - kMargin - 10, kTitle);
    const double used = drawText(painter, title, tr("Predicted against measured"), theme.font(FontRole::Title), theme.text);
    const QString subtitle = m_context.translator.plain(m_page.subtitle);
    if (used + 10 + textWidth(subtitle, theme.font(FontRole::Table)) <= title.width())
        drawText(painter, title.adjusted(used + 9, 0, 0, 0), subtitle, theme.font(FontRole::Table), theme.text2);
    paintLegend(painter, QRectF(kMargin, kTop + kTitle + kFilters, m_left->width() - 2 * kMargin, kLegend));
    if (!m_state)
        drawText(painter, QRectF(kMargin, kTop + kTitle + kFilters, 400, kLegend), tr("Reading the measurements …"),
                 theme.font(FontRole::Table), theme.text2);
    if (m_plot->hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(m_plot->geometry()).adjusted(1, -1, -1, 1));
    }
}

double EvidencePageView::paintLegend(QPainter& painter, const QRectF& box) const
{
    const Theme& theme = m_context.theme();
    const QFont font = theme.font(FontRole::Table);
    double x = box.left();
    for (std::size_t series = 0; series < m_page.series.size(); ++series) {
        const QString words = m_context.translator.plain(m_page.series[series].label) + QStringLiteral("\u2002") +
                              QString::number(m_page.series[series].points);
        paintEvidenceMark(painter, QPointF(x + 5, box.center().y()), series, theme);
        x += kMarkRoom +
             drawText(painter, QRectF(x + kMarkRoom, box.top(), box.right() - x - kMarkRoom, box.height()), words, font, theme.text) + 18;
    }
    if (m_page.bandLabel.empty())
        return x;
    painter.fillRect(QRectF(x, box.center().y() - 4.5, 18, 9), theme.grid);
    return x + 24 +
           drawText(painter, QRectF(x + 24, box.top(), box.right() - x - 24, box.height()), m_context.translator.plain(m_page.bandLabel),
                    font, theme.text2);
}

void EvidencePageView::paintRight(QPainter& painter) const
{
    const Theme& theme = m_context.theme();
    drawText(painter, QRectF(kMargin, kTop, m_right->width() - 2 * kMargin, kTitle), tr("By class"), theme.font(FontRole::Title),
             theme.text);
    QString html;
    for (const Text& note : m_page.notes)
        html += htmlOf(m_context.translator.marked(note), theme.text2);
    if (!m_page.poorNote.empty())
        html += htmlOf(m_context.translator.marked(m_page.poorNote), theme.warn);
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(theme.font(FontRole::Table));
    document.setHtml(html);
    document.setTextWidth(m_right->width() - 2 * kMargin);
    painter.translate(kMargin, m_tableBottom + 8);
    document.drawContents(&painter);
}

void EvidencePageView::tellPoint(int point)
{
    if (point < 0 || !m_state) {
        QToolTip::hideText();
        return;
    }
    const report::EvidencePoint& marked = m_plot->points()[static_cast<std::size_t>(point)];
    const QString words =
        lineOf(m_context.translator, report::evidenceNoteOf(m_state->evidence, m_state->outcomes[marked.outcome], m_context.catalog));
    const QPoint place = m_plot->placeOf(static_cast<std::size_t>(point)).toPoint();
    m_plot->setAccessibleDescription(words);
    QToolTip::showText(m_plot->mapToGlobal(place + QPoint(6, 2)), words, m_plot);
}

void EvidencePageView::choosePoint(int point)
{
    const report::EvidencePoint& chosen = m_plot->points()[static_cast<std::size_t>(point)];
    const evidence::Run& run = m_state->evidence.runs[chosen.run];
    Scenario scenario = run.scenario;
    const QString model = QString::fromStdString(scenario.model.name).section(QLatin1Char('/'), -1);
    const QString task = m_context.translator.plain(Text("task." + std::string(nameOf(scenario.task))));
    scenario.name = (model.isEmpty() ? task : model + QLatin1Char(' ') + task).toStdString();
    emit runChosen(scenario);
}

} // namespace cardfit::ui
