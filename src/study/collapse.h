#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/fragility.h"
#include "study/table.h"

namespace drystone {

/// What is called a collapse: an item above or below a value, or a run that ended before its time (not finite, or the program failed).
struct CollapseCriterion {
    std::optional<Item> item;  // none: `failed`
    bool above = true;
    double value = 0.0;
};

/// "probe.column:max>0.5", "probe.column:min<0.1" or "failed". Throws InputError.
CollapseCriterion parse_collapse(const std::string& text, const Scene& scene);

/// Whether any criterion holds of a run in that folder; nothing where that cannot be known: a run that was refused or has not ended.
std::optional<bool> has_collapsed(const std::vector<CollapseCriterion>& criteria, RunStatus status,
                                  const std::string& folder);

/// Runs that differ in the intensity alone: a record of an earthquake, a variant of the structure.
struct IdaCurve {
    std::vector<std::string> values;     // (keys but the intensity)
    std::vector<std::size_t> rows;       // of the table, by ascending intensity
    std::optional<double> safe_to;       // highest intensity without collapse, below the first collapse
    std::optional<double> collapses_at;  // lowest intensity with one
};

/// Incremental dynamic analysis of a table: its curves, the counts at each intensity, the fit.
struct Fragility {
    std::size_t intensity = 0;  // which key
    std::vector<IdaCurve> curves;
    std::vector<Stripe> stripes;  // ascending
    std::optional<FragilityFit> fit;
    std::string why;  // there is no fit
};

/// The key that is the intensity: the one that is named, else the first whose values are all positive numbers. Throws InputError.
std::size_t intensity_key(const std::vector<Vary>& varies, const std::optional<std::string>& name);

/// Rows without a verdict do not count.
Fragility analyse(const StudyTable& table, std::size_t intensity);

std::string ida_csv(const StudyTable& table, const Fragility& fragility);
std::string fragility_csv(const Fragility& fragility);
std::string fit_csv(const StudyTable& table, const Fragility& fragility);

/// "median 0.354, beta 0.21 ..": what was found, in one line.
std::string in_words(const StudyTable& table, const Fragility& fragility);

}  // namespace drystone
