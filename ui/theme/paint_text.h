#pragma once

#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

#include <functional>

class QPainter;

namespace cardfit::ui {

// The baseline that centres capitals in a box around `centreY`. Qt's own vertical centring uses the line box, which is
// taller for strings with Han characters: "16 位" would sit lower than "FP8".
double baselineFor(double centreY, const QFont& font);

// Width of one line, as drawText paints it.
double textWidth(const QString& text, const QFont& font);

// Paints one line, capitals centred vertically in `box`, elided at its end when it is too wide. Returns the painted width.
double drawText(QPainter& painter, const QRectF& box, const QString& text, const QFont& font, const QColor& colour,
                Qt::Alignment alignment = Qt::AlignLeft);

// The same at a given baseline; `availableWidth` < 0: never elided.
double drawTextAtBaseline(QPainter& painter, QPointF start, const QString& text, const QFont& font, const QColor& colour,
                          double availableWidth = -1);

// A line with **bold** marks (Phrasebook::render). Elides at the end when it is too wide; returns the painted width.
double drawMarkedText(QPainter& painter, const QRectF& box, const QString& marked, const QFont& normal, const QFont& strong,
                      const QColor& colour, Qt::Alignment alignment = Qt::AlignLeft);
double markedTextWidth(const QString& marked, const QFont& normal, const QFont& strong);
QString withoutMarks(const QString& marked);
QString htmlOfMarked(const QString& marked); // escaped, bold words between <b> and </b>

// For tests: while it lives, every string that had to be elided on this thread is handed to it.
class ElisionWatch {
public:
    explicit ElisionWatch(std::function<void(const QString&)> onElided);
    ~ElisionWatch();
    ElisionWatch(const ElisionWatch&) = delete;
    ElisionWatch& operator=(const ElisionWatch&) = delete;

private:
    friend void reportElision(const QString& text);
    std::function<void(const QString&)> m_onElided;
    ElisionWatch* m_outer = nullptr;
};

} // namespace cardfit::ui
