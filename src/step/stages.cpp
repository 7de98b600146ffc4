// The stages of a step, docs/theory.md section 6:
//
//     move            x <- x + dt v,  rotations by (1.2) or (1.6)                                         (6.1), (6.5)
//     free            V_free = V- + h M^-1 F                                                              (6.3)
//     assemble, solve u = W r + b,  b = H^T V_free,  every (u_i, r_i) within its law                      (2.6)
//     apply           V+ = V_free + M^-1 H r                                                              (6.4)

#include "step/stages.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bodies/move.h"
#include "contact/anchors.h"
#include "contact/assemble.h"
#include "contact/share_forces.h"
#include "core/in_parallel.h"
#include "core/read_ahead.h"
#include "solvers/solve.h"
#include "step/cell_contacts.h"
#include "step/cell_drift.h"
#include "step/damping.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/links.h"
#include "step/loads.h"
#include "step/look_ahead.h"
#include "step/outcomes.h"

namespace drystone {

namespace {

constexpr std::size_t stage_grain = 4096;  // contacts or bodies worth waking a thread for

/// Introduces the contacts to their laws and drops those that no law needs: moreau has no use for an open contact unless
/// its law acts across the gap. Returns the elastic energy of what was dropped.
template <int D>
double meet_contacts(World<D>& world, const StepSettings& settings, bool first) {
    const bool keeps_open = settings.integrator == Integrator::euler, foresees = settings.projects();
    Contacts<D>& contacts = world.contacts;
    const auto stays = [&](std::size_t i) {
        const ContactPoint<D>& c = contacts.point[i];
        if (is_link(world.parts, c)) {
            if (world.carried.fresh[i]) begin_link<D>(world, world, i);
            return true;
        }
        const int a = world.parts.body[c.a], b = world.parts.body[c.b];
        const int number = world.book.number(world.matter.surface[a], world.matter.surface[b]);
        const Law& law = world.book.laws[number];
        const Mat<D> frame = contact_frame(c.normal);
        const bool met_before = first && !world.known_before.empty() && world.known_before[a] && world.known_before[b];
        const Encounter now{.gap = c.gap,
                            .area = c.area,
                            .closed = c.gap <= touching_gap(world.parts, c.a, c.b),
                            .rests = c.gap <= resting_gap(world.parts, c.a, c.b),
                            .fresh = world.carried.fresh[i] != 0,
                            .first = first && !met_before};
        meet(law, now, contacts.memory.open(i, world.book.places[number], axes_of(world.bodies, frame, a, b)));
        return keeps_open || now.closed || contacts.memory.holds(i) || looks_ahead(law) ||
               c.gap <= lingering_gap(world.parts, c.a, c.b) ||
               (foresees && is_about_to_close(world, settings, c));
    };
    return drop(contacts, world.carried, stays);
}

/// Whether parts and feature say which contact of the last step one is: so it is of balls on walls and each other under laws without memory.
template <int D>
bool knows_by_name(const World<D>& world) {
    return !world.book.remembers && !world.book.layered && world.links.size() == 0 && world.parts.solids.shape.empty() && world.parts.surfaces.empty() &&
           !world.cell_model.is_there;
}

/// Joints of time 0 are found when the first step begins, half a step before its contacts under moreau.
template <int D>
SinceLast<D> since_last(const World<D>& world, const StepSettings& settings, bool first) {
    const bool half = world.steps == 0 && !first && settings.integrator == Integrator::moreau;
    SinceLast<D> since{world.parts, world.bodies, half ? 0.5 * settings.step : settings.step, {}};
    if (world.cell_model.deforms) since.edges_move = world.cell.velocity;
    return since;
}

/// Impulses in contact frames are not asked for until the problem is assembled: last step's are put aside in their list, and that is given back,
/// where no step has to be undone.
template <int D>
void lend_impulses(World<D>& world) {
    if (!world.carried.may_go_back) world.impulse.swap(world.carried.old.impulse);
}

/// What holds on to a compliant body, deformable or the cell: contact by contact, so that the grips of each stand together.
template <int D>
void grip_contacts(World<D>& world) {
    world.problem.W.grip.clear();
    world.gripped.clear();
    note_branches(world);
    if (!has_deformable<D>(world) && !is_gripped(world)) return;
    begin_grips<D>(world, world);
    const std::size_t count = world.contacts.point.size();
    world.gripped.begin(count);
    for (std::size_t c = 0; c < count; ++c) {
        grip_deforming(world, c);
        grip_cell(world, c);
    }
}

template <int D>
ContactStatus status_of(const LocalLaw<D>& law, const Vec<D>& r) {
    if (!(r[0] + law.tension > 0.0)) return ContactStatus::open;
    constexpr double on_the_cone = 1.0 - 1e-9;
    return tangential_norm(r) >= on_the_cone * law.shear_limit(r[0]) ? ContactStatus::sliding
                                                                     : ContactStatus::sticking;
}

/// Whether so many contacts are visited by one thread, in their order.
bool goes_in_order(std::size_t count, const ThreadPool& pool) { return pool.size() == 1 || count <= stage_grain; }

/// Whether impulses change the velocity of body i in the arrays of bodies.
template <int D>
bool takes_impulses(const Matter<D>& matter, int i) {
    return matter.freedom[i] != Freedom::immovable && matter.freedom[i] != Freedom::elastic;
}

/// give(contact, to its b side, body) for both sides of the contacts that `has` it, where the body can be moved: by body, and for
/// each body in the order of the contacts.
template <int D, class Has, class Give>
void give_to_bodies(World<D>& world, std::size_t count, ThreadPool& pool, const Has& has, const Give& give) {
    constexpr std::size_t most_buckets = 1024, least_bodies = 64;
    const std::size_t bodies = world.bodies.position.size();
    const std::size_t bucket = std::max(least_bodies, bodies / most_buckets + 1), buckets = bodies / bucket + 1;
    const auto body_of = [&](std::size_t side) {
        const auto [part_a, part_b] = world.contacts.point.parts(side / 2);
        return world.parts.body[side % 2 == 0 ? part_a : part_b];
    };
    const auto moves = [&](int i) { return takes_impulses(world.matter, i); };
    if (goes_in_order(count, pool)) {  // the same order without buckets
        const auto ask = [&](std::size_t c) { read_ahead(&world.bodies.velocity[world.parts.body[world.contacts.point.parts(c).b]]); };
        in_turns(0, count, ask, [&](std::size_t c) {
            if (!has(c)) return;
            const auto [part_a, part_b] = world.contacts.point.parts(c);
            const int a = world.parts.body[part_a], b = world.parts.body[part_b];
            if (moves(a)) give(c, false, a);
            if (moves(b)) give(c, true, b);
        });
        return;
    }
    const auto bucket_of = [&](std::size_t side) {
        const int i = body_of(side);
        return has(side / 2) && moves(i) ? static_cast<int>(static_cast<std::size_t>(i) / bucket) : -1;
    };
    const Workbench::Use use(world.scratch.bench());
    const BucketView sides = sort_into_buckets(2 * count, static_cast<int>(buckets), bucket_of, pool, use);
    pool.for_ranges(buckets, std::max<std::size_t>(1, stage_grain / bucket), [&](std::size_t begin, std::size_t end) {
        for (const int side : sides.between(static_cast<int>(begin), static_cast<int>(end))) {
            const auto s = static_cast<std::size_t>(side);
            give(s / 2, s % 2 == 1, body_of(s));
        }
    });
}

/// v += M^-1 f,  w += I^-1 m; of a body with one number for each by that alone, with the bits that its matrices give.
template <int D>
void push(const Matter<D>& matter, Bodies<D>& bodies, int i, const Vec<D>& f, const Spin<D>& m) {
    Twist<D>& u = bodies.velocity[i];
    if (matter.freedom[i] != Freedom::isotropic) {
        u.v += matter.inverse_mass[i] * f;
        u.w += bodies.inverse_inertia[i] * m;
        return;
    }
    const double per_mass = matter.inverse_mass.scale(i), per_inertia = bodies.inverse_inertia.scale(i);
    for (int k = 0; k < D; ++k) u.v[k] += per_mass * f[k] + 0.0;
    for (int k = 0; k < spin_dim<D>; ++k) u.w[k] += per_inertia * m[k] + 0.0;
}

/// What contact c has come to.
template <int D>
void note_impulse(World<D>& world, std::size_t c, const Mat<D>& frame) {
    world.contacts.impulse[c] = transpose_times(frame, world.impulse[c]);
    world.contacts.status[c] = status_of(world.problem.law[c], world.impulse[c]);
}

/// Notes and gives in one pass.
template <int D>
void apply_in_order(World<D>& world) {
    const auto ask = [&](std::size_t c) {
        world.contacts.point.fetch(c);
        read_ahead(&world.bodies.velocity[world.parts.body[world.contacts.point.parts(c).b]]);
    };
    in_turns(0, world.impulse.size(), ask, [&](std::size_t c) {
        const ContactArms<D>& arms = world.problem.W.contact[c];
        note_impulse(world, c, arms.frame);
        const Vec<D>& f = world.contacts.impulse[c];
        if (f == Vec<D>{}) return;
        const auto [part_a, part_b] = world.contacts.point.parts(c);
        const int a = world.parts.body[part_a], b = world.parts.body[part_b];
        if (takes_impulses(world.matter, a)) push(world.matter, world.bodies, a, -f, moment(arms.arm_a, -f));
        if (takes_impulses(world.matter, b)) push(world.matter, world.bodies, b, f, moment(arms.arm_b, f));
    });
}

}  // namespace

template <int D>
void make_room(World<D>& world) {
    const bool is_new = world.applied.size() != world.bodies.position.size();
    world.applied.resize(world.bodies.position.size());
    world.reach.resize(world.parts.body.size());
    world.finder.rule = world.description.points;
    if (is_new) world.gravity = gravity_at(world.description, world.time);
    make_room_for_deforming<D>(world, world, world);
}

template <int D>
bool list_pairs(World<D>& world, ThreadPool& pool) {
    if (world.cell_model.is_there) return list_pairs_in_cell(world, pool);
    Workbench& bench = world.scratch.bench();
    if (world.neighbours.reference().centre.empty() && !world.listed->centre.empty())
        world.neighbours.restore(world.parts, world.listed, pool, bench);
    world.listed.let_go();  // of the list's own, so that it is not copied to be written to
    const bool anew = world.neighbours.update(world.parts, world.reach, pool, bench);
    world.listed = world.neighbours.shared_reference();
    return anew;
}

template <int D>
void move_bodies(World<D>& world, double dt, double t, ThreadPool& pool) {
    assert(std::isfinite(dt) && std::isfinite(t));
    world.energy.scheme += drift(world.matter, world.bodies, dt, pool, world.lost);
    place_driven_bodies<D>(world, world, t);
    move_cell(world, dt);
}

template <int D>
void find_contacts(World<D>& world, const StepSettings& settings, bool first, ThreadPool& pool) {
    const LawBook& book = world.book;
    Contacts<D>& contacts = world.contacts;
    list_pairs(world, pool);
    if (settings.projects()) foresee_impacts(world, settings, pool);
    world.carried.moments = book.turns || world.links.size() > 0;
    world.carried.by_name = knows_by_name(world);
    world.carried.may_go_back = settings.may_halve();
    lend_impulses(world);
    world.problem.W.contact.clear();  // last step's, which may share its points
    set_aside(contacts, world.carried);
    const bool chooses = settings.projects() && !book.remembers;
    if (world.cell_model.is_there) {
        find_in_cell(world, pool);
        if (chooses) drop_distant(world, settings, pool);
    } else {
        Sight<D> sight{world.reach};
        if (chooses) sight.leaves_out = [&](const ContactPoint<D>& c) { return is_distant(world, settings, c); };
        if (world.carried.by_name)
            world.finder.find_balls(world.parts, world.neighbours.pairs(), sight, pool, contacts.point);
        else
            world.finder.find(world.parts, world.neighbours.pairs(), sight, pool, contacts.point.whole());
    }
    if (book.layered)
        split_layers(contacts, world.carried, [&](const ContactPoint<D>& c) { return layers(law_of(world, c)); });
    place_links(world, settings);
    if (world.links.size() > 0) find_links(world.parts, world.links, contacts.point.whole());
    const SinceLast<D> since = since_last(world, settings, first);
    double given_up = carry_over(contacts, world.carried, book.remembers, pool, &since);
    lend_impulses(world);
    if (book.remembers) {
        given_up += meet_contacts(world, settings, first);
        world.energy.stored -= given_up;
        world.energy.losses.damage += given_up;
    }
    if (book.anchors) hold_anchors(world.matter, world.bodies, world.parts, book, contacts);
    if (book.shares_force) share_forces(world.matter, world.parts, book, contacts, world.carried);
}

template <int D>
void free_velocities(World<D>& world, double h, double t, ThreadPool& pool) {
    assert(h > 0.0);
    Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    copy_all(bodies.velocity, world.before, pool);
    end_first_drift(world);
    const Vec<D> falling = h * world.gravity;
    pool.for_ranges(bodies.position.size(), stage_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (matter.freedom[i] == Freedom::isotropic) bodies.velocity[i].v += falling;
            if (matter.freedom[i] == Freedom::general)
                bodies.velocity[i].v += matter.free_directions[i] * falling;
        }
    });
    apply_loads(world, t);
    begin_drag(world, h, t);
    for (const int i : world.loaded) {
        bodies.velocity[i].v += h * (matter.inverse_mass[i] * world.applied[i].v);
        bodies.velocity[i].w += h * (bodies.inverse_inertia[i] * world.applied[i].w);
    }
    begin_damping(world, h, t);
    free_cell(world, h, t);
}

