#include "statics/assembly.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/move.h"
#include "contact/match.h"
#include "core/index.h"
#include "step/abilities.h"
#include "step/cell_contacts.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/loads.h"
#include "step/require_springs.h"

namespace drystone {

namespace {

// Pairs are listed again when something has moved by this share of its size; those are listed whose gap two such motions,
// and one more iteration, can close. [-]
constexpr double listing = 0.1;

// Springs are stretched along a straight way from where an increment began; beyond this share of its size (or radians) an
// element begins anew. [-]
constexpr double one_piece = 0.3;

template <int D>
std::string called(const World<D>& world, int body) {
    const std::string& name = world.description.bodies[at(body)].name;
    return name.empty() ? "body number " + std::to_string(body) : "body '" + name + "'";
}

template <int D>
double mean_ball_radius(const Parts<D>& parts) {
    double sum = 0.0;
    int balls = 0;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.kind[at(p)] != PartKind::ball) continue;
        sum += parts.radius[at(p)];
        ++balls;
    }
    return balls > 0 ? sum / balls : 1.0;
}

template <int D>
void refuse_unknown(const World<D>& world) {
    require_able(Solves::statics, world.description);
    if (world.description.interactions.empty())
        refuse(world.description.place, "statics needs [[interactions]] with law = \"spring\", and there are none");
}

}  // namespace

template <int D>
StiffAssembly<D>::StiffAssembly(World<D>& world, const StaticsSettings& settings, ThreadPool& pool)
    : world_(world), settings_(settings), pool_(pool) {
    refuse_unknown(world);
    if (settings_.method == StaticsMethod::serrano) settings_.displacements = Displacements::small;
    start_ = world.bodies.position;
    std::fill(world.bodies.velocity.begin(), world.bodies.velocity.end(), Twist<D>{});
    list_elements();
    double sum = 0.0;
    for (const Interaction& entry : world.description.interactions)
        sum += std::get<Spring>(entry.law).normal_stiffness;
    mean_stiffness = sum / static_cast<double>(world.description.interactions.size());
    find_links(true);
}

template <int D>
void StiffAssembly<D>::list_elements() {
    const Bodies<D>& bodies = world_.bodies;
    const Matter<D>& matter = world_.matter;
    const Parts<D>& parts = world_.parts;
    const double mean = mean_ball_radius(parts);
    std::vector<double> size(at(bodies.size()), 0.0);
    for (int p = 0; p < parts.size(); ++p) {
        double& s = size[at(parts.body[at(p)])];
        if (parts.kind[at(p)] == PartKind::ball)
            s = std::max(s, parts.radius[at(p)] + norm(parts.local_centre[at(p)]));
    }
    element_of.assign(at(bodies.size()), -1);
    margin_.assign(at(bodies.size()), listing * mean);
    for (int i = 0; i < bodies.size(); ++i) {
        if (size[at(i)] == 0.0) size[at(i)] = mean;
        margin_[at(i)] = listing * size[at(i)];
        if (matter.freedom[at(i)] == Freedom::immovable) continue;
        element_of[at(i)] = static_cast<int>(element.size());
        RigidElement<D> e;
        e.body = i;
        e.size = size[at(i)];
        e.all_free = matter.free_directions[at(i)] == Mat<D>::scaled_identity(1.0) &&
                     matter.free_rotations[at(i)] == Mat<spin_dim<D>>::scaled_identity(1.0);
        element.push_back(e);
    }
    for (const Support<D>& s : world_.description.supports) {
        const int e = element_of[at(s.body)];
        if (e >= 0) element[at(e)].support += joined<D>(s.stiffness, s.rotational);
    }
}

template <int D>
Link<D> StiffAssembly<D>::new_link(const ContactPoint<D>& c, bool first) const {
    Link<D> made;
    made.a = c.a;
    made.b = c.b;
    made.feature = c.feature;
    made.image = c.image;
    made.body_a = world_.parts.body[at(c.a)];
    made.body_b = world_.parts.body[at(c.b)];
    made.law = spring_between(world_, made.body_a, made.body_b);
    if (!made.law)
        refuse(world_.description.bodies[at(made.body_a)].place,
               called(world_, made.body_a) + " and " + called(world_, made.body_b) +
                   " can meet, and no [[interactions]] entry with law = \"spring\" speaks of them");
    made.normal = c.normal;
    made.point = c.point;
    if (made.body_a == made.body_b)
        refuse(world_.description.bodies[at(made.body_a)].place, called(world_, made.body_a) + " touches its own image, which statics does not know: give the cell more bodies");
    made.arm_a = c.point - world_.bodies.position[at(made.body_a)];
    made.arm_b = c.point - world_.parts.space.seen(world_.bodies.position[at(made.body_b)], c.image);
    made.gap = c.gap;
    const double near = std::max(settings_.touching_gap, touching_gap(world_.parts, c.a, c.b));
    // Serrano's circles are bonded and without force at the start, whatever the law says of bonds.
    const bool bonds = made.law->bonded || settings_.method == StaticsMethod::serrano;
    made.bonded = first && bonds && c.gap <= near;
    if (made.bonded) made.rest_gap = c.gap;
    stretch(made, made.normal, Vec<D>{}, Spin<D>{});
    return made;
}

