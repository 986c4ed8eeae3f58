#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "ui/inputs/context.h"

#include <QWidget>

#include <vector>

namespace cardfit::ui {

// What a cell of the matrix says when the pointer rests on it: why, and the ways out, cheapest first. The pointer can
// go into it; a click on a way out applies it.
class CellTip : public QWidget {
    Q_OBJECT
public:
    struct Way {
        QString what, free, price;
        double perHour = 0; // for the order; unknown prices come last
        Scenario scenario;
    };
    struct Content {
        fleet::Verdict verdict = fleet::Verdict::NotModelled;
        QString title;
        QStringList lines;
        QString priceHead; // "$/h"
        std::vector<Way> ways;
    };
    CellTip(const Appearance& appearance, QWidget* parent);

    void showFor(Content content, const QRect& cell); // in the parent's coordinates: below the cell, or above it
    const Content& content() const { return m_content; }
    QRect wayRect(std::size_t way) const;

signals:
    void chosen(const Scenario& scenario);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    int wayAt(QPoint place) const; // -1: none
    int waysTop() const;
    QSize wantedSize() const;

    const Appearance& m_appearance;
    Content m_content;
    int m_current = 0;
};

// What the tip of one cell says.
CellTip::Content cellTip(const Scenario& scenario, const fleet::FitMatrix& matrix, std::size_t row, std::size_t column,
                         const Catalog& catalog, const Translator& translator);

} // namespace cardfit::ui
