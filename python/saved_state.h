#pragma once

#include <string>
#include <variant>
#include <vector>

#include "python/simulation.h"
#include "step/state.h"

namespace drystone::python {

/// What the world's future depends on, and what measuring it needs besides: arms of the contacts.
template <int D>
struct FullState {
    State<D> state;
    std::vector<ContactArms<D>> arms;  // (contacts)
    StepReport last;                   // without its seconds
};

/// What Python calls a State.
struct SavedState {
    std::uint64_t scene = 0;  // fingerprint of what the state belongs to
    std::variant<FullState<2>, FullState<3>> world;
    std::vector<GivenLine> lines;  // of the Python functions
    std::vector<LateSetting> late = {};  // what was set until then
};

/// Changes with the number, masses and shapes of the bodies.
std::uint64_t fingerprint(const Simulation& simulation);

SavedState save(Simulation& simulation);
void restore(const SavedState& state, Simulation& simulation);  // refuses another scene's

/// The same bytes for the same state. Of this version only, and of machines with the same byte order.
std::string to_bytes(const SavedState& state);
SavedState from_bytes(const std::string& bytes);  // refuses what is no whole state

}  // namespace drystone::python
