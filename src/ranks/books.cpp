// Stages of step/ add up what they do to all bodies of a world. What they did to copies is another rank's to book.

#include <array>
#include <cstring>
#include <type_traits>

#include "bodies/move.h"
#include "core/exact_sum.h"
#include "core/index.h"
#include "ranks/rank_step.h"
#include "ranks/shared_anderson.h"
#include "step/energy.h"
#include "step/gravity.h"
#include "step/inertia.h"
#include "step/stages.h"
#include "step/unbalanced.h"

namespace drystone::ranks {

namespace {

/// (slots)  1: this rank's own.
template <int D>
std::vector<char> own_ones(const Domain<D>& domain, int rank) {
    std::vector<char> own(domain.owner.size());
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = domain.owner[i] == rank;
    return own;
}

}  // namespace

template <int D>
double RankStep<D>::rotational_energy_of_copies() const {
    const World<D>& world = domain_->world;
    double sum = 0.0;
    for (const int i : domain_->copies) {
        if (world.matter.freedom[at(i)] != Freedom::general) continue;
        sum += rotational_energy(world.matter, world.bodies, i, world.matter.free_rotations[at(i)] * world.bodies.velocity[at(i)].w);
    }
    return sum;
}

template <int D>
double RankStep<D>::energy_of_copies() const {
    double sum = rotational_energy_of_copies();
    for (const int i : domain_->copies) sum += potential_energy_of(domain_->world, i);
    return sum;
}

template <int D>
void RankStep<D>::drift(double dt, double t) {
    const double before = rotational_energy_of_copies();
    move_bodies(domain_->world, dt, t, pool_);
    domain_->world.energy.scheme -= before - rotational_energy_of_copies();
}

/// account_energy(), as it is of this rank's bodies: copies have no loads, and fall no further than they did.
template <int D>
void RankStep<D>::account(bool end_of_step) {
    World<D>& world = domain_->world;
    std::vector<int> loaded;
    for (const int i : world.loaded) {
        if (domain_->owner[at(i)] == team_.rank()) loaded.push_back(i);
    }
    world.loaded.swap(loaded);
    account_energy(world, how_.step, end_of_step, pool_);
    world.loaded.swap(loaded);
    if (!end_of_step) return;
    const auto free = [&](int i, const Twist<D>& t) { return t.v - driven_part(world.matter, i, t).v; };
    for (const int i : domain_->copies) {
        const Vec<D> change = free(i, world.bodies.velocity[at(i)]) - free(i, world.before[at(i)]);
        world.energy.scheme -= 0.5 * how_.step * world.matter.mass[at(i)] * dot(world.gravity, change);
    }
}

/// The work of gravity that changes, which was `before`, on copies.
template <int D>
double work_on_copies(const Domain<D>& domain, const Vec<D>& before) {
    const World<D>& world = domain.world;
    const Vec<D> change = world.gravity - before;
    if (change == Vec<D>{}) return 0.0;
    double work = 0.0;
    for (const int i : domain.copies) work -= world.matter.mass[at(i)] * dot(world.matter.free_directions[at(i)] * change, world.bodies.position[at(i)]);
    return work;
}

template <int D>
void RankStep<D>::set_gravity_at(double t) {
    World<D>& world = domain_->world;
    const Vec<D> before = world.gravity;
    set_gravity<D>(world, world, world, t);
    world.energy.work -= work_on_copies(*domain_, before);
}

template <int D>
void RankStep<D>::accept_step(StepReport& report) {
    World<D>& world = domain_->world;
    const Vec<D> before = world.gravity;
    accept(world, how_.step, report, pool_);
    world.energy.work -= work_on_copies(*domain_, before);
    leave_copies_out();
}

template <int D>
void RankStep<D>::leave_copies_out() {
    World<D>& world = domain_->world;
    for (const int i : domain_->copies) {
        world.energy.kinetic -= kinetic_energy_of(world, i);
        world.energy.potential -= potential_energy_of(world, i);
    }
}

template <int D>
void RankStep<D>::settle_at_the_end() {
    World<D>& world = domain_->world;
    move_by_the_end(world, pool_);
    for (const int i : domain_->copies) world.energy.scheme -= kinetic_energy_of(world, i);
}

template <int D>
double RankStep<D>::inertia() {
    const InertiaTally here = inertia_tally<D>(domain_->world, how_.step, own_ones(*domain_, team_.rank()));
    std::array<double, 2> sums = {here.momentum, here.impulse};
    team_.sum(sums);
    return InertiaTally{sums[0], sums[1]}.share();
}

/// step/unbalanced.h: what other ranks' contacts push a body with comes to its owner.
template <int D>
double RankStep<D>::sum_unbalanced() {
    come_home();
    const World<D>& world = domain_->world;
    std::vector<Vec<D>> resultant;
    const BearingForces bearing = add_contacts(world, settings_.step, resultant);
    domain_->halo.collect([&](int slot) { return Twist<D>{resultant[at(slot)], {}}; },
                          [&](int slot, const Twist<D>& t) { resultant[at(slot)] += t.v; }, team_);
    double largest = largest_resultant<D>(world, settings_.step, resultant, own_ones(*domain_, team_.rank()));
    team_.largest({&largest, 1});
    std::array<double, 2> sums = {bearing.sum, static_cast<double>(bearing.count)};
    team_.sum(sums);
    return drystone::unbalanced(largest, {sums[0], static_cast<long>(sums[1])});
}

/// All bodies stop: returns the kinetic energy that they had.
template <int D>
double RankStep<D>::stop() {
    World<D>& world = domain_->world;
    come_home();
    is_changed_ = true;
    double removed = drystone::come_to_rest(world);
    world.energy.losses.damping += removed;
    world.energy.kinetic = 0.0;
    team_.sum({&removed, 1});
    return removed;
}

template <int D>
void RankStep<D>::sum_energies() {
    constexpr std::size_t count = sizeof(Energy) / sizeof(double);
    static_assert(std::is_trivially_copyable_v<Energy> && sizeof(Energy) % sizeof(double) == 0);
    std::array<double, count> sums{};
    std::memcpy(sums.data(), &domain_->world.energy, sizeof(Energy));
    team_.sum(sums);
    std::memcpy(static_cast<void*>(&energy_), sums.data(), sizeof(Energy));
    if (settings_.solver.reproducible) add_up_exactly();
}

/// Kinetic and potential energy, the same whoever has which body.
template <int D>
void RankStep<D>::add_up_exactly() {
    std::array<ExactSum, 2> sums;
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) {
        if (domain_->owner[i] != team_.rank()) continue;
        sums[0].add(kinetic_energy_of(domain_->world, static_cast<int>(i)));
        sums[1].add(potential_energy_of(domain_->world, static_cast<int>(i)));
    }
    ranks::add_up(sums, team_);
    energy_.kinetic = sums[0].value();
    energy_.potential = sums[1].value();
}

#define DRYSTONE_BOOKS(D)                                                       \
    template double RankStep<D>::rotational_energy_of_copies() const;           \
    template double RankStep<D>::energy_of_copies() const;                      \
    template void RankStep<D>::drift(double, double);                           \
    template void RankStep<D>::account(bool);                                   \
    template void RankStep<D>::set_gravity_at(double);                          \
    template void RankStep<D>::accept_step(StepReport&);                        \
    template void RankStep<D>::leave_copies_out();                              \
    template void RankStep<D>::settle_at_the_end();                             \
    template double RankStep<D>::inertia();                                     \
    template double RankStep<D>::sum_unbalanced();                              \
    template double RankStep<D>::stop();                                        \
    template void RankStep<D>::sum_energies();                                  \
    template void RankStep<D>::add_up_exactly();
DRYSTONE_BOOKS(2)
DRYSTONE_BOOKS(3)
#undef DRYSTONE_BOOKS

}  // namespace drystone::ranks
