#pragma once

#include "core/plan/fleet/verdict.h"
#include "core/plan/memory/memory.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QStringList>

namespace cardfit::ui {

enum class Scheme { Light, Dark };

// Every text of the window has one of these sizes and weights; nothing else sets a font.
enum class FontRole {
    Axis,            // 11/400: axes, legends, column heads, slider marks
    LegendStrong,    // 11/600: the chosen card's values in a legend
    MarkStrong,      // 11/700: the slider mark in use
    Table,           // 12/400: tables, matrix cells, the problem strip, subtitles, units
    TableMedium,     // 12/500: cells that fit
    TableSemibold,   // 12/600
    TableStrong,     // 12/700: chosen and starred cells
    Control,         // 13/400: controls, row names, buttons
    ControlMedium,   // 13/500: the number in a value box
    ControlStrong,   // 13/600: primary button, current tab, big slider's label
    Total,           // 13/700: total rows
    Title,           // 15/700: pane titles
    Headline,        // 17/400
    HeadlineStrong,  // 17/700: the figures in it
    TourTitle,       // 18/700
    PresentHeadline, // 36/400
};

// Colours of a verdict: the painted mark, the pale tint of its cell, and the words on that tint.
struct VerdictColours {
    QColor mark;
    QColor tint; // invalid: no fill (unsupported, not modelled)
    QColor words;
    QColor outline; // of the mark; invalid: none
};

// All colours and fonts of one scheme, as a value: painters get it passed, so that paper can be light while the window
// is dark. Colour means a verdict, a memory component, rent against own, or "can be touched / is chosen"; all else is grey.
struct Theme {
    Scheme scheme = Scheme::Light;
    double fontScale = 1.0;
    QString language = QStringLiteral("en"); // chooses the Han face: zh, zh_TW, ja, ko

    QColor window, surface, control, line, grid, controlLine, track;
    QColor text, text2, text3, accent, accentBackground, warn, rent, own;
    QColor glyphInside; // check, star on a filled disc
    QColor hatch;       // reserved beyond the need, 45 degree lines on track

    static Theme light();
    static Theme dark();
    static Theme of(Scheme scheme) { return scheme == Scheme::Dark ? dark() : light(); }

    bool isDark() const { return scheme == Scheme::Dark; }
    VerdictColours verdict(fleet::Verdict verdict) const;
    // Same in both schemes, in the PDF and in every chart: any two differ by dE2000 >= 11 in all kinds of colour vision.
    QColor component(memory::Component component) const;
    QColor nonTorch() const;
    int bandAlpha() const { return isDark() ? 56 : 36; } // fill of the P10-P90 band: 22 % dark, 14 % light

    // Pixel sizes only, Latin face first, ligatures off.
    QFont font(FontRole role) const;
    QFont font(double pixelSize, QFont::Weight weight) const;
    QPalette palette() const;
};

// Latin first: with a Han face in front, digits vanish from the text layer of PDFs. Lato's digits all have one width.
QStringList fontFamilies(const QString& language);

// Space between things, in logical pixels.
inline constexpr int kPaneMargin = 16;
inline constexpr double kControlRadius = 3.0;

} // namespace cardfit::ui
