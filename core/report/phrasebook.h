#pragma once

#include "core/base/error.h"
#include "core/base/text.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cardfit::report {

// How numbers are written inside sentences. Files are always written with Plain.
struct NumberStyle {
    std::string decimalPoint = ".";
    std::string groupSeparator = ","; // from 1,000; empty in files
    static NumberStyle plain() { return {".", ""}; }
};

// The sentences of one language, resources/text/<language>.json: {"code": "text with {argument}"}. Placeholders may
// carry a form: {memory:gib} {money:whole} {rate} {count:plural|one|many}; see resources/text/README in CONTRIBUTING.
// **bold** marks the figures of a headline; renderPlain() drops the marks.
class Phrasebook {
public:
    static std::optional<Phrasebook> load(const std::filesystem::path& file, std::string language, std::vector<Error>& problems);

    const std::string& language() const { return m_language; } // "en", "zh"
    bool has(std::string_view code) const;
    std::vector<std::string_view> codes() const;

    // The sentence in this language. A code that is missing renders as the code itself, in brackets.
    std::string render(const Text& text, const NumberStyle& style) const;      // with ** marks
    std::string renderPlain(const Text& text, const NumberStyle& style) const; // without

private:
    std::string m_language;
    std::unordered_map<std::string, std::string> m_phrases;
};

} // namespace cardfit::report
