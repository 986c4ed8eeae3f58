#pragma once

#include "ui/inputs/focus_cue.h"
#include "ui/theme/appearance.h"

#include <QAbstractButton>
#include <QString>

#include <vector>

namespace cardfit::ui {

struct Choice {
    QString id;
    QString label; // in the box and the list
    QString aside; // quiet text at the right of both: "7 sizes"
    friend bool operator==(const Choice&, const Choice&) = default;
};

// A box that opens a list; long lists get a search line. Up and Down change the choice without opening it.
class ChoiceBox : public QAbstractButton {
    Q_OBJECT
public:
    ChoiceBox(const Appearance& appearance, QWidget* parent = nullptr);

    void setChoices(std::vector<Choice> choices);
    const std::vector<Choice>& choices() const { return m_choices; }
    // What the box shows need not be in the list: "auto: FP16" shows the label of the choice "auto".
    void showChoice(const QString& id, const QString& label = {}, const QString& aside = {});
    const QString& currentId() const { return m_id; }
    QString shownLabel() const { return m_label; }
    void choose(const QString& id); // as the user does: reports chosen()
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, height()}; }

    static constexpr std::size_t kSearchFrom = 10; // lists of this length and longer can be searched

signals:
    void chosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void openList();
    void step(int count);

    const Appearance& m_appearance;
    std::vector<Choice> m_choices;
    QString m_id, m_label, m_aside;
    FocusCue m_cue;
};

} // namespace cardfit::ui
