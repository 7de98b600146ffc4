#pragma once

#include <string>

#include "study/collapse.h"

namespace drystone {

/// Every item over the first key that has several numbers, a curve for each combination of the others: SVG. Empty where there is
/// nothing to draw.
std::string items_svg(const StudyTable& table);

/// Intensity over the first item, a curve for each record with its collapse; and the fragility curve beside it: SVG.
std::string fragility_svg(const StudyTable& table, const Fragility& fragility);

/// table.html: the pictures, the table with the words of runs that failed, links to their reports. `fragility` may be none.
std::string table_html(const StudyTable& table, const Fragility* fragility);

}  // namespace drystone
