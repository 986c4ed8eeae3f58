#include "ui/charts/memory_chart_view.h"

#include "ui/charts/memory_plot.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace cardfit::ui {

namespace {

constexpr int kTitleHeight = 30;
constexpr int kLegendHeight = 20;
constexpr int kTallPlot = 280; // from here on bars are thicker

} // namespace

MemoryChartView::MemoryChartView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator), m_plot(new MemoryPlot(translator, this))
{
    setObjectName(QStringLiteral("memoryChart"));
    setAccessibleName(tr("Memory of the chosen card and its neighbours"));
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    connect(&appearance, &Appearance::changed, this, &MemoryChartView::refresh);
    connect(&translator, &Translator::changed, this, &MemoryChartView::refresh);
}

void MemoryChartView::setChart(const report::MemoryChart& chart)
{
    m_chart = chart;
    refresh();
}

void MemoryChartView::refresh()
{
    if (m_marked >= static_cast<int>(m_chart.bars.size()))
        mark(-1);
    m_plot->setContent(m_chart, m_appearance.theme());
    if (!m_chart.bars.empty()) {
        const report::MemoryBar& chosen = m_chart.bars.front();
        setAccessibleDescription(m_translator.plain(chosen.label) + QStringLiteral(": ") + m_translator.plain(chosen.caption) +
                                 QStringLiteral(". ") + m_translator.plain(m_chart.record));
    }
    update();
}

void MemoryChartView::resizeEvent(QResizeEvent*)
{
    m_plot->setGeometry(0, kTitleHeight + kLegendHeight, width(), height() - kTitleHeight - kLegendHeight);
    const bool tall = m_plot->height() >= kTallPlot;
    m_plot->bars().setThickness(tall ? 32 : 26, tall ? 20 : 15);
    if (!m_chart.bars.empty())
        m_plot->setContent(m_chart, m_appearance.theme()); // the axis leaves room for the captions
}

void MemoryChartView::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const QRectF title(0, 0, width(), kTitleHeight);
    const double used = drawText(painter, title, tr("What carries it"), theme.font(FontRole::Title), theme.text);
    const double unit = drawText(painter, title.adjusted(used + 12, 0, 0, 0), tr("GiB per card"), theme.font(FontRole::Table), theme.text2);
    const QFont normal = theme.font(FontRole::Table), strong = theme.font(FontRole::TableStrong);
    const QString totals = m_translator.marked(m_chart.totals);
    const QRectF right = title.adjusted(used + unit + 24, 0, 0, 0);
    if (markedTextWidth(totals, normal, strong) <= right.width())
        drawMarkedText(painter, right, totals, normal, strong, theme.text, Qt::AlignRight);
    paintMemoryLegend(painter, QRectF(0, kTitleHeight, width(), kLegendHeight), m_chart, theme, m_translator);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void MemoryChartView::mark(int bar)
{
    m_marked = bar;
    m_plot->bars().setMarkedBar(bar < 0 ? std::nullopt : std::optional<std::size_t>(static_cast<std::size_t>(bar)));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryChartView::showTip(QPoint globalPlace, const QString& text) { QToolTip::showText(globalPlace, text, this); }

// Over the totals: how good figures of their class are. Over the plot, the parts tell of theirs.
bool MemoryChartView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (help->pos().y() < kTitleHeight + kLegendHeight && !m_chart.record.empty())
        showTip(help->globalPos(), m_translator.plain(m_chart.record));
    return true;
}

void MemoryChartView::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_chart.bars.size());
    if (count == 0 ||
        (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down && event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_marked >= 0) {
            const report::MemoryBar& bar = m_chart.bars[static_cast<std::size_t>(m_marked)];
            emit barChosen(QString::fromStdString(bar.cardId), bar.cards);
        }
        return;
    }
    mark(std::clamp(m_marked + (event->key() == Qt::Key_Down ? 1 : -1), 0, count - 1));
    const report::MemoryBar& bar = m_chart.bars[static_cast<std::size_t>(m_marked)];
    const QPoint place(width() / 2, m_plot->y() + static_cast<int>(m_plot->yAxis->coordToPixel(m_marked)));
    showTip(mapToGlobal(place), m_translator.plain(bar.label) + QStringLiteral(": ") + m_translator.plain(bar.caption));
}

bool MemoryChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove) {
        const auto* move = static_cast<QMouseEvent*>(event);
        const auto hit = m_plot->bars().hitAt(move->position());
        const int bar = hit ? static_cast<int>(hit->bar) : -1;
        if (bar != m_marked)
            mark(bar);
        if (hit)
            showTip(move->globalPosition().toPoint(), hit->text + QChar(u'\n') + hit->record);
    } else if (event->type() == QEvent::Leave && m_marked >= 0) {
        mark(-1);
    } else if (event->type() == QEvent::MouseButtonRelease) {
        if (const auto hit = m_plot->bars().hitAt(static_cast<QMouseEvent*>(event)->position())) {
            const report::MemoryBar& bar = m_chart.bars[hit->bar];
            emit barChosen(QString::fromStdString(bar.cardId), bar.cards);
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace cardfit::ui