template <int D>
void assemble_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    number_mobile_bodies<D>({world.matter, world.bodies}, pool, world.scratch.bench(), world.numbering, world.mobile);
    grip_contacts(world);
    assemble(assemble_input(world, settings), pool, world.problem, world.impulse, world.moment);
    assemble_deforming(world, pool);
    assemble_cell(world);
}

template <int D>
SolveReport solve(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    if (world.keeps_guess) world.guess = world.impulse;
    std::vector<ContactName> none;
    Workbench& bench = world.scratch.bench();
    const Workbench::Loan impulses(bench, world.contacts.impulse),  // last step's: apply_impulses() notes new ones
        names(bench, world.carried.may_go_back ? none : world.carried.name), closing(bench, world.projection.closing);
    return solve_contacts<D>(world.problem, {settings.solver, static_cast<std::uint64_t>(world.steps), pool}, *world.scratch, {world.impulse, world.moment});
}

template <int D>
void apply_impulses(World<D>& world, ThreadPool& pool) {
    assert(world.impulse.size() == world.problem.b.size());
    Bodies<D>& bodies = world.bodies;
    Contacts<D>& contacts = world.contacts;
    const std::size_t count = world.impulse.size();
    contacts.moment.forget();
    if (goes_in_order(count, pool)) {
        apply_in_order(world);
    } else {
        pool.for_ranges(count, stage_grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) note_impulse(world, c, world.problem.W.contact.frame(c));
        });
        const auto has_impulse = [&](std::size_t c) { return !(contacts.impulse[c] == Vec<D>{}); };
        give_to_bodies(world, count, pool, has_impulse, [&](std::size_t c, bool to_b, int i) {
            const Vec<D> f = to_b ? contacts.impulse[c] : -contacts.impulse[c];
            push(world.matter, bodies, i, f, moment(world.problem.W.contact.arm(c, to_b), f));
        });
    }
    apply_to_cell(world, pool);
    if (world.moment.empty()) return;
    contacts.moment.keep_all();
    pool.for_ranges(world.moment.size(), stage_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const int c = world.problem.turning[k].contact;
            contacts.moment.set(static_cast<std::size_t>(c), from_frame(world.problem.W.contact[c].frame, world.moment[k]));
        }
    });
    const auto has_moment = [&](std::size_t c) { return !(contacts.moment[c] == Spin<D>{}); };
    give_to_bodies(world, contacts.moment.size(), pool, has_moment, [&](std::size_t c, bool to_b, int i) {
        bodies.velocity[i].w += bodies.inverse_inertia[i] * (to_b ? contacts.moment[c] : -contacts.moment[c]);
    });
}

