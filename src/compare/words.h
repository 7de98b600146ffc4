#pragma once

#include <string>

#include "compare/comparison.h"

namespace drystone {

/// What the comparison says, for people.
std::string in_words(const Comparison& comparison);

/// compare.json: everything but the forces pair by pair. The keys are in docs/compare.md.
std::string in_json(const Comparison& comparison);

/// contacts.csv: a row per pair of parts, the forces of the methods side by side; an empty field: it bears nothing there.
std::string in_csv(const Comparison& comparison);

/// An SVG: left the normal forces of every method against those of the first, right what each of them cost.
std::string in_svg(const Comparison& comparison);

}  // namespace drystone
