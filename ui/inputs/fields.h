#pragma once

#include "ui/inputs/choice_field.h"
#include "ui/inputs/number_field.h"

#include <QCoreApplication>

#include <variant>
#include <vector>

namespace cardfit::ui {

using AdvancedField = std::variant<ChoiceField, NumberField>;

// The table of inputs that are one number or one choice. Captions are in the current language.
class Fields {
    Q_DECLARE_TR_FUNCTIONS(Fields)
public:
    static std::vector<NumberField> workload(Task task); // context, input, output, users; or context and batches
    static NumberField cards();
    static std::vector<NumberField> money(); // horizon, utilization
    static std::vector<AdvancedField> advanced(Task task, const Catalog& catalog, const QString& currency);

private:
    static NumberField context();
    static NumberField input();
    static NumberField output();
    static NumberField users();
    static NumberField microBatch();
    static NumberField globalBatch();
    static NumberField rank();
    static NumberField memoryShare();
    static NumberField demand();
    static NumberField peakFactor();
    static NumberField firstTokenLimit();
    static NumberField tokenLimit();
    static NumberField datasetTokens();
    static NumberField epochs();
    static NumberField powerPrice(const QString& currency);
    static NumberField powerEffectiveness();
    static NumberField discountRate();
    static ChoiceField engine(Task task, const Catalog& catalog);
    static ChoiceField cacheFormat(const Catalog& catalog);
    static ChoiceField split();
    static ChoiceField interconnect();
    static ChoiceField allowedCards(const Catalog& catalog);
    static ChoiceField rentalTerm();
    static ChoiceField optimizer();
    static ChoiceField checkpointing();
    static ChoiceField sharding();
};

} // namespace cardfit::ui
