#pragma once

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/report/format.h"
#include "core/report/phrase.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cardfit::json {
class Reader;
}

namespace cardfit::report {

// The sentences of one language, resources/text/<language>.json: {"code": "text with {argument}"}. What may stand in
// the braces is described in phrase.h. **bold** marks the figures of a headline; renderPlain() drops the marks.
class Phrasebook {
public:
    // nullopt after adding every fault of the file to `problems`: bad codes, unbalanced braces, unknown forms.
    static std::optional<Phrasebook> load(const std::filesystem::path& file, std::string language, std::vector<Error>& problems);
    static std::optional<Phrasebook> parse(std::string_view json, std::string language, std::vector<Error>& problems);

    const std::string& language() const { return m_language; } // "en", "zh"
    bool has(std::string_view code) const { return find(code) != nullptr; }
    std::vector<std::string_view> codes() const; // sorted
    // Arguments of a phrase with their forms, "count", "memory:gib"; plural forms as the bare name, as languages differ there.
    std::set<std::string> placeholders(std::string_view code) const;

    // The sentence in this language. A code that is missing renders as the code itself, in brackets; an argument that is
    // missing as its name in braces.
    std::string render(const Text& text, const NumberStyle& style) const;      // with ** marks
    std::string renderPlain(const Text& text, const NumberStyle& style) const; // without
    std::string currencyName(Currency currency) const;                         // "$"; "美元"

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    class Renderer;

    static Phrasebook read(const json::Reader& root, std::string language);
    const Phrase* find(std::string_view code) const;

    std::string m_language;
    std::unordered_map<std::string, Phrase, Hash, std::equal_to<>> m_phrases;
};

} // namespace cardfit::report
