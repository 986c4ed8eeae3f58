#include "core/catalog/loading.h"

namespace cardfit {

// data/speed/records.json: {"classes": {"ttft": {...}, ...}}, every class with its record.
void loadSpeedRecords(Loading& loading)
{
    loading.readFile(std::filesystem::path("speed") / "records.json", [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        Fields classes(file.child("classes"));
        for (std::size_t i = 0; i < kSpeedClasses; ++i) {
            SpeedRecord& record = loading.content.speed.records[i];
            Fields fields(classes.child(kSpeedClassNames[i]));
            fields.number("median_error_percent", record.medianErrorPercent, 0, 1000);
            fields.number("p90_error_percent", record.p90ErrorPercent, 0, 10'000);
            fields.integer("measurements", record.measurements, 0, 1'000'000);
            fields.number("inside_percent", record.insidePercent, 0, 100);
            fields.number("width_percent", record.widthPercent, 0, 10'000);
            fields.done();
        }
        classes.done();
        file.done();
    });
}

} // namespace cardfit
