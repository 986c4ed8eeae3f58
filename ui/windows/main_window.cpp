#include "ui/windows/main_window.h"

#include "ui/windows/evidence_page_view.h"
#include "ui/windows/find_panel.h"
#include "ui/windows/headline_bar.h"
#include "ui/windows/plan_page_view.h"
#include "ui/windows/problem_list.h"
#include "ui/windows/problem_strip.h"
#include "ui/windows/report_export.h"
#include "ui/windows/speed_page_view.h"
#include "ui/windows/top_bar.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kMinWidth = 1000, kMinHeight = 620;
constexpr std::array<const char*, kPages> kPageNames = {"plan", "speed", "evidence"};

} // namespace

std::optional<Page> pageNamed(const QString& name)
{
    const auto found = std::ranges::find(kPageNames, name, [](const char* known) { return QString::fromLatin1(known); });
    return found == kPageNames.end() ? std::nullopt : std::optional(static_cast<Page>(found - kPageNames.begin()));
}

MainWindow::MainWindow(const WindowServices& services, QWidget* parent)
    : QMainWindow(parent),
      m_services(services),
      m_recalculator(services.document, services.catalog),
      m_evidenceSource(services.loadEvidence, services.catalog),
      m_searchRunner(services.catalog)
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(kMinWidth, kMinHeight);
    setAcceptDrops(true);
    buildActions();
    build();
    connect(&m_recalculator, &Recalculator::planned, this, &MainWindow::showPlanned);
    connect(&services.document, &StudyDocument::changed, this, [this] {
        m_fileItems.clear();
        closeFind(); // what it shows was asked of another scenario
    });
    connect(&services.document, &StudyDocument::fileChanged, this, &MainWindow::showTitle);
    connect(&services.translator, &Translator::changed, this, &MainWindow::retranslate);
    m_recalculator.recalculate();
    showTitle();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const InputContext context{m_services.appearance, m_services.translator, m_services.catalog, m_services.document};
    m_topBar = new TopBar(m_services.appearance, m_services.document);
    m_topBar->setPages({tr("Plan"), tr("Speed"), tr("Evidence")});
    m_headline = new HeadlineBar(m_services.appearance, m_services.translator);
    m_plan = new PlanPageView(context, m_recalculator);
    m_strip = new ProblemStrip(m_services.appearance);
    column->addWidget(m_topBar);
    column->addWidget(m_headline);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_plan);
    m_speed = nullptr;
    m_evidence = nullptr;
    column->addWidget(m_stack, 1);
    column->addWidget(m_strip);
    m_list = new ProblemList(m_services.appearance, centre);
    m_searchRunner.stop();
    m_find = nullptr;
    setCentralWidget(centre); // deletes the previous one
    connect(m_topBar, &TopBar::pageChosen, this, [this](int page) { showPage(static_cast<Page>(page)); });
    connect(m_headline, &HeadlineBar::justEnoughChosen, this, &MainWindow::chooseJustEnough);
    connect(m_headline, &HeadlineBar::findRequested, this, &MainWindow::find);
    connect(m_strip, &QAbstractButton::clicked, this, [this] { showProblems(!m_list->isVisible()); });
    connect(m_list, &ProblemList::jump, this, &MainWindow::jumpTo);
    connect(m_list, &ProblemList::closed, m_stack, [this] { m_stack->currentWidget()->setFocus(); });
    connect(m_plan, &PlanPageView::rejected, this, [this](const QString& message) {
        m_fileItems = {{Severity::Warning, message, {}, {}, {}}};
        refreshProblems();
    });
    buildMenus();
    showPage(std::exchange(m_page, Page::Plan));
}

QWidget* MainWindow::buildPage(Page page)
{
    switch (page) {
    case Page::Plan: return m_plan;
    case Page::Speed: return m_speed ? m_speed : buildSpeed();
    case Page::Evidence: break;
    }
    return m_evidence ? m_evidence : buildEvidence();
}

QWidget* MainWindow::buildSpeed()
{
    m_speed = new SpeedPageView({m_services.appearance, m_services.translator, m_services.catalog, m_services.document});
    m_stack->addWidget(m_speed);
    connect(m_speed, &SpeedPageView::headlineChanged, this, &MainWindow::showHeadline);
    return m_speed;
}

