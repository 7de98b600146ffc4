// A step of docs/theory.md section 6 as step/step.cpp has it, each rank on its own bodies and contacts: what is shared are the list of
// neighbours, which all make anew together, the solve, the velocities of copies, and sums.

#include "ranks/rank_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "bodies/move.h"
#include "core/index.h"
#include "core/stopwatch.h"
#include "ranks/mirror.h"
#include "step/control.h"
#include "step/drives.h"
#include "step/halve.h"
#include "step/pressure.h"
#include "step/project.h"
#include "step/reach_rules.h"
#include "step/stage_clock.h"
#include "step/stages.h"

namespace drystone::ranks {

namespace {

/// Of all balls that hold parts: what lists of neighbours give walls for a margin must not depend on who has which.
template <int D>
double mean_radius(const Parts<D>& parts) {
    double sum = 0.0;
    int count = 0;
    for (int p = 0; p < parts.size(); ++p) {
        if (!parts.is_grain(p)) continue;
        sum += parts.radius[at(p)];
        ++count;
    }
    return count > 0 ? sum / count : 0.0;
}

/// What the cell gave all bodies in a kick is not what contacts here gave some.
template <int D>
void carry_along(const World<D>& world, const Mat<D>& change, std::vector<Twist<D>>& velocity) {
    if (change == Mat<D>{}) return;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (rides(world, i)) velocity[at(i)].v += change * (world.bodies.position[at(i)] - world.cell_model.origin);
    }
}

}  // namespace

template <int D>
RankStep<D>::RankStep(World<D>& whole, const StepSettings& settings, Team& team, int threads, MadeBy made)
    : team_(team), pool_(threads), settings_(settings), how_(settings), domain_(std::make_unique<Domain<D>>()),
      across_(domain_, team, scratch_) {
    domain_->catalogue = std::make_shared<Catalogue<D>>();
    domain_->catalogue->whole = &whole;
    domain_->catalogue->lets_go = made == MadeBy::all && team.rank() > 0 && !changes(whole.description);
    if (made == MadeBy::all || team.rank() == 0) list_bodies(*domain_->catalogue);
    if (made == MadeBy::rank_0) tell_bodies(*domain_->catalogue, team);
    energy_ = whole.energy;
    wall_radius_ = team.rank() == 0 ? mean_radius(whole.parts) : 0.0;
    team.largest({&wall_radius_, 1});
    deal_out(*domain_, settings, team);
    detected_position_ = domain_->world.bodies.position;
    detected_rotation_ = domain_->world.bodies.rotation;
    if (team.rank() > 0) take_out(whole.contacts, [](std::size_t) { return true; });
}

template <int D>
RankStep<D>::~RankStep() {
    let_go();
}

template <int D>
void RankStep<D>::let_go() {
    if (team_.rank() == 0 && follows_) team_.tell(end, false);
    follows_ = false;
}

/// Rank 0's: all of them, itself included, do it.
template <int D>
void RankStep<D>::ask(Word word) {
    team_.tell(word, false);
}

template <int D>
StepReport RankStep<D>::advance(World<D>& world, const StepSettings& settings, ThreadPool&) {
    StepReport report;
    try {
        if (new_settings_) {
            ask(changed);
            settings_ = settings;
            tell_settings();
        }
        ask(step);
        report = take();
    } catch (const std::exception& error) {
        team_.abort(error.what());  // the others are in the middle of it
    }
    world.energy = energy_;
    world.last = report;
    return report;
}

template <int D>
void RankStep<D>::bring_back(World<D>& world) {
    ask(look);
    come_home();
    show(&world);
}

template <int D>
bool RankStep<D>::put_rows(World<D>& world, const MakeRoom& make) {
    if (!put_) return false;
    ask(save);
    come_home();
    show_common(world);
    return put_(rows_of_rank(*domain_, team_), team_, &make);
}

