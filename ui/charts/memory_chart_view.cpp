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
constexpr int kTallPlot = 280;   // from here on bars are thicker
constexpr int kRecordHeight = 16;
constexpr int kRecordFrom = 180; // of the whole chart; lower, the tooltip keeps the record

} // namespace

MemoryChartView::MemoryChartView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator), m_plot(new MemoryPlot(translator, this))
{
    setObjectName(QStringLiteral("memoryChart"));
    setAccessibleName(tr("Memory of the chosen card and its neighbours"));
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    setMouseTracking(true);
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
    m_plot->setGeometry(0, kTitleHeight + kLegendHeight, width(),
                        height() - kTitleHeight - kLegendHeight - (showsRecord() ? kRecordHeight : 0));
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
    drawText(painter, title.adjusted(used + 12, 0, 0, 0), tr("GiB per card"), theme.font(FontRole::Table), theme.text2);
    const QFont normal = theme.font(FontRole::Table), strong = theme.font(FontRole::TableStrong);
    if (const QRectF totals = totalsBox(); !totals.isEmpty())
        drawMarkedText(painter, totals, m_translator.marked(m_chart.totals), normal, strong, theme.text, Qt::AlignRight);
    paintMemoryLegend(painter, legendBox(), m_chart, theme, m_translator);
    if (showsRecord())
        drawText(painter, QRectF(0, height() - kRecordHeight, width(), kRecordHeight), m_translator.plain(m_chart.record),
                 theme.font(FontRole::Axis), theme.text2);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

QRectF MemoryChartView::legendBox() const { return QRectF(0, kTitleHeight, width(), kLegendHeight); }

bool MemoryChartView::showsRecord() const { return height() >= kRecordFrom; }

// Where the three totals stand; empty without room for them.
QRectF MemoryChartView::totalsBox() const
{
    const Theme& theme = m_appearance.theme();
    const double left = textWidth(tr("What carries it"), theme.font(FontRole::Title)) +
                        textWidth(tr("GiB per card"), theme.font(FontRole::Table)) + 24;
    const double wanted = markedTextWidth(m_translator.marked(m_chart.totals), theme.font(FontRole::Table), theme.font(FontRole::TableStrong));
    if (m_chart.totals.empty() || wanted > width() - left)
        return {};
    return QRectF(width() - wanted - 1, 0, wanted + 1, kTitleHeight);
}

std::string MemoryChartView::pointerAt(QPointF place) const
{
    if (legendBox().contains(place))
        return memoryLegendAt(place, legendBox(), m_chart, m_appearance.theme(), m_translator);
    const QRectF totals = totalsBox();
    if (!totals.contains(place))
        return {};
    const QFont normal = m_appearance.theme().font(FontRole::Table), strong = m_appearance.theme().font(FontRole::TableStrong);
    const QStringList parts = m_translator.marked(m_chart.totals).split(QStringLiteral(" · ")); // need, reserved where there is one, has
    double right = totals.left();
    for (qsizetype i = 0; i < parts.size(); ++i) {
        right += markedTextWidth(parts[i] + QStringLiteral(" · "), normal, strong);
        if (place.x() < right || i + 1 == parts.size())
            return i == 0 ? kExplainNeed : i + 1 == parts.size() ? kExplainCapacity : kExplainReserved;
    }
    return {};
}

// How well the class of a figure did on published measurements.
QString MemoryChartView::recordFor(const std::string& pointer) const
{
    if (pointer == kExplainCapacity)
        return {};
    for (std::size_t i = 0; i < memory::kComponents; ++i) {
        if (pointer == explainPointer(static_cast<memory::Component>(i)))
            return m_translator.plain(m_chart.recordOfPart[i]);
    }
    if (pointer == kExplainNonTorch)
        return m_translator.plain(m_chart.recordOfNonTorch);
    return m_translator.plain(pointer == kExplainSlack ? m_chart.recordOfSlack : m_chart.record);
}

void MemoryChartView::choose(int bar, const std::string& pointer)
{
    const report::MemoryBar& chosen = m_chart.bars[static_cast<std::size_t>(bar)];
    if (chosen.chosen)
        emit explainRequested(QString::fromStdString(pointer));
    else
        emit barChosen(QString::fromStdString(chosen.cardId), chosen.cards);
}

void MemoryChartView::mouseMoveEvent(QMouseEvent* event)
{
    const std::string pointer = pointerAt(event->position());
    setCursor(pointer.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    const bool overRecord = showsRecord() && event->position().y() > height() - kRecordHeight;
    const QString record = overRecord ? m_translator.plain(m_chart.record) : pointer.empty() ? QString() : recordFor(pointer);
    if (record.isEmpty())
        QToolTip::hideText();
    else
        showTip(event->globalPosition().toPoint(), record);
}

void MemoryChartView::mouseReleaseEvent(QMouseEvent* event)
{
    const std::string pointer = pointerAt(event->position());
    if (event->button() == Qt::LeftButton && !pointer.empty())
        emit explainRequested(QString::fromStdString(pointer));
}

void MemoryChartView::mark(int bar)
{
    m_marked = bar;
    m_plot->bars().setMarkedBar(bar < 0 ? std::nullopt : std::optional<std::size_t>(static_cast<std::size_t>(bar)));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryChartView::showTip(QPoint globalPlace, const QString& text) { QToolTip::showText(globalPlace, text, this); }

void MemoryChartView::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_chart.bars.size());
    if (count == 0 ||
        (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down && event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose(std::max(0, m_marked), kExplainNeed);
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
            choose(static_cast<int>(hit->bar), hit->pointer);
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace cardfit::ui