template <int D>
void StiffAssembly<D>::find_links(bool first, const std::vector<Generalised<D>>* moved) {
    World<D>& world = world_;
    for (int p = 0; p < world.parts.size(); ++p)
        world.reach[at(p)] =
            std::max((1.0 + settings_.max_move / listing) * margin_[at(world.parts.body[at(p)])],
                     settings_.touching_gap);
    std::vector<ContactPoint<D>> points;
    if (world.cell_model.is_there) {
        list_pairs_in_cell(world, pool_);
        find_in_cell(world, pool_);
        points.swap(world.contacts.point.whole());
        std::sort(points.begin(), points.end(), [](const auto& x, const auto& y) { return identity_of(x) < identity_of(y); });
    } else {
        world.neighbours.update(world.parts, world.reach, pool_);
        world.finder.find(world.parts, world.neighbours.pairs(), world.reach, pool_, points);
    }
    std::vector<Link<D>> old;
    old.swap(link);
    const auto name = [](const auto& c) { return identity_of(c); };
    const auto goes_on = [&](std::size_t, std::size_t k) { link.push_back(old[k]); };
    const auto begins = [&](std::size_t i) {
        link.push_back(new_link(points[i], first));
        if (moved) link.back() = after(link.back(), -(*moved)[at(link.back().body_a)], -(*moved)[at(link.back().body_b)]);
    };
    const auto ends = [&](std::size_t k) {
        if (old[k].bonded) link.push_back(old[k]);  // a bond is not lost by being stretched
    };
    Succession{points, old, name, goes_on, begins, ends}.walk();
    listed_at_ = world.bodies.position;
    index_links();
}

template <int D>
void StiffAssembly<D>::index_links() {
    first_link.assign(element.size() + 1, 0);
    const auto ends = [&](const auto& visit) {
        for (std::size_t l = 0; l < link.size(); ++l) {
            for (const int body : {link[l].body_a, link[l].body_b}) {
                if (element_of[at(body)] >= 0) visit(at(element_of[at(body)]), static_cast<int>(l));
            }
        }
    };
    ends([&](std::size_t e, int) { ++first_link[e + 1]; });
    for (std::size_t e = 0; e < element.size(); ++e) first_link[e + 1] += first_link[e];
    links_of.resize(at(first_link.back()));
    std::vector<int> next(first_link.begin(), first_link.end() - 1);
    ends([&](std::size_t e, int l) { links_of[at(next[e]++)] = l; });
}

template <int D>
void StiffAssembly<D>::list_links_for(const std::vector<Generalised<D>>& moved) {
    for (int i = 0; i < world_.bodies.size(); ++i) move_body(i, moved[at(i)]);
    find_links(false, &moved);
    for (int i = 0; i < world_.bodies.size(); ++i) move_body(i, -moved[at(i)]);
}

template <int D>
bool StiffAssembly<D>::within_margin(int body, const Generalised<D>& moved) const {
    if (settings_.displacements == Displacements::small) return true;
    const Vec<D> now = world_.bodies.position[at(body)] + translation<D>(moved);
    return norm(now - listed_at_[at(body)]) <= 0.999 * margin_[at(body)];
}

template <int D>
bool StiffAssembly<D>::far_off(int body, const Generalised<D>& moved) const {
    if (settings_.displacements == Displacements::small) return false;
    return norm(translation<D>(moved)) > one_piece / listing * margin_[at(body)] ||
           norm(rotation<D>(moved)) > one_piece;
}

template <int D>
bool StiffAssembly<D>::refresh_links() {
    bool valid = true;
    for (int i = 0; valid && i < world_.bodies.size(); ++i) valid = within_margin(i, {});
    if (valid) return false;
    find_links(false);
    return true;
}

template <int D>
void StiffAssembly<D>::load(double t) {
    const double brought = settings_.ramp * settings_.duration;
    const double grown = brought > 0.0 ? std::min(1.0, t / brought) : 1.0;
    const auto constant = [](const Signal& s) { return s.kind == Signal::Kind::constant && s.start <= 0.0; };
    const auto& change = world_.description.gravity_change;
    const bool own_history = change && !(constant(change->scale) && constant(change->tilt));
    world_.gravity = (own_history ? 1.0 : grown) * gravity_at(world_.description, t);

    for (const int i : world_.loaded) world_.applied.set(at(i), {});
    for (const Load<D>& load : world_.description.loads) {
        const double scale = (constant(load.history) ? grown : 1.0) * load.history.at(t);
        const Twist<D> f = force_and_torque(world_.matter, world_.bodies, load);
        world_.applied.edit(at(load.body)).v += scale * f.v;
        world_.applied.edit(at(load.body)).w += scale * f.w;
    }
    apply_water(world_, t);
    for (RigidElement<D>& e : element) {
        const auto i = at(e.body);
        e.external =
            joined<D>(world_.matter.mass[i] * world_.gravity + world_.applied[i].v, world_.applied[i].w);
    }
}