template <int D>
double come_to_rest(World<D>& world) {
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[i] != Freedom::immovable) world.bodies.velocity[i] = {};
    }
    stop_deforming<D>(world, world);
    world.cell.velocity = {};
    return world.energy.kinetic;
}

template <int D>
void move_by_the_end(World<D>& world, ThreadPool& pool) {
    copy_all(world.bodies.velocity, world.before, pool);
    for (GrippedSides<D>& sides : world.gripped.all()) sides.before = sides.after;
    world.cell_step.before = world.cell.velocity;
    world.energy.scheme += rigid_kinetic_energy(world, pool) + cell_energy(world);
}

template <int D>
void accept(World<D>& world, double h, StepReport& report, ThreadPool& pool) {
    account_deforming<D>(world, world, world);
    end_cell(world);
    ++world.steps;
    world.time = world.staging.time(world.steps, h);
    set_gravity<D>(world, world, world, world.time);
    measure_energy(world, pool);

    report.contacts = world.contacts.size();
    report.max_penetration = world.contacts.point.deepest(pool);
    report.finite = std::isfinite(world.energy.kinetic) && std::isfinite(world.energy.potential);
}

#define DRYSTONE_STAGES(D)                                                          \
    template void make_room(World<D>&);                                             \
    template bool list_pairs(World<D>&, ThreadPool&);                               \
    template void move_bodies(World<D>&, double, double, ThreadPool&);              \
    template void find_contacts(World<D>&, const StepSettings&, bool, ThreadPool&); \
    template void free_velocities(World<D>&, double, double, ThreadPool&);          \
    template void assemble_problem(World<D>&, const StepSettings&, ThreadPool&);    \
    template SolveReport solve(World<D>&, const StepSettings&, ThreadPool&);        \
    template void apply_impulses(World<D>&, ThreadPool&);                           \
    template double come_to_rest(World<D>&);                                        \
    template void move_by_the_end(World<D>&, ThreadPool&);                          \
    template void accept(World<D>&, double, StepReport&, ThreadPool&);
DRYSTONE_STAGES(2)
DRYSTONE_STAGES(3)
#undef DRYSTONE_STAGES

}  // namespace drystone