QWidget* MainWindow::buildEvidence()
{
    m_evidence =
        new EvidencePageView({m_services.appearance, m_services.translator, m_services.catalog, m_services.document}, m_evidenceSource);
    m_stack->addWidget(m_evidence);
    connect(m_evidence, &EvidencePageView::headlineChanged, this, &MainWindow::showHeadline);
    connect(m_evidence, &EvidencePageView::runChosen, this, &MainWindow::loadRun);
    connect(m_evidence, &EvidencePageView::failed, this,
            [this](const std::vector<Error>& errors) { reportErrors(errors, tr("Measurements not read")); });
    return m_evidence;
}

void MainWindow::showPage(Page page)
{
    m_list->hide();
    closeFind();
    m_page = page;
    m_stack->setCurrentWidget(buildPage(page));
    if (page == Page::Speed && m_recalculator.state())
        m_speed->showState(m_recalculator.state());
    m_topBar->setCurrentPage(static_cast<int>(page));
    showHeadline();
}

void MainWindow::choosePage(Page page)
{
    if (page == m_page)
        return;
    QWidget* focused = focusWidget();
    const bool onPage = focused && m_stack->isAncestorOf(focused);
    m_focus[static_cast<std::size_t>(m_page)] = onPage ? focused : nullptr;
    showPage(page);
    QWidget* before = m_focus[static_cast<std::size_t>(page)];
    (before ? before : m_stack->currentWidget())->setFocus(Qt::ShortcutFocusReason);
}

bool MainWindow::isBusy() const
{
    return m_evidenceSource.isBusy() || m_searchRunner.isBusy() || (m_speed && m_speed->isBusy());
}

void MainWindow::showHeadline()
{
    if (m_page == Page::Plan) {
        if (const auto state = m_recalculator.state())
            m_headline->showPage(state->page);
    } else if (m_page == Page::Speed && m_speed) {
        m_headline->showSentence(m_speed->headline(), glyphOf(m_speed->page().verdict));
    } else if (m_evidence) {
        m_headline->showSentence(m_evidence->headline(), m_evidence->isGood() ? Glyph::DiscCheck : Glyph::HalfDisc);
    }
}

void MainWindow::loadRun(const Scenario& scenario)
{
    m_services.document.addScenario(scenario);
    choosePage(Page::Plan);
}

void MainWindow::retranslate()
{
    build();
    m_recalculator.recalculate();
    showTitle();
}

void MainWindow::showPlanned()
{
    const std::shared_ptr<const PlanState> state = m_recalculator.state();
    m_topBar->showScenarios(state->verdicts);
    m_plan->showState(state);
    if (m_page == Page::Speed) // when hidden it takes the state on its next visit
        m_speed->showState(state);
    showHeadline();
    refreshProblems();
}

void MainWindow::showTitle()
{
    setWindowTitle(tr("%1[*] – Cardfit").arg(m_services.document.displayName()));
    setWindowModified(m_services.document.isDirty());
}

void MainWindow::refreshProblems()
{
    m_items = m_fileItems;
    if (const auto state = m_recalculator.state()) {
        const std::vector<ProblemItem> planned = itemsOf(state->page.problems, m_services.translator);
        m_items.insert(m_items.end(), planned.begin(), planned.end());
    }
    m_strip->showItems(m_items);
    m_list->showItems(m_items);
}

void MainWindow::reportErrors(const std::vector<Error>& errors, const QString& head)
{
    m_fileItems = itemsOf(errors, head);
    refreshProblems();
    showProblems(true);
}

void MainWindow::showProblems(bool open)
{
    if (open) {
        closeFind();
        m_list->openAbove(m_strip->y(), m_stack->height() - 40);
    } else {
        m_list->hide();
        m_strip->setFocus();
    }
}

void MainWindow::jumpTo(const QString& field)
{
    if (!m_plan->focusInput(field))
        return;
    showPage(Page::Plan);
    m_plan->focusInput(field); // again: only what is visible takes the focus
}

void MainWindow::chooseJustEnough()
{
    const auto state = m_recalculator.state();
    if (!state || !state->page.justEnough)
        return;
    StudyDocument& document = m_services.document;
    const auto& wanted = *state->page.justEnough;
    document.edit(QStringLiteral("card"), withCard(document.scenario(), wanted.cardId, wanted.cards), document.newGesture(),
                  tr("Just enough"));
}

void MainWindow::find()
{
    if (m_page != Page::Plan)
        showPage(Page::Plan);
    m_list->hide();
    if (!m_find) {
        m_find = new FindPanel(m_services.appearance, m_services.translator, m_searchRunner, centralWidget());
        connect(m_find, &FindPanel::closed, m_stack, [this] { m_stack->currentWidget()->setFocus(); });
        connect(m_find, &FindPanel::chosen, this, [this](const Scenario& scenario) {
            StudyDocument& document = m_services.document;
            document.edit(QStringLiteral("find"), scenario, document.newGesture(), tr("Find"));
        });
    }
    m_find->openAbove(m_strip->y(), m_stack->height() - 40);
    m_find->find(m_services.document.scenario());
}

