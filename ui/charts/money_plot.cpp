#include "ui/charts/money_plot.h"

#include "core/report/format.h"
#include "ui/charts/chart_style.h"
#include "ui/theme/paint_text.h"

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

using Kind = report::MoneyCurve::Kind;
constexpr double kLabelStep = 28; // two lines of an end label
constexpr double kRightMargin = 84;

bool isRent(Kind kind) { return kind != Kind::Own; }

QPen penOf(Kind kind, const Theme& theme)
{
    const QColor colour = isRent(kind) ? theme.rent : theme.own;
    switch (kind) {
    case Kind::OnDemand:
    case Kind::Own: return QPen(colour, 2, Qt::SolidLine, Qt::FlatCap);
    case Kind::Reserved1Year: return QPen(colour, 1.5, Qt::DashDotLine, Qt::FlatCap);
    case Kind::Reserved3Years: return QPen(colour, 1.5, Qt::DashLine, Qt::FlatCap);
    case Kind::Spot: return QPen(colour, 1.5, Qt::DotLine, Qt::FlatCap);
    }
    return QPen(colour, 2);
}

double highestOf(const report::MoneyChart& chart)
{
    double highest = 0;
    for (const report::MoneyCurve& curve : chart.curves) {
        for (const double value : curve.cumulative)
            highest = std::max(highest, value);
    }
    return highest;
}

struct EndLabel {
    QString name, total;
    QColor colour;
    double y = 0;
};

} // namespace

// Everything written or marked on the money chart. One item, because all of it is placed against all of it.
class MoneyMarks : public QCPAbstractItem {
public:
    MoneyMarks(QCustomPlot* plot, const Translator& translator) : QCPAbstractItem(plot), m_translator(translator)
    {
        setClipToAxisRect(false);
        setAntialiased(true);
    }
    void setContent(const report::MoneyChart& chart, const Theme& theme, double unit)
    {
        m_chart = chart;
        m_theme = theme;
        m_unit = unit;
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        drawEndLabels(*painter);
        for (const report::Crossing& crossing : m_chart.otherCrossings)
            drawDot(*painter, place(crossing), false);
        if (m_chart.breakEven)
            drawBreakEven(*painter);
        else
            drawWords(*painter, mParentPlot->xAxis->coordToPixel(0) + 12);
    }

private:
    QPointF place(const report::Crossing& crossing) const
    {
        return {mParentPlot->xAxis->coordToPixel(crossing.month), mParentPlot->yAxis->coordToPixel(crossing.amount / m_unit)};
    }

    void drawDot(QCPPainter& painter, QPointF centre, bool filled) const
    {
        painter.setPen(QPen(m_theme.text, 1.4));
        painter.setBrush(filled ? m_theme.text : m_theme.surface);
        painter.drawEllipse(centre, 4.0, 4.0);
    }

    void drawEndLabels(QCPPainter& painter) const
    {
        std::vector<EndLabel> labels;
        for (const report::MoneyCurve& curve : m_chart.curves) {
            if (curve.cumulative.empty())
                continue;
            const std::string total = report::significant(curve.total / m_unit, 3, 1, m_translator.style());
            labels.push_back({m_translator.plain(curve.endLabel), QString::fromStdString(total),
                              isRent(curve.kind) ? m_theme.rent : m_theme.own,
                              mParentPlot->yAxis->coordToPixel(curve.cumulative.back() / m_unit)});
        }
        const QRect area = mParentPlot->axisRect()->rect();
        spreadApart(labels, kLabelStep, area.top() + 2, area.bottom() - 8);
        const QFont name = m_theme.font(FontRole::Axis), total = m_theme.font(FontRole::LegendStrong);
        for (const EndLabel& label : labels) {
            const double left = area.right() + 8;
            drawText(painter, QRectF(left, label.y - 14, kRightMargin - 10, 14), label.name, name, label.colour);
            drawText(painter, QRectF(left, label.y, kRightMargin - 10, 14), label.total, total, label.colour);
        }
    }

    void drawBreakEven(QCPPainter& painter) const
    {
        const QPointF centre = place(*m_chart.breakEven);
        const QRect area = mParentPlot->axisRect()->rect();
        painter.setPen(QPen(m_theme.text2, 1, Qt::DotLine));
        painter.drawLine(centre, QPointF(centre.x(), area.bottom()));
        const double words = drawWords(painter, centre.x());
        painter.setPen(QPen(m_theme.text, 1));
        if (words < centre.y() - 8)
            painter.drawLine(QPointF(centre.x(), words), QPointF(centre.x(), centre.y() - 6));
        if (m_chart.breakEvenLow && m_chart.breakEvenHigh) {
            const double low = mParentPlot->xAxis->coordToPixel(*m_chart.breakEvenLow);
            const double high = std::min<double>(mParentPlot->xAxis->coordToPixel(*m_chart.breakEvenHigh), area.right());
            painter.setPen(QPen(m_theme.text, 1.4));
            painter.drawLine(QPointF(low, centre.y()), QPointF(high, centre.y()));
            painter.drawLine(QPointF(low, centre.y() - 4), QPointF(low, centre.y() + 4));
            painter.drawLine(QPointF(high, centre.y() - 4), QPointF(high, centre.y() + 4));
        }
        drawDot(painter, centre, true);
    }

