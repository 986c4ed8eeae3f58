#include "app/gui/application.h"

#include "core/catalog/catalog_loader.h"
#include "core/evidence/claims.h"
#include "core/evidence/evidence_loader.h"
#include "core/import/model_readers.h"

#include <QLocale>
#include <QPixmap>

namespace cardfit {

namespace {

QString textFolderOf(const Folders& folders) { return QString::fromStdString((folders.resources / "text").string()); }

QString usualLanguage() { return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh") : QStringLiteral("en"); }

} // namespace

std::unique_ptr<Application> Application::create(QApplication& qt, const Folders& folders, const Start& start, std::vector<Error>& problems)
{
    CatalogLoad load = loadCatalog(folders.data);
    if (!load.catalog) {
        problems = std::move(load.problems);
        return nullptr;
    }
    std::unique_ptr<Application> application(new Application(qt, std::move(*load.catalog), folders, start));
    problems = application->m_translator.problems();
    if (!problems.empty())
        return nullptr;
    application->openFirst(start, folders);
    return application;
}

Application::Application(QApplication& qt, Catalog catalog, const Folders& folders, const Start& start)
    : m_catalog(std::move(catalog)),
      m_settings(std::make_unique<ui::Settings>()),
      m_translator(textFolderOf(folders), QLocale()),
      m_document(import::modelReaders(), {qt.applicationVersion().toStdString(), m_catalog.revision()})
{
    const QString stored = m_settings->language();
    const QString language = !start.language.isEmpty() ? start.language : !stored.isEmpty() ? stored : usualLanguage();
    m_translator.setLanguage(language);
    m_appearance.setLanguage(m_translator.language());
    m_appearance.setChoice(ui::Appearance::choiceOf(start.theme.isEmpty() ? m_settings->theme() : start.theme));
    m_appearance.applyTo(qt);
}

void Application::openFirst(const Start& start, const Folders& folders)
{
    if (start.study.isEmpty())
        m_document.openAsNew(QString::fromStdString((folders.data / "samples" / "support-bot.cardfit").string()));
    m_window = std::make_unique<ui::MainWindow>(
        ui::WindowServices{m_appearance, m_translator, m_catalog, m_document, m_dialogs, *m_settings,
                           [data = folders.data](evidence::Set set) { return evidence::loadEvidence(data, set, import::modelReaders()); },
                           [data = folders.data] { return evidence::loadClaims(data, import::modelReaders()); }});
    m_dialogs.setParent(m_window.get());
    m_window->resize(start.size);
    if (!start.study.isEmpty())
        m_window->openStudy(start.study);
    m_window->showPage(start.page);
}

bool Application::takeScreenshot(const QString& file)
{
    m_window->show();
    while (m_window->isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    for (int turn = 0; turn < 4; ++turn) // layout, plan, queued replots
        QCoreApplication::processEvents();
    return m_window->grab().save(file);
}

} // namespace cardfit
