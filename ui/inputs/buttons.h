#pragma once

#include "ui/inputs/focus_cue.h"
#include "ui/theme/appearance.h"
#include "ui/theme/glyph.h"
#include "ui/theme/icon.h"

#include <QAbstractButton>

#include <optional>

namespace cardfit::ui {

// What all painted buttons share: repaint on theme and hover, a focus frame for the keyboard only.
class PaintedButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit PaintedButton(const Appearance& appearance, QWidget* parent = nullptr);

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    const Theme& theme() const { return m_appearance.theme(); }
    bool showsFocus() const { return m_cue.visible(); }
    void paintFocusFrame(QPainter& painter) const; // 2 px inside the edge

private:
    const Appearance& m_appearance;
    FocusCue m_cue;
};

// Icon without a frame: undo, redo, theme, filter.
class IconButton : public PaintedButton {
    Q_OBJECT
public:
    IconButton(const Appearance& appearance, Icon icon, QWidget* parent = nullptr);
    void setPaintedIcon(Icon icon);
    QSize sizeHint() const override { return {28, 28}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Icon m_icon;
};

// Framed button with text (**bold** marks allowed) and an icon before it.
class TextButton : public PaintedButton {
    Q_OBJECT
public:
    TextButton(const Appearance& appearance, std::optional<Icon> icon, QWidget* parent = nullptr);
    void setMarkedText(const QString& marked);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Icon> m_icon;
    QString m_marked;
};

// A page's name in the top bar; the current one is underlined.
class PageTab : public PaintedButton {
    Q_OBJECT
public:
    PageTab(const Appearance& appearance, const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

// A scenario in the top bar: verdict, letter, name.
class ScenarioChip : public PaintedButton {
    Q_OBJECT
public:
    explicit ScenarioChip(const Appearance& appearance, QWidget* parent = nullptr);
    void show(const QString& letter, const QString& name, fleet::Verdict verdict, bool current, bool withName);
    QSize sizeHint() const override;

signals:
    void renameRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QString label() const;

    QString m_letter, m_name;
    fleet::Verdict m_verdict = fleet::Verdict::NotModelled;
    bool m_current = false, m_withName = true;
};

} // namespace cardfit::ui