template <int D>
std::optional<double> RankStep<D>::unbalanced(double) {
    ask(balance);
    return sum_unbalanced();
}

template <int D>
double RankStep<D>::come_to_rest() {
    ask(rest);
    return stop();
}

template <int D>
std::vector<std::pair<std::string, double>> RankStep<D>::seconds() {
    ask(time);
    const RankSeconds s = add_up();
    return {{"compute", s.compute}, {"halo", s.halo}, {"reduction", s.reduction}, {"sharing", s.sharing}, {"imbalance", s.imbalance}};
}

template <int D>
RankSeconds RankStep<D>::add_up() {
    const WaitingSeconds& w = team_.waited;
    const double compute = std::max(0.0, busy_ - w.halo - w.reduction - w.sharing);
    std::array<double, 4> sums = {compute, w.halo, w.reduction, w.sharing};
    double most = compute;
    team_.sum(sums);
    team_.largest({&most, 1});
    const double n = team_.size();
    return {sums[0] / n, sums[1] / n, sums[2] / n, sums[3] / n, most - sums[0] / n};
}

template <int D>
void RankStep<D>::tell_settings() {
    Bytes bytes;
    if (team_.rank() == 0) bytes.put(settings_);
    const Bytes told = team_.exchange(std::vector<Bytes>(at(team_.size()), bytes))[0];
    settings_ = Unpacking(told).take<StepSettings>();
    new_settings_ = false;
}

template <int D>
void RankStep<D>::follow() {
    while (answer(static_cast<Word>(team_.tell(end, false)))) continue;
}

/// False: there is no more to be done.
template <int D>
bool RankStep<D>::answer(Word word) {
    switch (word) {
        case end: return false;
        case step: take(); break;
        case look:
            come_home();
            show(nullptr);
            break;
        case save:
            come_home();
            put_(rows_of_rank(*domain_, team_), team_, nullptr);
            break;
        case time: add_up(); break;
        case stage: hear_of_stage(); break;
        case changed: tell_settings(); break;
        case balance: sum_unbalanced(); break;
        case rest: stop(); break;
    }
    return true;
}

template <int D>
StepReport RankStep<D>::take() {
    const Stopwatch watch;
    StageClock clock;
    double population = 0.0;
    let_in();
    clock.charge(population);
    World<D>& world = domain_->world;
    make_room(world);
    const auto add_up = [&](std::span<double> stress) { team_.sum(stress); };
    if (!world.description.pressings.empty()) sense_walls(world, settings_.step, add_up);
    StepReport report;
    const auto& controls = world.description.controls;
    if (!controls.empty() && controls[0].acts) {
        const Domain<D> before = *domain_;
        const TrialsAmong among{.restore = [&] { *domain_ = before; },
                                .largest = [&](double here) {
                                    team_.largest({&here, 1});
                                    return here;
                                }};
        const TakeStep<D> one = [&](World<D>&, const StepSettings& how, ThreadPool&) { return take_or_halve(how); };
        report = controlled_step<D>(world, settings_, pool_, one, among);
    } else {
        report = take_or_halve(settings_);
    }
    clock = {};
    let_out();
    clock.charge(population);
    report.seconds.population = population;
    World<D>& model = whole();
    model.time = world.time;
    model.steps = world.steps;
    model.gravity = world.gravity;
    model.cell = world.cell;
    place_cell(model);
    busy_ += watch.seconds();
    return report;
}

template <int D>
StepReport RankStep<D>::take_or_halve(const StepSettings& how) {
    if (device_) return take_on_device(how);
    if (!how.may_halve()) return once(how);
    return step_or_halve<D>(domain_->world, how, pool_, [&](World<D>&, const StepSettings& part, ThreadPool&) { return once(part); });
}

template <int D>
StepReport RankStep<D>::take_on_device(const StepSettings& how) {
    if (is_changed_) device_->take_over();
    is_changed_ = false;
    is_away_ = true;
    StepReport report = device_->take(how);
    finish(report);
    return report;
}

