#include "step/state.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "core/index.h"
#include "core/input_error.h"
#include "step/begin_stage.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/gravity.h"
#include "step/population.h"
#include "step/stages.h"

namespace drystone {

namespace {

/// Nobody is there twice, and as many as were there at first, and came, and did not leave.
template <int D>
void expect_count(const std::vector<int>& ids, const Census<D>& census, const WorldDescription<D>& first) {
    std::vector<int> there = ids;
    std::erase(there, nobody);
    std::sort(there.begin(), there.end());
    const auto empty = std::count(first.ids.begin(), first.ids.end(), nobody);
    const auto bodies = std::ssize(first.bodies) - empty + census.in.passed.bodies - census.out.passed.bodies;
    if (std::adjacent_find(there.begin(), there.end()) != there.end() || std::ssize(there) != bodies ||
        (!there.empty() && there.back() >= census.next_id))
        throw InputError("", "the state is not of this scene: it has other bodies");
}

}  // namespace

void expect_same_memory(const MemorySchema& saved, const MemorySchema& laws) {
    const auto listed = [](const MemorySchema& schema) {
        std::string text;
        for (const MemoryField& field : schema.fields) text += (text.empty() ? "" : "; ") + described(field);
        return text.empty() ? std::string("nothing") : text;
    };
    if (!(saved == laws))
        throw InputError("", "the contacts of this state remember other things than the laws of the scene do. State: " +
                                 listed(saved) + ". Laws: " + listed(laws));
}

template <int D>
void take_population(const std::vector<int>& ids, const Census<D>& census, World<D>& world) {
    if (ids == world.bodies.id && census.vacant == world.census.vacant) return;
    std::shared_ptr<const WorldDescription<D>> first = world.first;
    if (!first) first = std::make_shared<const WorldDescription<D>>(world.description);
    expect_count(ids, census, *first);
    const bool keeps_guess = world.keeps_guess;
    world = make_world(repopulated(*first, ids, census));
    world.keeps_guess = keeps_guess;
    if (census.in.passed.bodies > 0 || census.out.passed.bodies > 0) world.first = std::move(first);
    world.slot.resize(at(census.next_id), -1);  // stages name who has left, too
    if (!world.description.stages.empty()) take_stage(world, {});
}

template <int D>
void put_state(const State<D>& state, World<D>& world, ThreadPool& pool) {
    assert(state.contacts.impulse.size() == state.contacts.point.size());
    assert(state.contacts.moment.size() == state.contacts.point.size());
    expect_same_memory(state.contacts.memory.schema, world.book.memory);
    take_population(state.bodies.id, state.census, world);
    if (!(state.staging == world.staging)) take_stage(world, state.staging);
    take_state(state, world);
    world.smallest_radius = state.census.smallest_radius;
    world.slot.resize(static_cast<std::size_t>(state.census.next_id), -1);
    world.neighbours = {};
    world.images = {};
    place_cell(world);
    world.grains = {};
    begin_deforming<D>(world, world, world);
    make_room(world);
    world.gravity = gravity_at(world.description, world.time);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
}

#define DRYSTONE_STATE(D)                                                                \
    template void take_population(const std::vector<int>&, const Census<D>&, World<D>&); \
    template void put_state(const State<D>&, World<D>&, ThreadPool&);
DRYSTONE_STATE(2)
DRYSTONE_STATE(3)
#undef DRYSTONE_STATE

}  // namespace drystone
