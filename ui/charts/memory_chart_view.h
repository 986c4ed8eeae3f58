#pragma once

#include "core/report/plan_page.h"

#include <QString>
#include <QWidget>

namespace cardfit::ui {

class Appearance;
class MemoryPlot;
class Translator;

// "What carries it": title line with the three totals, legend with the chosen card's values, stacked bars of the
// chosen card and its neighbours, how well such figures did on measurements. Arrows walk the bars; click or Enter
// chooses one, on the chosen one it explains.
class MemoryChartView : public QWidget {
    Q_OBJECT
public:
    MemoryChartView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);

    void setChart(const report::MemoryChart& chart);
    const report::MemoryChart& chart() const { return m_chart; }
    MemoryPlot& plot() { return *m_plot; }
    QSize minimumSizeHint() const override { return {420, 150}; }

signals:
    void barChosen(const QString& cardId, int cards);
    void explainRequested(const QString& pointer); // a part or a total of the chosen bar was clicked

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void mark(int bar); // -1: none
    void choose(int bar, const std::string& pointer);
    std::string pointerAt(QPointF place) const; // in title and legend; empty: nothing to explain
    QString recordFor(const std::string& pointer) const;
    QRectF totalsBox() const;
    QRectF legendBox() const;
    bool showsRecord() const;
    void showTip(QPoint globalPlace, const QString& text);

    const Appearance& m_appearance;
    const Translator& m_translator;
    report::MemoryChart m_chart;
    MemoryPlot* m_plot;
    int m_marked = -1;
};

} // namespace cardfit::ui
