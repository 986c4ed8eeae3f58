#pragma once

#include "core/catalog/catalog_loader.h"
#include "core/evidence/evidence_loader.h"
#include "core/import/model_readers.h"
#include "ui/services/scripted_dialogs.h"
#include "ui/windows/main_window.h"

#include <QApplication>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <stdexcept>

// The whole window on the shipped data and sample, with scripted dialogs and settings of its own.
struct WindowFixture {
    static const cardfit::Catalog& catalog()
    {
        static const cardfit::CatalogLoad load = cardfit::loadCatalog(CARDFIT_DATA_DIR);
        if (!load.catalog)
            throw std::runtime_error(load.problems.front().toString());
        return *load.catalog;
    }
    static QString sample() { return QStringLiteral(CARDFIT_DATA_DIR "/samples/support-bot.cardfit"); }

    explicit WindowFixture(QSize size = {1280, 800})
        : translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English)),
          settings(folder.filePath(QStringLiteral("settings.ini"))),
          document(cardfit::import::modelReaders(), {"0.1.0", catalog().revision()})
    {
        appearance.setChoice(cardfit::ui::Appearance::Choice::Light);
        appearance.applyTo(*qApp);
        const auto problems = document.openAsNew(sample());
        if (!problems.empty())
            throw std::runtime_error(problems.front().toString());
        window = std::make_unique<cardfit::ui::MainWindow>(
            cardfit::ui::WindowServices{appearance, translator, catalog(), document, dialogs, settings,
                                        [](cardfit::evidence::Set set) {
                                            return cardfit::evidence::loadEvidence(CARDFIT_DATA_DIR, set, cardfit::import::modelReaders());
                                        },
                                        [] { return cardfit::evidence::loadClaims(CARDFIT_DATA_DIR, cardfit::import::modelReaders()); }});
        window->resize(size);
        window->show();
    }

    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = window->findChild<Widget*>(QString::fromLatin1(name));
        if (!found)
            throw std::runtime_error(std::string("no widget ") + name);
        return found;
    }
    const cardfit::ui::PlanState& state() const { return *window->recalculator().state(); }

    QTemporaryDir folder;
    cardfit::ui::Appearance appearance;
    cardfit::ui::Translator translator;
    cardfit::ui::ScriptedDialogs dialogs;
    cardfit::ui::Settings settings;
    cardfit::ui::StudyDocument document;
    std::unique_ptr<cardfit::ui::MainWindow> window;
};
