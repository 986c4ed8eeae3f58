#pragma once

#include "core/report/evidence_page.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace cardfit::ui {

class Appearance;
class Translator;

// The record of every class, and of all in the last row.
class EvidenceTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Rows, Median, P90, Inside, ColumnCount };
    explicit EvidenceTableModel(const Translator& translator, QObject* parent = nullptr);

    void setRows(std::vector<report::EvidenceClass> classes, report::EvidenceClass all);
    const report::EvidenceClass& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }
    bool isTotal(int index) const { return index + 1 == rowCount(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Translator& m_translator;
    std::vector<report::EvidenceClass> m_rows;
};

// Click or Enter on a class shows its points alone; on the chosen one, or the last row, all again.
class EvidenceTableView : public QTableView {
    Q_OBJECT
public:
    EvidenceTableView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setRows(std::vector<report::EvidenceClass> classes, report::EvidenceClass all, std::optional<evidence::Figure> chosen);
    EvidenceTableModel& tableModel() { return *m_model; }
    int wantedHeight() const;
    std::optional<evidence::Figure> chosen() const { return m_chosen; }

signals:
    void classChosen(std::optional<cardfit::evidence::Figure> figure);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(int row);

    const Appearance& m_appearance;
    EvidenceTableModel* m_model;
    std::optional<evidence::Figure> m_chosen;
};

} // namespace cardfit::ui
