#pragma once

#include "core/report/speed_page.h"
#include "ui/charts/qcp.h"
#include "ui/text/translator.h"
#include "ui/theme/theme.h"

#include <optional>
#include <vector>

namespace cardfit::ui {

class SpeedMarks;

// One chart of the Speed page without its title: users or cards across on powers of two, a latency, a rate or a time up.
// A limit is a line with a handle: dragged by the mouse, moved by Up and Down, removed by its cross, by Delete, or by
// dragging it out at the top. Left and Right walk the chosen line's points.
class SpeedPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit SpeedPlot(const Translator& translator, QWidget* parent = nullptr);
    // Chart `index` of `page`; the first one carries the words of the marks, the last one the name of the axis.
    void setContent(const report::SpeedPage& page, std::size_t index, const Theme& theme);

    const report::SpeedChart& chart() const { return m_chart; }
    bool canHaveLimit() const { return m_chart.limit.has_value(); }
    QPointF limitHandle() const;    // its centre; where a limit that is not set would be taken from
    QRectF limitCross() const;      // empty while there is no limit
    double limitAt(double y) const; // milliseconds at that height of the plot, as dragging there sets it
    std::optional<std::size_t> walkedPoint() const { return m_point; }
    QPointF placeOf(std::size_t point) const; // of the first line
    static constexpr int kLastExtra = 18;     // height of the axis' name

signals:
    void limitGrabbed(); // a movement of the hand begins
    void limitMoved(std::optional<double> milliseconds);
    void pointWalked(int point); // of the first line; -1: none

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    friend class SpeedMarks;
    void fillLines();
    void scaleAxes();
    void scaleValues();
    QCPGraph& graphAt(std::size_t index);
    bool isAtLimit(QPointF place) const;
    void moveLimit(double factor);
    void setLimit(std::optional<double> milliseconds);
    void walk(int steps);
    void mark(std::optional<std::size_t> point);

    const Translator& m_translator;
    Theme m_theme = Theme::light();
    report::SpeedChart m_chart;
    std::vector<report::SpeedMark> m_loads;
    double m_lowX = 1, m_highX = 256;
    QString m_axisName;
    bool m_named = false;            // the marks' words stand here
    std::vector<QCPGraph*> m_graphs; // owned by the plot
    QCPGraph *m_low = nullptr, *m_high = nullptr;
    SpeedMarks* m_marks = nullptr;
    std::optional<std::size_t> m_point;
    bool m_dragging = false, m_overLimit = false;
};

} // namespace cardfit::ui
