// A step of docs/theory.md section 6 as step/step.cpp has it, with the arrays on a device: what is told to it here are the drives, the few
// walls and the order of the stages; what comes back are sums.

#include "device/device_step.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bodies/move.h"
#include "broadphase/margin.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/halves.h"
#include "step/look_ahead.h"
#include "step/reach_rules.h"
#include "step/sinks.h"
#include "step/sources.h"
#include "step/stage_clock.h"
#include "step/stages.h"

namespace drystone::device {

namespace {

/// Shapes that several parts share go once.
template <int D>
void add_solid(const Parts<D>& parts, int p, std::map<const Convex<D>*, int>& numbers, Setup<D>& s) {
    const int k = parts.solid[p];
    const auto [place, is_new] = numbers.try_emplace(parts.solids.shape[k].get(), static_cast<int>(s.shapes.size()));
    if (is_new) s.shapes.push_back(parts.solids.shape[k]);
    s.solid.resize(parts.body.size());
    s.solid[static_cast<std::size_t>(p)] = {place->second, parts.solids.local_origin[k], parts.solids.local_turn[k]};
}

template <int D>
Setup<D> setup_of(const World<D>& world) {
    const Matter<D>& matter = world.matter;
    Setup<D> s;
    s.position = world.bodies.position;
    s.rotation = world.bodies.rotation;
    s.velocity = world.bodies.velocity;
    s.surface = matter.surface;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const bool moves = matter.freedom[i] != Freedom::immovable;
        if (moves) s.moving.push_back(i);
        s.mass.push_back(moves ? matter.mass[i] : 0.0);
        s.inertia.push_back(moves ? matter.inertia[i][0] : 0.0);
        s.inverse_mass.push_back(moves ? matter.inverse_mass[i][0][0] : 0.0);
        s.inverse_inertia.push_back(moves ? world.bodies.inverse_inertia[i][0][0] : 0.0);
        s.is_plain = s.is_plain || matter.freedom[i] == Freedom::general;
    }
    if (s.is_plain) s.moments = matter.inertia;
    int walls = 0;
    std::map<const Convex<D>*, int> numbers;
    for (int p = 0; p < world.parts.size(); ++p) {
        const bool grain = world.parts.is_grain(p);
        if (grain) s.grains.push_back(p);
        s.part_body.push_back(world.parts.body[p]);
        s.radius.push_back(grain ? world.parts.radius[p] : 0.0);
        s.extent.push_back(grain ? world.parts.extent(p) : 0.0);
        s.wall.push_back(grain ? -1 : world.parts.is_wall(p) ? walls++ : -2);
        const bool solid = world.parts.kind[p] == PartKind::solid;
        if (!grain || (!solid && world.parts.local_centre[p] == Vec<D>{})) continue;
        s.offset.resize(world.parts.body.size());
        s.offset[static_cast<std::size_t>(p)] = world.parts.local_centre[p];
        s.is_plain = s.is_plain || solid || world.parts.movable[p];
        if (solid) add_solid(world.parts, p, numbers, s);
    }
    s.rule = world.description.points;
    s.smallest_radius = world.smallest_radius;
    for (const Law& law : world.book.laws) {
        s.law.push_back(std::get<Coulomb>(law));
        s.bounces.push_back(bounces<D>(law) ? 1 : 0);
        s.laws_turn = s.laws_turn || s.law.back().compile(Approach<D>{.step = 1.0, .radius = 1.0}).turning.turns();
    }
    s.between = world.book.between;
    s.surfaces = world.book.surfaces;
    for (std::size_t i = 0; i < world.contacts.point.size(); ++i) {
        s.contact_a.push_back(world.contacts.point[i].a);
        s.contact_b.push_back(world.contacts.point[i].b);
        s.feature.push_back(static_cast<int>(world.contacts.point[i].feature));
    }
    s.impulse = world.contacts.impulse;
    s.moment = world.contacts.moment;
    return s;
}

template <int D>
double mean_radius(const Parts<D>& parts) {
    double sum = 0.0;
    int grains = 0;
    for (int p = 0; p < parts.size(); ++p) {
        if (!parts.is_grain(p)) continue;
        sum += parts.radius[p];
        ++grains;
    }
    return grains > 0 ? sum / grains : 0.0;
}

constexpr int last_level = 15;  // of what is put aside: for steps that are handed over

bool fails(const StepReport& report) { return !report.solve.converged || !report.finite; }

}  // namespace