template <int D>
std::vector<Generalised<D>> StiffAssembly<D>::prescribed(double from, double to) {
    std::vector<Generalised<D>> moved(at(world_.bodies.size()));
    if (world_.driven.empty() || to == from) return moved;
    world_.time = from;
    prescribe_velocities(world_, world_, to - from);
    for (const int i : world_.driven) {
        Twist<D>& v = world_.bodies.velocity[at(i)];
        moved[at(i)] = joined<D>((to - from) * v.v, (to - from) * v.w);
        v = {};
    }
    return moved;
}

template <int D>
LinkSide<D> StiffAssembly<D>::side(int part, const Generalised<D>& moved, const std::array<int, D>& image) const {
    const Parts<D>& parts = world_.parts;
    const Vec<D>& body = world_.bodies.position[at(parts.body[at(part)])];
    return {parts.kind[at(part)],
            parts.radius[at(part)],
            parts.space.seen(body, image),
            parts.space.seen(parts.local_centre[at(part)] == Vec<D>{} ? body : parts.centre[at(part)], image),
            parts.axis[at(part)],
            moved};
}

template <int D>
Link<D> StiffAssembly<D>::after(const Link<D>& before, const Generalised<D>& moved_a,
                           const Generalised<D>& moved_b) const {
    return moved_link(before, side(before.a, moved_a, {}), side(before.b, moved_b, before.image), settings_.displacements);
}

template <int D>
void StiffAssembly<D>::move_body(int body, const Generalised<D>& moved) {
    if (moved == Generalised<D>{}) return;
    Bodies<D>& bodies = world_.bodies;
    Parts<D>& parts = world_.parts;
    bodies.position[at(body)] += translation<D>(moved);
    bodies.rotation[at(body)] = normalised(rotation_by(rotation<D>(moved)) * bodies.rotation[at(body)]);
    const auto first = std::lower_bound(parts.body.begin(), parts.body.end(), body) - parts.body.begin();
    for (auto p = static_cast<std::size_t>(first); p < parts.body.size() && parts.body[p] == body; ++p) {
        parts.centre[p] =
            bodies.position[at(body)] + rotate(bodies.rotation[at(body)], parts.local_centre[p]);
        if (parts.is_wall(static_cast<int>(p))) parts.axis.set(p, rotate(bodies.rotation[at(body)], parts.local_axis[p]));
    }
    if (element_of[at(body)] >= 0) element[at(element_of[at(body)])].displacement += moved;
}

template <int D>
Generalised<D> StiffAssembly<D>::free_part(const RigidElement<D>& e, const Generalised<D>& x) const {
    if (e.all_free) return x;
    const auto i = at(e.body);
    return joined<D>(world_.matter.free_directions[i] * translation<D>(x),
                     world_.matter.free_rotations[i] * rotation<D>(x));
}

template <int D>
Generalised<D> StiffAssembly<D>::outer_force(const RigidElement<D>& e, const Generalised<D>& moved) const {
    Generalised<D> f = e.external;
    for (int k = 0; k < freedoms<D>; ++k) f[k] -= e.support[k] * (e.displacement[k] + moved[k]);
    return f;
}

template <int D>
void StiffAssembly<D>::residual(const std::vector<Link<D>>& links, const std::vector<Generalised<D>>& moved,
                           std::vector<Generalised<D>>& out) const {
    out.resize(element.size());
    pool_.for_ranges(element.size(), 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            Generalised<D> f = outer_force(element[e], moved[at(element[e].body)]);
            for (int k = first_link[e]; k < first_link[e + 1]; ++k) {
                const Link<D>& l = links[at(links_of[at(k)])];
                if (l.closed) f += l.body_a == element[e].body ? l.on_a() : l.on_b();
            }
            out[e] = free_part(element[e], f);
        }
    });
}

template <int D>
double StiffAssembly<D>::error(const RigidElement<D>& e, const Generalised<D>& f) const {
    const Vec<D> force = translation<D>(f);
    const Spin<D> m = (1.0 / e.size) * rotation<D>(f);
    return std::sqrt(dot(force, force) + dot(m, m));
}

template <int D>
double StiffAssembly<D>::force_scale(const std::vector<Link<D>>& links) const {
    double sum = 0.0;
    int count = 0;
    for (const Link<D>& l : links) {
        if (!l.closed || l.force() == Vec<D>{}) continue;
        sum += norm(l.force());
        ++count;
    }
    if (count > 0) return sum / count;
    for (const RigidElement<D>& e : element) sum += error(e, free_part(e, e.external));
    return element.empty() ? 0.0 : sum / static_cast<double>(element.size());
}

template class StiffAssembly<2>;
template class StiffAssembly<3>;

}  // namespace drystone
