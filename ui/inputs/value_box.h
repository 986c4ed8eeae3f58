#pragma once

#include "ui/theme/appearance.h"

#include <QLineEdit>

#include <functional>
#include <optional>

namespace cardfit::ui {

// A typed number with its unit inside the frame. Commits on Enter or when the focus leaves; a text that is no number, or
// out of range, keeps the old value, frames the box in amber and is reported by rejected().
class ValueBox : public QLineEdit {
    Q_OBJECT
public:
    struct Words { // between the box's text and its value
        std::function<QString(double)> write;
        std::function<std::optional<double>(const QString&)> read;
    };
    ValueBox(const Appearance& appearance, Words words, QWidget* parent = nullptr);

    void setRange(double low, double high);
    void setUnit(const QString& unit);
    // A value that is not a number: "max", "auto", "none". Typing it (or its start) commits nullopt; empty: there is none.
    void setSpecial(const QString& word);
    void showValue(std::optional<double> value);
    std::optional<double> value() const { return m_value; }
    void setResettable(bool resettable); // a small x at hover: back to what the planner takes

signals:
    void edited(std::optional<double> value);
    void resetWanted();
    void rejected(const QString& typed, double low, double high);

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void commit();
    void restore();
    void applyTheme();
    QString written() const;
    QRect resetRect() const;

    const Appearance& m_appearance;
    Words m_words;
    QString m_unit, m_special;
    std::optional<double> m_value = 0.0;
    double m_low = 0, m_high = 1e15;
    bool m_wrong = false, m_resettable = false;
};

} // namespace cardfit::ui
