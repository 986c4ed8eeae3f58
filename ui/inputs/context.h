#pragma once

#include "core/catalog/catalog.h"
#include "ui/document/study_document.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

namespace cardfit::ui {

// What every input needs: how things look and read, what there is to choose, and the study it edits.
struct InputContext {
    const Appearance& appearance;
    const Translator& translator;
    const Catalog& catalog;
    StudyDocument& document;

    const Theme& theme() const { return appearance.theme(); }
};

} // namespace cardfit::ui
