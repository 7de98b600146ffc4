#pragma once

#include <span>
#include <vector>

#include "step/world.h"

namespace drystone {

/// How far a world is from equilibrium after a step of h: the largest resultant on what is free of a movable body, over the mean
/// force of the contacts that bear any,
///
///     max_i | sum_c J_c / h + m_i G + F_i |  /  mean |J_c| / h                           docs/theory.md (8.12)
///
/// 0 where nothing acts on anything, infinite where something acts and no contact bears.
template <int D>
double unbalanced(const World<D>& world, double h);

// Its parts, for those who have contacts and bodies in several processes.

/// Of the contacts that bear any [N].
struct BearingForces {
    double sum = 0.0;
    long count = 0;
};

/// Adds what contacts push bodies with: (bodies) [N].
template <int D>
BearingForces add_contacts(const World<D>& world, double h, std::vector<Vec<D>>& resultant);

/// With gravity and loads, of what is free. `counts` (bodies, or none: all): 1 for those that are to be looked at.
template <int D>
double largest_resultant(const World<D>& world, double h, const std::vector<Vec<D>>& resultant, std::span<const char> counts = {});

double unbalanced(double largest, const BearingForces& bearing);

}  // namespace drystone
