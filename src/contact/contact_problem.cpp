#include "contact/contact_problem.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "contact/block_map.h"
#include "contact/body_map.h"

namespace drystone {

ResidualSums& ResidualSums::operator+=(const ResidualSums& other) {
    error += other.error;
    impulse += other.impulse;
    free += other.free;
    return *this;
}

double ResidualSums::relative() const {
    if (!std::isfinite(error + impulse)) return std::numeric_limits<double>::infinity();
    const double scale = std::sqrt(std::max(impulse, free));
    if (scale > 0.0) return std::sqrt(error) / scale;
    return error > 0.0 ? 1.0 : 0.0;
}

bool ran_away(const ResidualSums& end, const ResidualSums& without_impulses) {
    constexpr double no_better = 0.5, swallowed = 1e12;
    const bool beyond = end.free > 0.0 && end.impulse > swallowed * swallowed * end.free;  // 0: a motor starts what was at rest
    return end.impulse > end.free && (end.error > no_better * no_better * without_impulses.error || beyond);
}

template <int D, class Map>
ResidualSums residual_sums(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r,
                           std::span<const Spin<D>> m) {
    typename Map::State state;
    return residual_sums(problem, r, m, state);
}

template <int D, class Map>
ResidualSums residual_sums(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r,
                           std::span<const Spin<D>> m, typename Map::State& state) {
    static_assert(ImpulseMap<Map, D>);
    problem.W.reset(state);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(state, i, r[i]);

    if constexpr (std::same_as<Map, BodyMap<D>>) {
        for (std::size_t k = 0; k < problem.turning.size(); ++k) {
            problem.W.add_moment(state, problem.turning[k].contact, m[k]);
        }
    }

    ResidualSums sums;
    for (int i = 0; i < problem.size(); ++i) {
        const double rho = step_length(problem.W.diagonal(i));
        const Vec<D> v = problem.W.velocity(state, i) + problem.b[i] + problem.law[i].velocity_shift;
        const Vec<D> e = natural_map(problem.law[i], r[i], v, rho);
        sums += {dot(e, e), dot(r[i], r[i]), rho * rho * dot(problem.b[i], problem.b[i])};
    }
    if constexpr (std::same_as<Map, BodyMap<D>>) {
        for (std::size_t k = 0; k < problem.turning.size(); ++k) {
            const Turning<D>& turning = problem.turning[k];
            const int i = turning.contact;
            const double rho = step_length(problem.W.spin_diagonal(i));
            const double s_n = r[i][0] + problem.law[i].tension;
            const Spin<D> spin = problem.W.spin(state, i) + turning.b;
            const Spin<D> e = turning_map(problem.law[i].turning, s_n, m[k], spin, rho);
            const double per_square =
                rho > 0.0 ? step_length(problem.W.diagonal(i)) / rho : 0.0;  // docs/theory.md below (3.8)
            sums += {per_square * dot(e, e), per_square * dot(m[k], m[k]),
                     per_square * rho * rho * dot(turning.free(), turning.free())};
        }
    }
    return sums;
}

template ResidualSums residual_sums(const RigidProblem<2>&, std::span<const Vec<2>>, std::span<const Vec<1>>);
template ResidualSums residual_sums(const RigidProblem<2>&, std::span<const Vec<2>>, std::span<const Vec<1>>,
                                    BodyMap<2>::State&);
template ResidualSums residual_sums(const RigidProblem<3>&, std::span<const Vec<3>>, std::span<const Vec<3>>);
template ResidualSums residual_sums(const RigidProblem<3>&, std::span<const Vec<3>>, std::span<const Vec<3>>,
                                    BodyMap<3>::State&);
template ResidualSums residual_sums(const BlockProblem<2>&, std::span<const Vec<2>>, std::span<const Vec<1>>);
template ResidualSums residual_sums(const BlockProblem<2>&, std::span<const Vec<2>>, std::span<const Vec<1>>,
                                    BlockMap<2>::State&);
template ResidualSums residual_sums(const BlockProblem<3>&, std::span<const Vec<3>>, std::span<const Vec<3>>);
template ResidualSums residual_sums(const BlockProblem<3>&, std::span<const Vec<3>>, std::span<const Vec<3>>,
                                    BlockMap<3>::State&);

}  // namespace drystone