template <int D>
DeviceStep<D>::DeviceStep(World<D>& world, std::unique_ptr<Pipeline<D>> pipeline) : pipeline_(std::move(pipeline)) {
    take_over(world);
}

template <int D>
void DeviceStep<D>::take_over(World<D>& world) {
    make_room(world);
    world.gravity = gravity_at(world.description, world.time);
    wall_part_.clear();
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.is_wall(p)) wall_part_.push_back(p);
    }
    wall_.assign(wall_part_.size(), {});
    mean_radius_ = mean_radius(world.parts);
    pipeline_->begin(setup_of(world));
    if (world.listed.centre.size() == world.parts.body.size() && !world.listed.centre.empty()) restore_pairs(world);
}

template <int D>
StepView<D> DeviceStep<D>::view_of(const World<D>& world, const StepSettings& settings) const {
    return {.h = settings.step,
            .gravity = world.gravity,
            .euler = settings.integrator == Integrator::euler,
            .foresees = settings.projects(),
            .push = settings.overlap == Overlap::push};
}

/// Bodies that drives move, at time t, and the walls among all bodies.
template <int D>
void DeviceStep<D>::place_driven(World<D>& world, double t, const StepView<D>& view) {
    place_driven_bodies<D>(world, world, t);
    place_walls(world, view);
    driven_.clear();
    for (const int i : world.driven) {
        double turning = 0.0;
        for (std::size_t w = 0; w < wall_.size(); ++w) {
            if (wall_[w].body == i) turning = std::max(turning, turning_[w]);
        }
        driven_.push_back({i, world.bodies.position[i], world.bodies.rotation[i], world.bodies.velocity[i], turning});
    }
    pipeline_->place(driven_);
}

template <int D>
void DeviceStep<D>::place_walls(World<D>& world, const StepView<D>& view) {
    turning_.assign(wall_.size(), 0.0);
    for (std::size_t w = 0; w < wall_.size(); ++w) {
        const int p = wall_part_[w], i = world.parts.body[p];
        place_part(world.bodies, p, world.parts);
        const Twist<D>& t = world.bodies.velocity[i];
        Wall<D>& wall = wall_[w];
        wall = {p, i, world.parts.kind[p], world.parts.centre[p], world.parts.axis[p], world.parts.radius[p], world.parts.length[p], 0.0};
        if (!view.euler && !view.foresees) continue;
        if (!(t.w == Spin<D>{})) {
            const double arm = wall.kind == PartKind::plane ? pipeline_->span_from(wall.centre, false) : norm(wall.centre - world.bodies.position[i]);
            turning_[w] = norm(t.w) * arm;
        }
        wall.reach = (view.euler ? reach_safety : 1.0) * view.h * (norm(t.v) + turning_[w]);
    }
}

template <int D>
bool DeviceStep<D>::walls_stay() const {
    for (std::size_t w = 0; w < near_wall_.size(); ++w) {
        if (!(wall_motion(near_wall_[w], wall_[w].centre, wall_[w].axis) + wall_[w].reach <= near_wall_[w].margin)) return false;
    }
    return true;
}

template <int D>
void DeviceStep<D>::list_pairs() {
    pipeline_->take_places();
    near_wall_.clear();
    for (const Wall<D>& wall : wall_) {
        near_wall_.push_back({wall.part, wall.kind, wall.centre, wall.axis, wall.radius, wall.length, ~wall.body,
                              choose_margin(mean_radius_, wall.reach), pipeline_->span_from(wall.centre, true)});
    }
    pipeline_->list_pairs(near_wall_);
    ++rebuilds_;
}

template <int D>
void DeviceStep<D>::restore_pairs(const World<D>& world) {
    const NeighbourReference<D>& listed = world.listed;
    near_wall_.clear();
    for (std::size_t w = 0; w < wall_part_.size(); ++w) {
        const int p = wall_part_[w];
        near_wall_.push_back({p, world.parts.kind[p], listed.centre[p], listed.axis[w], world.parts.radius[p], world.parts.length[p],
                              ~world.parts.body[p], listed.margin[p], listed.span[w]});
    }
    pipeline_->take_places(listed.centre, listed.margin);
    pipeline_->list_pairs(near_wall_);
}

