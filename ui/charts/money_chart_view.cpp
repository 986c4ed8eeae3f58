#include "ui/charts/money_chart_view.h"

#include "core/report/format.h"
#include "ui/charts/money_plot.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <cmath>

namespace cardfit::ui {

namespace {

constexpr int kTitleHeight = 30;

} // namespace

MoneyChartView::MoneyChartView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator), m_plot(new MoneyPlot(translator, this))
{
    setObjectName(QStringLiteral("moneyChart"));
    setAccessibleName(tr("Cumulative cost of renting and owning by month"));
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    connect(&appearance, &Appearance::changed, this, &MoneyChartView::refresh);
    connect(&translator, &Translator::changed, this, &MoneyChartView::refresh);
}

void MoneyChartView::setChart(const report::MoneyChart& chart)
{
    m_chart = chart;
    refresh();
}

void MoneyChartView::refresh()
{
    m_plot->setVisible(!m_chart.curves.empty());
    if (!m_chart.curves.empty())
        m_plot->setContent(m_chart, m_appearance.theme());
    setAccessibleDescription(m_translator.plain(m_chart.curves.empty() ? m_chart.missing : m_chart.breakEvenText));
    update();
}

void MoneyChartView::resizeEvent(QResizeEvent*)
{
    const int below = m_chart.missing.empty() || m_chart.curves.empty() ? 0 : 18;
    m_plot->setGeometry(0, kTitleHeight, width(), height() - kTitleHeight - below);
}

void MoneyChartView::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const QRectF title(0, 0, width(), kTitleHeight);
    const double used = drawText(painter, title, tr("What does it cost"), theme.font(FontRole::Title), theme.text);
    const QString unit = m_translator.plain(moneyUnitText(m_chart));
    drawText(painter, title.adjusted(used + 12, 0, 0, 0), unit, theme.font(FontRole::Table), theme.text2);
    if (m_chart.curves.empty()) {
        painter.setFont(theme.font(FontRole::Control));
        painter.setPen(theme.warn);
        painter.drawText(QRectF(0, kTitleHeight + 16, width(), height() - kTitleHeight - 16), Qt::TextWordWrap,
                         m_translator.plain(m_chart.missing));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

bool MoneyChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_plot && event->type() == QEvent::MouseMove && !m_chart.curves.empty()) {
        const auto* move = static_cast<QMouseEvent*>(event);
        const double month = std::round(m_plot->xAxis->pixelToCoord(move->position().x()));
        QString text = tr("month %1").arg(static_cast<int>(month));
        for (const report::MoneyCurve& curve : m_chart.curves) {
            if (month < 0 || month >= static_cast<double>(curve.cumulative.size()))
                return QWidget::eventFilter(watched, event);
            const Money amount = Money::fromDouble(curve.cumulative[static_cast<std::size_t>(month)], m_chart.currency);
            text += QChar(u'\n') + m_translator.plain(curve.endLabel) + QChar(u' ') +
                    QString::fromStdString(report::amount(amount, 0, m_translator.style())) + QChar(u' ') +
                    m_translator.currencyName(m_chart.currency);
        }
        QToolTip::showText(move->globalPosition().toPoint(), text, this);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace cardfit::ui
