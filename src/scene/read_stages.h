#pragma once

#include <functional>
#include <optional>

#include "scene/draft.h"
#include "scene/scene.h"

namespace drystone {

/// How long a run in stages lasts at most [s]; nothing: the document has no [[stages]].
std::optional<double> duration_of_stages(const Node& document);

/// The names of [[stages]], for those that speak of them.
template <int D>
void read_stage_names(const Node& document, Draft<D>& draft);

/// `stage` of a table, a name or a list of names: the stages in which it acts, ascending; none: all.
template <int D>
std::vector<int> read_stage_list(const Node& table, const Draft<D>& draft);

/// What stages are read from, and how what a stage makes of the draft's world is checked.
struct StageSource {
    const Node& document;
    const LawReaders& own;
    std::function<void(const Node& changed, const StepSettings& settings)> check;
};

/// [[stages]], after all else of the world: the draft's becomes that of the first stage and knows the others. Every stage is checked.
template <int D>
void read_stages(const StageSource& source, Draft<D>& draft, Scene& scene);

}  // namespace drystone
