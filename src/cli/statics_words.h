#pragma once

#include <string>

#include "io/summary.h"
#include "statics/report.h"

namespace drystone {

/// What came of it, in words: for people.
template <int D>
std::string in_words(const QuasistaticReport<D>& report, const World<D>& world);

/// summary.json: that of a run, less its energy balance, with the table "statics".
template <int D>
std::string statics_json(const Summary& summary, const QuasistaticReport<D>& report, const World<D>& world,
                         const std::string& method);

/// mechanism, body, name, displacement, rotation: a row for each element and mechanism.
template <int D>
std::string mechanisms_csv(const QuasistaticReport<D>& report, const World<D>& world);

}  // namespace drystone
