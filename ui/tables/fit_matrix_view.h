#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <memory>

namespace cardfit::ui {

// The fit matrix with its column heads (title, axis switch and key of the stars stand above, outside).
class FitMatrixView : public QWidget {
    Q_OBJECT
public:
    FitMatrixView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    // `row`, `column`: the scenario's own cell, -1 when it is none of them. `currency` names the price columns.
    void setMatrix(std::shared_ptr<const fleet::FitMatrix> matrix, int row, int column, Currency currency);

signals:
    void cellChosen(int row, int column); // of the matrix, whatever the view's order
};

} // namespace cardfit::ui
