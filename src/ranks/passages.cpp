// Who comes and who goes, and stages that begin. Each is done to the mirror of the whole's model on every rank, by step/sources.cpp, step/sinks.cpp and
// step/begin_stage.cpp; what they have to know of places is told to all before:
//
//     sources   what stands in and about the region of one that has bodies due
//     sinks     the bodies that they take, by their owners
//     stages    nothing: rank 0, which has brought the whole together for it, deals it out again

#include <algorithm>

#include "bodies/move.h"
#include "core/index.h"
#include "ranks/rank_step.h"
#include "step/begin_stage.h"
#include "step/population.h"
#include "step/sinks.h"
#include "step/sources.h"
#include "step/stages.h"

namespace drystone::ranks {

namespace {

template <class T>
std::vector<T> tell_all(const std::vector<T>& mine, Team& team) {
    Bytes bytes;
    for (const T& one : mine) bytes.put(one);
    std::vector<T> all;
    for (const Bytes& in : team.exchange(std::vector<Bytes>(at(team.size()), bytes))) {
        for (Unpacking one(in); !one.is_done();) all.push_back(one.take<T>());
    }
    return all;
}

/// Own bodies that not all know, with a part so near to a box; in a cell that repeats all of them.
template <int D>
std::vector<TravellingBody<D>> bodies_near(const Domain<D>& domain, const BoxRegion<D>& box, double largest, int rank) {
    const World<D>& world = domain.world;
    std::vector<char> close(domain.slots.size(), 0);
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const std::size_t i = at(world.parts.body[at(p)]);
        const bool owned = domain.slots[i] >= 0 && domain.owner[i] == rank && !domain.catalogue->everywhere[at(domain.slots[i])];
        if (owned && (world.parts.space.repeats() || box.is_near(world.parts.centre[at(p)], world.parts.radius[at(p)] + largest))) close[i] = 1;
    }
    std::vector<TravellingBody<D>> bodies;
    for (std::size_t i = 0; i < close.size(); ++i) {
        if (close[i]) bodies.push_back(as_it_is(world, i, domain.slots[i], 0.0));
    }
    return bodies;
}

/// A world of bodies that all know, and of some others.
template <int D>
World<D> world_with(const Domain<D>& domain, std::vector<TravellingBody<D>> bodies) {
    const Catalogue<D>& c = *domain.catalogue;
    std::vector<int> slots;
    for (const int slot : c.known_to_all) {
        if (domain.here(slot) >= 0) bodies.push_back(as_it_is(domain.world, at(domain.here(slot)), slot, 0.0));
    }
    std::sort(bodies.begin(), bodies.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
    for (const TravellingBody<D>& body : bodies) slots.push_back(body.slot);
    World<D> world = world_of<D>(c, slots, {});
    go_on_as(domain.world, world);
    for (std::size_t k = 0; k < bodies.size(); ++k) put_pose(bodies[k], k, world);
    ThreadPool alone(1);
    make_room(world);
    place_parts(world.bodies, alone, world.parts);
    return world;
}

/// A body that a sink takes, with what it takes along.
template <int D>
struct GoingBody {
    TravellingBody<D> body{};
    int sink = 0;
};

}  // namespace

/// What stands in and about the region of a source.
template <int D>
World<D> RankStep<D>::around(std::size_t s, std::span<const TravellingBody<D>> fresh) {
    const Source<D>& source = whole().description.sources[s];
    std::vector<TravellingBody<D>> bodies =
        tell_all(bodies_near(*domain_, bounds<D>(source.region), source.grains->largest(), team_.rank()), team_);
    bodies.insert(bodies.end(), fresh.begin(), fresh.end());
    return world_with(*domain_, std::move(bodies));
}

/// Bodies that have just come, as the whole has them, with how far their neighbours are listed.
template <int D>
std::vector<TravellingBody<D>> RankStep<D>::newcomers(std::span<const int> ids) {
    const World<D>& model = whole();
    std::vector<TravellingBody<D>> bodies;
    for (const int id : ids) bodies.push_back(as_it_is(model, at(model.slot[at(id)]), model.slot[at(id)], 0.0));
    World<D> world = world_with(*domain_, bodies);
    look_ahead(world, settings_, pool_);
    const std::vector<double> reach = reaches(world);
    for (TravellingBody<D>& body : bodies) body.reach = reach[at(world.slot[at(model.bodies.id[at(body.slot)])])];
    return bodies;
}

template <int D>
void RankStep<D>::let_in() {
    World<D>& model = whole();
    std::vector<int> ids;
    std::vector<TravellingBody<D>> fresh;
    const double entered = model.energy.entered;
    for (std::size_t s = 0; s < model.description.sources.size(); ++s) {
        if (!is_due(model, s)) continue;
        come_home();
        if (ids.empty()) place_parts(domain_->world.bodies, pool_, domain_->world.parts);
        const Source<D>& source = model.description.sources[s];
        const World<D> about = around(s, fresh);
        ClearSpace<D> space(about, bounds<D>(source.region), source.grains->largest());
        const Arrivals<D> arriving = arrivals(model, s, space);
        if (arriving.bodies.empty()) continue;
        const std::vector<int> came = insert_bodies<D>(model, arriving.bodies, arriving.origins);
        model.census.by_source[s] = arriving.came;
        ids.insert(ids.end(), came.begin(), came.end());
        std::vector<int> slots;
        for (const int id : came) slots.push_back(model.slot[at(id)]);
        list_changes<D>(*domain_->catalogue, slots);
        domain_->world.slot.resize(model.slot.size(), -1);
        fresh = newcomers(ids);
    }
    if (fresh.empty()) return;
    is_changed_ = true;
    if (team_.rank() == 0) domain_->world.energy.entered += model.energy.entered - entered;
    World<D>& world = domain_->world;
    make_room(world);
    look_ahead(world, settings_, pool_);
    share_out<D>(*domain_, team_, {.fresh = fresh});
    place_parts(world.bodies, pool_, world.parts);
    look_ahead(world, settings_, pool_);
    list_pairs(world, pool_);
}

template <int D>
void RankStep<D>::let_out() {
    World<D>& model = whole();
    if (model.description.sinks.empty()) return;
    const World<D>& world = domain_->world;
    come_home();
    std::vector<GoingBody<D>> going;
    for (const Leaving& one : leaving_now(world)) {
        const int slot = world.slot[at(one.id)], in_whole = domain_->slots[at(slot)];
        if (domain_->owner[at(slot)] != team_.rank() || is_held_back(model.description, in_whole)) continue;
        going.push_back({as_it_is(world, at(slot), in_whole, 0.0), one.sink});
    }
    if (!team_.any(!going.empty())) return;
    going = tell_all(going, team_);
    std::sort(going.begin(), going.end(),
              [](const auto& a, const auto& b) { return std::tie(a.sink, a.body.slot) < std::tie(b.sink, b.body.slot); });
    std::vector<Leaving> leaving;
    std::vector<int> ids, slots;
    for (const GoingBody<D>& one : going) {
        put_pose(one.body, at(one.body.slot), model);
        slots.push_back(one.body.slot);
        ids.push_back(model.bodies.id[at(one.body.slot)]);
        leaving.push_back({ids.back(), one.sink});
    }
    take_out(model.contacts, [](std::size_t) { return true; });  // of another step
    model.time = world.time;
    model.gravity = world.gravity;
    drystone::let_out<D>(model, leaving);
    list_changes<D>(*domain_->catalogue, slots);
    double stored = strike_out<D>(*domain_, ids, team_);
    is_changed_ = true;
    leave_copies_out();
    team_.sum({&stored, 1});
    model.census.out.energy += stored;
    sum_energies();
}

template <int D>
void RankStep<D>::take_over(World<D>&) {
    ask(stage);
    hear_of_stage();
    energy_ = whole().energy;
}

/// Rank 0's stage, and who left with it, becomes everybody's.
template <int D>
void RankStep<D>::hear_of_stage() {
    World<D>& model = whole();
    Staging<D>& staging = model.staging;
    Bytes bytes;
    const auto put = [&](const auto& list) {
        bytes.put(list.size());
        for (const auto& one : list) bytes.put(one);
    };
    if (team_.rank() == 0) {
        std::vector<int> gone;
        for (const int id : domain_->catalogue->frame.ids) {
            if (id >= 0 && model.slot[at(id)] < 0) gone.push_back(id);
        }
        std::sort(gone.begin(), gone.end());
        put(gone);
        bytes.put(staging.number);
        bytes.put(staging.clock_time);
        bytes.put(staging.clock_steps);
        put(staging.began);
        put(staging.held);
        put(staging.bases);
    }
    const Bytes told = team_.exchange(std::vector<Bytes>(at(team_.size()), bytes))[0];
    Unpacking in(told);
    const auto take = [&](auto& list) {
        list.resize(in.take<std::size_t>());
        for (auto& one : list) one = in.take<std::decay_t<decltype(one)>>();
    };
    std::vector<int> gone;
    Staging<D> begun;
    take(gone);
    begun.number = in.take<int>();
    begun.clock_time = in.take<double>();
    begun.clock_steps = in.take<long>();
    take(begun.began);
    take(begun.held);
    take(begun.bases);
    if (team_.rank() > 0) {
        remove_bodies<D>(model, gone);
        take_stage(model, begun);
    }
    model.skins.clear();
    list_bodies(*domain_->catalogue);
    deal_out(*domain_, settings_, team_);
    detected_position_ = domain_->world.bodies.position;
    detected_rotation_ = domain_->world.bodies.rotation;
    new_settings_ = true;
    is_away_ = false;
    is_changed_ = true;
}

#define DRYSTONE_PASSAGES(D)                                                                              \
    template World<D> RankStep<D>::around(std::size_t, std::span<const TravellingBody<D>>);               \
    template std::vector<TravellingBody<D>> RankStep<D>::newcomers(std::span<const int>);                 \
    template void RankStep<D>::let_in();                                                                  \
    template void RankStep<D>::let_out();                                                                 \
    template void RankStep<D>::take_over(World<D>&);                                                      \
    template void RankStep<D>::hear_of_stage();
DRYSTONE_PASSAGES(2)
DRYSTONE_PASSAGES(3)
#undef DRYSTONE_PASSAGES

}  // namespace drystone::ranks
