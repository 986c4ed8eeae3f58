#pragma once

#include "ui/inputs/buttons.h"

namespace cardfit::ui {

// A heading that opens and closes what stands below it.
class FoldButton : public PaintedButton {
    Q_OBJECT
public:
    FoldButton(const Appearance& appearance, const QString& text, QWidget* parent = nullptr);
    void setNote(const QString& note); // quiet, at the right

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_note;
};

} // namespace cardfit::ui
