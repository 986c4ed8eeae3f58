#include "ui/windows/speed_page_view.h"

#include "ui/charts/speed_plot.h"
#include "ui/inputs/buttons.h"
#include "ui/inputs/choice_list.h"
#include "ui/tables/figure_list.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/rule_splitter.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace cardfit::ui {

namespace {

constexpr int kMargin = 16, kTop = 6, kTitle = 26, kMinLeft = 560, kMinRight = 300;
constexpr double kLeftShare = 0.73;

QString idOf(const report::SpeedPin& pin) { return QString::fromStdString(pin.cardId) + QLatin1Char('*') + QString::number(pin.cards); }

} // namespace

SpeedPageView::SpeedPageView(const InputContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_columns(new RuleSplitter(context.appearance, Qt::Horizontal, this)),
      m_left(new QWidget),
      m_right(new QScrollArea),
      m_figures(new FigureList(context.appearance, context.translator)),
      m_simulation(new SimulationSource(this))
{
    setObjectName(QStringLiteral("speedPage"));
    buildCharts();
    m_right->setObjectName(QStringLiteral("speedRight"));
    m_right->setWidget(m_figures);
    m_right->setFrameShape(QFrame::NoFrame);
    m_right->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_right->setMinimumWidth(kMinRight);
    m_right->setAccessibleName(tr("Figures at the present load"));
    m_right->installEventFilter(this);
    m_columns->addWidget(m_left);
    m_columns->addWidget(m_right);
    setFocusProxy(m_plots.front());
    connect(m_simulation, &SimulationSource::ready, this, &SpeedPageView::rebuild);
    connect(&context.appearance, &Appearance::changed, this, &SpeedPageView::applyTheme);
    applyTheme();
}

void SpeedPageView::buildCharts()
{
    m_left->setMinimumWidth(kMinLeft);
    m_left->installEventFilter(this);
    m_pinButton = new TextButton(m_context.appearance, Icon::Plus, m_left);
    m_pinButton->setObjectName(QStringLiteral("speedPins"));
    m_pinButton->setMarkedText(tr("Pin a card"));
    m_pinButton->setAccessibleName(tr("Pin a card"));
    m_pinButton->setToolTip(tr("Pins a card beside the chosen one; once more takes it off"));
    connect(m_pinButton, &QAbstractButton::clicked, this, &SpeedPageView::openPins);
    for (std::size_t chart = 0; chart < kCharts; ++chart) {
        auto* plot = new SpeedPlot(m_context.translator, m_left);
        plot->setObjectName(QStringLiteral("speedPlot.%1").arg(chart));
        connect(plot, &SpeedPlot::limitGrabbed, this, [this] { m_gesture = m_context.document.newGesture(); });
        connect(plot, &SpeedPlot::limitMoved, this, [this, chart](std::optional<double> limit) { editLimit(chart, limit); });
        connect(plot, &SpeedPlot::pointWalked, this, [this, chart](int point) { tellPoint(chart, point); });
        m_plots[chart] = plot;
    }
}

void SpeedPageView::showState(std::shared_ptr<const PlanState> state)
{
    m_state = std::move(state);
    rebuild();
}

void SpeedPageView::rebuild()
{
    if (!m_state)
        return;
    if (!m_ownPins)
        m_pins = report::usualPins(m_state->plan, m_state->counts);
    m_page = report::buildSpeedPage(m_state->plan, m_state->counts, m_context.catalog, m_pins);
    simulate();
    showPage();
}

// Asks for a simulation of a new load; shows the one at hand of the same load.
void SpeedPageView::simulate()
{
    Scenario load = m_state->scenario;
    load.limits = {};
    load.name.clear();
    if (m_simulated == load) {
        if (m_simulation->result())
            report::showSimulated(m_page, m_state->plan, *m_simulation->result());
        return;
    }
    m_simulated = std::move(load);
    if (std::optional<report::SpeedRun> run = report::speedRunOf(m_state->plan, m_page))
        m_simulation->request(*std::move(run));
    else
        m_simulation->cancel();
}

void SpeedPageView::showPage()
{
    for (std::size_t chart = 0; chart < kCharts; ++chart) {
        const bool shows = chart < m_page.charts.size() && !m_page.charts[chart].lines.empty();
        m_plots[chart]->setVisible(shows);
        if (!shows)
            continue;
        m_plots[chart]->setContent(m_page, chart, m_context.theme());
        m_plots[chart]->setAccessibleName(m_context.translator.plain(m_page.charts[chart].title));
    }
    m_figures->setContent(m_page.tables, m_page.notes);
    m_right->setAccessibleDescription(m_figures->words());
    arrangeFigures();
    m_left->update();
    const QString headline = m_context.translator.marked(m_page.headline);
    if (headline == m_headline)
        return;
    m_headline = headline;
    emit headlineChanged();
}

void SpeedPageView::openPins()
{
    std::vector<Choice> choices;
    for (const report::SpeedPinChoice& choice : m_page.choices)
        choices.push_back({idOf(choice.pin), m_context.translator.plain(choice.label), choice.pinned ? tr("pinned") : QString()});
    auto* list = new ChoiceList(m_context.appearance, choices, {}, true, m_pinButton);
    connect(list, &ChoiceList::chosen, this, [this](const QString& id) {
        const auto chosen = std::ranges::find(m_page.choices, id, [](const report::SpeedPinChoice& choice) { return idOf(choice.pin); });
        if (chosen != m_page.choices.end())
            togglePin(report::SpeedPin(chosen->pin));
    });
    list->openBelow(*m_pinButton);
}

// The oldest makes room for one too many.
void SpeedPageView::togglePin(const report::SpeedPin& pin)
{
    m_ownPins = true;
    m_pins = m_page.pins;
    if (std::erase(m_pins, pin) == 0) {
        if (m_pins.size() >= report::kMostPins)
            m_pins.erase(m_pins.begin());
        m_pins.push_back(pin);
    }
    rebuild();
}

void SpeedPageView::editLimit(std::size_t chart, std::optional<double> milliseconds)
{
    const bool first = m_page.charts[chart].figure == report::SpeedFigure::FirstToken;
    m_context.document.change(
        first ? QStringLiteral("limits.ttft_ms_p95") : QStringLiteral("limits.tpot_ms_p95"), m_gesture,
        [first, milliseconds](Scenario& changed) { (first ? changed.limits.ttftMsP95 : changed.limits.tpotMsP95) = milliseconds; },
        first ? tr("TTFT limit") : tr("TPOT limit"));
}

void SpeedPageView::tellPoint(std::size_t chart, int point)
{
    SpeedPlot& plot = *m_plots[chart];
    if (point < 0) {
        QToolTip::hideText();
        return;
    }
    const auto index = static_cast<std::size_t>(point);
    QStringList lines;
    for (const Text& text : report::readingOf(m_page, chart, m_page.charts[chart].lines.front().x[index]))
        lines << m_context.translator.plain(text);
    const QString words = lines.join(QLatin1Char('\n'));
    plot.setAccessibleDescription(words);
    QToolTip::showText(plot.mapToGlobal(plot.placeOf(index).toPoint() + QPoint(8, 4)), words, &plot);
}

void SpeedPageView::applyTheme()
{
    QPalette own = m_context.theme().palette();
    own.setColor(QPalette::Window, m_context.theme().surface);
    for (QWidget* pane : {m_left, static_cast<QWidget*>(m_right)}) {
        pane->setPalette(own);
        pane->setAutoFillBackground(true);
    }
    if (m_state)
        showPage();
    arrange();
}

void SpeedPageView::arrange()
{
    m_columns->setGeometry(rect());
    const int left = qRound(width() * kLeftShare);
    m_columns->setProportion({left, width() - left - 1});
    const int button = m_pinButton->sizeHint().width();
    m_pinButton->setGeometry(m_left->width() - kMargin - button, kTop - 2, button, 26);
    const int height = (m_left->height() - kTop - SpeedPlot::kLastExtra) / static_cast<int>(kCharts);
    for (std::size_t chart = 0; chart < kCharts; ++chart) {
        const int top = kTop + static_cast<int>(chart) * height;
        const int extra = chart + 1 == kCharts ? SpeedPlot::kLastExtra : 0;
        m_plots[chart]->setGeometry(0, top + kTitle, m_left->width(), height - kTitle - 6 + extra);
    }
    arrangeFigures();
}

void SpeedPageView::arrangeFigures()
{
    const int room = m_right->viewport()->width();
    m_figures->resize(room, qMax(m_figures->heightFor(room), m_right->viewport()->height()));
}

void SpeedPageView::resizeEvent(QResizeEvent*) { arrange(); }

bool SpeedPageView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        arrange();
    if (event->type() == QEvent::Paint && watched == m_left) {
        QPainter painter(m_left);
        paintCharts(painter);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SpeedPageView::paintCharts(QPainter& painter) const
{
    const Theme& theme = m_context.theme();
    for (std::size_t chart = 0; chart < m_page.charts.size() && chart < kCharts; ++chart) {
        const QRect plot = m_plots[chart]->geometry();
        if (chart > 0)
            painter.fillRect(QRect(kMargin, plot.top() - kTitle - 2, m_left->width() - 2 * kMargin, 1), theme.line);
        const QRectF title(kMargin, plot.top() - kTitle, m_left->width() - 2 * kMargin, kTitle);
        const double used =
            drawText(painter, title, m_context.translator.plain(m_page.charts[chart].title), theme.font(FontRole::Title), theme.text);
        drawText(painter, title.adjusted(used + 9, 0, 0, 0), m_context.translator.plain(m_page.charts[chart].unit),
                 theme.font(FontRole::Table), theme.text2);
        if (!m_page.missing.empty())
            drawText(painter, QRectF(kMargin + 200, title.top(), 400, kTitle),
                     chart == 0 ? m_context.translator.plain(m_page.missing) : QString(), theme.font(FontRole::Table), theme.warn);
        if (m_plots[chart]->hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.drawRect(QRectF(plot).adjusted(1, -1, -1, 1));
        }
    }
    paintLegend(painter, m_pinButton->x() - 14);
}

void SpeedPageView::paintLegend(QPainter& painter, double right) const
{
    if (m_page.charts.empty() || m_page.charts.front().lines.empty())
        return;
    const Theme& theme = m_context.theme();
    const QFont font = theme.font(FontRole::Axis);
    const double y = kTop + kTitle / 2.0;
    const QString others = tr("pinned"), own = m_context.translator.plain(m_page.bandLabel);
    double x = right - textWidth(others, font);
    drawText(painter, QRectF(x, y - 8, right - x + 2, 16), others, font, theme.text2);
    painter.setPen(QPen(theme.text2, 1, Qt::DashLine, Qt::FlatCap));
    painter.drawLine(QPointF(x - 28, y), QPointF(x - 6, y));
    x -= 28 + 16;
    const double width = textWidth(own, font);
    drawText(painter, QRectF(x - width, y - 8, width + 2, 16), own, font, theme.text2);
    QColor band = theme.accent;
    band.setAlpha(theme.bandAlpha());
    if (!m_page.charts.front().lines.front().high.empty())
        painter.fillRect(QRectF(x - width - 26, y - 5, 20, 10), band);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawLine(QPointF(x - width - 26, y), QPointF(x - width - 6, y));
}

} // namespace cardfit::ui
