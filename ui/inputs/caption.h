#pragma once

#include "ui/theme/appearance.h"

#include <QLabel>

namespace cardfit::ui {

// A label that paints at a baseline, so that Latin and Han captions sit on one line. Its buddy gets the focus by Alt+letter.
class Caption : public QLabel {
    Q_OBJECT
public:
    Caption(const Appearance& appearance, FontRole role, QWidget* parent = nullptr);
    void setRole(FontRole role);
    void setQuiet(bool quiet); // in the colour of units
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Appearance& m_appearance;
    FontRole m_role;
    bool m_quiet = false;
};

// A 1 px line across.
class Rule : public QWidget {
    Q_OBJECT
public:
    explicit Rule(const Appearance& appearance, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Appearance& m_appearance;
};

} // namespace cardfit::ui
