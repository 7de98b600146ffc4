#pragma once

#include <vector>

#include "measure/probe.h"
#include "measure/probe_region.h"
#include "scene/draft.h"
#include "scene/table.h"

namespace drystone {

/// What is wrong with asking the subject for that quantity, in words; empty: nothing.
std::string why_no_quantity(const std::string& name, Subject subject, int dimension);

/// One number that is watched.
struct Watched {
    Probe probe;             // with one quantity
    std::size_t column = 0;  // of its columns
    std::string name;        // as it was written: "unbalanced", "position.z"
};

/// `quantity` of a table, a number, and whose it is: as in a probe, `body`, `bodies`, `between`, `link`, `drive` or none.
template <int D>
Watched read_watched(const Table& table, const Draft<D>& draft);

/// `cut = { point, normal }` of a probe.
template <int D>
std::shared_ptr<const ProbeCut> read_cut(const Node& node);

/// The component of the cell's control that shears the edge which the cut is across, so that its images are no longer one behind the other; or none.
template <int D>
const typename CellDescription<D>::Component* shears_across(const CellDescription<D>& cell, const ProbeCut& cut);

/// [[probes]]
template <int D>
std::vector<Probe> read_probes(const Node& document, const Draft<D>& draft);

}  // namespace drystone
