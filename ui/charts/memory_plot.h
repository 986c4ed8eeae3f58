#pragma once

#include "core/report/plan_page.h"
#include "ui/charts/qcp.h"
#include "ui/text/translator.h"
#include "ui/theme/theme.h"

#include <optional>

namespace cardfit::ui {

// One part of one bar, as the pointer finds it.
struct MemoryHit {
    std::size_t bar = 0;
    QString text;        // "KV cache 12.0 GiB"
    QString record;      // how good figures of its class are
    std::string pointer; // what explains it: "/memory/per_card/kv_cache"
};

// The stacked bars themselves, as one plottable: key axis = rows (0 at the top), value axis = GiB. Paints to the
// screen and, as vectors, to the PDF.
class MemoryBars : public QCPAbstractPlottable {
    Q_OBJECT
public:
    MemoryBars(QCPAxis* rows, QCPAxis* gib, const Translator& translator);

    void setContent(report::MemoryChart chart, const Theme& theme);
    const report::MemoryChart& content() const { return m_chart; }
    // What lies at a place of the plot, in pixels; nullopt beside the bars.
    std::optional<MemoryHit> hitAt(QPointF place) const;
    void setMarkedBar(std::optional<std::size_t> bar) { m_marked = bar; }
    double upperForCaptions(double upper) const; // of the value axis, in GiB
    // Thickness of the chosen bar and of its neighbours, in pixels.
    void setThickness(double chosen, double other);

    double selectTest(const QPointF& place, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    QRectF boxOf(std::size_t index) const; // from 0 to what the card has
    double x(Bytes bytes) const;
    void drawSegments(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const;
    void drawReserved(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const;
    void drawLimits(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const;
    void drawWhisker(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const;
    void drawWords(QCPPainter& painter, const report::MemoryBar& bar, const QRectF& box) const;

    const Translator& m_translator;
    report::MemoryChart m_chart;
    Theme m_theme = Theme::light();
    std::optional<std::size_t> m_marked;
    double m_chosenThickness = 26, m_otherThickness = 15;
};

// The chart without its title: bars, axis of GiB. Fixed margins: the names stand left of the bars.
class MemoryPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit MemoryPlot(const Translator& translator, QWidget* parent = nullptr);
    void setContent(const report::MemoryChart& chart, const Theme& theme);
    MemoryBars& bars() { return *m_bars; }

private:
    MemoryBars* m_bars; // owned by the plot
};

// The name of a part of the memory, as legend and tooltips say it.
Text componentText(memory::Component component);

// Pointers into the answer, as explain::explain() takes them.
std::string explainPointer(memory::Component component);
inline constexpr const char* kExplainNonTorch = "/memory/per_card/non_torch";
inline constexpr const char* kExplainSlack = "/memory/per_card/slack";
inline constexpr const char* kExplainNeed = "/memory/required";
inline constexpr const char* kExplainReserved = "/memory/device";
inline constexpr const char* kExplainCapacity = "/memory/capacity";

// The legend above the bars: the chosen card's value of each part. Short of room, the smallest parts yield first (the
// tooltip keeps them), then what has no number.
void paintMemoryLegend(QPainter& painter, const QRectF& box, const report::MemoryChart& chart, const Theme& theme,
                       const Translator& translator);

// The entry of that legend at a place: its pointer, or empty.
std::string memoryLegendAt(QPointF place, const QRectF& box, const report::MemoryChart& chart, const Theme& theme,
                           const Translator& translator);

} // namespace cardfit::ui
