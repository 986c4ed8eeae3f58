#pragma once

#include "core/report/speed_page.h"

#include <QWidget>

namespace cardfit::ui {

class Appearance;
class Translator;

// Short tables of figures one below the other, and notes under them. As high as its content at its width.
class FigureList : public QWidget {
    Q_OBJECT
public:
    FigureList(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setContent(std::vector<report::SpeedTable> tables, std::vector<Text> notes);
    int heightFor(int width) const;
    QString words() const; // everything it says, line by line

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double paintTable(QPainter& painter, const report::SpeedTable& table, double top) const;
    void paintRow(QPainter& painter, const report::SpeedTable& table, std::size_t row, const QRectF& box,
                  const std::vector<double>& widths) const;
    std::vector<double> columnWidths(const report::SpeedTable& table) const;
    QString notesHtml() const;

    const Appearance& m_appearance;
    const Translator& m_translator;
    std::vector<report::SpeedTable> m_tables;
    std::vector<Text> m_notes;
};

} // namespace cardfit::ui
