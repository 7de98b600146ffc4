// A step of docs/theory.md section 6 as step/step.cpp has it, with the arrays on a device: what is told to it here are the drives, the few
// walls and the order of the stages; what comes back are sums.

#include "device/device_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bodies/move.h"
#include "broadphase/margin.h"
#include "device/setup.h"
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
DeviceStep<D>::DeviceStep(World<D>& world, std::unique_ptr<Pipeline<D>> pipeline, OtherDevices<D>& others)
    : pipeline_(std::move(pipeline)), others_(&others) {
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
    near_wall_.clear();
    mean_radius_ = mean_radius(world.parts);
    moving_walls_.clear();
    for (const int p : wall_part_) {
        if (world.parts.movable[p]) moving_walls_.push_back(world.parts.body[p]);
    }
    begin_links(world);
    const Setup<D> setup = setup_of(world);
    rates_ = setup.loads.rates;
    looks_ahead_ = setup.looks_ahead;
    law_reach_ = setup.reach;
    widest_ = world.cell_model.deforms ? widest_body(world) : 0.0;
    pipeline_->begin(setup);
    if (others_) pipeline_->among(*others_, others_->share());
    if (world.listed->centre.size() == world.parts.body.size() && !world.listed->centre.empty()) restore_pairs(world);
}

template <int D>
StepView<D> DeviceStep<D>::view_of(const World<D>& world, const StepSettings& settings) const {
    const bool half = world.steps == 0 && settings.integrator == Integrator::moreau;
    return {.h = settings.step,
            .since_last = half ? 0.5 * settings.step : settings.step,
            .gravity = world.gravity,
            .euler = settings.integrator == Integrator::euler,
            .foresees = settings.projects(),
            .push = settings.overlap == Overlap::push,
            .ahead = settings.integrator == Integrator::euler || looks_ahead_,
            .cell = motion_of(world, settings.step)};
}

