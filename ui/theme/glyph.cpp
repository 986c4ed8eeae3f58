#include "ui/theme/glyph.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace cardfit::ui {

namespace {

// All paths live in a square from -1 to 1 around the centre.
QPainterPath checkPath()
{
    QPainterPath path;
    path.moveTo(-0.46, 0.04);
    path.lineTo(-0.13, 0.37);
    path.lineTo(0.47, -0.32);
    return path;
}

QPainterPath starPath(double radius)
{
    constexpr double kInner = 0.42; // of the outer radius
    QPainterPath path;
    for (int corner = 0; corner < 10; ++corner) {
        const double angle = -std::numbers::pi / 2 + corner * std::numbers::pi / 5;
        const double reach = corner % 2 == 0 ? radius : radius * kInner;
        const QPointF point(reach * std::cos(angle), reach * std::sin(angle));
        corner == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

QPainterPath questionPath()
{
    QPainterPath path;
    path.moveTo(-0.42, -0.42);
    path.cubicTo(-0.36, -1.0, 0.50, -0.98, 0.46, -0.38);
    path.cubicTo(0.43, 0.0, 0.02, 0.02, 0.02, 0.36);
    return path;
}

QPen strokeOf(const QColor& colour, double width) { return QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin); }

void disc(QPainter& painter, const QColor& fill, double radius = 1.0)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawEllipse(QPointF(0, 0), radius, radius);
}

void halfDisc(QPainter& painter, const VerdictColours& colours)
{
    const QColor outline = colours.outline.isValid() ? colours.outline : colours.mark;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.mark);
    painter.drawPie(QRectF(-0.86, -0.86, 1.72, 1.72), 90 * 16, -180 * 16);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(strokeOf(outline, 0.2));
    painter.drawEllipse(QPointF(0, 0), 0.88, 0.88);
}

void ringStar(QPainter& painter, const QColor& mark, const QColor& inside)
{
    disc(painter, inside, 0.94);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(strokeOf(mark, 0.15));
    painter.drawEllipse(QPointF(0, 0), 0.92, 0.92);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark);
    painter.drawPath(starPath(0.70));
}

void stroked(QPainter& painter, const QPainterPath& path, const QColor& colour, double width)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(strokeOf(colour, width));
    painter.drawPath(path);
}

QPainterPath crossPath()
{
    QPainterPath path;
    path.moveTo(-0.68, -0.68);
    path.lineTo(0.68, 0.68);
    path.moveTo(0.68, -0.68);
    path.lineTo(-0.68, 0.68);
    return path;
}

QPainterPath slashedRingPath()
{
    QPainterPath path;
    path.addEllipse(QPointF(0, 0), 0.86, 0.86);
    path.moveTo(-0.60, 0.60);
    path.lineTo(0.60, -0.60);
    return path;
}

} // namespace

Glyph glyphOf(fleet::Verdict verdict, bool cheapestToRent, bool cheapestToOwn)
{
    switch (verdict) {
    case fleet::Verdict::Fits: return cheapestToRent ? Glyph::DiscStar : cheapestToOwn ? Glyph::RingStar : Glyph::DiscCheck;
    case fleet::Verdict::Tight: return Glyph::HalfDisc;
    case fleet::Verdict::No: return Glyph::Cross;
    case fleet::Verdict::Unsupported: return Glyph::SlashedRing;
    case fleet::Verdict::NotModelled: return Glyph::Question;
    }
    return Glyph::Question;
}

void paintGlyph(QPainter& painter, QPointF centre, double size, Glyph glyph, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.scale(size / 2, size / 2);
    const VerdictColours fits = theme.verdict(fleet::Verdict::Fits);
    switch (glyph) {
    case Glyph::DiscCheck:
        disc(painter, fits.mark);
        stroked(painter, checkPath(), theme.glyphInside, 0.27);
        break;
    case Glyph::DiscStar:
        disc(painter, fits.mark);
        painter.setBrush(theme.glyphInside);
        painter.drawPath(starPath(0.74));
        break;
    case Glyph::RingStar: ringStar(painter, fits.mark, theme.glyphInside); break;
    case Glyph::HalfDisc: halfDisc(painter, theme.verdict(fleet::Verdict::Tight)); break;
    case Glyph::Cross: stroked(painter, crossPath(), theme.verdict(fleet::Verdict::No).mark, 0.32); break;
    case Glyph::SlashedRing: stroked(painter, slashedRingPath(), theme.verdict(fleet::Verdict::Unsupported).mark, 0.2); break;
    case Glyph::Question:
        stroked(painter, questionPath(), theme.verdict(fleet::Verdict::NotModelled).mark, 0.24);
        disc(painter, QColor(), 0);
        painter.setBrush(theme.verdict(fleet::Verdict::NotModelled).mark);
        painter.drawEllipse(QPointF(0.02, 0.78), 0.15, 0.15);
        break;
    }
    painter.restore();
}

void paintGlyph(QPainter& painter, const QRectF& box, Glyph glyph, const Theme& theme)
{
    paintGlyph(painter, box.center(), std::min(box.width(), box.height()), glyph, theme);
}

void paintGlyph(QPainter& painter, const QRectF& box, fleet::Verdict verdict, const Theme& theme)
{
    paintGlyph(painter, box, glyphOf(verdict), theme);
}

} // namespace cardfit::ui
