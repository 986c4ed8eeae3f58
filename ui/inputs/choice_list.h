#pragma once

#include "ui/inputs/choice_box.h"

#include <QFrame>

class QLineEdit;
class QListWidget;

namespace cardfit::ui {

// The list a ChoiceBox opens: closes itself when something was chosen or the user went elsewhere.
class ChoiceList : public QFrame {
    Q_OBJECT
public:
    ChoiceList(const Appearance& appearance, const std::vector<Choice>& choices, const QString& current, bool searchable, QWidget* parent);
    void openBelow(const QWidget& box);

signals:
    void chosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void filter(const QString& typed);
    void take();

    const Appearance& m_appearance;
    QLineEdit* m_search = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace cardfit::ui
