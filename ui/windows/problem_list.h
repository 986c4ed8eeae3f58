#pragma once

#include "ui/theme/appearance.h"
#include "ui/windows/problem_items.h"

#include <QWidget>

namespace cardfit::ui {

// The problem list, over the page and above the strip. Up and Down move, Enter jumps to the input, Esc closes.
class ProblemList : public QWidget {
    Q_OBJECT
public:
    explicit ProblemList(const Appearance& appearance, QWidget* parent = nullptr);
    void showItems(std::vector<ProblemItem> items);
    void openAbove(int bottom, int most); // sizes itself to its rows, at most `most` pixels high
    int currentRow() const { return m_current; }

signals:
    void jump(const QString& field);
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    int wantedHeight() const;
    int visibleRows() const;
    void moveTo(int row);
    void paintItem(QPainter& painter, const QRectF& row, const ProblemItem& item, bool current) const;

    const Appearance& m_appearance;
    std::vector<ProblemItem> m_items;
    int m_current = 0, m_first = 0;
};

} // namespace cardfit::ui
