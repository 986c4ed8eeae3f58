#pragma once

#include "core/report/report_model.h"
#include "ui/text/translator.h"
#include "ui/theme/theme.h"

#include <QSizeF>

#include <functional>
#include <memory>
#include <vector>

class QCPPainter;

namespace cardfit::ui {

class MemoryPlot;
class MoneyPlot;

enum class PaperSize { A4, Letter };

// A report laid out on pages: the same for the PDF and for the preview, always in the light theme. Lengths are 1/96
// inch. Keeps headings with what follows, repeats a table's head on the next page.
class ReportPages {
public:
    ReportPages(const report::ReportModel& model, const Translator& translator, PaperSize paper);
    ~ReportPages();
    ReportPages(const ReportPages&) = delete;
    ReportPages& operator=(const ReportPages&) = delete;

    std::size_t count() const { return m_pages.size(); }
    QSizeF size() const { return m_size; }
    // The page's content on a painter whose unit is 1/96 inch.
    void paint(std::size_t page, QCPPainter& painter) const;

private:
    using Drawing = std::function<void(QCPPainter&)>;
    struct Page {
        std::vector<Drawing> drawings;
    };

    // Layout: a cursor that moves down the column and opens pages.
    void layOutCover();
    void layOutSections();
    void layOut(const report::Section& section, std::size_t chapter, std::size_t sub); // chapter 0: not numbered
    void layOutTitle(const report::Section& section, std::size_t chapter, std::size_t sub);
    void add(const report::Paragraph& paragraph);
    void add(const report::Recommendation& recommendation);
    void add(const report::KeyFigures& figures);
    void add(const report::Table& table);
    void add(const report::MemoryChart& chart);
    void add(const report::MoneyChart& chart);
    void add(const report::PageBreak&) { newPage(); }
    void tableHead(const report::Table& table, const std::vector<double>& columns);
    void tableRow(const report::Table& table, std::size_t row, const std::vector<double>& columns);
    std::vector<double> columnEdges(const report::Table& table) const;
    double rowHeight(const report::Table& table, std::size_t row, const std::vector<double>& columns) const;

    void newPage();
    void need(double height); // opens a page when that much is not left
    void space(double height) { m_y += height; }
    void put(Drawing drawing) { m_pages.back().drawings.push_back(std::move(drawing)); }
    double bottom() const;
    double columnWidth() const;
    QString text(const Text& text) const { return m_translator.plain(text); }
    void paintFurniture(std::size_t page, QCPPainter& painter) const;

    report::ReportModel m_model;
    const Translator& m_translator;
    Theme m_theme;
    QSizeF m_size;
    std::vector<Page> m_pages;
    double m_y = 0;
    std::unique_ptr<MemoryPlot> m_memoryPlot; // one of each, filled anew for every chart
    std::unique_ptr<MoneyPlot> m_moneyPlot;
};

} // namespace cardfit::ui
