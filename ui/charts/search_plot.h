#pragma once

#include "core/plan/fleet/search.h"

#include <QPointF>
#include <QWidget>

#include <vector>

namespace cardfit::ui {

class Appearance;
class Translator;

// The front of a search: cost from left to right, latency from below, both by factors. Click chooses a point.
class SearchPlot : public QWidget {
    Q_OBJECT
public:
    SearchPlot(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setResult(const fleet::SearchResult& result);
    void mark(std::size_t point);
    QPointF placeOf(std::size_t point) const;

signals:
    void pointChosen(std::size_t point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRectF plotRect() const;

    const Appearance& m_appearance;
    const Translator& m_translator;
    std::vector<QPointF> m_points; // 0 to 1 in the range of each axis
    QString m_cheapest, m_dearest, m_quickest, m_slowest;
    QString m_costName, m_latencyName;
    std::size_t m_marked = 0;
};

} // namespace cardfit::ui
