#include "app/cli/commands.h"
#include "core/catalog/model_json.h"
#include "core/json/reader.h"
#include "core/json/writer.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cardfit::cli {

namespace {

// The readers take the path as a scenario would say it.
std::shared_ptr<const Model> readModelFile(const std::string& path, Session& session)
{
    const std::string_view key = path.ends_with(".gguf")          ? "gguf_path"
                                 : path.ends_with(".safetensors") ? "safetensors_path"
                                                                  : "config_path";
    json::Writer quoted;
    quoted.value(path);
    json::Problems problems;
    problems.file = path;
    const auto document = json::Document::parse(quoted.text(), problems);
    std::shared_ptr<const Model> model;
    if (document && session.modelReaders().file)
        model = session.modelReaders().file(json::Reader(document->root(), problems), key);
    if (!model)
        throw BadInput(problems.list);
    return model;
}

Exit importModel(const std::string& path, Session& session)
{
    json::Writer writer(json::Writer::Style::Indented);
    writeModel(writer, *readModelFile(path, session));
    print(writer.take() + '\n');
    return Exit::Answered;
}

} // namespace

void addImport(CLI::App& program, Session& session, Run& run)
{
    auto path = std::make_shared<std::string>();
    CLI::App* command = program.add_subcommand("import", "Read a model's config.json and write it as an entry of the catalog");
    command->add_option("FILE", *path, "A Hugging Face config.json")->required();
    command->callback([path, &session, &run] { run = [path, &session] { return importModel(*path, session); }; });
}

} // namespace cardfit::cli