template <int D>
void DeviceStep<D>::detect(World<D>& world, const StepSettings& settings) {
    const double h = settings.step;
    const StepView<D> view = view_of(world, settings);
    prescribe_velocities<D>(world, world, h);
    if (!view.euler) world.energy.scheme += pipeline_->drift(0.5 * h);
    place_driven(world, view.euler ? world.time : world.time + 0.5 * h, view);
    pipeline_->place_parts();
    if (!pipeline_->look_ahead(view) || !walls_stay()) list_pairs();
    if (!view.euler) pipeline_->free_velocities(view);
    if (view.foresees) pipeline_->foresee_impacts(view);
    pipeline_->find_contacts(wall_, view);
    if (view.euler) pipeline_->free_velocities(view);
}

template <int D>
void DeviceStep<D>::assemble(World<D>& world, const StepSettings& settings) {
    pipeline_->assemble(view_of(world, settings));
}

template <int D>
void DeviceStep<D>::settle(World<D>& world, const StepSettings& settings, const StepView<D>& view, StepReport& report) {
    pipeline_->apply_impulses();
    const Settled settled = pipeline_->settle_contacts(view);
    world.energy.losses += settled.losses;
    world.energy.scheme += settled.scheme;
    world.energy.work += settled.driven;
    report.max_penetration = settled.deepest;
    if (view.euler) world.energy.scheme += pipeline_->lost_by_euler(view);
    if (settings.projects() && settled.deep > 0.0) world.energy.projected += pipeline_->project_overlaps(view);
}

template <int D>
StepReport DeviceStep<D>::take(World<D>& world, const StepSettings& settings) {
    const double h = settings.step;
    const StepView<D> view = view_of(world, settings);
    StepReport report;
    StageClock clock;
    const auto charge = [&](double& seconds) {
        pipeline_->finish();
        clock.charge(seconds);
    };
    detect(world, settings);
    charge(report.seconds.detect);
    assemble(world, settings);
    charge(report.seconds.assemble);
    report.solve = pipeline_->solve(settings.solver);
    charge(report.seconds.solve);
    report.contacts = pipeline_->contacts();
    settle(world, settings, view, report);
    world.energy.scheme += pipeline_->drift(view.euler ? h : 0.5 * h);
    place_driven(world, world.time + h, view);
    ++world.steps;
    world.time = world.staging.time(world.steps, h);
    const StateEnergy energy = pipeline_->energy(world.gravity);
    world.energy.kinetic = energy.kinetic;
    world.energy.potential = energy.potential;
    report.finite = std::isfinite(energy.kinetic) && std::isfinite(energy.potential);
    charge(report.seconds.advance);
    return report;
}

/// Sweeps are all that a device has; this processor has factors and Newton's method, too.
template <int D>
StepReport DeviceStep<D>::take_or_hand_over(World<D>& world, const StepSettings& settings) {
    const SolverSettings& solver = settings.solver;
    if (!pool_ || solver.method != SolverMethod::automatic || solver.fixed_iterations > 0) return take(world, settings);
    const double time = world.time;
    const long steps = world.steps;
    const Energy energy = world.energy;
    pipeline_->keep(last_level);
    const StepReport swept = take(world, settings);
    if (!fails(swept)) return swept;

    world.time = time;
    world.energy = energy;
    world.steps = steps;
    pipeline_->take_back(last_level);
    pipeline_->forget_contacts();
    bring_back(world);
    world.neighbours = {};  // as after a restart: those of State::listed
    world.carried = {};
    StepSettings whole = settings;
    whole.halve = 0;
    StepReport report = drystone::advance(world, whole, *pool_);
    take_over(world);
    pay_for(swept, report);
    ++handed_over_;
    return report;
}

/// step/halve.cpp.
template <int D>
StepReport DeviceStep<D>::take_or_halve(World<D>& world, const StepSettings& settings, int level) {
    if (!settings.may_halve() || level >= settings.halve) return take_or_hand_over(world, settings);
    const double time = world.time;
    const long steps = world.steps;
    const Energy energy = world.energy;
    pipeline_->keep(level);
    const StepReport whole = take(world, settings);
    if (!fails(whole)) return whole;

    world.time = time;
    world.energy = energy;
    world.steps = steps + (steps - world.staging.clock_steps);  // time is their number times their length
    pipeline_->take_back(level);
    pipeline_->forget_contacts();
    pipeline_->scale_impulses(0.5);
    StepSettings half = settings;
    half.step = 0.5 * settings.step;
    const StepReport first = take_or_halve(world, half, level + 1);
    StepReport both = together(first, take_or_halve(world, half, level + 1));
    pipeline_->scale_impulses(2.0);
    world.steps = steps + 1;
    pay_for(whole, both);
    ++both.halvings;
    return both;
}

