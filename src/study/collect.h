#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace drystone {

/// What becomes of a column over time. `absmax`: the largest without its sign.
enum class Reduction { last, max, min, mean, absmax };

/// A number that a run leaves: "probe.column:reduction".
struct Item {
    std::string text;  // as it was written
    std::string probe;
    std::string column;
    Reduction reduction = Reduction::last;
};

/// Throws InputError, which begins with `option`, where the scene has no such probe or column, with the nearest one.
Item parse_item(const std::string& text, const std::string& option, const Scene& scene);

/// The item's value in the folder of a run, from the rows that are there; cells that are no numbers are passed over, but for `last`.
/// Nothing: there is no row, or no number.
std::optional<double> value_of(const Item& item, const std::string& folder);

}  // namespace drystone
