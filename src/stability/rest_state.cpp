#include "stability/rest_state.h"

#include <algorithm>
#include <cmath>

#include "bodies/move.h"

// Projected Gauss-Seidel, forwards and backwards in turn: r_i <- P_K(r_i - rho_i u_i), rho_i = 1 / |W_ii|. Each visit lowers the
// energy. (u without the term mu |u_t| n of (3.4): that term is what makes Coulomb's problem not convex.)

namespace drystone {

namespace {

constexpr int between_checks = 20;  // sweeps

template <int D>
struct Minimiser {
    const RigidProblem<D>& problem;
    std::vector<double> rho;  // (contacts) [kg]
    std::vector<Vec<D>> r;    // (contacts)
    typename BodyMap<D>::State V;  // of r

    Minimiser(const RigidProblem<D>& p, const std::vector<Vec<D>>& start) : problem(p), r(start) {
        for (int i = 0; i < problem.size(); ++i) {
            const Mat<D> W = problem.W.diagonal(i);
            double largest = 0.0;  // row sum: bounds the largest eigenvalue
            for (int k = 0; k < D; ++k) {
                double sum = 0.0;
                for (int l = 0; l < D; ++l) sum += std::abs(W[k][l]);
                largest = std::max(largest, sum);
            }
            rho.push_back(largest > 0.0 ? 1.0 / largest : 0.0);
        }
        refresh();
    }

    /// V from r, free of what rounding has added up.
    void refresh() {
        problem.W.reset(V);
        for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, r[i]);
    }

    Vec<D> change(int i) const {
        const Vec<D> u = problem.b[i] + problem.W.velocity(V, i);
        Vec<D> s = r[i];
        s[0] += problem.law[i].tension;
        return project_on_cone(problem.law[i].mu, s - rho[i] * u) - s;
    }

    void visit(int i) {
        const Vec<D> dr = change(i);
        if (dr == Vec<D>{}) return;
        r[i] += dr;
        problem.W.add(V, i, dr);
    }

    void sweep() {
        for (int i = 0; i < problem.size(); ++i) visit(i);
        for (int i = problem.size() - 1; i >= 0; --i) visit(i);
    }

    /// 2 |e| max(|r|, |rho b|) / rho.
    double excess() const {
        ResidualSums sums;
        double lightest = 0.0;
        for (int i = 0; i < problem.size(); ++i) {
            const Vec<D> e = change(i);
            const double free = rho[i] * norm(problem.b[i]);
            sums += {dot(e, e), dot(r[i], r[i]), free * free};
            if (rho[i] > 0.0) lightest = std::max(lightest, 1.0 / rho[i]);
        }
        return 2.0 * lightest * std::sqrt(sums.error * std::max(sums.impulse, sums.free));
    }
};

template <int D>
bool only_cones(const RigidProblem<D>& problem) {
    return problem.turning.empty() &&
           std::all_of(problem.law.begin(), problem.law.end(), [](const LocalLaw<D>& law) {
               return law.is_cone() && law.velocity_shift == Vec<D>{};
           });
}

}  // namespace

template <int D>
std::optional<RestState> seek_rest(const World<D>& world, const std::vector<double>& radius,
                                   const RestSearch& search) {
    if (!only_cones(world.problem) || !world.elastic.empty()) return std::nullopt;  // stress is no motion
    Minimiser<D> minimiser(world.problem, world.impulse);
    const std::vector<Twist<D>> of_the_step = minimiser.V.body;

    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    RestState state;
    const auto measure = [&] {
        state.speed = state.energy = 0.0;
        for (int i = 0; i < bodies.size(); ++i) {
            const int row = world.mobile[i];
            if (row < 0) continue;
            const Twist<D>&now = minimiser.V.body[row], &then = of_the_step[row], &was = bodies.velocity[i];
            const Vec<D> v = was.v + now.v - then.v;
            const Spin<D> w = was.w + now.w - then.w;
            state.speed = std::max(state.speed, norm(v) + norm(w) * radius[i]);
            state.energy += 0.5 * matter.mass[i] * dot(v, v) + rotational_energy(matter, bodies, i, w);
        }
        state.excess = minimiser.excess();
        if (state.speed < search.still)
            state.found = RestState::Found::rest;
        else if (state.energy > state.excess)
            state.found = RestState::Found::no_rest;
    };
    while (state.found == RestState::Found::nothing && state.iterations < search.max_iterations) {
        for (int k = 0; k < between_checks; ++k) minimiser.sweep();
        state.iterations += 2 * between_checks;
        minimiser.refresh();
        measure();
    }
    return state;
}

template std::optional<RestState> seek_rest(const World<2>&, const std::vector<double>&, const RestSearch&);
template std::optional<RestState> seek_rest(const World<3>&, const std::vector<double>&, const RestSearch&);

}  // namespace drystone
