#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "laws/law.h"
#include "step/world.h"

namespace drystone {

// A run in stages: description.stages says what of a world differs between them, docs/scene.md.

/// Makes the model that of a stage as it was begun, whatever stage it is of now. The state is left alone but for `staging`.
template <int D>
void take_stage(World<D>& world, const Staging<D>& staging);

/// Begins stage `number` at the end of a step of the one before, or at time 0: laws, gravity, drives and loads become its own, bodies
/// are released and held. What that does to the energies is booked as `changed`. Steps are of length `h` from now on.
template <int D>
void begin_stage(World<D>& world, int number, double h, ThreadPool& pool);

/// What a program changes of a world while it goes on: numbers of laws, and gravity.
template <int D>
struct LawChange {
    std::vector<std::pair<int, Law>> laws;  // of these interactions, from now on
    struct Gravity {
        Vec<D> now{};  // [m/s2]
        std::optional<GravityChange<D>> change{};
    };
    std::optional<Gravity> gravity;
};

/// Puts changes (stages, or one where there are none) into the model. The state is left alone. InputError, with the world as it was, where
/// contacts would remember other things.
template <int D>
void put_changes(World<D>& world, const std::vector<LawChange<D>>& changes);

/// The same between two steps of a run, with what it does to the energies booked as `changed`.
template <int D>
void change_laws(World<D>& world, const std::vector<LawChange<D>>& changes, ThreadPool& pool);

}  // namespace drystone
