#pragma once

#include "ui/charts/qcp.h"

namespace cardfit::ui {

class SpeedPlot;

// Everything written or marked on a chart of the Speed page. One item, because all of it is placed against all of it.
class SpeedMarks : public QCPAbstractItem {
public:
    explicit SpeedMarks(SpeedPlot& plot);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QRectF cross() const; // of the limit; empty: none

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawLoads(QCPPainter& painter) const;
    void drawLoadWords(QCPPainter& painter) const;
    void drawLimit(QCPPainter& painter) const;
    void drawEndLabels(QCPPainter& painter) const;
    void drawPoint(QCPPainter& painter) const;

    const SpeedPlot& m_plot;
};

} // namespace cardfit::ui
