#include "ranks/domain.h"

#include <algorithm>
#include <cmath>

#include "bodies/move.h"
#include "broadphase/margin.h"
#include "broadphase/walls.h"
#include "core/index.h"
#include "core/reduced_space.h"
#include "step/energy.h"
#include "step/population.h"

namespace drystone::ranks {

template <int D>
int keeping_one(const Catalogue<D>& c, int a, int b) {
    const auto rank = [&](int slot) { return !c.moves[at(slot)] ? 2 : c.everywhere[at(slot)] ? 1 : 0; };
    if (rank(a) != rank(b)) return rank(a) < rank(b) ? a : b;
    return c.frame.ids[at(a)] < c.frame.ids[at(b)] ? a : b;
}

template <int D>
bool keeps(const Domain<D>& domain, const ContactPoint<D>& point, int rank) {
    const int a = domain.world.parts.body[at(point.a)], b = domain.world.parts.body[at(point.b)];
    const int a_whole = domain.slots[at(a)], b_whole = domain.slots[at(b)];
    return domain.owner[at(keeping_one(*domain.catalogue, a_whole, b_whole) == a_whole ? a : b)] == rank;
}

template <int D>
Vec<D> home(const Domain<D>& domain, const Vec<D>& x) {
    return domain.world.parts.space.repeats() ? reduced(domain.world.parts.space).wrap(x) : x;
}

namespace {

/// At least the largest factor by which m stretches a vector, 1 for the identity.
template <int D>
double stretch(const Mat<D>& m) {
    const Mat<D> rest = m - Mat<D>::scaled_identity(1.0);
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += dot(rest[i], rest[i]);
    return 1.0 + std::sqrt(sum);
}

/// |F^-1| (r + reach + |x - o - F (x_ref - o)|) <= r + m, F the deformation of the cell since pairs were listed.
template <int D>
bool list_holds_in_cell(const World<D>& world) {
    const Parts<D>& parts = world.parts;
    const NeighbourReference<D>& listed = world.images.reference();
    if (listed.centre.size() != at(parts.size())) return false;
    const Mat<D>& was = world.images.edges();
    const bool same = was == parts.space.edges();
    const Mat<D> F = same ? Mat<D>::scaled_identity(1.0) : parts.space.edges() * inverse(was);
    const double shrinks = same ? 1.0 : stretch(inverse(F));
    const Vec<D>& o = parts.space.origin();
    for (int p = 0; p < parts.shapes(); ++p) {
        const std::size_t i = at(p);
        const Vec<D> moved = (parts.centre[i] - o) - F * (listed.centre[i] - o);
        const double by = parts.kind[i] == PartKind::plane ? std::abs(dot(parts.axis[i], moved)) : norm(moved);
        const double size = parts.is_grain(p) ? parts.radius[i] : 0.0;
        if (!(shrinks * (size + world.reach[i] + by) + neighbour_closeness * size <= size + listed.margin[i])) return false;
    }
    return true;
}

}  // namespace

template <int D>
bool list_holds(const World<D>& world) {
    if (world.cell_model.is_there) return list_holds_in_cell(world);
    const Parts<D>& parts = world.parts;
    const NeighbourReference<D>& listed = world.neighbours.reference();
    if (listed.centre.size() != at(parts.size())) return false;
    std::size_t walls = 0;
    for (int p = 0; p < parts.size(); ++p) {
        const std::size_t i = at(p);
        if (parts.is_wall(p)) {
            const NearbyWall<D> wall{p, parts.kind[i], listed.centre[i], listed.axis[walls], parts.radius[i], parts.length[i], ~parts.body[i],
                                     listed.margin[i], listed.span[walls]};
            ++walls;
            if (!(wall_motion(wall, parts.centre[i], parts.axis[i]) + world.reach[i] <= wall.margin)) return false;
        }
        if (!parts.is_grain(p)) continue;
        const Vec<D> moved = parts.centre[i] - listed.centre[i];
        const double left = may_move(listed.margin[i], parts.radius[i], world.reach[i]);
        if (!(left >= 0.0 && dot(moved, moved) <= left * left)) return false;
    }
    return true;
}

template <int D>
void go_on_as(const World<D>& before, World<D>& now) {
    now.time = before.time;
    now.steps = before.steps;
    now.energy = before.energy;
    now.gravity = before.gravity;
    now.staging = before.staging;
    now.factor = before.factor;
    now.sensed = before.sensed;
    now.skins = before.skins;
    now.cell = before.cell;
    now.cell_step = before.cell_step;  // bodies may change hands in the middle of a step
    place_cell(now);
}

template <int D>
TravellingBody<D> as_it_is(const World<D>& world, std::size_t slot, int whole, double reach) {
    return {whole, reach, world.bodies.position[slot], world.bodies.rotation[slot], world.bodies.velocity[slot]};
}

template <int D>
void put_pose(const TravellingBody<D>& body, std::size_t slot, World<D>& world) {
    world.bodies.position[slot] = body.position;
    world.bodies.rotation[slot] = body.rotation;
    world.bodies.velocity[slot] = body.velocity;
    if (world.matter.freedom[slot] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, static_cast<int>(slot));
}

template <int D>
double strike_out(Domain<D>& domain, std::span<const int> ids, Team& team) {
    World<D>& world = domain.world;
    std::vector<int> here;
    double of_copies = 0.0;
    for (const int id : ids) {
        const int slot = world.slot[at(id)];
        if (slot < 0) continue;
        here.push_back(id);
        if (domain.owner[at(slot)] != team.rank()) of_copies += kinetic_energy_of(world, slot) + potential_energy_of(world, slot);
        domain.slots[at(slot)] = domain.owner[at(slot)] = -1;
    }
    const double stored = world.energy.stored;
    world.first = domain.catalogue->whole->first;
    const double of_cell = cell_energy(world);
    world.cell_model = domain.catalogue->whole->cell_model;
    const double lighter = of_cell - cell_energy(world);
    world.energy.left += lighter;
    world.energy.kinetic -= lighter;
    remove_bodies<D>(world, here);
    if (!here.empty()) world.energy.left -= of_copies;
    const auto is_gone = [&](int slot) { return domain.slots[at(slot)] < 0; };
    std::erase_if(domain.copies, is_gone);
    std::vector<typename Halo<D>::Neighbour> neighbours = domain.halo.neighbours();
    for (auto& one : neighbours) {
        std::erase_if(one.mine, is_gone);
        std::erase_if(one.theirs, is_gone);
    }
    domain.halo.begin(std::move(neighbours), domain.slots.size());
    return stored - world.energy.stored;
}

#define DRYSTONE_DOMAIN(D)                                                                                  \
    template int keeping_one(const Catalogue<D>&, int, int);                                                \
    template bool keeps(const Domain<D>&, const ContactPoint<D>&, int);                                     \
    template Vec<D> home(const Domain<D>&, const Vec<D>&);                                                  \
    template bool list_holds(const World<D>&);                                                              \
    template void go_on_as(const World<D>&, World<D>&);                                                     \
    template TravellingBody<D> as_it_is(const World<D>&, std::size_t, int, double);                         \
    template void put_pose(const TravellingBody<D>&, std::size_t, World<D>&);                               \
    template double strike_out(Domain<D>&, std::span<const int>, Team&);
DRYSTONE_DOMAIN(2)
DRYSTONE_DOMAIN(3)
#undef DRYSTONE_DOMAIN

}  // namespace drystone::ranks
