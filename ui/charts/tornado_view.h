#pragma once

#include "core/report/plan_page.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace cardfit::ui {

// What moves the break-even month most; as many rows as fit its height.
class TornadoView : public QWidget {
    Q_OBJECT
public:
    TornadoView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setRows(const std::vector<report::TornadoRow>& rows, std::optional<double> centre);
};

} // namespace cardfit::ui
