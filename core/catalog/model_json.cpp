#include "core/catalog/model_json.h"

#include "core/catalog/architecture_json.h"

namespace cardfit {

namespace {

constexpr double kMostParameters = 1e16;

template <class Text>
std::string textOf(const std::optional<Text>& text)
{
    return text ? std::string(*text) : std::string();
}

Fact readFact(const json::Reader& object, std::string field)
{
    Fact fact;
    fact.field = std::move(field);
    fact.source = textOf(object.child("source").string());
    if (object.has("date"))
        fact.date = textOf(object.child("date").date());
    if (fact.source.empty())
        object.fail("a source that is not empty");
    return fact;
}

void writeFact(json::Writer& writer, const Fact& fact)
{
    writer.member("source", fact.source);
    if (!fact.date.empty())
        writer.member("date", fact.date);
}

const Fact* factOf(const std::vector<Fact>& facts, std::string_view field)
{
    for (const Fact& fact : facts) {
        if (fact.field == field)
            return &fact;
    }
    return nullptr;
}

void readPublished(const json::Reader& published, Model& model)
{
    if (!published.requireObject())
        return;
    published.allowKeys({"parameters", "source", "date"});
    model.publishedParameters = published.child("parameters").number(1, kMostParameters);
    model.facts.push_back(readFact(published, "published"));
}

// {"id": "Qwen/Qwen2.5-7B-Instruct-AWQ", "quantization": {"format": "int4-awq", "group_size": 128}}
std::optional<Model> readCheckpoint(const json::Reader& entry, const Model& base)
{
    const std::size_t before = entry.problems().list.size();
    if (!entry.requireObject())
        return std::nullopt;
    entry.allowKeys({"id", "aliases", "quantization", "source", "date"});
    Model model;
    model.id = textOf(entry.child("id").string());
    model.shortName = model.id.substr(model.id.find_last_of('/') + 1); // npos + 1 is 0: an id without owner
    model.aliases = entry.optionalStrings("aliases").value_or(std::vector<std::string>());
    model.architecture = base.architecture;
    model.architecture.quantization = readQuantization(entry.child("quantization"));
    model.facts = base.facts;
    if (entry.has("source"))
        model.facts.push_back(readFact(entry, "quantization"));
    if (entry.problems().list.size() != before)
        return std::nullopt;
    return model;
}

} // namespace

std::optional<Model> readModel(const json::Reader& entry)
{
    const std::size_t before = entry.problems().list.size();
    if (!entry.requireObject())
        return std::nullopt;
    entry.allowKeys({"id", "name", "family", "aliases", "source", "date", "published", "architecture", "checkpoints"});
    Model model;
    model.id = textOf(entry.child("id").string());
    model.shortName = textOf(entry.child("name").string());
    model.family = textOf(entry.optionalString("family"));
    model.aliases = entry.optionalStrings("aliases").value_or(std::vector<std::string>());
    model.facts.push_back(readFact(entry, "architecture"));
    if (entry.has("published"))
        readPublished(entry.child("published"), model);
    if (auto architecture = readArchitecture(entry.child("architecture")))
        model.architecture = std::move(*architecture);
    if (entry.problems().list.size() != before)
        return std::nullopt;
    return model;
}

void readModels(const json::Reader& entry, std::vector<Model>& models)
{
    auto base = readModel(entry);
    if (!base)
        return;
    models.push_back(std::move(*base));
    if (!entry.has("checkpoints"))
        return;
    const json::Reader list = entry.child("checkpoints");
    if (!list.requireArray())
        return;
    const std::size_t at = models.size() - 1; // push_back moves what a reference would point to
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (auto checkpoint = readCheckpoint(list.at(i), models[at]))
            models.push_back(std::move(*checkpoint));
    }
}

std::optional<ModelFamily> readFamily(const json::Reader& entry)
{
    constexpr std::size_t kMostSizes = 12; // stops that a slider of a usual width can hold apart
    const std::size_t before = entry.problems().list.size();
    if (!entry.requireObject())
        return std::nullopt;
    entry.allowKeys({"id", "label", "models", "source", "date"});
    ModelFamily family;
    family.id = textOf(entry.child("id").string());
    family.label = textOf(entry.child("label").string());
    const json::Reader models = entry.child("models");
    if (auto ids = models.strings())
        family.modelIds = std::move(*ids);
    if (family.modelIds.empty() || family.modelIds.size() > kMostSizes)
        models.fail("1 to 12 model ids, ascending by size");
    family.facts.push_back(readFact(entry, "models"));
    if (entry.problems().list.size() != before)
        return std::nullopt;
    return family;
}

void writeModel(json::Writer& writer, const Model& model)
{
    writer.beginObject().member("id", model.id).member("name", model.shortName);
    if (!model.family.empty())
        writer.member("family", model.family);
    if (!model.aliases.empty()) {
        writer.key("aliases").beginArray();
        for (const std::string& alias : model.aliases)
            writer.value(alias);
        writer.endArray();
    }
    if (const Fact* fact = factOf(model.facts, "architecture"))
        writeFact(writer, *fact);
    if (model.publishedParameters) {
        writer.key("published").beginObject().member("parameters", *model.publishedParameters);
        if (const Fact* fact = factOf(model.facts, "published"))
            writeFact(writer, *fact);
        writer.endObject();
    }
    writer.key("architecture");
    writeArchitecture(writer, model.architecture);
    writer.endObject();
}

void writeFamily(json::Writer& writer, const ModelFamily& family)
{
    writer.beginObject().member("id", family.id).member("label", family.label);
    writer.key("models").beginArray();
    for (const std::string& id : family.modelIds)
        writer.value(id);
    writer.endArray();
    if (const Fact* fact = factOf(family.facts, "models"))
        writeFact(writer, *fact);
    writer.endObject();
}

} // namespace cardfit
