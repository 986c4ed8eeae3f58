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
    std::function<void(QPainter&, const QRectF&)> paint;
    std::string pointer; // what explains it
};

class Legend {
public:
    Legend(const report::MemoryBar& bar, const Theme& theme, const Translator& translator, double smallestGib)
        : m_theme(theme), m_translator(translator), m_smallestGib(smallestGib)
    {
        for (std::size_t i = 0; i < memory::kComponents; ++i) {
            const auto component = static_cast<memory::Component>(i);
            addPart(componentText(component), bar.components[i], explainPointer(component), filled(theme.component(component)));
        }
        addPart(Text("component.non_torch"), bar.nonTorch, kExplainNonTorch, filled(theme.nonTorch()));
        addPart(Text("component.slack"), bar.reservedBeyondNeed, kExplainSlack,
                [this](QPainter& painter, const QRectF& mark) { hatch(painter, mark, m_theme.hatch); });
        if (bar.usable < bar.has)
            addLine(Text("legend.usable"), 1, [this](QPainter& painter, const QRectF& mark) {
                painter.setPen(QPen(m_theme.text, 1, Qt::DotLine));
                painter.drawLine(mark.topLeft() - QPointF(0, 2), mark.bottomLeft() + QPointF(0, 2));
            });
        addLine(Text("legend.has"), 2,
                [this](QPainter& painter, const QRectF& mark) { painter.fillRect(mark.adjusted(0, -2, 0, 2), m_theme.text); });
    }

    double width() const
    {
        double sum = -kEntryGap;
        for (const Entry& entry : m_entries)
            sum += widthOf(entry) + kEntryGap;
        return sum;
    }

    Legend(const Legend&) = delete; // its marks paint with its theme
    Legend& operator=(const Legend&) = delete;

    std::string pointerAt(const QRectF& box, QPointF place) const
    {
        double at = box.left();
        for (const Entry& entry : m_entries) {
            const QRectF own(at, box.top(), widthOf(entry), box.height());
            if (own.right() > box.right())
                break;
            if (own.contains(place))
                return entry.pointer;
            at += own.width() + kEntryGap;
        }
        return {};
    }

    void draw(QPainter& painter, const QRectF& box) const
    {
        double at = box.left();
        for (const Entry& entry : m_entries) {
            if (at + widthOf(entry) > box.right())
                return;
            entry.paint(painter, QRectF(at, box.center().y() - kMark / 2, entry.mark, kMark));
            double textAt = at + entry.mark + kMarkGap;
            textAt += drawTextAtBaseline(painter, {textAt, baselineFor(box.center().y(), m_name)}, entry.label, m_name, m_theme.text2);
            if (!entry.number.isEmpty())
                drawTextAtBaseline(painter, {textAt + kNumberGap, baselineFor(box.center().y(), m_value)}, entry.number, m_value,
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
    using Paint = std::function<void(QPainter&, const QRectF&)>;
    static Paint filled(QColor colour)
    {
        return [colour](QPainter& painter, const QRectF& mark) { painter.fillRect(mark, colour); };
    }
    void addPart(const Text& label, Bytes bytes, std::string pointer, Paint paint)
    {
        if (inGiB(bytes) >= m_smallestGib)
            m_entries.push_back({m_translator.plain(label), QString::fromStdString(report::gib(bytes, m_translator.style())), kMark,
                                 std::move(paint), std::move(pointer)});
    }
    void addLine(const Text& label, double mark, Paint paint)
    {
        m_entries.push_back({m_translator.plain(label), {}, mark, std::move(paint), kExplainCapacity});
    }

    const Theme& m_theme;
    const Translator& m_translator;
    double m_smallestGib;
    QFont m_name = m_theme.font(FontRole::Axis), m_value = m_theme.font(FontRole::LegendStrong);
    std::vector<Entry> m_entries;
};

} // namespace

std::string explainPointer(memory::Component component) { return "/memory/per_card/" + std::string(memory::nameOf(component)); }

Text componentText(memory::Component component) { return Text("component." + std::string(memory::nameOf(component))); }

namespace {

// With as many parts as there is room for: the smallest yield first.
template <class Use>
void withLegend(const QRectF& box, const report::MemoryChart& chart, const Theme& theme, const Translator& translator, Use use)
{
    if (chart.bars.empty())
        return;
    for (const double smallest : {0.05, 0.1, 0.2, 0.4}) {
        const Legend legend(chart.bars.front(), theme, translator, smallest);
        if (legend.width() > box.width() && smallest < 0.4)
            continue;
        use(legend);
        return;
    }
}

} // namespace

void paintMemoryLegend(QPainter& painter, const QRectF& box, const report::MemoryChart& chart, const Theme& theme,
                       const Translator& translator)
{
    withLegend(box, chart, theme, translator, [&](const Legend& legend) { legend.draw(painter, box); });
}

std::string memoryLegendAt(QPointF place, const QRectF& box, const report::MemoryChart& chart, const Theme& theme,
                           const Translator& translator)
{
    std::string pointer;
    withLegend(box, chart, theme, translator, [&](const Legend& legend) { pointer = legend.pointerAt(box, place); });
    return pointer;
}

} // namespace cardfit::ui
