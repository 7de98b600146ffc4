#include "statics/stability.h"

#include <algorithm>
#include <cmath>

#include "step/drives.h"
#include "step/gravity.h"

namespace drystone {

namespace {

Signal frozen(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

/// Of a body about its centre of mass [m]; planes and drums do not turn under impulses and count none.
template <int D>
std::vector<double> radii(const World<D>& world) {
    std::vector<double> radius(world.bodies.mass.size(), 0.0);
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.kind[p] == PartKind::plane || parts.kind[p] == PartKind::drum) continue;
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
        largest = std::max(largest, h * norm(world.bodies.inverse_mass[i] * world.applied[i].v));
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

void decide(const StepSettings& settings, bool finite, Judgement& judgement) {
    judgement.trusted = finite && judgement.solve.converged && judgement.solver_error <= error_allowed;
    if (judgement.trusted && judgement.speed_ratio < stands_below) {
        judgement.verdict = Verdict::stands;
    } else if (judgement.trusted && judgement.speed_ratio > moves_above) {
        judgement.verdict = Verdict::moves;
    } else if (!finite) {
        judgement.doubt = "the step gave numbers that are not finite";
    } else if (!judgement.solve.converged) {
        judgement.doubt =
            settings.solver.fixed_iterations > 0
                ? "the number of iterations was fixed, and the solve did not reach its tolerance"
                : "the solve did not reach its tolerance; more iterations (solver.max_iterations) may";
    } else if (!judgement.trusted) {
        judgement.doubt =
            "the error that the solve may have left is too large to judge by; use a smaller solver.tolerance";
    } else {
        judgement.doubt =
            "the speed is between that of standing and that of moving: this is very near the limit";
    }
}

}  // namespace

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::stands:
            return "stands";
        case Verdict::moves:
            return "moves";
        case Verdict::undecided:
            break;
    }
    return "undecided";
}

Verdict Judgement::side() const {
    if (!trusted) return Verdict::undecided;
    constexpr double rounding = 1e-6;
    const double line = std::clamp(100.0 * solver_error, rounding, stands_below);
    return speed_ratio < line ? Verdict::stands : Verdict::moves;
}

template <int D>
WorldDescription<D> at_rest(WorldDescription<D> description) {
    for (BodyDescription<D>& body : description.bodies) {
        body.velocity = {};
        body.angular_velocity = {};
    }
    for (Motion<D>& motion : description.motions) {
        motion.signal.prepare();
        motion.signal = frozen(displacement(motion.signal, motion.quantity, 0.0));
        motion.quantity = Driven::displacement;
    }
    for (Load<D>& load : description.loads) load.history = frozen(load.history.at(0.0));
    description.gravity = gravity_at(description, 0.0);
    description.gravity_change.reset();
    if (description.water) description.water->level = frozen(description.water->level.held(0.0));
    return description;
}

template <int D>
Stability<D> judge_stability(World<D> world, StepSettings settings, ThreadPool& pool) {
    settings.integrator = Integrator::moreau;
    settings.overlap = Overlap::keep;
    const std::vector<double> radius = radii(world);
    const StepReport report = advance(world, settings, pool);

    Stability<D> result;
    Judgement& judgement = result.judgement;
    judgement.solve = report.solve;
    judgement.contacts = report.contacts;
    judgement.bodies = world.bodies.size();
    judgement.reference_speed = reference_speed(world, settings.step);
    const auto relative = [&](double speed) {
        return speed == 0.0 ? 0.0 : speed / judgement.reference_speed;
    };
    judgement.solver_error = relative(velocity_error(world));

    result.velocity = world.bodies.velocity;
    result.speed_ratio.assign(world.bodies.mass.size(), 0.0);
    for (std::size_t i = 0; i < radius.size(); ++i) {
        if (world.bodies.freedom[i] == Freedom::immovable) continue;
        const Twist<D>& t = world.bodies.velocity[i];
        result.speed_ratio[i] = relative(norm(t.v) + norm(t.w) * radius[i]);
        result.fastest.push_back(static_cast<int>(i));
    }
    std::stable_sort(result.fastest.begin(), result.fastest.end(),
                     [&](int a, int b) { return result.speed_ratio[a] > result.speed_ratio[b]; });
    judgement.movable = static_cast<int>(result.fastest.size());
    if (!result.fastest.empty()) judgement.speed_ratio = result.speed_ratio[result.fastest.front()];
    decide(settings, report.finite, judgement);
    return result;
}

#define DRYSTONE_STABILITY(D)                                  \
    template WorldDescription<D> at_rest(WorldDescription<D>); \
    template Stability<D> judge_stability(World<D>, StepSettings, ThreadPool&);
DRYSTONE_STABILITY(2)
DRYSTONE_STABILITY(3)
#undef DRYSTONE_STABILITY

}  // namespace drystone