    // Two lines in the upper left, near `x` but inside the plot; returns the y below them.
    double drawWords(QCPPainter& painter, double x) const
    {
        const QFont strong = m_theme.font(FontRole::LegendStrong);
        const QString first = m_translator.plain(m_chart.breakEvenText), second = m_translator.plain(m_chart.intervalText);
        const double width = std::max(textWidth(first, strong), textWidth(second, strong)) + 4;
        const QRect area = mParentPlot->axisRect()->rect();
        const double left = std::clamp(x - 46, area.left() + 4.0, std::max(area.left() + 4.0, area.right() - width));
        const double top = area.top() + area.height() * 0.16;
        drawText(painter, QRectF(left, top, width, 15), first, strong, m_theme.text);
        drawText(painter, QRectF(left, top + 15, width, 15), second, strong, m_theme.text);
        return top + (second.isEmpty() ? 18 : 34);
    }

    const Translator& m_translator;
    report::MoneyChart m_chart;
    Theme m_theme = Theme::light();
    double m_unit = 1000;
};

double moneyUnit(const report::MoneyChart& chart)
{
    const double highest = highestOf(chart);
    return highest >= 2e6 ? 1e6 : highest >= 2e3 ? 1e3 : 1;
}

Text moneyUnitText(const report::MoneyChart& chart)
{
    const double unit = moneyUnit(chart);
    return Text(unit >= 1e6   ? "chart.money.millions"
                : unit >= 1e3 ? "chart.money.thousands"
                              : "chart.money.units")
        .with("currency", Text("currency." + std::string(chart.currency.code())));
}

MoneyPlot::MoneyPlot(const Translator& translator, QWidget* parent) : QCustomPlot(parent)
{
    axisRect()->setMargins(QMargins(34, 10, static_cast<int>(kRightMargin), 22));
    for (QCPGraph*& curve : m_curves)
        curve = addGraph();
    m_low = addGraph();
    m_high = addGraph();
    m_low->setPen(Qt::NoPen);
    m_high->setPen(Qt::NoPen);
    m_high->setChannelFillGraph(m_low);
    m_marks = new MoneyMarks(this, translator); // owned by the plot
    setMouseTracking(true);
}

void MoneyPlot::fillGraph(QCPGraph& graph, const std::vector<double>& values) const
{
    QVector<double> months, amounts;
    months.reserve(static_cast<qsizetype>(values.size()));
    amounts.reserve(static_cast<qsizetype>(values.size()));
    for (std::size_t month = 0; month < values.size(); ++month) {
        months.append(static_cast<double>(month));
        amounts.append(values[month] / m_unit);
    }
    graph.setData(months, amounts, true);
}

void MoneyPlot::scaleAxes(const report::MoneyChart& chart)
{
    const double months = std::max(1, chart.months);
    xAxis->setRange(0, months);
    const auto monthTicker = QSharedPointer<QCPAxisTickerFixed>::create();
    monthTicker->setTickStep(months <= 12 ? 3 : months <= 30 ? 6 : months <= 72 ? 12 : 24);
    xAxis->setTicker(monthTicker);
    const double highest = std::max(highestOf(chart) / m_unit, 1e-6);
    const double step = niceStep(highest, 4);
    yAxis->setRange(0, highest * 1.06);
    const auto moneyTicker = QSharedPointer<QCPAxisTickerFixed>::create();
    moneyTicker->setTickStep(step);
    yAxis->setTicker(moneyTicker);
    yAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberPrecision(step < 1 ? 1 : 0);
}

void MoneyPlot::setContent(const report::MoneyChart& chart, const Theme& theme)
{
    m_unit = moneyUnit(chart);
    styleChart(*this, theme);
    styleCategoryAxis(*xAxis, theme);
    styleValueAxis(*yAxis, theme);
    for (std::size_t kind = 0; kind < m_curves.size(); ++kind) {
        m_curves[kind]->setPen(penOf(static_cast<Kind>(kind), theme));
        const auto curve = std::find_if(chart.curves.begin(), chart.curves.end(),
                                        [&](const report::MoneyCurve& c) { return static_cast<std::size_t>(c.kind) == kind; });
        fillGraph(*m_curves[kind], curve == chart.curves.end() ? std::vector<double>() : curve->cumulative);
    }
    QColor band = theme.own;
    band.setAlpha(theme.bandAlpha());
    m_high->setBrush(band);
    fillGraph(*m_low, chart.ownLow);
    fillGraph(*m_high, chart.ownHigh);
    scaleAxes(chart);
    m_marks->setContent(chart, theme, m_unit);
    replot(rpQueuedReplot);
}

} // namespace cardfit::ui
