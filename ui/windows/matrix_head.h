#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "ui/theme/appearance.h"

#include <QWidget>

class QLineEdit;

namespace cardfit::ui {

class ChoiceBox;
class IconButton;
class Segmented;

// Above the matrix: its title, which axis its columns are, what the stars mean, and the search.
class MatrixHead : public QWidget {
    Q_OBJECT
public:
    explicit MatrixHead(const Appearance& appearance, QWidget* parent = nullptr);
    void showAxis(fleet::MatrixAxis axis);

signals:
    void axisChosen(fleet::MatrixAxis axis);
    void searched(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    bool isNarrow() const;

    const Appearance& m_appearance;
    Segmented* m_axis;
    ChoiceBox* m_axisBox; // in place of the segments where the room is short
    IconButton* m_filter;
    QLineEdit* m_search;
};

} // namespace cardfit::ui
