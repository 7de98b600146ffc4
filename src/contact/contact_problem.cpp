#include "contact/contact_problem.h"

#include <algorithm>
#include <cmath>

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
    const double scale = std::sqrt(std::max(impulse, free));
    if (scale > 0.0) return std::sqrt(error) / scale;
    return error > 0.0 ? 1.0 : 0.0;
}

template <int D, class Map>
ResidualSums residual_sums(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r) {
    static_assert(ImpulseMap<Map, D>);
    typename Map::State state;
    problem.W.reset(state);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(state, i, r[i]);

    ResidualSums sums;
    for (int i = 0; i < problem.size(); ++i) {
        const double rho = step_length(problem.W.diagonal(i));
        const Vec<D> v = problem.W.velocity(state, i) + problem.b[i] + problem.law[i].velocity_shift;
        const Vec<D> e = natural_map(problem.law[i], r[i], v, rho);
        sums += {dot(e, e), dot(r[i], r[i]), rho * rho * dot(problem.b[i], problem.b[i])};
    }
    return sums;
}

template ResidualSums residual_sums(const RigidProblem<2>&, std::span<const Vec<2>>);
template ResidualSums residual_sums(const RigidProblem<3>&, std::span<const Vec<3>>);
template ResidualSums residual_sums(const BlockProblem<2>&, std::span<const Vec<2>>);
template ResidualSums residual_sums(const BlockProblem<3>&, std::span<const Vec<3>>);

}  // namespace drystone
