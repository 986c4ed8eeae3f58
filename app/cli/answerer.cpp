#include "app/cli/answerer.h"

#include "core/import/config_text.h"
#include "core/json/reader.h"
#include "core/plan/plan.h"
#include "core/report/answer_json.h"

#include <charconv>

namespace cardfit::cli {

namespace {

constexpr std::string_view kLine = "line ";
constexpr std::size_t kMostBytes = 16u << 20; // the largest published config.json has 3 MB; a parsed text takes 25 times its size

// "line 1, column 8" of a text that begins on line 17 is line 17 of the stream.
void countFrom(std::size_t line, std::string& where)
{
    if (!where.starts_with(kLine))
        return;
    std::size_t inner = 0;
    const char* begin = where.data() + kLine.size();
    const auto parsed = std::from_chars(begin, where.data() + where.size(), inner);
    if (parsed.ec == std::errc())
        where = std::string(kLine) + std::to_string(inner + line - 1) + where.substr(static_cast<std::size_t>(parsed.ptr - where.data()));
}

// The end of the string or number that begins at `begin`.
std::size_t endOfId(std::string_view text, std::size_t begin)
{
    if (text[begin] != '"')
        return text.find_first_not_of("+-.0123456789Ee", begin);
    const std::size_t quote = text.find('"', begin + 1);
    return quote == std::string_view::npos ? quote : quote + 1;
}

// The id of a text that is no JSON, so that its asker can still tell which one failed. Null where it cannot be seen, or
// is no JSON itself.
std::string_view idInBrokenText(std::string_view text)
{
    constexpr std::string_view kKey = "\"id\"";
    const std::size_t key = text.find(kKey);
    const std::size_t begin = key == std::string_view::npos ? key : text.find_first_not_of(" \t:", key + kKey.size());
    const std::size_t end = begin == std::string_view::npos ? begin : endOfId(text, begin);
    if (end == std::string_view::npos)
        return "null";
    const std::string_view id = text.substr(begin, end - begin);
    json::Problems problems;
    return !id.empty() && json::Document::parse(id, problems) ? id : "null";
}

// A pasted config.json may hold what Python calls JSON (Infinity); only then is the text read a second time.
std::optional<json::Document> parseScenario(std::string_view text, json::Problems& problems)
{
    if (auto document = json::Document::parse(text, problems))
        return document;
    const std::string given(text), finite = import::withoutNonFiniteInConfig(given);
    if (finite == given)
        return std::nullopt;
    problems.list.clear();
    return json::Document::parse(finite, problems);
}

std::string idOf(const json::Reader& scenario) { return scenario.has("id") ? scenario.child("id").text() : "null"; }

bool isNo(const Plan& plan) { return plan.fit.verdict == fleet::Verdict::No || plan.fit.verdict == fleet::Verdict::Unsupported; }

} // namespace

Answerer::Answerer(Session& session, const std::string& path)
    : m_catalog(session.catalog()), m_phrases(session.phrases()), m_readers(session.modelReadersFor(path))
{
}

Exit Answerer::answer(std::string_view text, std::size_t line, json::Writer& writer)
{
    json::Problems problems;
    std::optional<json::Document> document;
    if (text.size() <= kMostBytes)
        document = parseScenario(text, problems);
    else
        problems.add("line 1", "a scenario of at most 16 MiB", std::to_string(text.size()) + " bytes");
    if (!document) {
        for (Error& error : problems.list)
            countFrom(line, error.where);
        report::writeRefusal(writer, idInBrokenText(text), problems.list);
        return Exit::BadInput;
    }
    const json::Reader reader(document->root(), problems);
    const std::string id = idOf(reader);
    const auto scenario = readScenario(reader, m_readers);
    if (!scenario) {
        report::writeRefusal(writer, id, problems.list);
        return Exit::BadInput;
    }
    const Plan answer = plan(*scenario, m_catalog, cost::Detail::Totals);
    report::writeAnswer(writer, id, answer, m_phrases);
    if (!answer.resolved)
        return Exit::BadInput;
    return isNo(answer) ? Exit::Negative : Exit::Answered;
}

} // namespace cardfit::cli
