#pragma once

#include "core/report/search_view.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace cardfit::ui {

class Appearance;
class Translator;

// The configurations of a search, best first.
class SearchTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SearchTableModel(const Translator& translator, QObject* parent = nullptr);

    void setView(const report::SearchView& view);
    bool isFigure(int column) const { return m_columns[static_cast<std::size_t>(column)].figure; }
    std::size_t pointOf(int row) const { return m_rows[static_cast<std::size_t>(row)].point; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Translator& m_translator;
    std::vector<report::SearchView::Column> m_columns;
    std::vector<report::SearchView::Row> m_rows;
};

// Enter or a double click chooses a configuration.
class SearchTableView : public QTableView {
    Q_OBJECT
public:
    SearchTableView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setView(const report::SearchView& view);
    SearchTableModel& tableModel() { return *m_model; }
    int wantedHeight() const;

signals:
    void pointChosen(std::size_t point);
    void pointLookedAt(std::size_t point); // the current row

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void fitColumns();

    const Appearance& m_appearance;
    SearchTableModel* m_model;
};

} // namespace cardfit::ui
