#pragma once

#include "ui/theme/appearance.h"

#include <QSplitter>

namespace cardfit::ui {

// Panes parted by 1 px rules that can be dragged a few pixels around them. Until dragged, sizes follow the proportion
// its owner sets; a double click on a rule goes back to it.
class RuleSplitter : public QSplitter {
    Q_OBJECT
public:
    RuleSplitter(const Appearance& appearance, Qt::Orientation orientation, QWidget* parent = nullptr);
    const Appearance& appearance() const { return m_appearance; }
    void setProportion(const QList<int>& sizes); // taken only while the user has not dragged
    void restoreProportion();
    bool isDragged() const { return m_dragged; }

protected:
    QSplitterHandle* createHandle() override;

private:
    const Appearance& m_appearance;
    QList<int> m_proportion;
    bool m_dragged = false;
};

} // namespace cardfit::ui
