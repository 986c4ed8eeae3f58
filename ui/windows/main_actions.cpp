#include "ui/windows/main_window.h"

#include "ui/windows/claims_window.h"
#include "ui/windows/problem_list.h"
#include "ui/windows/top_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QShortcut>

namespace cardfit::ui {

// Keys that work everywhere in the window, whatever menus show.
void MainWindow::buildActions()
{
    StudyDocument& document = m_services.document;
    const auto key = [this](const QKeySequence& sequence, auto&& run) {
        auto* shortcut = new QShortcut(sequence, this);
        connect(shortcut, &QShortcut::activated, this, std::forward<decltype(run)>(run));
    };
    key(QKeySequence::Undo, [&document] { document.undoStack().undo(); });
    key(QKeySequence::Redo, [&document] { document.undoStack().redo(); });
    key(QKeySequence::Open, [this] { chooseOpen(); });
    key(QKeySequence::Save, [this] { save(); });
    key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { saveAs(); });
    key(QKeySequence(Qt::Key_F6), [this] { showProblems(!m_list->isVisible()); });
    key(QKeySequence::Find, [this] { find(); });
    key(QKeySequence(Qt::Key_F1), [this] { showClaims(); });
    key(QKeySequence(Qt::Key_F2), [this, &document] { m_topBar->beginRename(document.currentIndex()); });
    key(QKeySequence(Qt::CTRL | Qt::Key_D), [&document] { document.addScenario(); });
    key(QKeySequence(Qt::CTRL | Qt::Key_Tab), [&document] { document.selectScenario(document.currentIndex() + 1); });
    key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), [&document] {
        if (document.currentIndex() > 0)
            document.selectScenario(document.currentIndex() - 1);
    });
    const auto pageBeside = [this](int step) {
        const int page = static_cast<int>(m_page) + step;
        if (page >= 0 && page < static_cast<int>(kPages))
            choosePage(static_cast<Page>(page));
    };
    key(QKeySequence(Qt::CTRL | Qt::Key_PageDown), [pageBeside] { pageBeside(1); });
    key(QKeySequence(Qt::CTRL | Qt::Key_PageUp), [pageBeside] { pageBeside(-1); });
    for (std::size_t page = 0; page < kPages; ++page)
        key(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + page)), [this, page] { choosePage(static_cast<Page>(page)); });
}

void MainWindow::buildMenus()
{
    auto* file = new QMenu(m_topBar);
    file->addAction(tr("Report as PDF …"), this, [this] { exportTo(tr("Report as PDF"), QStringLiteral(".pdf"), tr("PDF (*.pdf)")); });
    file->addAction(tr("Figures as CSV …"), this, [this] { exportTo(tr("Figures as CSV"), QStringLiteral(".csv"), tr("CSV (*.csv)")); });
    file->addSeparator();
    file->addAction(tr("Open study …"), this, &MainWindow::chooseOpen);
    file->addAction(tr("Save study"), this, [this] { save(); });
    file->addAction(tr("Save study as …"), this, [this] { saveAs(); });

    QMenu* recent = file->addMenu(tr("Recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString& path : m_services.settings.recentFiles())
            recent->addAction(path, this, [this, path] {
                if (mayDiscard())
                    openStudy(path);
            });
        if (recent->isEmpty())
            recent->addAction(tr("None yet"))->setEnabled(false);
    });

    auto* view = new QMenu(m_topBar);
    const auto choices = [this, view](const QStringList& ids, const QStringList& names, const QString& current,
                                      void (MainWindow::*choose)(const QString&)) {
        auto* group = new QActionGroup(view);
        for (qsizetype i = 0; i < ids.size(); ++i) {
            QAction* action = view->addAction(names[i]);
            action->setCheckable(true);
            action->setChecked(ids[i] == current);
            group->addAction(action);
            connect(action, &QAction::triggered, this, [this, choose, id = ids[i]] { (this->*choose)(id); });
        }
    };
    choices({QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}, {tr("Like the system"), tr("Light"), tr("Dark")},
            Appearance::nameOf(m_services.appearance.choice()), &MainWindow::setTheme);
    view->addSeparator();
    QStringList names;
    for (const QString& language : Translator::languages())
        names << Translator::languageName(language);
    choices(Translator::languages(), names, m_services.translator.language(), &MainWindow::setLanguage);
    view->addSeparator();
    view->addAction(tr("What people say …"), this, &MainWindow::showClaims);
    m_topBar->setMenus(file, view);
}

void MainWindow::showClaims()
{
    if (!m_claims) {
        const WindowServices& services = m_services;
        m_claims =
            new ClaimsWindow({services.appearance, services.translator, services.catalog, services.document}, services.loadClaims, this);
    }
    m_claims->show();
    m_claims->raise();
    m_claims->activateWindow();
}

} // namespace cardfit::ui
