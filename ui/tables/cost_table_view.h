#pragma once

#include "core/report/plan_page.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace cardfit::ui {

class Appearance;
class Translator;

// Lines of cost a month that add up: what, rent, own, basis.
class CostTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Rent, Own, BasisColumn, ColumnCount };
    explicit CostTableModel(const Translator& translator, QObject* parent = nullptr);

    void setRows(std::vector<report::CostRow> rows, Currency currency);
    const report::CostRow& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString moneyText(const report::CostRow& row, bool rent) const;
    const Translator& m_translator;
    std::vector<report::CostRow> m_rows;
    Currency m_currency;
};

// Shows the basis column from 470 px on.
class CostTableView : public QTableView {
    Q_OBJECT
public:
    CostTableView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setRows(std::vector<report::CostRow> rows, Currency currency);
    CostTableModel& costModel() { return *m_model; }
    int wantedHeight() const; // all rows and the head, without scrolling

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOutColumns();
    int amountWidth() const;
    const Appearance& m_appearance;
    CostTableModel* m_model;
};

} // namespace cardfit::ui
