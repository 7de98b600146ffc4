#include "measure/seams.h"

#include <algorithm>
#include <cassert>

#include "broadphase/cell_neighbours.h"
#include "core/index.h"
#include "narrowphase/find_contacts.h"
#include "step/deformable.h"
#include "step/look_ahead.h"
#include "step/population.h"

namespace drystone {

namespace {

/// Part p of the world, put where it was at time 0, undeformed.
template <int D>
void add_part(const World<D>& world, int p, Parts<D>& out) {
    const Parts<D>& parts = world.parts;
    const std::size_t i = at(parts.body[at(p)]);
    const Mat<D> axes = matrix(world.start_rotation[i]);
    out.body.push_back(parts.body[at(p)]);
    out.kind.push_back(parts.kind[at(p)]);
    out.movable.push_back(parts.movable[at(p)]);
    out.radius.push_back(parts.radius[at(p)]);
    out.length.push_back(parts.length[at(p)]);
    out.local_centre.push_back(parts.local_centre[at(p)]);
    out.local_axis.push_back(parts.local_axis[at(p)]);
    out.centre.push_back(world.start_position[i] + axes * parts.local_centre[at(p)]);
    out.axis.push_back(axes * parts.local_axis[at(p)]);
    out.solid.push_back(-1);
    out.surface.push_back(-1);
    if (parts.solid[at(p)] < 0) return;
    const std::size_t k = at(parts.solid[at(p)]);
    out.solid.back() = static_cast<int>(out.solids.shape.size());
    out.solids.shape.push_back(parts.solids.shape[k]);
    out.solids.curved.push_back(parts.solids.curved[k]);
    out.solids.local_origin.push_back(parts.solids.local_origin[k]);
    out.solids.local_turn.push_back(parts.solids.local_turn[k]);
    out.solids.origin.push_back(world.start_position[i] + axes * parts.solids.local_origin[k]);
    out.solids.turn.push_back(axes * parts.solids.local_turn[k]);
}

/// The shapes of the bodies that `wanted` names, as they were at time 0; none of those that came later.
template <int D, class Wanted>
Parts<D> parts_at_start(const World<D>& world, const Wanted& wanted) {
    Parts<D> out;
    out.space = space_at_start(world);
    out.untouchable = world.parts.untouchable;
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int body = world.parts.body[at(p)];
        if (!wanted(body) || came_later<D>(world, world.bodies.id[at(body)])) continue;
        add_part(world, p, out);
        if (deforms<D>(world, body)) place_undeformed(world, p, out);
    }
    return out;
}

/// Whether one of these bodies may touch with a face.
template <int D, class Wanted>
bool has_faces(const Parts<D>& parts, const Wanted& wanted) {
    for (int p = 0; p < parts.shapes(); ++p) {
        if (parts.is_angular(p) && wanted(parts.body[at(p)])) return true;
    }
    return false;
}

/// As far as a law of the scene joins bodies, and as bodies at rest may be apart.
template <int D>
std::vector<double> reaches(const World<D>& world, const Parts<D>& parts) {
    double far = 0.0;
    for (const Law& law : world.book.laws) far = std::max(far, reach(law));
    std::vector<double> out;
    for (int p = 0; p < parts.size(); ++p)
        out.push_back(0.5 * far + (parts.is_grain(p) ? lingering * parts.extent(p) : 0.0));
    return out;
}

/// Points of parts that may touch; in a cell that repeats, of the second part by one of its images.
template <int D>
std::vector<ContactPoint<D>> touches(const Parts<D>& parts, std::span<const double> reach_of) {
    ThreadPool alone(1);
    ContactFinder<D> finder;
    std::vector<ContactPoint<D>> found;
    if (!parts.space.repeats()) {
        Neighbours<D> near;
        near.update(parts, reach_of, alone);
        finder.find(parts, near.pairs(), reach_of, alone, found);
        return found;
    }
    CellNeighbours<D> near;
    near.update(parts, reach_of, alone);
    near.place(parts, reach_of, alone);
    finder.find(near.seen(), near.seen_pairs(), near.seen_reach(), alone, found);
    for (ContactPoint<D>& c : found) {
        const SeenPart<D> b = near.original(c.b);
        c.b = b.part;
        c.image = b.image;
    }
    std::erase_if(found, [&](const ContactPoint<D>& c) { return parts.body[at(c.a)] == parts.body[at(c.b)]; });
    return found;
}

/// Faces that touch, or that a law joins.
template <int D>
void leave_faces(const World<D>& world, const Parts<D>& parts, std::vector<ContactPoint<D>>& found) {
    std::erase_if(found, [&](const ContactPoint<D>& c) {
        const Law& law = world.book.of(world.matter.surface[at(parts.body[at(c.a)])],
                                       world.matter.surface[at(parts.body[at(c.b)])]);
        return !(c.area > 0.0) || c.gap > reach(law) + resting_gap(parts, c.a, c.b);
    });
}

/// Pairs of parts of unlike sides that may touch.
template <int D>
std::vector<PartPair> pairs_across(const Parts<D>& parts, const std::vector<double>& reach_of,
                                   const std::vector<char>& side) {
    std::vector<PartPair> pairs;
    const auto are_far = [&](int p, int q) {
        if (parts.is_wall(p) || parts.is_wall(q)) return false;
        const double near = parts.radius[at(p)] + parts.radius[at(q)] + reach_of[at(p)] + reach_of[at(q)];
        return norm(parts.space.difference(parts.centre[at(p)], parts.centre[at(q)])) > near;
    };
    for (int p = 0; p < parts.size(); ++p) {
        for (int q = p + 1; q < parts.size(); ++q) {
            const bool across = side[at(parts.body[at(p)])] != side[at(parts.body[at(q)])];
            const bool moves = parts.movable[at(p)] || parts.movable[at(q)];
            if (!across || !moves || (parts.is_wall(p) && parts.is_wall(q)) || are_far(p, q)) continue;
            if (parts.may_touch(p, q)) pairs.push_back({p, q});
        }
    }
    return pairs;
}

template <int D>
Seam<D> seam_at(const World<D>& world, const Parts<D>& parts, const ContactPoint<D>& c, bool turned) {
    const int a = parts.body[at(c.a)], b = parts.body[at(c.b)];
    Seam<D> seam{.a = turned ? b : a,
                 .b = turned ? a : b,
                 .point = c.point,
                 .normal = turned ? -c.normal : c.normal,
                 .area = c.area};
    std::array<int, D> back = c.image;
    for (int& k : back) k = -k;
    const Vec<D> of_b = parts.space.seen(c.point, back);  // as the second part is called
    seam.place = {material_place(world, seam.a, turned ? of_b : c.point), material_place(world, seam.b, turned ? c.point : of_b)};
    return seam;
}

/// Where the point of a body is now that was at `point` at time 0.
template <int D>
Vec<D> moved(const World<D>& world, int body, const MaterialPlace& place, const Vec<D>& point) {
    const std::size_t i = at(body);
    if (place.element >= 0) return place_now(world, body, place);
    const Vec<D> own =
        rotate_back(world.start_rotation[i], space_at_start(world).difference(point, world.start_position[i]));
    return world.bodies.position[i] + rotate(world.bodies.rotation[i], own);
}

/// A direction that turns with a body.
template <int D>
Vec<D> turned(const World<D>& world, int body, const Vec<D>& direction) {
    return rotate(world.bodies.rotation[at(body)], rotate_back(world.start_rotation[at(body)], direction));
}

}  // namespace

