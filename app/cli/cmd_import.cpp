#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/catalog/model_json.h"
#include "core/import/checkpoint.h"
#include "core/json/writer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace cardfit::cli {

namespace {

struct Options {
    std::string path;
    bool json = false;
};

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::min(value, 9e18)); }

// 15231233024 as "15,231,233,024".
std::string grouped(double value)
{
    std::string digits = std::to_string(whole(value));
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, 1, ',');
    return digits;
}

// A header that tells no length, size or count leaves it out.
void writeKnown(json::Writer& writer, std::string_view key, double value)
{
    writer.key(key);
    if (value > 0)
        writer.value(whole(value));
    else
        writer.null();
}

void writeTable(json::Writer& writer, const import::TensorTable& table)
{
    writer.key("tensors").beginArray();
    for (const import::TensorSum& row : table.rows) {
        writer.beginObject().member("class", import::nameOf(row.tensorClass)).member("type", row.type).member("tensors", row.tensors);
        writer.member("parameters", whole(row.parameters)).member("bytes", whole(row.bytes)).endObject();
    }
    writer.endArray();
}

std::string jsonOf(const import::Checkpoint& checkpoint)
{
    json::Writer writer(json::Writer::Style::Indented);
    writer.beginObject().member("kind", import::nameOf(checkpoint.kind)).member("files", checkpoint.files);
    writer.member("architecture", checkpoint.architecture);
    writeKnown(writer, "vocabulary", checkpoint.vocabulary);
    writeKnown(writer, "max_positions", checkpoint.maxPositions);
    writeKnown(writer, "stated_bytes", checkpoint.statedBytes);
    writeTable(writer, checkpoint.table);
    writeKnown(writer, "bytes", checkpoint.table.bytes());
    writeKnown(writer, "parameters", checkpoint.table.parametersKnown ? checkpoint.table.parameters() : 0);
    writer.key("model");
    if (checkpoint.model)
        writeModel(writer, *checkpoint.model);
    else
        writer.null();
    writer.key("refused").beginArray();
    for (const Error& error : checkpoint.refusal)
        writer.value(error.toString());
    writer.endArray().endObject();
    return writer.take() + '\n';
}

std::string headOf(const import::Checkpoint& checkpoint)
{
    std::string head(import::nameOf(checkpoint.kind));
    if (!checkpoint.architecture.empty())
        head += ", architecture " + checkpoint.architecture;
    if (checkpoint.vocabulary > 0)
        head += ", vocabulary " + grouped(checkpoint.vocabulary);
    if (checkpoint.maxPositions > 0)
        head += ", context " + grouped(checkpoint.maxPositions);
    if (checkpoint.table.rows.empty())
        head += checkpoint.statedBytes > 0 ? ", no shards beside it, " + grouped(checkpoint.statedBytes) + " bytes stated" : ", no weights";
    return head + '\n';
}

std::string tableOf(const import::Checkpoint& checkpoint)
{
    const import::TensorTable& sums = checkpoint.table;
    std::string text = headOf(checkpoint);
    if (!sums.rows.empty()) {
        Table table;
        table.addRow({"class", "type", "tensors", "parameters", "bytes"});
        for (const import::TensorSum& row : sums.rows)
            table.addRow({std::string(import::nameOf(row.tensorClass)), row.type, std::to_string(row.tensors), grouped(row.parameters),
                          grouped(row.bytes)});
        table.addRow({"all", "", "", sums.parametersKnown ? grouped(sums.parameters()) : "-", grouped(sums.bytes())});
        text += table.text();
    }
    if (checkpoint.model)
        text += fmt::format("computed from the architecture: {} parameters\n", grouped(checkpoint.model->architecture.totalParameters));
    for (const Error& error : checkpoint.refusal)
        text += "no model: " + error.toString() + '\n';
    return text;
}

std::string entryOf(const Model& model)
{
    json::Writer writer(json::Writer::Style::Indented);
    writeModel(writer, model);
    return writer.take() + '\n';
}

Exit importModel(const Options& options)
{
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(options.path, problems);
    if (!checkpoint)
        throw BadInput(problems.list);
    if (checkpoint->kind == import::FileKind::Config)
        print(entryOf(*checkpoint->model));
    else
        print(options.json ? jsonOf(*checkpoint) : tableOf(*checkpoint));
    return Exit::Answered;
}

} // namespace

void addImport(CLI::App& program, Session&, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("import", "What a model's files say: its entry of the catalog, its tensors by class");
    command->add_option("FILE", options->path, "A config.json, .safetensors, model.safetensors.index.json or .gguf, or a folder of them")
        ->required();
    command->add_flag("--json", options->json, "The table and the entry as JSON (a config.json always gives its entry)");
    command->footer("Files are told apart by their content. Only headers are read, never the weights.");
    command->callback([options, &run] { run = [options] { return importModel(*options); }; });
}

} // namespace cardfit::cli
