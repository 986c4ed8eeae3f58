#pragma once

#include "app/cli/session.h"
#include "core/json/writer.h"

#include <string_view>

namespace cardfit::cli {

// Turns the text of one scenario into the text of one answer. Keeps nothing of it, so a stream of any length needs the
// memory of one.
class Answerer {
public:
    // `path`: where the scenarios stand; their own relative paths begin beside it.
    Answerer(Session& session, const std::string& path);

    // Appends one answer to `writer`. `line` is where the text begins in its stream: a syntax error counts from there.
    Exit answer(std::string_view text, std::size_t line, json::Writer& writer);

private:
    const Catalog& m_catalog;
    const report::Phrasebook& m_phrases;
    const ModelReaders m_readers;
};

} // namespace cardfit::cli
