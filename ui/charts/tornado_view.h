#pragma once

#include "core/report/plan_page.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace cardfit::ui {

class Appearance;
class Translator;
struct Theme;

// "What moves it": how far each input moves the month from which owning pays. Earlier (blue) favours owning.
class TornadoView : public QWidget {
    Q_OBJECT
public:
    TornadoView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);

    void setRows(std::vector<report::TornadoRow> rows, std::optional<double> centre);
    const std::vector<report::TornadoRow>& rows() const { return m_rows; }
    QSize sizeHint() const override { return {300, 130}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Appearance& m_appearance;
    const Translator& m_translator;
    std::vector<report::TornadoRow> m_rows;
    std::optional<double> m_centre;
};

// The rows alone, as many as the box has room for (23 px each); shared with the PDF.
void paintTornado(QPainter& painter, const QRectF& box, const std::vector<report::TornadoRow>& rows, std::optional<double> centre,
                  const Theme& theme, const Translator& translator);

} // namespace cardfit::ui