/// Bodies that drives move, at time t, and the walls among all bodies.
template <int D>
void DeviceStep<D>::place_driven(World<D>& world, double t, const StepView<D>& view) {
    place_driven_bodies<D>(world, world, t);
    place_walls(world, view);
    driven_.clear();
    for (const int i : world.driven) {
        if (world.matter.freedom[i] != Freedom::immovable) continue;
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
    if (!moving_walls_.empty()) pipeline_->look(moving_walls_, states_);
    for (std::size_t k = 0; k < moving_walls_.size(); ++k) {
        const int i = moving_walls_[k];
        world.bodies.position[i] = states_[k].position;
        world.bodies.rotation[i] = states_[k].rotation;
        world.bodies.velocity[i] = states_[k].velocity;
        world.applied.set(i, states_[k].applied);
    }
    for (std::size_t w = 0; w < wall_.size(); ++w) {
        const int p = wall_part_[w], i = world.parts.body[p];
        place_part(world.bodies, p, world.parts);
        const Twist<D>& t = world.bodies.velocity[i];
        Wall<D>& wall = wall_[w];
        wall = {p, i, world.parts.kind[p], world.parts.centre[p], world.parts.axis[p], world.parts.radius[p], world.parts.length[p], 0.0};
        wall.reach = 0.5 * law_reach_;
        if (!view.ahead && !view.foresees) continue;
        if (!(t.w == Spin<D>{})) {
            const double arm = wall.kind == PartKind::plane ? pipeline_->span_from(wall.centre, false) : norm(wall.centre - world.bodies.position[i]);
            turning_[w] = norm(t.w) * arm;
        }
        double speed = norm(t.v) + turning_[w];
        if (world.parts.movable[p]) speed += view.h * (norm(view.gravity) + norm(world.matter.inverse_mass[i] * world.applied[i].v));
        wall.reach += (view.ahead ? reach_safety : 1.0) * view.h * speed;
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
void DeviceStep<D>::list_pairs(World<D>& world) {
    world.cell.listed = world.cell.edges;
    pipeline_->take_places();
    near_wall_.clear();
    for (const Wall<D>& wall : wall_) {
        near_wall_.push_back({wall.part, wall.kind, wall.centre, wall.axis, wall.radius, wall.length, world.parts.movable[wall.part] ? wall.body : ~wall.body,
                              choose_margin(mean_radius_, wall.reach), pipeline_->span_from(wall.centre, true)});
    }
    pipeline_->list_pairs(near_wall_);
    ++rebuilds_;
}

template <int D>
void DeviceStep<D>::restore_pairs(const World<D>& world) {
    const NeighbourReference<D>& listed = *world.listed;
    near_wall_.clear();
    for (std::size_t w = 0; w < wall_part_.size(); ++w) {
        const int p = wall_part_[w];
        near_wall_.push_back({p, world.parts.kind[p], listed.centre[p], listed.axis[w], world.parts.radius[p], world.parts.length[p],
                              world.parts.movable[p] ? world.parts.body[p] : ~world.parts.body[p], listed.margin[p], listed.span[w]});
    }
    pipeline_->take_places(listed.centre, listed.margin);
    CellView<D> box = cell_view(world);
    if (box.repeats) {
        box.edges = world.cell.listed;
        box.inverse_edges = inverse(box.edges);
    }
    pipeline_->place_cell(box);
    pipeline_->list_pairs(near_wall_);
    pipeline_->place_cell(cell_view(world));
}

/// step/gravity.cpp: changing it does work.
template <int D>
void DeviceStep<D>::change_gravity(World<D>& world, double t) {
    if (!world.description.gravity_change) return;
    const Vec<D> changed = gravity_at(world.description, t);
    world.energy.work -= pipeline_->weight_at(changed - world.gravity);
    world.gravity = changed;
}

/// step/drives.cpp: bodies that are held or driven in part are the device's.
template <int D>
void DeviceStep<D>::prescribe(World<D>& world, double h) {
    prescribe_velocities<D>(world, world, h);
    std::vector<PrescribedBody<D>> held;
    for (const int i : world.driven) {
        if (world.matter.freedom[i] == Freedom::immovable) continue;
        Twist<D> given{};
        for (const Motion<D>& m : world.description.motions) {
            if (m.body != i) continue;
            const double rate = mean_rate(m, world.time, h);
            if (m.rotates)
                given.w += rate * m.axis;
            else
                given.v += rate * m.direction;
        }
        held.push_back({i, given});
    }
    pipeline_->prescribe(held);
}

template <int D>
void DeviceStep<D>::apply_loads(const World<D>& world, double t) {
    if (world.description.loads.empty()) return;
    std::vector<double> scales;
    for (const Load<D>& load : world.description.loads) scales.push_back(load.history.at(t));
    pipeline_->apply_loads(scales);
}

/// step/damping.cpp.
template <int D>
void DeviceStep<D>::damp(const World<D>& world, double h, double t) {
    if (rates_.empty()) return;
    std::vector<double> growths;
    for (const DampedBody& one : rates_) {
        const double rate = one.entry < 0 ? one.rate : std::max(0.0, world.description.dampings[static_cast<std::size_t>(one.entry)].rate.at(t));
        growths.push_back(std::exp(h * rate));
    }
    pipeline_->damp(growths);
}

/// Who is near whom, and who touches. What contacts that are gone held is lost.
template <int D>
void DeviceStep<D>::find(World<D>& world, const StepView<D>& view) {
    if (view.foresees) pipeline_->foresee_impacts(view);
    const double given_up = pipeline_->find_contacts(wall_, view);
    world.energy.stored -= given_up;
    world.energy.losses.damage += given_up;
}

/// The joints a scene begins with are those of time 0, not of the middle of the first step.
template <int D>
void DeviceStep<D>::make_joints(World<D>& world, const StepSettings& settings) {
    StepView<D> view = view_of(world, settings);
    view.first = true;
    apply_loads(world, world.time + settings.step);
    place_driven(world, world.time, view);
    keep_near(world, settings, world.time);
    find(world, view);
}

template <int D>
void DeviceStep<D>::detect(World<D>& world, const StepSettings& settings) {
    const double h = settings.step;
    StepView<D> view = view_of(world, settings);
    const double kick = view.euler ? world.time + h : world.time + 0.5 * h;
    if (!view.euler && world.steps == 0 && world.book.remembers) make_joints(world, settings);
    view.first = view.euler && world.steps == 0;
    change_gravity(world, kick);
    view.gravity = world.gravity;
    prescribe(world, h);
    begin_cell(world, h);
    if (!view.euler) {
        world.energy.scheme += pipeline_->drift(0.5 * h);
        move_cell(world, 0.5 * h);
    }
    view.cell = motion_of(world, h);
    apply_loads(world, world.time + h);
    place_driven(world, view.euler ? world.time : kick, view);
    keep_near(world, settings, view.euler ? world.time : kick);
    damp(world, h, kick);
    const auto set_free = [&] {
        apply_loads(world, kick);
        end_drift_of_cell(world);
        pipeline_->free_velocities(view);
        free_cell(world, h, kick);
        view.cell = motion_of(world, h);
    };
    if (!view.euler) set_free();
    find(world, view);
    if (view.euler) set_free();
}

template <int D>
void DeviceStep<D>::assemble(World<D>& world, const StepSettings& settings) {
    add_links(world, settings);
    pipeline_->assemble(view_of(world, settings));
}

template <int D>
void DeviceStep<D>::settle(World<D>& world, const StepSettings& settings, StepReport& report) {
    constexpr double few = 10.0;  // step/outcomes.cpp doubt()
    pipeline_->apply_impulses();
    push_cell(world);
    const StepView<D> view = view_of(world, settings);
    const Settled settled = pipeline_->settle_contacts(view, few * std::max(settings.solver.tolerance, report.solve.residual));
    world.energy.losses += settled.losses;
    world.energy.stored += settled.stored;
    world.energy.scheme += settled.scheme;
    world.energy.work += settled.driven + pipeline_->work_of_loads(view);
    world.energy.losses.damping += pipeline_->damped_away();
    settle_links(world, settings, report.solve);
    report.max_penetration = settled.deepest;
    if (view.euler) world.energy.scheme += pipeline_->lost_by_euler(view);
    account_cell(world, settings.step);
    const bool deep = settled.deep > 0.0;
    if (settings.projects() && (others_ ? others_->any(deep) : deep)) world.energy.projected += pipeline_->project_overlaps(view);
}

template <int D>
StepReport DeviceStep<D>::take(World<D>& world, const StepSettings& settings) {
    const double h = settings.step;
    StepReport report;
    StageClock clock;
    const auto charge = [&](double& seconds) {
        pipeline_->finish();
        clock.charge(seconds);
    };
    detect(world, settings);
    const bool euler = settings.integrator == Integrator::euler;
    charge(report.seconds.detect);
    assemble(world, settings);
    charge(report.seconds.assemble);
    report.solve = pipeline_->solve(settings.solver);
    charge(report.seconds.solve);
    report.contacts = pipeline_->contacts();
    settle(world, settings, report);
    world.energy.scheme += pipeline_->drift(euler ? h : 0.5 * h);
    place_driven(world, world.time + h, view_of(world, settings));
    move_cell(world, euler ? h : 0.5 * h);
    end_cell(world);
    ++world.steps;
    world.time = world.staging.time(world.steps, h);
    change_gravity(world, world.time);
    const StateEnergy energy = pipeline_->energy(view_of(world, settings));
    world.energy.kinetic = energy.kinetic + cell_energy(world);
    world.energy.potential = energy.potential;
    report.finite = std::isfinite(energy.kinetic) && std::isfinite(energy.potential);
    if (others_) report.finite = !others_->any(!report.finite);
    charge(report.seconds.advance);
    return report;
}

/// The step by this processor.
template <int D>
StepReport DeviceStep<D>::take_here(World<D>& world, const StepSettings& settings) {
    bring_back(world);
    world.neighbours = {};  // as after a restart: those of State::listed
    world.images = {};
    world.carried = {};
    StepSettings whole = settings;
    whole.halve = 0;
    const StepReport report = drystone::advance(world, whole, pool_ ? *pool_ : alone_);
    take_over(world);
    ++handed_over_;
    return report;
}

/// Sweeps are all that a device has; this processor has factors and Newton's method, too, and knows bodies that touch their own images.
template <int D>
StepReport DeviceStep<D>::take_or_hand_over(World<D>& world, const StepSettings& settings) {
    const SolverSettings& solver = settings.solver;
    if (world.cell_model.deforms && is_narrow(world.parts.space, widest_)) return take_here(world, settings);
    if (!pool_ || solver.method != SolverMethod::automatic || solver.fixed_iterations > 0) return take(world, settings);
    const double time = world.time;
    const long steps = world.steps;
    const Energy energy = world.energy;
    const Cell<D> cell = world.cell;
    const Vec<D> gravity = world.gravity;
    pipeline_->keep(last_level);
    const Contacts<D> links = world.links.size() > 0 ? world.contacts : Contacts<D>{};
    const StepReport swept = take(world, settings);
    if (!fails(swept)) return swept;

    world.time = time;
    world.energy = energy;
    world.steps = steps;
    world.gravity = gravity;
    pipeline_->take_back(last_level);
    take_back_cell(world, cell);
    if (world.links.size() > 0) world.contacts = links;
    forget_contacts(world, steps);
    StepReport report = take_here(world, settings);
    pay_for(swept, report);
    return report;
}

/// Those of the step that failed. Joints of time 0 were found before them, and are found again: nobody has changed world.contacts since.
template <int D>
void DeviceStep<D>::forget_contacts(const World<D>& world, long steps) {
    if (steps == 0 && world.book.remembers)
        pipeline_->take_contacts(setup_of(world));
    else
        pipeline_->forget_contacts();
}

/// Of the device's contacts, and of the rows of links, which are here.
template <int D>
void DeviceStep<D>::scale_impulses(World<D>& world, double factor) {
    pipeline_->scale_impulses(factor);
    if (world.links.size() == 0) return;
    for (Vec<D>& r : world.contacts.impulse) r = factor * r;
    for (Spin<D>& m : world.contacts.moment.own()) m = factor * m;
}

/// step/halve.cpp.
template <int D>
StepReport DeviceStep<D>::take_or_halve(World<D>& world, const StepSettings& settings, int level) {
    may_be_undone_ = settings.may_halve() && level < settings.halve;
    if (others_) others_->begin();
    if (!may_be_undone_) return take_or_hand_over(world, settings);
    const double time = world.time;
    const long steps = world.steps;
    const Energy energy = world.energy;
    const Cell<D> cell = world.cell;
    const Vec<D> gravity = world.gravity;  // changing it is booked
    pipeline_->keep(level);
    const Contacts<D> links = world.links.size() > 0 ? world.contacts : Contacts<D>{};
    const StepReport whole = take(world, settings);
    if (!fails(whole)) return whole;

    undo(world, level, steps);
    world.gravity = gravity;
    world.time = time;
    world.energy = energy;
    world.steps = steps + (steps - world.staging.clock_steps);  // time is their number times their length
    take_back_cell(world, cell);
    if (world.links.size() > 0) world.contacts = links;
    scale_impulses(world, 0.5);
    StepSettings half = settings;
    half.step = 0.5 * settings.step;
    const StepReport first = take_or_halve(world, half, level + 1);
    StepReport both = together(first, take_or_halve(world, half, level + 1));
    scale_impulses(world, 2.0);
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

template class DeviceStep<2>;
template class DeviceStep<3>;

}  // namespace drystone::device