template <int D>
std::vector<Seam<D>> seams_of(const World<D>& world) {
    const auto all = [](int) { return true; };
    if (!has_faces(world.parts, all)) return {};
    const Parts<D> parts = parts_at_start(world, all);
    std::vector<ContactPoint<D>> found = touches<D>(parts, reaches(world, parts));
    leave_faces(world, parts, found);
    std::vector<Seam<D>> seams;
    const std::vector<int>& id = world.bodies.id;
    for (const ContactPoint<D>& c : found)
        seams.push_back(seam_at(world, parts, c, id[at(parts.body[at(c.b)])] < id[at(parts.body[at(c.a)])]));
    std::stable_sort(seams.begin(), seams.end(), [&](const Seam<D>& p, const Seam<D>& q) {
        return std::pair(id[at(p.a)], id[at(p.b)]) < std::pair(id[at(q.a)], id[at(q.b)]);
    });
    return seams;
}

template <int D>
std::vector<Seam<D>> seams_between(const World<D>& world, std::span<const int> a, std::span<const int> b) {
    std::vector<char> side(world.bodies.position.size());
    for (const int body : a) side[at(body)] = 1;
    for (const int body : b) side[at(body)] = 2;
    const auto chosen = [&](int body) { return side[at(body)] != 0; };
    if (!has_faces(world.parts, chosen)) return {};
    const Parts<D> parts = parts_at_start(world, chosen);
    const std::vector<double> reach_of = reaches(world, parts);
    std::vector<ContactPoint<D>> found;
    if (parts.space.repeats()) {
        found = touches<D>(parts, reach_of);
        std::erase_if(found, [&](const ContactPoint<D>& c) { return side[at(parts.body[at(c.a)])] == side[at(parts.body[at(c.b)])]; });
    } else {
        ThreadPool alone(1);
        ContactFinder<D> finder;
        finder.find(parts, pairs_across(parts, reach_of, side), reach_of, alone, found);
    }
    leave_faces(world, parts, found);
    std::vector<Seam<D>> seams;
    for (const ContactPoint<D>& c : found)
        seams.push_back(seam_at(world, parts, c, side[at(parts.body[at(c.a)])] != 1));
    return seams;
}

template <int D>
Parting<D> parting(const World<D>& world, const Seam<D>& seam) {
    const Vec<D> at_a = moved(world, seam.a, seam.place[0], seam.point),
                 at_b = moved(world, seam.b, seam.place[1], seam.point);
    const Vec<D> apart = world.parts.space.difference(at_b, at_a);
    const Vec<D> sum = turned(world, seam.a, seam.normal) + turned(world, seam.b, seam.normal);
    const double length = norm(sum);  // none where one has turned by 180 degrees: then a's counts
    const Vec<D> n = length > 0.0 ? (1.0 / length) * sum : turned(world, seam.a, seam.normal);
    const double opening = dot(apart, n);
    return {.opening = opening, .slip = norm(apart - opening * n), .middle = at_a + 0.5 * apart};
}

#define INSTANTIATE(D) \
    template std::vector<Seam<D>> seams_of(const World<D>&);                                                          \
    template std::vector<Seam<D>> seams_between(const World<D>&, std::span<const int>, std::span<const int>); \
    template Parting<D> parting(const World<D>&, const Seam<D>&);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
