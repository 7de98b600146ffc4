#include "measure/joints.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <utility>

#include "contact/assemble.h"
#include "contact/bearing.h"
#include "core/motion.h"
#include "laws/utilisation.h"

namespace drystone {

namespace {

/// The strengths that a contact has at the end of the step. From the state alone, so that a world that was saved and restored says the same:
/// they need no velocity, and a joint that failed in this step has what is left of it.
template <int D>
LocalLaw<D> strengths(const World<D>& world, int i, double h) {
    const ContactPoint<D>& c = world.contacts.point[i];
    const Parts<D>& parts = world.parts;
    const int a = parts.body[c.a], b = parts.body[c.b];
    const int number = world.book.number(world.matter.surface[a], world.matter.surface[b]);
    const bool shared = world.carried.share.size() == world.contacts.point.size();
    const double closed = touching_gap(parts, c.a, c.b);
    const Approach<D> in{.gap = c.gap,
                         .step = h,
                         .least_radius = closed / touching,
                         .area = c.area,
                         .bearing = world.book.remembers ? bearing_area(parts, c) : c.area,
                         .share = shared ? world.carried.share[i] : 1.0,
                         .layer = c.layer,
                         .closed = c.gap <= closed};
    const Mat<D> frame = contact_frame(c.normal);
    return compile(
        world.book.laws[number], in,
        world.contacts.memory.view(i, world.book.places[number], axes_of(world.bodies, frame, a, b)));
}

template <int D>
Used used_by(const World<D>& world, int i, double h) {
    return used_of(strengths(world, i, h),
                   contact_frame(world.contacts.point[i].normal) * world.contacts.impulse[i]);
}

/// Sums over the contacts of a joint, from side a to side b.
template <int D>
struct Sums {
    Joint<D> joint;
    Vec<D> normals{};       // sum of the normals
    Vec<D> moved{};         // sum of how far the bodies' points at the contacts have come from each other
    Vec<D> pressed{};       // normal forces times their points
    double pressure = 0.0;  // sum of the normal forces [N]
    double shear_limit = 0.0;  // sum of what the contacts can carry [N]
    double worst = 0.0;        // of the shares that one contact alone can reach: pull and pressure
    int seams = 0;
    bool bears = false, slides = true;

    /// `side`: 1 where part b of the contact is on side b, else -1.
    void add(const World<D>& world, int i, double side, double h) {
        const ContactPoint<D>& c = world.contacts.point[i];
        const Vec<D> force = (1.0 / h) * world.contacts.impulse[i];
        const double normal = dot(force, c.normal);
        if (seams == 0) joint.opening = joint.contacts == 0 ? c.gap : std::max(joint.opening, c.gap);
        ++joint.contacts;
        joint.damage = std::max(joint.damage, world.contacts.memory.number("damage", i));
        if (c.layer == 0) joint.area += c.area;
        joint.force += side * force;
        normals += side * c.normal;
        moved += side * parted(world, c);
        pressed += normal * c.point;
        pressure += normal;
        if (force == Vec<D>{}) return;
        const Used used = used_by(world, i, h);
        shear_limit += used.shear_limit / h;
        worst = std::max({worst, used.pull, used.crush});
        bears = true;
        slides = slides && world.contacts.status[i] == ContactStatus::sliding;
    }

    /// Before the contacts.
    void add(const World<D>& world, const Seam<D>& seam) {
        const Parting<D> now = parting(world, seam);
        joint.opening = seams == 0 ? now.opening : std::max(joint.opening, now.opening);
        joint.slip = std::max(joint.slip, now.slip);
        ++seams;
    }

    Joint<D> finish() {
        const double length = norm(normals);
        const Vec<D> n = length > 0.0 ? (1.0 / length) * normals : Vec<D>{};
        joint.normal = dot(joint.force, n);
        joint.shear = norm(joint.force - joint.normal * n);
        const double none = std::numeric_limits<double>::quiet_NaN();
        for (int k = 0; k < D; ++k) joint.point[k] = pressure != 0.0 ? pressed[k] / pressure : none;
        joint.utilisation = std::max(worst, Used::share(joint.shear, shear_limit));
        if (joint.contacts > 0 && seams == 0) {
            const Vec<D> mean = (1.0 / joint.contacts) * moved;
            joint.slip = norm(mean - dot(mean, n) * n);
        }
        if (bears) joint.status = slides ? ContactStatus::sliding : ContactStatus::sticking;
        return joint;
    }

