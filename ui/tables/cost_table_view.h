#pragma once

#include "core/report/plan_page.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <vector>

namespace cardfit::ui {

// The cost lines of a month that add up; the basis column shows from 470 px on. Its size hint is the height of its rows.
class CostTableView : public QWidget {
    Q_OBJECT
public:
    CostTableView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setRows(const std::vector<report::CostRow>& rows, Currency currency);
};

} // namespace cardfit::ui
