#include "step/state.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "core/input_error.h"
#include "step/deform.h"
#include "step/gravity.h"
#include "step/slots.h"
#include "step/stages.h"

namespace drystone {

namespace {

template <int D>
bool same_sizes(const std::vector<ElasticBody<D>>& one, const std::vector<ElasticBody<D>>& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const auto& a, const auto& b) {
        return a.x.size() == b.x.size() && a.v.size() == b.v.size();
    });
}

std::vector<int> sorted(std::vector<int> ids) {
    std::erase(ids, nobody);
    std::sort(ids.begin(), ids.end());
    return ids;
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
void take_slots(const std::vector<int>& ids, World<D>& world) {
    if (ids == world.bodies.id) return;
    if (sorted(ids) != sorted(world.bodies.id))
        throw InputError("", "the state is not of this scene: it has other bodies");
    const bool keeps_guess = world.keeps_guess;
    world = make_world(arranged(world.description, ids));
    world.keeps_guess = keeps_guess;
}

template <int D>
void put_state(const State<D>& state, World<D>& world, ThreadPool& pool) {
    assert(state.contacts.impulse.size() == state.contacts.point.size());
    assert(state.contacts.moment.size() == state.contacts.point.size());
    expect_same_memory(state.contacts.memory.schema, world.book.memory);
    take_slots(state.bodies.id, world);
    if (!same_sizes(state.elastic, world.elastic))
        throw InputError("", "the state is not of this scene: it has other deformable bodies");
    std::vector<ElasticBody<D>> elastic = std::move(world.elastic);  // what they are of stays
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        elastic[k].x = state.elastic[k].x;
        elastic[k].v = state.elastic[k].v;
    }
    static_cast<State<D>&>(world) = state;
    world.elastic = std::move(elastic);
    world.neighbours = {};
    world.grains = {};
    world.deforming.clear();
    make_room(world);
    world.gravity = gravity_at(world.description, world.time);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
}

#define DRYSTONE_STATE(D)                                         \
    template void take_slots(const std::vector<int>&, World<D>&); \
    template void put_state(const State<D>&, World<D>&, ThreadPool&);
DRYSTONE_STATE(2)
DRYSTONE_STATE(3)
#undef DRYSTONE_STATE

}  // namespace drystone
