#include "ensemble/random_start.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/random_point.h"

namespace drystone {

namespace {

double exponential(Random& random) { return -std::log1p(-random.uniform()); }

template <int D>
Vec<D> within(const LocalLaw<D>& law, double unit, Random& random) {
    const double tension = std::min(law.tension, unit);
    Vec<D> r;
    r[0] = unit * exponential(random) - tension;
    const double cohesion = std::min(law.cohesion, unit);
    const Vec<D - 1> shear = std::max(0.0, cohesion + law.mu * r[0]) * in_unit_ball<D - 1>(random);
    for (int k = 1; k < D; ++k) r[k] = shear[k - 1];
    return r;
}

/// Velocities of bodies that know nothing of each other; w times the mean lever arm is as large as v.
template <int D>
MapState<D> random_motion(const RigidProblem<D>& problem, Random& random) {
    double arms = 0.0;
    for (const ContactArms<D>& c : problem.W.contact) arms += 0.5 * (norm(c.arm_a) + norm(c.arm_b));
    const double arm = arms / static_cast<double>(std::max<std::size_t>(1, problem.W.contact.size()));
    MapState<D> motion;
    for (std::size_t i = 0; i < problem.W.body.size(); ++i) {
        const Vec<D> v = in_unit_ball<D>(random);
        const Spin<D> w = in_unit_ball<spin_dim<D>>(random);
        motion.body.push_back({v, arm > 0.0 ? (1.0 / arm) * w : Spin<D>{}});
    }
    for (int k = 0; k < problem.W.dofs(); ++k) motion.dof.push_back(in_unit_ball<D>(random));
    return motion;
}

/// Turns the tangential part of r against the slip u, to the limit of the law.
template <int D>
void mobilise(const LocalLaw<D>& law, const Vec<D>& u, double unit, Vec<D>& r) {
    assert(!(unit < 0.0));
    const double slip = tangential_norm(u);
    if (!(slip > 0.0)) return;
    const double limit = std::max(0.0, std::min(law.cohesion, unit) + law.mu * r[0]);
    for (int k = 1; k < D; ++k) r[k] = -limit / slip * u[k];
}

/// Limits without end (bonds) are cut at the moment that the impulse `unit` has about the longer of the contact's two arms.
template <int D>
Spin<D> moment_within(const TurningLaw& law, double s_n, double most, Random& random) {
    Spin<D> m;
    for (int k = 0; k < spin_dim<D>; ++k) m[k] = most * random.uniform(-1.0, 1.0);
    return within_limits(law, s_n, m);
}

}  // namespace

template <int D>
Start<D> random_start(const RigidProblem<D>& problem, double unit, Random& random) {
    assert(!(unit < 0.0) && problem.law.size() == problem.b.size());
    Start<D> start;
    start.r.reserve(problem.b.size());
    for (const LocalLaw<D>& law : problem.law) start.r.push_back(within(law, unit, random));
    if (random.uniform() < 0.5) {
        const MapState<D> motion = random_motion(problem, random);
        for (std::size_t i = 0; i < start.r.size(); ++i)
            mobilise(problem.law[i], problem.W.velocity(motion, static_cast<int>(i)), unit, start.r[i]);
    }
    for (const Turning<D>& turning : problem.turning) {
        const auto i = static_cast<std::size_t>(turning.contact);
        const ContactArms<D>& arms = problem.W.contact[i];
        const LocalLaw<D>& law = problem.law[i];
        const double arm = std::max(norm(arms.arm_a), norm(arms.arm_b));
        const double s_n = start.r[i][0] + std::min(law.tension, unit);
        start.m.push_back(moment_within<D>(law.turning, s_n, unit * arm, random));
    }
    return start;
}

template <int D>
double typical_impulse(const RigidProblem<D>& problem, const std::vector<Vec<D>>& r) {
    assert(r.size() == problem.b.size());
    double sum = 0.0, free = 0.0;
    int bearing = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
        free += step_length(problem.W.diagonal(static_cast<int>(i))) * norm(problem.b[i]);
        if (!(r[i][0] > 0.0)) continue;
        sum += r[i][0];
        ++bearing;
    }
    if (bearing > 0) return sum / bearing;
    return r.empty() ? 0.0 : free / static_cast<double>(r.size());
}

template struct Start<2>;
template struct Start<3>;
template Start<2> random_start(const RigidProblem<2>&, double, Random&);
template Start<3> random_start(const RigidProblem<3>&, double, Random&);
template double typical_impulse(const RigidProblem<2>&, const std::vector<Vec<2>>&);
template double typical_impulse(const RigidProblem<3>&, const std::vector<Vec<3>>&);

}  // namespace drystone
