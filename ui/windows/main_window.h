#pragma once

#include "ui/inputs/context.h"
#include "ui/recalc/claims_source.h"
#include "ui/recalc/evidence_source.h"
#include "ui/recalc/recalculator.h"
#include "ui/recalc/search_runner.h"
#include "ui/services/dialogs.h"
#include "ui/services/settings.h"
#include "ui/windows/problem_items.h"

#include <QMainWindow>
#include <QPointer>

#include <array>
#include <optional>

class QStackedWidget;

namespace cardfit::ui {

class ClaimsWindow;
class EvidencePageView;
class FindPanel;
class HeadlineBar;
class PlanPageView;
class ProblemList;
class ProblemStrip;
class SpeedPageView;
class TopBar;

// In the order of their tabs.
enum class Page { Plan, Speed, Evidence };
inline constexpr std::size_t kPages = 3;
// "plan", "speed", "evidence"; nullopt: no such page.
std::optional<Page> pageNamed(const QString& name);

// What the window works with; all of it outlives the window.
struct WindowServices {
    Appearance& appearance;
    Translator& translator;
    const Catalog& catalog;
    StudyDocument& document;
    Dialogs& dialogs;
    Settings& settings;
    EvidenceSource::Load loadEvidence;  // reads shipped measurements, on another thread
    ClaimsSource::Load loadClaims = {}; // the same for what people say
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
    void showPage(Page page); // builds it on its first visit
    void showClaims();        // the help page, in a window of its own
    Page currentPage() const { return m_page; }
    bool isBusy() const; // something is on its way to the page
    const std::vector<ProblemItem>& problems() const { return m_items; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    QWidget* buildPage(Page page);
    QWidget* buildSpeed();
    QWidget* buildEvidence();
    void showHeadline();
    void choosePage(Page page); // by keyboard: the focus goes along
    void loadRun(const Scenario& scenario);
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
    void find(); // the best configurations, in a panel over the page
    void closeFind();
    void chooseOpen();
    void exportTo(const QString& title, const QString& suffix, const QString& filter);
    bool save();
    bool saveAs();
    bool mayDiscard();
    void setTheme(const QString& choice);
    void setLanguage(const QString& language);

    WindowServices m_services;
    Recalculator m_recalculator;
    EvidenceSource m_evidenceSource;
    SearchRunner m_searchRunner;
    TopBar* m_topBar = nullptr;
    HeadlineBar* m_headline = nullptr;
    QStackedWidget* m_stack = nullptr;
    PlanPageView* m_plan = nullptr;
    SpeedPageView* m_speed = nullptr; // nullptr before its first visit, as the next
    EvidencePageView* m_evidence = nullptr;
    Page m_page = Page::Plan;
    std::array<QPointer<QWidget>, kPages> m_focus; // what had it when a page was left
    ProblemStrip* m_strip = nullptr;
    ProblemList* m_list = nullptr;
    FindPanel* m_find = nullptr;          // nullptr before its first use
    QPointer<ClaimsWindow> m_claims;      // nullptr before it is first asked for
    std::vector<ProblemItem> m_fileItems; // of the last file or typed value; gone with the next edit
    std::vector<ProblemItem> m_items;
};

} // namespace cardfit::ui
