#include "step/cell_contacts.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"

namespace drystone {

namespace {

template <int D>
double size_of(const Mat<D>& m) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += dot(m[i], m[i]);
    return std::sqrt(sum);
}

/// How much the stresses that are asked for may change L within a step.
template <int D>
double pushed(const World<D>& world, double h) {
    const CellModel<D>& model = world.cell_model;
    if (!model.is_pressed) return 0.0;
    double square = 0.0;
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (model.pressed[i][j] == 0.0) continue;
        const double asked = world.description.cell->component[n].signal.at(world.time + h);
        square += asked * asked;
    }
    return h * world.parts.space.volume() * std::sqrt(square) / model.inertia();
}

template <int D>
bool is_a_ball_on_itself(const Parts<D>& parts, const ContactPoint<D>& c) {
    return c.a == c.b && parts.kind[at(c.a)] == PartKind::ball && parts.local_centre[at(c.a)] == Vec<D>{};
}

}  // namespace

template <int D>
bool list_pairs_in_cell(World<D>& world, ThreadPool& pool) {
    if (world.images.reference().centre.empty() && !world.listed->centre.empty())
        world.images.restore(world.parts, *world.listed, world.cell.listed, pool);
    const bool anew = world.images.update(world.parts, world.reach, pool);
    if (anew) {
        world.listed = world.images.reference();
        world.cell.listed = world.images.edges();
    }
    return anew;
}

template <int D>
void find_in_cell(World<D>& world, ThreadPool& pool) {
    CellNeighbours<D>& near = world.images;
    std::vector<ContactPoint<D>>& points = world.contacts.point.whole();
    near.place(world.parts, world.reach, pool);
    world.finder.find(near.seen(), near.seen_pairs(), near.seen_reach(), pool, points);
    for (ContactPoint<D>& c : points) {
        const SeenPart<D> b = near.original(c.b);
        c.b = b.part;
        c.image = b.image;
    }
    if (!world.cell_model.is_pressed)
        std::erase_if(points, [&](const ContactPoint<D>& c) { return is_a_ball_on_itself(world.parts, c); });
}

template <int D>
double cell_rate(const World<D>& world, double h) {
    return world.cell_model.deforms ? size_of(velocity_gradient(world)) + pushed(world, h) : 0.0;
}

template <int D>
double cell_speed(const World<D>& world, double h, int p) {
    const int i = world.parts.body[at(p)];
    const double size =
        world.parts.radius[at(p)] + norm(world.parts.centre[at(p)] - world.bodies.position[at(i)]);
    return cell_rate(world, h) * size;
}

#define DRYSTONE_CELL_CONTACTS(D)                             \
    template bool list_pairs_in_cell(World<D>&, ThreadPool&); \
    template void find_in_cell(World<D>&, ThreadPool&);       \
    template double cell_rate(const World<D>&, double);       \
    template double cell_speed(const World<D>&, double, int);
DRYSTONE_CELL_CONTACTS(2)
DRYSTONE_CELL_CONTACTS(3)
#undef DRYSTONE_CELL_CONTACTS

}  // namespace drystone
