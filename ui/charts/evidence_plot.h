#pragma once

#include "core/report/evidence_page.h"
#include "ui/charts/qcp.h"
#include "ui/text/translator.h"
#include "ui/theme/theme.h"

#include <optional>
#include <vector>

namespace cardfit::ui {

// Predicted against measured on two logarithmic axes of one range: the band, the 1:1 line, one mark a point. Hover and
// the arrow keys mark a point; click or Enter chooses it.
class EvidencePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit EvidencePlot(const Translator& translator, QWidget* parent = nullptr);

    void setContent(std::vector<report::EvidencePoint> points, const report::EvidencePage& page, const Theme& theme);
    const std::vector<report::EvidencePoint>& points() const { return m_points; }
    QPointF placeOf(std::size_t point) const; // in pixels of this widget
    // The nearest point within kReach pixels; among points in one place the first.
    std::optional<std::size_t> pointAt(QPointF place) const;
    std::optional<std::size_t> markedPoint() const { return m_marked; }
    static constexpr double kReach = 10;

signals:
    void pointMarked(int point); // -1: none any more
    void pointChosen(int point);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void styleAxes(const report::EvidencePage& page, const Theme& theme);
    void drawBand(double low, double high, double band, const Theme& theme);
    void addMarks(std::size_t series, const Theme& theme);
    void mark(std::optional<std::size_t> point);
    void walk(int steps);

    const Translator& m_translator;
    std::vector<report::EvidencePoint> m_points;
    std::vector<std::size_t> m_order; // those of the chosen class by measured value: the way of the arrow keys
    std::optional<std::size_t> m_marked;
    QCPItemText* m_predicted; // caption in the corner
    QCPItemEllipse* m_ring;   // around the marked point
};

// The mark of a series, the same in plot and legend: shape and colour.
void paintEvidenceMark(QPainter& painter, QPointF centre, std::size_t series, const Theme& theme);

} // namespace cardfit::ui
