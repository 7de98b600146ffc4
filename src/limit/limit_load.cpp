// The load multiplier of rigid blocks as a convex program, docs/theory.md (14.1)-(14.6). Livesley 1978 (forces as a linear program),
// Gilbert and Melbourne 1994 (its mechanisms), Portioli and Cascini (cones in space; 2014 and later).

#include "limit/limit_load.h"

#include <algorithm>
#include <cmath>

#include "limit/cones.h"
#include "step/loads.h"

namespace drystone {

namespace {

constexpr double tolerance = 1e-11;  // asked of the search; what it reached is reported

double product_of_sizes(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] * b[k]);
    return sum;
}

/// What forces x leave undone: A x - b, and how far h - G x is outside of the cones, row by row.
struct Undone {
    std::vector<double> balance, outside;

    Undone(const ConicProgram& p, const std::vector<double>& x) : balance(p.b.size()), outside(p.row.size()) {
        times_A(p, x, balance);
        for (std::size_t k = 0; k < balance.size(); ++k) balance[k] -= p.b[k];
        times_G(p, x, outside);
        for (std::size_t k = 0; k < outside.size(); ++k) outside[k] = p.row[k].h - outside[k];
        for (const ConicProgram::Cone& cone : p.cone) {
            double* s = outside.data() + cone.first_row;
            const double by = std::max(0.0, (cone.size == 1 ? 0.0 : std::hypot(s[1], s[2], cone.size == 4 ? s[3] : 0.0)) - s[0]);
            s[0] = by;
            for (int k = 1; k < cone.size; ++k) s[k] = 0.0;
        }
    }
    double size() const { return std::max(largest(balance), largest(outside)); }
    /// What it may be worth in the multiplier, by the velocities of the mechanism.
    double worth(const ConicAnswer& answer) const {
        return product_of_sizes(balance, answer.y) + product_of_sizes(outside, answer.z);
    }
};

/// A^T y + G^T z + c, times the forces.
double worth_of_misfit(const ConicProgram& p, const ConicAnswer& answer) {
    std::vector<double> misfit(answer.x.size()), more(answer.x.size());
    times_A_transposed(p, answer.y, misfit);
    times_G_transposed(p, answer.z, more);
    for (std::size_t k = 0; k < misfit.size(); ++k) misfit[k] += more[k];
    if (p.has_multiplier()) misfit.back() -= 1.0;
    return product_of_sizes(misfit, answer.x);
}

/// The velocities of a dual vector, so that the fastest point has 1 m/s.
template <int D>
std::vector<Twist<D>> mechanism(const World<D>& world, const EquilibriumProgram<D>& program, const ConicAnswer& answer) {
    std::vector<Twist<D>> v = velocities<D>(world, program, answer.y);
    double fastest = 0.0;
    const auto lever = [&](std::size_t i) { return program.lever[static_cast<std::size_t>(world.mobile[i])]; };
    for (std::size_t i = 0; i < v.size(); ++i)
        if (world.mobile[i] >= 0) fastest = std::max(fastest, norm(v[i].v) + norm(v[i].w) * lever(i));
    if (!(fastest > 0.0)) return v;
    for (Twist<D>& t : v) t = {(1.0 / fastest) * t.v, (1.0 / fastest) * t.w};
    return v;
}

}  // namespace

template <int D>
Rest<D> find_rest(const World<D>& world, double step) {
    Rest<D> rest;
    const auto program = equilibrium_program<D>(world, step, {});
    if (!program) return rest;
    const ConicAnswer answer = solve(program->program, tolerance);
    rest.iterations = answer.iterations;
    rest.residual = answer.error;
    if (answer.found == ConicAnswer::Found::optimum) {
        rest.found = RestFound::possible;
        rest.residual = Undone(program->program, answer.x).size();
        rest.force = contact_forces<D>(world, *program, answer.x);
    } else if (answer.found == ConicAnswer::Found::infeasible) {
        rest.found = RestFound::impossible;
        rest.velocity = mechanism(world, *program, answer);
    }
    return rest;
}

template <int D>
LimitLoad<D> limit_load(const World<D>& world, double step, std::span<const Twist<D>> live) {
    LimitLoad<D> limit;
    Rest<D> rest = find_rest(world, step);
    limit.iterations = rest.iterations;
    limit.residual = rest.residual;
    limit.found = rest.found != RestFound::unknown;
    limit.feasible = rest.found == RestFound::possible;
    limit.velocity = std::move(rest.velocity);
    if (!limit.feasible) return limit;

    const auto program = equilibrium_program<D>(world, step, live);
    const ConicAnswer answer = solve(program->program, tolerance);
    limit.iterations += answer.iterations;
    limit.unbounded = answer.found == ConicAnswer::Found::unbounded;
    limit.found = limit.unbounded || answer.found == ConicAnswer::Found::optimum;
    limit.force = std::move(rest.force);
    if (limit.unbounded || !limit.found) return limit;

    const Undone undone(program->program, answer.x);
    const double unit = program->multiplier_unit;
    limit.residual = undone.size();
    limit.lower = unit * (-answer.primal - undone.worth(answer));
    limit.upper = unit * (-answer.dual + worth_of_misfit(program->program, answer));
    limit.multiplier = unit * -0.5 * (answer.primal + answer.dual);
    limit.force = contact_forces<D>(world, *program, answer.x);
    limit.velocity = mechanism(world, *program, answer);
    return limit;
}

template <int D>
std::vector<Twist<D>> live_loads(const World<D>& world, const Vec<D>& acceleration, std::span<const Load<D>> loads) {
    std::vector<Twist<D>> live(world.bodies.position.size());
    for (std::size_t i = 0; i < live.size(); ++i) live[i].v = world.matter.mass[i] * acceleration;
    for (const Load<D>& load : loads) {
        const Twist<D> f = force_and_torque(world.matter, world.bodies, load);
        live[static_cast<std::size_t>(load.body)].v += f.v;
        live[static_cast<std::size_t>(load.body)].w += f.w;
    }
    return live;
}

template <int D>
double utilisation(const World<D>& world, double step, std::size_t i, const Vec<D>& force) {
    const LocalLaw<D>& law = world.problem.law[i];
    const Vec<D> r = step * (world.problem.W.contact[i].frame * force);
    const double shear = tangential_norm(r), limit = law.shear_limit(r[0]);
    const double of_shear = shear == 0.0 ? 0.0 : limit > 0.0 ? shear / limit : 1.0;
    return std::max(of_shear, r[0] / law.yields.gives_at);
}

#define DRYSTONE_LIMIT_LOAD(D)                                                                                      \
    template Rest<D> find_rest(const World<D>&, double);                                                            \
    template LimitLoad<D> limit_load(const World<D>&, double, std::span<const Twist<D>>);                          \
    template std::vector<Twist<D>> live_loads(const World<D>&, const Vec<D>&, std::span<const Load<D>>);          \
    template double utilisation(const World<D>&, double, std::size_t, const Vec<D>&);
DRYSTONE_LIMIT_LOAD(2)
DRYSTONE_LIMIT_LOAD(3)
#undef DRYSTONE_LIMIT_LOAD

}  // namespace drystone
