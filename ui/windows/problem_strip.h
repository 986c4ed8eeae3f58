#pragma once

#include "ui/theme/appearance.h"
#include "ui/windows/problem_items.h"

#include <QAbstractButton>

namespace cardfit::ui {

// One line at the foot: how many problems there are and the first ones. A click opens the list.
class ProblemStrip : public QAbstractButton {
    Q_OBJECT
public:
    explicit ProblemStrip(const Appearance& appearance, QWidget* parent = nullptr);
    void showItems(const std::vector<ProblemItem>& items);
    static constexpr int kHeight = 31; // with the rule above

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Appearance& m_appearance;
    std::vector<ProblemItem> m_items;
    int m_count = 0;
};

} // namespace cardfit::ui
