#include "core/report/format.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/memory_plot.h"
#include "ui/theme/paint_text.h"

#include <functional>

namespace cardfit::ui {

namespace {

constexpr double kMark = 9, kMarkGap = 5, kNumberGap = 4, kEntryGap = 11;

struct Entry {
    QString label, number; // number empty: a line of the chart, not a part
    double mark = kMark;   // width of the sample
    std::function<void(const QRectF&)> paint;
};

class Legend {
public:
    Legend(QPainter& painter, const report::MemoryBar& bar, const Theme& theme, const Translator& translator, double smallestGib)
        : m_painter(painter), m_theme(theme), m_translator(translator), m_smallestGib(smallestGib)
    {
        for (std::size_t i = 0; i < memory::kComponents; ++i) {
            const auto component = static_cast<memory::Component>(i);
            addPart(componentText(component), bar.components[i],
                    [&, colour = theme.component(component)](const QRectF& mark) { m_painter.fillRect(mark, colour); });
        }
        addPart(Text("component.non_torch"), bar.nonTorch, [&](const QRectF& mark) { m_painter.fillRect(mark, m_theme.nonTorch()); });
        addPart(Text("component.slack"), bar.reservedBeyondNeed, [&](const QRectF& mark) { hatch(m_painter, mark, m_theme.hatch); });
        if (bar.usable < bar.has)
            addLine(Text("legend.usable"), 1, [&](const QRectF& mark) {
                m_painter.setPen(QPen(m_theme.text, 1, Qt::DotLine));
                m_painter.drawLine(mark.topLeft() - QPointF(0, 2), mark.bottomLeft() + QPointF(0, 2));
            });
        addLine(Text("legend.has"), 2, [&](const QRectF& mark) { m_painter.fillRect(mark.adjusted(0, -2, 0, 2), m_theme.text); });
    }

    double width() const
    {
        double sum = -kEntryGap;
        for (const Entry& entry : m_entries)
            sum += widthOf(entry) + kEntryGap;
        return sum;
    }

    void draw(const QRectF& box) const
    {
        double at = box.left();
        for (const Entry& entry : m_entries) {
            if (at + widthOf(entry) > box.right())
                return;
            entry.paint(QRectF(at, box.center().y() - kMark / 2, entry.mark, kMark));
            double textAt = at + entry.mark + kMarkGap;
            textAt += drawTextAtBaseline(m_painter, {textAt, baselineFor(box.center().y(), m_name)}, entry.label, m_name, m_theme.text2);
            if (!entry.number.isEmpty())
                drawTextAtBaseline(m_painter, {textAt + kNumberGap, baselineFor(box.center().y(), m_value)}, entry.number, m_value,
                                   m_theme.text);
            at += widthOf(entry) + kEntryGap;
        }
    }

private:
    double widthOf(const Entry& entry) const
    {
        return entry.mark + kMarkGap + textWidth(entry.label, m_name) +
               (entry.number.isEmpty() ? 0 : kNumberGap + textWidth(entry.number, m_value));
    }
    void addPart(const Text& label, Bytes bytes, std::function<void(const QRectF&)> paint)
    {
        if (inGiB(bytes) >= m_smallestGib)
            m_entries.push_back(
                {m_translator.plain(label), QString::fromStdString(report::gib(bytes, m_translator.style())), kMark, std::move(paint)});
    }
    void addLine(const Text& label, double mark, std::function<void(const QRectF&)> paint)
    {
        m_entries.push_back({m_translator.plain(label), {}, mark, std::move(paint)});
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const Translator& m_translator;
    double m_smallestGib;
    QFont m_name = m_theme.font(FontRole::Axis), m_value = m_theme.font(FontRole::LegendStrong);
    std::vector<Entry> m_entries;
};

} // namespace

Text componentText(memory::Component component) { return Text("component." + std::string(memory::nameOf(component))); }

void paintMemoryLegend(QPainter& painter, const QRectF& box, const report::MemoryChart& chart, const Theme& theme,
                       const Translator& translator)
{
    if (chart.bars.empty())
        return;
    for (const double smallest : {0.05, 0.1, 0.2, 0.4}) {
        const Legend legend(painter, chart.bars.front(), theme, translator, smallest);
        if (legend.width() > box.width() && smallest < 0.4)
            continue;
        legend.draw(box);
        return;
    }
}

} // namespace cardfit::ui
