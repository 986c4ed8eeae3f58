#pragma once

#include "ui/document/study_document.h"
#include "ui/recalc/plan_state.h"

#include <QObject>

#include <memory>
#include <vector>

namespace cardfit::ui {

// Plans the current scenario whenever the document changed: at most once per turn of the event loop, on this thread,
// because a plan takes less than a frame.
class Recalculator : public QObject {
    Q_OBJECT
public:
    Recalculator(StudyDocument& document, const Catalog& catalog, QObject* parent = nullptr);

    std::shared_ptr<const PlanState> state() const { return m_state; } // nullptr before the first plan
    void setAxis(fleet::MatrixAxis axis);
    void setMemoryBars(int bars); // how many bars the page has room for
    void recalculate();           // now, also when nothing changed

signals:
    void planned();

private:
    void schedule();
    std::vector<fleet::Verdict> verdictsOf(const Plan& current);

    StudyDocument& m_document;
    const Catalog& m_catalog;
    std::shared_ptr<const PlanState> m_state;
    fleet::MatrixAxis m_axis = fleet::MatrixAxis::Count;
    int m_memoryBars = 5;
    bool m_scheduled = false;
    // The verdicts of scenarios that are not being edited are planned once, not at every move of a slider.
    struct Judged {
        Scenario scenario;
        fleet::Verdict verdict = fleet::Verdict::NotModelled;
    };
    std::vector<Judged> m_judged;
};

} // namespace cardfit::ui
