#pragma once

#include <vector>

#include "contact/body_map.h"
#include "core/random.h"

namespace drystone {

/// Impulses and moments to begin a solve from, in contact frames.
template <int D>
struct Start {
    std::vector<Vec<D>> r;   // (contacts) [N s]
    std::vector<Spin<D>> m;  // (problem.turning) [N m s]
};

/// Random impulses that every law allows, of about the size `unit` [N s]:
///
///     r_n = -c + unit e,  e exponential with mean 1,     r_t uniform in the disk of radius a + mu r_n,
///
/// or, in every other start by chance, r_t at that limit and against the slip of a random motion of all bodies: friction that
/// acts in one sense all around a body, which independent contacts hardly ever do. Moments are uniform within the limits of
/// rolling and torsion. c, a: the law's tension and cohesion, as far as they do not
/// exceed `unit`. docs/theory.md (11.2).
template <int D>
Start<D> random_start(const RigidProblem<D>& problem, double unit, Random& random);

/// The size of an impulse of the problem: the mean r_n of the contacts that bear in a solution `r`; where none does, the
/// impulse that would stop the mean free velocity. 0 where nothing happens at all [N s].
template <int D>
double typical_impulse(const RigidProblem<D>& problem, const std::vector<Vec<D>>& r);

}  // namespace drystone
