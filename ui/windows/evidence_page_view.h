#pragma once

#include "core/report/evidence_page.h"
#include "ui/inputs/context.h"
#include "ui/recalc/evidence_source.h"

#include <QWidget>

namespace cardfit::ui {

class ChoiceBox;
class EvidencePlot;
class EvidenceTableView;
class RuleSplitter;
class Segmented;

// Predicted against measured: the scatter with its filters, and the record by class. A point loads its run.
class EvidencePageView : public QWidget {
    Q_OBJECT
public:
    EvidencePageView(const InputContext& context, EvidenceSource& source, QWidget* parent = nullptr);

    // The page's answer in one sentence, with ** marks; empty until the measurements are read.
    const QString& headline() const { return m_headline; }
    bool isGood() const { return m_page.good; }
    const report::EvidencePage& page() const { return m_page; }
    const report::EvidenceFilter& filter() const { return m_filter; }

signals:
    void headlineChanged();
    void runChosen(const Scenario& scenario);
    void failed(const std::vector<Error>& errors); // the shipped measurements cannot be read

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // paints the panes

private:
    void buildLeft();
    void buildRight();
    ChoiceBox* filterBox(const QString& name, const QString& caption, std::string report::EvidenceFilter::*key);
    void showSet(evidence::Set set);
    void setFilter(report::EvidenceFilter filter);
    void rebuild();
    void showPage();
    void showChoices(ChoiceBox& box, const QString& all, const std::vector<report::EvidenceChoice>& choices, const std::string& chosen);
    void applyTheme();
    void arrange();
    void tellPoint(int point);
    void choosePoint(int point);
    void paintLeft(QPainter& painter) const;
    double paintLegend(QPainter& painter, const QRectF& box) const;
    void paintRight(QPainter& painter) const;

    InputContext m_context;
    EvidenceSource& m_source;
    evidence::Set m_set = evidence::Set::Memory;
    report::EvidenceFilter m_filter;
    std::shared_ptr<const EvidenceState> m_state;
    report::EvidencePage m_page;
    QString m_headline;
    RuleSplitter* m_columns;
    QWidget *m_left, *m_right;
    Segmented* m_sets = nullptr;
    ChoiceBox *m_engine = nullptr, *m_task = nullptr, *m_card = nullptr;
    EvidencePlot* m_plot = nullptr;
    EvidenceTableView* m_table = nullptr;
    int m_tableBottom = 0; // notes below
};

} // namespace cardfit::ui
