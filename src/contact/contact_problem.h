#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "core/mat.h"
#include "core/motion.h"
#include "core/parallel.h"
#include "laws/local_laws.h"

namespace drystone {

/// W of u = W r + b, as solvers see it: a map from impulses to velocities that can be advanced one contact at a
/// time. State is what the map remembers of the impulses given so far (body velocities, or nothing but r).
template <class Map, int D>
concept ImpulseMap = requires(const Map map, typename Map::State state, int i, Vec<D> dr,
                              std::span<const Vec<D>> r) {
    { map.size() } -> std::same_as<int>;
    { map.diagonal(i) } -> std::same_as<Mat<D>>;         // W_ii [1/kg]
    map.reset(state);                                    // r = 0
    { map.velocity(state, i) } -> std::same_as<Vec<D>>;  // (W r)_i [m/s]
    map.add(state, i, dr);                               // r_i += dr
};

/// A contact that also carries a moment: rolling and torsion friction. Unknown m, one per entry.
template <int D>
struct Turning {
    int contact = 0;  // whose normal impulse limits the moment
    Spin<D> b{};      // free relative spin with the law's shift, contact frame [rad/s]
    Spin<D> shift{};  // what of it is the law's: of links

    Spin<D> free() const { return b - shift; }
    bool operator==(const Turning&) const = default;
};

/// The contact problem of one step: find r and u with u = W r + b and (u_i, r_i) obeying law[i] at each i.
/// A value: built by contact/assemble.h or read from a file, constant while a solver runs, comparable.
/// Vectors in contact frames, docs/theory.md section 2.
template <int D, class Map>
struct ContactProblem {
    Map W;
    std::vector<Vec<D>> b;            // (contacts)  free relative velocity, without the laws' shifts [m/s]
    LocalLaws<D> law;                 // (contacts)
    std::vector<Turning<D>> turning;  // contacts that carry moments, ascending; none in files

    int size() const { return static_cast<int>(b.size()); }
    bool operator==(const ContactProblem&) const = default;
};

/// rho_i = 1 / mean diagonal of W_ii [kg]; 0 for a contact that no impulse can move.
template <int D>
double step_length(const Mat<D>& diagonal) {
    const double mean = mean_diagonal(diagonal);
    return mean > 0.0 ? 1.0 / mean : 0.0;
}

/// The sums behind the residual: |e|^2, |r|^2 and |rho b|^2 over all contacts. b is the free relative velocity
/// itself: the gap terms of contacts that are far from closing would only make the residual look small.
struct ResidualSums {
    double error = 0.0;
    double impulse = 0.0;
    double free = 0.0;

    ResidualSums& operator+=(const ResidualSums& other);
    /// |e| / max(|r|, |rho b|); 0 where all are zero, 1 where only |e| is not, infinite where one is not finite.
    double relative() const;
};

/// Where no impulses obey the law (walls that close on a body), sweeps let them grow without end: |e| / |r| then becomes as
/// small as one likes while |e| stays what it was without any, until rounding swallows it. Such impulses are no answer.
bool ran_away(const ResidualSums& end, const ResidualSums& without_impulses);

/// The sums for given impulses, from r alone: they do not trust what a solver accumulated on the way.
/// Allocates; solvers have faster equivalents of their own.
template <int D, class Map>
ResidualSums residual_sums(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r,
                           std::span<const Spin<D>> m = {});

/// The same with the map's state in storage of the caller's: allocates nothing where that is large enough.
template <int D, class Map>
ResidualSums residual_sums(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r,
                           std::span<const Spin<D>> m, typename Map::State& state);

/// The number every solver is judged by, docs/theory.md (3.7) [-].
template <int D, class Map>
double relative_residual(const ContactProblem<D, Map>& problem, std::span<const Vec<D>> r,
                         std::span<const Spin<D>> m = {}) {
    return residual_sums(problem, r, m).relative();
}

}  // namespace drystone
