#include "stability/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/method_names.h"
#include "step/abilities.h"
#include "step/deformable.h"

namespace drystone {

namespace {

/// Of a body about its centre of mass [m]; planes and drums do not turn under impulses and count none.
template <int D>
std::vector<double> radii(const World<D>& world) {
    std::vector<double> radius(world.bodies.position.size(), 0.0);
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.is_wall(p)) continue;
        double& r = radius[static_cast<std::size_t>(parts.body[p])];
        r = std::max(r, norm(parts.local_centre[p]) + parts.radius[p]);
    }
    return radius;
}

/// |G| h, or where there is no gravity the largest velocity that the loads alone would give [m/s].
template <int D>
double reference_speed(const World<D>& world, double h) {
    if (!(world.gravity == Vec<D>{})) return h * norm(world.gravity);
    double largest = 0.0;
    for (const int i : world.loaded)
        largest = std::max(largest, h * norm(world.matter.inverse_mass[i] * world.applied[i].v));
    return largest;
}

/// Every contact's error is an impulse, (3.6); as a velocity it is at most |e| / rho.
template <int D>
double velocity_error(const World<D>& world) {
    const RigidProblem<D>& problem = world.problem;
    const ResidualSums sums = residual_sums<D>(problem, world.impulse, world.moment);
    double lightest = 0.0;  // 1 / rho
    for (int i = 0; i < problem.size(); ++i)
        lightest = std::max(lightest, mean_diagonal(problem.W.diagonal(i)));
    return lightest * std::sqrt(sums.error);
}

/// Below this the speed is the solver's: a hundred times its share, for a chain of n contacts adds up sqrt n of it.
double noise(const Judgement& judgement) {
    return std::clamp(100.0 * judgement.solver_error, 1e-6, stands_below);
}

/// Whether anything within the limits of the contacts could hold it still; a step that hardly moves has found such forces.
template <int D>
RestFound rest_of(const World<D>& world, double step, const Judgement& judgement) {
    constexpr double still = 1e-5;  // of free fall
    if (judgement.trusted && judgement.speed_ratio < still) return RestFound::possible;
    return find_rest(world, step).found;
}

/// The fastest body, in reference speeds.
template <int D>
double fastest(const World<D>& world, const std::vector<double>& radius, double h) {
    double speed = 0.0;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        const Twist<D>& t = world.bodies.velocity[i];
        if (world.matter.freedom[i] != Freedom::immovable) speed = std::max(speed, norm(t.v) + norm(t.w) * radius[i]);
    }
    return speed == 0.0 ? 0.0 : speed / reference_speed(world, h);
}

/// Deformable bodies sag before they stand: static steps take what can stand to equilibrium, step by step slower; what cannot moves on
/// in each of them. The last one is judged. Steps are so long that free fall would cover a thousandth of the smallest body: the longer,
/// the stiffer everything is against its inertia.
template <int D>
StepReport settle(World<D>& world, StepSettings& settings, ThreadPool& pool) {
    constexpr int most = 100;
    constexpr double small = 1e-3;
    settings.integrator = Integrator::euler;
    settings.quasistatic = true;
    if (const double G = norm(world.gravity); G > 0.0)
        settings.step = std::max(settings.step, std::sqrt(small * world.smallest_radius / G));
    const std::vector<double> radius = radii(world);
    StepReport report;
    for (int k = 0; k < most; ++k) {
        report = advance(world, settings, pool);
        if (!report.solve.converged || !report.finite || fastest(world, radius, settings.step) < 0.5 * stands_below) break;
    }
    return report;
}

std::string doubt_of(const Judgement& judgement, const StepSettings& settings, bool finite) {
    if (!finite) return "the step gave numbers that are not finite";
    const bool held = judgement.rest == Judgement::Rest::possible;
    if (!judgement.solve.converged) {
        const std::string more = held ? "; yet a state of rest exists" : "";
        if (settings.solver.fixed_iterations > 0)
            return "the number of iterations was fixed, and the solve did not reach its tolerance" + more;
        return "the solve did not reach its tolerance; more iterations (solver.max_iterations) may" + more;
    }
    if (!judgement.trusted)
        return "the error that the solve may have left is too large to judge by; use a smaller "
               "solver.tolerance";
    if (held)
        return "rest and motion both satisfy the laws: friction can hold it, and need not; how it was built "
               "decides";
    return "the speed is between that of standing and that of moving: this is very near the limit";
}

/// A proof that nothing can hold it needs no step. That something can does not say that a step finds it.
void decide(const StepSettings& settings, bool finite, Judgement& judgement) {
    using Rest = Judgement::Rest;
    const double s = judgement.speed_ratio;
    if (judgement.rest == Rest::impossible || (judgement.trusted && s > moves_above && judgement.rest != Rest::possible))
        judgement.verdict = Verdict::moves;
    else if (judgement.trusted && s < stands_below)
        judgement.verdict = Verdict::stands;
    else
        judgement.doubt = doubt_of(judgement, settings, finite);
    if (judgement.verdict != Verdict::undecided) judgement.decided_by = judgement.side_by();
}

}  // namespace

const char* name_of(Verdict verdict) {
    constexpr const char* names[] = {"stands", "moves", "undecided"};
    return names[static_cast<int>(verdict)];
}

const char* name_of(Criterion criterion) {
    constexpr const char* names[] = {"nothing", "rest possible", "rest impossible", "speed"};
    return names[static_cast<int>(criterion)];
}

