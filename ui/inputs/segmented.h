#pragma once

#include "ui/inputs/focus_cue.h"
#include "ui/theme/appearance.h"

#include <QStringList>
#include <QWidget>

namespace cardfit::ui {

// One choice out of a few short words, side by side. Left and right move it.
class Segmented : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(const Appearance& appearance, QWidget* parent = nullptr);
    void setParts(const QStringList& parts);
    void showPart(int index);
    int currentPart() const { return m_current; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    QRect partRect(int index) const;

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    int partWidth(int index) const;

    const Appearance& m_appearance;
    QStringList m_parts;
    int m_current = 0;
    FocusCue m_cue;
};

} // namespace cardfit::ui