    /// How far the two points of the bodies that are at the contact now have come from each other since time 0.
    static Vec<D> parted(const World<D>& world, const ContactPoint<D>& c) {
        const Space<D>&space = world.parts.space, before = space_at_start(world);
        const auto start = [&](int body, const std::array<int, D>& image) {
            const Vec<D> own =
                rotate_back(world.bodies.rotation[body], c.point - space.seen(world.bodies.position[body], image));
            return before.seen(world.start_position[body] + rotate(world.start_rotation[body], own), image);
        };
        return start(world.parts.body[c.a], {}) - start(world.parts.body[c.b], c.image);
    }
};

/// A seam or contact of the joint between two bodies.
struct Piece {
    int a = 0, b = 0;  // ids, the lower one first
    int which = 0;     // contact; ~ of a seam
};

/// Its bodies, in this order.
template <int D>
std::pair<int, int> slots_of(const World<D>& world, std::span<const Seam<D>> seams, int which) {
    if (which < 0) return {seams[static_cast<std::size_t>(~which)].a, seams[static_cast<std::size_t>(~which)].b};
    const ContactPoint<D>& c = world.contacts.point[which];
    const int a = world.parts.body[c.a], b = world.parts.body[c.b];
    return world.bodies.id[b] < world.bodies.id[a] ? std::pair(b, a) : std::pair(a, b);
}

/// By joint, in the order of the ids; in a joint seams come first, both in their order.
template <int D>
std::vector<Piece> pieces_of(const World<D>& world, std::span<const Seam<D>> seams) {
    std::vector<Piece> pieces;
    pieces.reserve(seams.size() + world.contacts.point.size());
    for (std::size_t k = 0; k < seams.size(); ++k)
        pieces.push_back({world.bodies.id[seams[k].a], world.bodies.id[seams[k].b], ~static_cast<int>(k)});
    for (int i = 0; i < world.contacts.size(); ++i) {
        if (is_link(world.parts, world.contacts.point[i])) continue;
        const auto [a, b] = slots_of(world, seams, i);
        pieces.push_back({world.bodies.id[a], world.bodies.id[b], i});
    }
    const auto place = [](const Piece& p) { return std::tuple(p.a, p.b, p.which >= 0, p.which >= 0 ? p.which : ~p.which); };
    std::sort(pieces.begin(), pieces.end(), [&](const Piece& p, const Piece& q) { return place(p) < place(q); });
    return pieces;
}

}  // namespace

template <int D>
double utilisation(const World<D>& world, int contact, double h) {
    return is_link(world.parts, world.contacts.point[contact]) ? 0.0 : used_by(world, contact, h).most();
}

template <int D>
std::vector<Joint<D>> joints_of(const World<D>& world, double h) {
    return joints_of(world, seams_of(world), h);
}

template <int D>
void for_joints(const World<D>& world, std::span<const Seam<D>> seams, double h, const std::function<void(const Joint<D>&)>& visit) {
    assert(h > 0.0 && world.contacts.impulse.size() == world.contacts.point.size());
    const std::vector<Piece> pieces = pieces_of(world, seams);
    for (std::size_t k = 0; k < pieces.size();) {
        const Piece& first = pieces[k];
        Sums<D> sums;
        std::tie(sums.joint.a, sums.joint.b) = slots_of(world, seams, first.which);
        for (; k < pieces.size() && pieces[k].a == first.a && pieces[k].b == first.b; ++k) {
            const int which = pieces[k].which;
            if (which < 0)
                sums.add(world, seams[static_cast<std::size_t>(~which)]);
            else
                sums.add(world, which, world.parts.body[world.contacts.point[which].b] == sums.joint.b ? 1.0 : -1.0, h);
        }
        visit(sums.finish());
    }
}

template <int D>
std::vector<Joint<D>> joints_of(const World<D>& world, const std::vector<Seam<D>>& seams, double h) {
    std::vector<Joint<D>> joints;
    for_joints<D>(world, seams, h, [&](const Joint<D>& joint) { joints.push_back(joint); });
    return joints;
}

template <int D>
std::vector<Seam<D>> seams_between(const World<D>& world, const Sides& sides) {
    const auto slots = [&](std::span<const int> ids) {
        std::vector<int> out;
        for (const int id : ids) out.push_back(world.slot[static_cast<std::size_t>(id)]);
        return out;
    };
    return seams_between<D>(world, slots(sides.a), slots(sides.b));
}

template <int D>
Joint<D> joint_between(const World<D>& world, const Sides& sides, std::span<const Seam<D>> seams, double h) {
    assert(h > 0.0 && !sides.a.empty() && !sides.b.empty());
    const auto on = [&](std::span<const int> side, int slot) {
        return std::binary_search(side.begin(), side.end(), world.bodies.id[slot]);
    };
    Sums<D> sums;
    sums.joint.a = world.slot[static_cast<std::size_t>(sides.a[0])];
    sums.joint.b = world.slot[static_cast<std::size_t>(sides.b[0])];
    for (const Seam<D>& seam : seams) sums.add(world, seam);
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        if (is_link(world.parts, c)) continue;
        const int first = world.parts.body[c.a], second = world.parts.body[c.b];
        if (on(sides.a, first) && on(sides.b, second)) sums.add(world, i, 1.0, h);
        if (on(sides.b, first) && on(sides.a, second)) sums.add(world, i, -1.0, h);
    }
    return sums.finish();
}

template <int D>
Joint<D> joint_between(const World<D>& world, int a, int b, double h) {
    assert(a >= 0 && b >= 0 && a < world.bodies.size() && b < world.bodies.size());
    const Sides sides{std::span(&world.bodies.id[a], 1), std::span(&world.bodies.id[b], 1)};
    return joint_between<D>(world, sides, seams_between(world, sides), h);
}

template std::vector<Joint<2>> joints_of(const World<2>&, double);
template std::vector<Joint<3>> joints_of(const World<3>&, double);
template std::vector<Joint<2>> joints_of(const World<2>&, const std::vector<Seam<2>>&, double);
template std::vector<Joint<3>> joints_of(const World<3>&, const std::vector<Seam<3>>&, double);
template void for_joints(const World<2>&, std::span<const Seam<2>>, double, const std::function<void(const Joint<2>&)>&);
template void for_joints(const World<3>&, std::span<const Seam<3>>, double, const std::function<void(const Joint<3>&)>&);
template double utilisation(const World<2>&, int, double);
template double utilisation(const World<3>&, int, double);
template Joint<2> joint_between(const World<2>&, int, int, double);
template Joint<3> joint_between(const World<3>&, int, int, double);
template std::vector<Seam<2>> seams_between(const World<2>&, const Sides&);
template std::vector<Seam<3>> seams_between(const World<3>&, const Sides&);
template Joint<2> joint_between(const World<2>&, const Sides&, std::span<const Seam<2>>, double);
template Joint<3> joint_between(const World<3>&, const Sides&, std::span<const Seam<3>>, double);

}  // namespace drystone