/// The share becomes as its device has it.
template <int D>
void RankStep<D>::come_home() {
    if (!is_away_) return;
    device_->bring_back(found_);
    detected_position_ = found_.position;
    detected_rotation_ = found_.rotation;
    is_away_ = false;
}

/// What a step that fails has done is undone by step/halve.cpp, to the world that it began with.
template <int D>
StepReport RankStep<D>::once(const StepSettings& how) {
    how_ = how;
    domain_->world.across = &across_;
    may_be_undone_ = settings_.may_halve() && how.step > std::ldexp(settings_.step, -settings_.halve);
    undo_.reset();
    StepReport report = how.integrator == Integrator::moreau ? moreau() : euler();
    finish(report);
    if (undo_ && (!report.solve.converged || !report.finite)) *domain_ = std::move(*undo_);
    undo_.reset();
    return report;
}

/// Parts are placed and looked ahead from: where the list of neighbours no longer holds on some rank, all share their bodies out.
template <int D>
void RankStep<D>::keep_near() {
    World<D>& world = domain_->world;
    place_parts(world.bodies, pool_, world.parts);
    look_ahead(world, how_, pool_);
    if (!team_.any(!list_holds(world))) return;
    if (may_be_undone_ && !undo_) {
        World<D> now = std::move(world);
        undo_ = std::make_unique<Domain<D>>(*domain_);
        world = std::move(now);
        share_out(*domain_, team_, {.before = &undo_->world});
        undo_->world.scratch = SolverStorage<D>();  // a step that is taken again makes its own
        if (world.steps > 0) set_aside(undo_->world.contacts, undo_->world.carried);  // as if this step's had been found
    } else {
        share_out(*domain_, team_);
    }
    world.across = &across_;
    place_parts(world.bodies, pool_, world.parts);
    look_ahead(world, how_, pool_);
}

/// The joints a scene begins with are those of time 0.
template <int D>
void RankStep<D>::make_joints() {
    if (!domain_->world.book.remembers) return;
    keep_near();
    find(true);
}

/// Contacts here, without those that another rank keeps: they were never here before, and have nothing to lose.
template <int D>
void RankStep<D>::find(bool first) {
    World<D>& world = domain_->world;
    world.neighbours.set_wall_radius(wall_radius_);
    find_contacts(world, how_, first, pool_);
    Contacts<D>& contacts = world.contacts;
    std::vector<double>& share = world.carried.share;
    std::size_t kept = 0;
    const bool shares = share.size() == contacts.point.size();
    for (std::size_t c = 0; c < contacts.point.size(); ++c) {
        if (!keeps(*domain_, contacts.point[c], team_.rank())) continue;
        world.carried.fresh[kept] = world.carried.fresh[c];
        if (shares) share[kept] = share[c];
        ++kept;
    }
    take_out(contacts, [&](std::size_t c) { return !keeps(*domain_, contacts.point[c], team_.rank()); });
    world.carried.fresh.resize(kept);
    if (shares) share.resize(kept);
}

template <int D>
StepReport RankStep<D>::moreau() {
    World<D>& world = domain_->world;
    const double h = how_.step;
    StepReport report;
    StageClock clock;
    if (world.steps == 0) make_joints();
    set_gravity_at(world.time + 0.5 * h);
    prescribe_velocities<D>(world, world, h);
    begin_cell(world, h);
    drift(0.5 * h, world.time + 0.5 * h);
    clock.charge(report.seconds.advance);
    keep_near();
    free_velocities(world, h, world.time + 0.5 * h, pool_);
    find(false);
    clock.charge(report.seconds.detect);
    solve_and_apply(report);
    clock = {};
    settle_contacts(world, how_, report.solve, pool_);
    account(false);
    account_cell(world, h);
    project();
    drift(0.5 * h, world.time + h);
    accept_step(report);
    clock.charge(report.seconds.advance);
    return report;
}