void MainWindow::closeFind()
{
    if (m_find && m_find->isVisible())
        m_find->dismiss();
}

void MainWindow::reportUnopened(const QString& path, const std::vector<Error>& errors)
{
    reportErrors(errors, tr("%1 not opened: %n value(s) are wrong; nothing was changed", nullptr, static_cast<int>(errors.size()))
                             .arg(QFileInfo(path).fileName()));
}

bool MainWindow::openModel(const QString& path)
{
    const std::vector<Error> errors = m_services.document.openModel(path);
    if (!errors.empty())
        reportUnopened(path, errors);
    return errors.empty();
}

bool MainWindow::openStudy(const QString& path)
{
    const std::vector<Error> errors = m_services.document.open(path);
    if (!errors.empty()) {
        reportUnopened(path, errors);
        return false;
    }
    m_services.settings.addRecentFile(path);
    m_services.settings.setLastFolder(QFileInfo(path).absolutePath());
    return true;
}

void MainWindow::chooseOpen()
{
    if (!mayDiscard())
        return;
    const auto path =
        m_services.dialogs.openFile(tr("Open study"), m_services.settings.lastFolder(), tr("Studies and scenarios (*.cardfit *.json)"));
    if (path)
        openStudy(*path);
}

bool MainWindow::save()
{
    if (m_services.document.path().isEmpty())
        return saveAs();
    const std::vector<Error> errors = m_services.document.save();
    if (!errors.empty())
        reportErrors(errors, tr("Study not saved"));
    return errors.empty();
}

bool MainWindow::saveAs()
{
    const QString suggestion =
        m_services.settings.lastFolder() + QLatin1Char('/') + m_services.document.displayName() + QStringLiteral(".cardfit");
    const auto path = m_services.dialogs.saveFile(tr("Save study"), suggestion, tr("Studies (*.cardfit)"));
    if (!path)
        return false;
    const std::vector<Error> errors = m_services.document.saveAs(*path);
    if (!errors.empty())
        reportErrors(errors, tr("Study not saved"));
    else
        m_services.settings.addRecentFile(*path);
    return errors.empty();
}

void MainWindow::exportTo(const QString& title, const QString& suffix, const QString& filter)
{
    const StudyDocument& document = m_services.document;
    const QString suggestion = m_services.settings.lastFolder() + QLatin1Char('/') + document.displayName() + suffix;
    const auto path = m_services.dialogs.saveFile(title, suggestion, filter);
    if (!path)
        return;
    const std::vector<Error> errors = suffix == QLatin1String(".pdf")
                                          ? exportPdf(document, m_services.catalog, m_services.translator, *path)
                                          : exportCsv(document, m_services.catalog, *path);
    if (!errors.empty())
        reportErrors(errors, tr("%1 not written").arg(QFileInfo(*path).fileName()));
}

bool MainWindow::mayDiscard()
{
    if (!m_services.document.isDirty())
        return true;
    switch (m_services.dialogs.askUnsaved(m_services.document.displayName())) {
    case Dialogs::Unsaved::Save: return save();
    case Dialogs::Unsaved::Discard: return true;
    case Dialogs::Unsaved::Cancel: break;
    }
    return false;
}

void MainWindow::setTheme(const QString& choice)
{
    m_services.settings.setTheme(choice);
    m_services.appearance.setChoice(Appearance::choiceOf(choice));
}

void MainWindow::setLanguage(const QString& language)
{
    if (!m_services.translator.setLanguage(language)) {
        reportErrors(m_services.translator.problems(), tr("Language not changed"));
        return;
    }
    m_services.settings.setLanguage(language);
    m_services.appearance.setLanguage(language);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    m_services.settings.setWindowGeometry(saveGeometry());
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_list && m_list->isVisible())
        m_list->openAbove(m_strip->y(), m_stack->height() - 40);
    if (m_find && m_find->isVisible())
        m_find->openAbove(m_strip->y(), m_stack->height() - 40);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = event->mimeData()->urls().value(0).toLocalFile();
    if (path.isEmpty())
        return;
    if (m_services.document.isModelFile(path))
        openModel(path); // an undo step of the study that is open
    else if (mayDiscard())
        openStudy(path);
}

} // namespace cardfit::ui
