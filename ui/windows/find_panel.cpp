#include "ui/windows/find_panel.h"

#include "ui/charts/search_plot.h"
#include "ui/inputs/buttons.h"
#include "ui/tables/search_table_view.h"
#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QPainter>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kMargin = 16, kHead = 40, kLine = 22, kFoot = 26, kHeight = 460;
constexpr int kPlotWidth = 330, kPlotFrom = 1180; // the plot needs a wide window

} // namespace

FindPanel::FindPanel(const Appearance& appearance, const Translator& translator, SearchRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_translator(translator),
      m_runner(runner),
      m_table(new SearchTableView(appearance, translator, this)),
      m_plot(new SearchPlot(appearance, translator, this)),
      m_stop(new TextButton(appearance, std::nullopt, this)),
      m_close(new IconButton(appearance, Icon::Close, this))
{
    setObjectName(QStringLiteral("findPanel"));
    setAccessibleName(tr("Find the best configurations"));
    setFocusPolicy(Qt::StrongFocus);
    hide();
    m_stop->setObjectName(QStringLiteral("findStop"));
    m_stop->setMarkedText(tr("Stop"));
    m_close->setObjectName(QStringLiteral("findClose"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close (Esc)"));
    connect(m_stop, &QAbstractButton::clicked, this, &FindPanel::dismiss);
    connect(m_close, &QAbstractButton::clicked, this, &FindPanel::dismiss);
    connect(&runner, &SearchRunner::progressed, this, [this](double share) {
        m_share = share;
        update();
    });
    connect(&runner, &SearchRunner::finished, this, &FindPanel::showFound);
    connect(m_table, &SearchTableView::pointChosen, this, &FindPanel::choose);
    connect(m_table, &SearchTableView::pointLookedAt, m_plot, &SearchPlot::mark);
    connect(m_plot, &SearchPlot::pointChosen, this,
            [this](std::size_t point) { m_table->setCurrentIndex(m_table->model()->index(static_cast<int>(point), 0)); });
    connect(&appearance, &Appearance::changed, this, &FindPanel::applyTheme);
    applyTheme();
}

void FindPanel::applyTheme()
{
    QPalette own = m_appearance.theme().palette();
    own.setColor(QPalette::Window, m_appearance.theme().surface);
    setPalette(own);
    arrange();
    update();
}

void FindPanel::find(const Scenario& scenario)
{
    m_state.reset();
    m_sentences.clear();
    m_counts.clear();
    m_share = 0;
    m_runner.start(scenario);
    arrange();
    setFocus(Qt::OtherFocusReason);
    update();
}

void FindPanel::openAbove(int bottom, int most)
{
    const int wanted = qMin(most, kHeight);
    setGeometry(0, bottom - wanted, parentWidget()->width(), wanted);
    raise();
    setVisible(true);
}

void FindPanel::dismiss()
{
    m_runner.stop();
    hide();
    emit closed();
}

void FindPanel::showFound(std::shared_ptr<const SearchState> state)
{
    m_state = std::move(state);
    const report::SearchView& view = m_state->view;
    m_sentences = {m_translator.marked(view.winner)};
    if (!view.beats.empty())
        m_sentences << m_translator.marked(view.beats);
    for (const Text& sentence : view.binding)
        m_sentences << m_translator.marked(sentence);
    if (!view.unpriced.empty())
        m_sentences << m_translator.marked(view.unpriced);
    m_counts = m_translator.plain(view.counts);
    m_table->setView(view);
    m_plot->setResult(m_state->result);
    setAccessibleDescription(withoutMarks(m_sentences.join(QLatin1Char(' '))));
    arrange();
    if (isVisible())
        m_table->setFocus(Qt::OtherFocusReason);
    update();
}

void FindPanel::choose(std::size_t point)
{
    if (m_state && point < m_state->result.front.size())
        emit chosen(fleet::scenarioOf(m_state->scenario, m_state->result.front[point]));
}

int FindPanel::sentencesHeight() const { return static_cast<int>(m_sentences.size()) * kLine + (m_sentences.isEmpty() ? 0 : 8); }

void FindPanel::arrange()
{
    const bool found = m_state && !m_state->result.front.empty();
    const bool plotted = found && width() >= kPlotFrom;
    m_table->setVisible(found);
    m_plot->setVisible(plotted);
    m_stop->setVisible(!m_state);
    m_close->setGeometry(width() - kMargin - 28 + 6, (kHead - 28) / 2, 28, 28);
    const QSize stop = m_stop->sizeHint();
    m_stop->setGeometry(m_close->x() - 8 - stop.width(), (kHead - stop.height()) / 2, stop.width(), stop.height());
    const int top = kHead + sentencesHeight(), bottom = height() - kFoot;
    const int right = plotted ? width() - kPlotWidth - kMargin : width();
    m_table->setGeometry(0, top, right, qMax(0, bottom - top));
    m_plot->setGeometry(right + kMargin, top, kPlotWidth - kMargin, qMax(0, bottom - top));
}

void FindPanel::resizeEvent(QResizeEvent*) { arrange(); }

void FindPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else
        QWidget::keyPressEvent(event);
}

void FindPanel::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), theme.controlLine);
    const double title = drawText(painter, QRectF(kMargin, 0, 300, kHead), tr("Find"), theme.font(FontRole::Title), theme.text);
    const QString subtitle = m_state ? tr("no other configuration is cheaper, quicker and has more throughput; Enter takes one")
                                     : tr("searching cards, counts, splits, precisions and batches: %1 %").arg(qRound(m_share * 100));
    const double left = kMargin + title + 12;
    drawText(painter, QRectF(left, 1, (m_state ? m_close->x() : m_stop->x()) - 12 - left, kHead), subtitle, theme.font(FontRole::Table),
             theme.text2);
    if (!m_state) {
        const QRectF track(kMargin, kHead + 10, width() - 2 * kMargin, 4);
        painter.fillRect(track, theme.track);
        painter.fillRect(QRectF(track.left(), track.top(), track.width() * m_share, track.height()), theme.accent);
        return;
    }
    for (qsizetype i = 0; i < m_sentences.size(); ++i)
        drawMarkedText(painter, QRectF(kMargin, kHead - 2 + static_cast<double>(i) * kLine, width() - 2 * kMargin, kLine), m_sentences[i],
                       theme.font(i == 0 ? FontRole::Control : FontRole::Table),
                       theme.font(i == 0 ? FontRole::ControlStrong : FontRole::TableStrong), i == 0 ? theme.text : theme.text2);
    painter.fillRect(QRect(0, height() - kFoot, width(), 1), theme.line);
    drawText(painter, QRectF(kMargin, height() - kFoot, width() - 2 * kMargin, kFoot), m_counts, theme.font(FontRole::Axis), theme.text2);
}

} // namespace cardfit::ui