template <int D>
StepReport RankStep<D>::euler() {
    World<D>& world = domain_->world;
    const double h = how_.step;
    StepReport report;
    StageClock clock;
    if (how_.quasistatic) world.energy.scheme += drystone::come_to_rest(world);
    set_gravity_at(world.time + h);
    prescribe_velocities<D>(world, world, h);
    begin_cell(world, h);
    keep_near();
    find(world.steps == 0);
    clock.charge(report.seconds.detect);
    free_velocities(world, h, world.time + h, pool_);
    solve_and_apply(report);
    clock = {};
    if (how_.quasistatic) settle_at_the_end();
    settle_contacts(world, how_, report.solve, pool_);
    account(true);
    account_cell(world, h);
    drift(h, world.time + h);
    accept_step(report);
    if (how_.quasistatic) report.inertia = inertia();
    clock.charge(report.seconds.advance);
    return report;
}

template <int D>
void RankStep<D>::solve_and_apply(StepReport& report) {
    World<D>& world = domain_->world;
    detected_position_ = world.bodies.position;
    detected_rotation_ = world.bodies.rotation;
    StageClock clock;
    assemble_problem(world, how_, pool_);
    clock.charge(report.seconds.assemble);
    const SharedSolve<D> with{domain_->halo, team_, pool_, scratch_};
    report.solve = solve_shared<D>(world, how_.solver, with);
    clock.charge(report.seconds.solve);
    free_ = world.bodies.velocity;
    apply_impulses(world, pool_);
    carry_along(world, pushed_gradient(world), free_);
    settle_velocities<D>(world, free_, how_.solver.reproducible, with);
    if (world.cell_model.deforms) world.cell_step.at_start = tracked_energy(world);  // velocities are those of all ranks' impulses now
    clock.charge(report.seconds.advance);
}

/// step/project.cpp, in the colours of the solve.
template <int D>
void RankStep<D>::project() {
    World<D>& world = domain_->world;
    Halo<D>& halo = domain_->halo;
    if (!team_.any(has_deep_overlaps(world, how_, pool_))) return;
    Projection<D>& s = world.projection;
    mark_held(world, pool_, s.stays);
    const auto flag = [&](int slot) {
        Twist<D> t;
        t.v[0] = s.stays[at(slot)];
        return t;
    };
    halo.collect(flag, [&](int slot, const Twist<D>& t) { s.stays[at(slot)] |= t.v[0] != 0.0; }, team_);
    halo.publish(flag, [&](int slot, const Twist<D>& t) { s.stays[at(slot)] = t.v[0] != 0.0; }, team_);
    plan_by_colour(halo, team_, scratch_);
    begin_projection(world, how_, pool_, s);
    PushedRows<D> rows(world.mobile, s);
    scratch_.phases.use(&rows);
    for (int k = 0; k < projection_sweeps; ++k) {
        sweep_projection(world, pool_, s);
        scratch_.phases.finish();
    }
    scratch_.phases.catch_up();
    scratch_.phases.use(nullptr);
    const auto by = [&](int slot) { return rows.load(slot); };
    const auto take = [&](int slot, const Twist<D>& t) { rows.store(slot, t); };
    halo.collect(by, take, team_);  // who touches a body has the same
    halo.publish(by, take, team_);
    const double before = energy_of_copies();
    end_projection(world, pool_);
    world.energy.projected -= energy_of_copies() - before;
}

/// What is of all ranks.
template <int D>
void RankStep<D>::finish(StepReport& report) {
    std::array<double, 2> sums = {static_cast<double>(report.contacts), report.finite ? 0.0 : 1.0};
    team_.sum(sums);
    report.contacts = static_cast<int>(sums[0]);
    report.finite = sums[1] == 0.0;
    team_.largest({&report.max_penetration, 1});
    sum_energies();
}

template class RankStep<2>;
template class RankStep<3>;

}  // namespace drystone::ranks
