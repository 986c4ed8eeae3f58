#pragma once

#include "ui/inputs/context.h"
#include "ui/recalc/recalculator.h"
#include "ui/services/dialogs.h"
#include "ui/services/settings.h"
#include "ui/windows/problem_items.h"

#include <QMainWindow>

namespace cardfit::ui {

class HeadlineBar;
class PlanPageView;
class ProblemList;
class ProblemStrip;
class TopBar;

// What the window works with; all of it outlives the window.
struct WindowServices {
    Appearance& appearance;
    Translator& translator;
    const Catalog& catalog;
    StudyDocument& document;
    Dialogs& dialogs;
    Settings& settings;
};

// The one window: scenarios and pages above, the headline, a page, the first problems below.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const WindowServices& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    Recalculator& recalculator() { return m_recalculator; }
    bool openStudy(const QString& path); // false: its problems are in the list
    bool openModel(const QString& path); // the same for the model of the current scenario
    void showProblems(bool open);
    const std::vector<ProblemItem>& problems() const { return m_items; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void buildActions();
    void buildMenus();
    void retranslate();
    void showPlanned();
    void showTitle();
    void refreshProblems();
    void reportUnopened(const QString& path, const std::vector<Error>& errors);
    void reportErrors(const std::vector<Error>& errors, const QString& head);
    void jumpTo(const QString& field);
    void chooseJustEnough();
    void chooseOpen();
    void exportTo(const QString& title, const QString& suffix, const QString& filter);
    bool save();
    bool saveAs();
    bool mayDiscard();
    void setTheme(const QString& choice);
    void setLanguage(const QString& language);

    WindowServices m_services;
    Recalculator m_recalculator;
    TopBar* m_topBar = nullptr;
    HeadlineBar* m_headline = nullptr;
    PlanPageView* m_plan = nullptr;
    ProblemStrip* m_strip = nullptr;
    ProblemList* m_list = nullptr;
    std::vector<ProblemItem> m_fileItems; // of the last file or typed value; gone with the next edit
    std::vector<ProblemItem> m_items;
};

} // namespace cardfit::ui
