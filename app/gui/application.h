#pragma once

#include "app/paths.h"
#include "core/base/error.h"
#include "core/catalog/catalog.h"
#include "ui/document/study_document.h"
#include "ui/services/settings.h"
#include "ui/services/widget_dialogs.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/windows/main_window.h"

#include <QApplication>

#include <memory>
#include <optional>
#include <vector>

namespace cardfit {

// What the program was started with.
struct Start {
    QString study;           // empty: the sample
    QString theme, language; // empty: as last time
    QString screenshot;      // a PNG of the window instead of the window
    ui::Page page = ui::Page::Plan;
    QSize size{1280, 800};
};

// Builds everything the window works with, and owns it.
class Application {
public:
    // Problems of the shipped data go to `problems`; then there is no window.
    static std::unique_ptr<Application> create(QApplication& qt, const Folders& folders, const Start& start, std::vector<Error>& problems);
    ui::MainWindow& window() { return *m_window; }
    bool takeScreenshot(const QString& file);

private:
    Application(QApplication& qt, Catalog catalog, const Folders& folders, const Start& start);
    void openFirst(const Start& start, const Folders& folders);

    Catalog m_catalog;
    std::unique_ptr<ui::Settings> m_settings;
    ui::Appearance m_appearance;
    ui::Translator m_translator;
    ui::WidgetDialogs m_dialogs;
    ui::StudyDocument m_document;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace cardfit