const char* name_of(Judgement::Rest rest) {
    constexpr const char* names[] = {"unknown", "impossible", "possible"};
    return names[static_cast<int>(rest)];
}

Criterion Judgement::side_by() const {
    if (goes_by_step) return trusted ? Criterion::speed : Criterion::none;
    if (rest == Rest::possible) return Criterion::rest_possible;
    if (rest == Rest::impossible) return Criterion::rest_impossible;
    return trusted ? Criterion::speed : Criterion::none;
}

Verdict Judgement::side() const {
    switch (side_by()) {
        case Criterion::rest_possible:
            return Verdict::stands;
        case Criterion::rest_impossible:
            return Verdict::moves;
        case Criterion::speed:
            return speed_ratio < noise(*this) ? Verdict::stands : Verdict::moves;
        case Criterion::none:
            break;
    }
    return Verdict::undecided;
}

template <int D>
void rank_bodies(const World<D>& world, double reference_speed, Stability<D>& result) {
    const std::vector<double> radius = radii(world);
    result.speed_ratio.assign(radius.size(), 0.0);
    for (std::size_t i = 0; i < radius.size(); ++i) {
        if (world.matter.freedom[i] == Freedom::immovable) continue;
        const double speed = norm(result.velocity[i].v) + norm(result.velocity[i].w) * radius[i];
        result.speed_ratio[i] = speed == 0.0 ? 0.0 : speed / reference_speed;
        result.fastest.push_back(static_cast<int>(i));
    }
    std::stable_sort(result.fastest.begin(), result.fastest.end(),
                     [&](int a, int b) { return result.speed_ratio[a] > result.speed_ratio[b]; });
    result.judgement.movable = static_cast<int>(result.fastest.size());
    if (!result.fastest.empty()) result.judgement.speed_ratio = result.speed_ratio[result.fastest.front()];
}

namespace {

/// The step, its judgement but for rest, and the world it left.
template <int D>
struct Stepped {
    World<D> world;
    Stability<D> stability{};
    bool finite = true;
};

template <int D>
Stepped<D> take_step(World<D> world, StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take = advance<D>) {
    require_able(Solves::stability, world.description);
    require_form(settings.solver.method, false);
    settings = of_first_step(settings);
    const StepReport report = has_deformable<D>(world) ? settle(world, settings, pool) : take(world, settings, pool);

    Stepped<D> out{std::move(world), {}, report.finite};
    const World<D>& after = out.world;
    Stability<D>& result = out.stability;
    Judgement& judgement = result.judgement;
    judgement.stepped = true;
    judgement.solve = report.solve;
    judgement.contacts = report.contacts;
    judgement.bodies = after.bodies.size();
    judgement.reference_speed = reference_speed(after, settings.step);
    const auto relative = [&](double speed) { return speed == 0.0 ? 0.0 : speed / judgement.reference_speed; };
    judgement.solver_error = relative(velocity_error(after));
    judgement.trusted = report.finite && report.solve.converged && judgement.solver_error <= error_allowed;

    result.velocity = after.bodies.velocity;
    rank_bodies(after, judgement.reference_speed, result);
    return out;
}

}  // namespace

template <int D>
Stability<D> judge_stability(World<D> world, StepSettings settings, ThreadPool& pool, const TakeStep<D>& take) {
    Stepped<D> step = take_step(std::move(world), settings, pool, take);
    Judgement& judgement = step.stability.judgement;
    judgement.rest = rest_of(step.world, settings.step, judgement);
    decide(settings, step.finite, judgement);
    return std::move(step.stability);
}

template <int D>
Stability<D> step_from_rest(World<D> world, StepSettings settings, ThreadPool& pool) {
    Stepped<D> step = take_step(std::move(world), settings, pool);
    decide(settings, step.finite, step.stability.judgement);
    return std::move(step.stability);
}

template <int D>
Stability<D> judge_rest(World<D> world, const StepSettings& settings, ThreadPool& pool) {
    require_able(Solves::stability, world.description);
    Stability<D> result;
    Judgement& judgement = result.judgement;
    judgement.bodies = world.bodies.size();
    if (has_deformable<D>(world)) return result;
    find_first_problem(world, settings, pool);
    Rest<D> rest = find_rest(world, settings.step);
    judgement.rest = rest.found;
    judgement.solve.iterations = rest.iterations;
    judgement.solve.residual = rest.residual;
    judgement.solve.converged = rest.found != RestFound::unknown;
    judgement.contacts = world.contacts.size();
    judgement.verdict = judgement.side();
    judgement.decided_by = judgement.side_by();
    rest.velocity.resize(world.bodies.position.size());
    result.velocity = std::move(rest.velocity);
    rank_bodies(world, 1.0, result);
    judgement.speed_ratio = std::numeric_limits<double>::quiet_NaN();  // there was no step
    return result;
}

#define DRYSTONE_STABILITY(D)                                  \
    template void rank_bodies(const World<D>&, double, Stability<D>&);           \
    template Stability<D> judge_stability(World<D>, StepSettings, ThreadPool&, const TakeStep<D>&); \
    template Stability<D> step_from_rest(World<D>, StepSettings, ThreadPool&);  \
    template Stability<D> judge_rest(World<D>, const StepSettings&, ThreadPool&);
DRYSTONE_STABILITY(2)
DRYSTONE_STABILITY(3)
#undef DRYSTONE_STABILITY

}  // namespace drystone
