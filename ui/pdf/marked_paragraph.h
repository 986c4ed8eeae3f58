#pragma once

#include "ui/theme/theme.h"

#include <QString>
#include <QTextLayout>

class QPainter;

namespace cardfit::ui {

// A paragraph of one font with **bold** parts, broken into lines of a given width. Lines stand at a fixed distance, so
// that Latin and Han lines are spaced alike.
class MarkedParagraph {
public:
    MarkedParagraph(const QString& marked, const QFont& font, double width, double lineHeight);

    double height() const { return m_height; }
    void draw(QPainter& painter, QPointF topLeft, const QColor& colour) const;

private:
    QTextLayout m_layout;
    double m_height = 0;
    double m_lineHeight;
};

} // namespace cardfit::ui
