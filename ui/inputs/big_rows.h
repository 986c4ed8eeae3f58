#pragma once

#include "core/plan/plan.h"
#include "ui/inputs/context.h"
#include "ui/inputs/precision.h"

#include <QWidget>

namespace cardfit::ui {

class BoundSlider;
class Caption;
class ChoiceBox;
class ValueBox;

// The three big sliders with what stands beside them. Each shows a scenario and edits it through the document.

class ModelRows : public QWidget {
    Q_OBJECT
public:
    explicit ModelRows(const InputContext& context, QWidget* parent = nullptr);
    void show(const Scenario& scenario, const Plan& plan);

signals:
    void rejected(const QString& message);

private:
    void editSize(double billions, StudyDocument::Gesture gesture);

    InputContext m_context;
    ChoiceBox* m_family;
    Caption* m_caption;
    ValueBox* m_box;
    BoundSlider* m_slider;
    QString m_shownFamily;
    int m_gesturesSeen = 0;
    StudyDocument::Gesture m_gesture = 0;
};

class PrecisionRows : public QWidget {
    Q_OBJECT
public:
    explicit PrecisionRows(const InputContext& context, QWidget* parent = nullptr);
    void show(const Scenario& scenario, const Plan& plan);

private:
    void editStep(int step);

    InputContext m_context;
    Caption* m_caption;
    ChoiceBox* m_scheme;
    BoundSlider* m_slider;
    int m_gesturesSeen = 0;
    StudyDocument::Gesture m_gesture = 0;
    Scenario m_before; // when the drag began: coming back to its step brings its scheme back
};

class TaskRows : public QWidget {
    Q_OBJECT
public:
    explicit TaskRows(const InputContext& context, QWidget* parent = nullptr);
    void show(const Scenario& scenario);

private:
    void editTask(int step);

    InputContext m_context;
    Caption* m_caption;
    BoundSlider* m_slider;
    int m_gesturesSeen = 0;
    StudyDocument::Gesture m_gesture = 0;
    Scenario m_before;
};

} // namespace cardfit::ui
