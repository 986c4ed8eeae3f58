#pragma once

#include <QProxyStyle>

namespace cardfit::ui {

// Fusion with thin scroll bars without arrows; colours come from the palette.
class WindowStyle : public QProxyStyle {
    Q_OBJECT
public:
    WindowStyle();
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returnData) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;

    static constexpr int kScrollBar = 8;
};

} // namespace cardfit::ui
