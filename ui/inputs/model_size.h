#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/slider_scale.h"

#include <optional>
#include <vector>

namespace cardfit::ui {

// Families of the catalog, then models that belong to none, then the generic dense transformer (id "generic").
std::vector<Choice> familyChoices(const Catalog& catalog);
inline const QString kGenericFamily = QStringLiteral("generic");

// Which choice of familyChoices() the scenario's model belongs to; empty: given by a file.
QString familyOf(const ModelChoice& model, const Catalog& catalog);

// Size in billions of parameters; nullopt: the name is not known.
std::optional<double> sizeOf(const ModelChoice& model, const Catalog& catalog);

// The size slider of a family: its published sizes as marks. Scaling rules carry every size between them.
SliderScale sizeScale(const QString& family, const Catalog& catalog);

// The model of `family` at a size: the published one where the size is its, else made by the family's shape rules.
ModelChoice modelAt(const QString& family, double billions, const Catalog& catalog);

// The model of `family` nearest to the scenario's size: what choosing another family means.
ModelChoice nearestInFamily(const QString& family, double billions, const Catalog& catalog);

} // namespace cardfit::ui