/// Who comes and goes is decided here, where the description is: the arrays come back for it, and go again where somebody did.
template <int D>
void DeviceStep<D>::let_bodies_in(World<D>& world) {
    const WorldDescription<D>& d = world.description;
    bool is_due = false;
    for (std::size_t s = 0; s < d.sources.size(); ++s) {
        const Passed& came = world.census.by_source[s];
        is_due = is_due || (d.sources[s].open.at(world.time) && due(d.sources[s], came, world.time) > came.bodies);
    }
    if (!is_due) return;
    bring_back(world);
    const long before = world.census.in.passed.bodies;
    let_in(world);
    if (world.census.in.passed.bodies == before) return;
    world.listed = {};
    take_over(world);
}

template <int D>
void DeviceStep<D>::let_bodies_out(World<D>& world) {
    const auto is_open = [&](const Sink<D>& sink) { return sink.open.at(world.time); };
    if (std::none_of(world.description.sinks.begin(), world.description.sinks.end(), is_open)) return;
    pipeline_->look(world.bodies.position);
    if (!takes_anyone(world)) return;
    bring_back(world);
    let_out(world, leaving_now(world));
    world.listed = {};
    take_over(world);
}

template <int D>
StepReport DeviceStep<D>::advance(World<D>& world, const StepSettings& settings) {
    StageClock clock;
    double population = 0.0;
    let_bodies_in(world);
    clock.charge(population);
    world.last = take_or_halve(world, settings, 0);
    clock = {};
    let_bodies_out(world);
    clock.charge(population);
    world.last.seconds.population = population;
    return world.last;
}

template <int D>
StepReport DeviceStep<D>::advance(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    pool_ = &pool;
    const StepReport report = advance(world, settings);
    pool_ = nullptr;
    return report;
}

template <int D>
void DeviceStep<D>::bring_back(World<D>& world) {
    pipeline_->look(seen_);
    world.bodies.position = seen_.position;
    world.bodies.rotation = seen_.rotation;
    world.bodies.velocity = seen_.velocity;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[i] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, i);
    }
    for (int p = 0; p < world.parts.size(); ++p) {
        if (!world.parts.is_grain(p)) continue;
        world.parts.centre[p] = seen_.part_centre.empty() ? seen_.detected[world.parts.body[p]] : seen_.part_centre[static_cast<std::size_t>(p)];
        if (world.parts.kind[p] != PartKind::solid) continue;
        const int k = world.parts.solid[p];
        world.parts.solids.origin[k] = seen_.pose[static_cast<std::size_t>(p)].position;
        world.parts.solids.turn[k] = seen_.pose[static_cast<std::size_t>(p)].turn;
    }
    const std::size_t n = seen_.gap.size();
    Contacts<D>& contacts = world.contacts;
    contacts.point.resize(n);
    contacts.status.resize(n);
    if (seen_.moment.size() == n)
        contacts.moment = seen_.moment;
    else
        contacts.moment.assign(n, {});
    contacts.impulse = seen_.impulse;
    world.problem.W.contact.resize(n);
    world.impulse.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const int a = seen_.contact_a[i], b = seen_.contact_b[i];
        contacts.point[i] = {a, b, static_cast<std::uint32_t>(seen_.feature[i]), 0, seen_.point[i], seen_.normal[i], seen_.gap[i],
                             seen_.area.empty() ? 0.0 : seen_.area[i], -1, -1, {}};
        contacts.status[i] = static_cast<ContactStatus>(seen_.status[i]);
        ContactArms<D>& arms = world.problem.W.contact[i];
        arms = {};
        arms.frame = contact_frame(seen_.normal[i]);
        arms.arm_a = seen_.point[i] - seen_.detected[world.parts.body[a]];
        arms.arm_b = seen_.point[i] - seen_.detected[world.parts.body[b]];
        world.impulse[i] = arms.frame * seen_.impulse[i];
    }
    world.listed.centre = seen_.listed_centre;
    world.listed.margin = seen_.listed_margin;
    world.listed.axis.clear();
    world.listed.span.clear();
    for (const NearbyWall<D>& wall : near_wall_) {
        world.listed.centre[wall.part] = wall.centre;
        world.listed.margin[wall.part] = wall.margin;
        world.listed.axis.push_back(wall.axis);
        world.listed.span.push_back(wall.span);
    }
}

template class DeviceStep<2>;
template class DeviceStep<3>;

}  // namespace drystone::device
