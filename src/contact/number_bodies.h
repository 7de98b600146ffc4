#pragma once

#include <vector>

#include "bodies/bodies.h"
#include "contact/along_curve.h"
#include "core/buckets.h"
#include "core/parallel.h"
#include "core/workbench.h"

namespace drystone {

/// Storage of number_mobile_bodies(), kept from step to step.
struct BodyNumbering {
    Buckets moving;  // one: bodies that impulses can move
    std::vector<PlaceBounds> bounds;
    std::vector<int> order;  // bodies along the curve; last step's is where the next begins
};

/// What bodies are, and where.
template <int D>
struct PlacedMatter {
    const Matter<D>& matter;
    const Bodies<D>& bodies;
};

/// Rows of problem.W.body for the bodies that impulses can move, -1 for the others: `mobile` (bodies).
///
/// In assemblies that leave the cache, rows follow a curve through space (Morton's) along which neighbours stay near
/// each other: a sweep then finds most bodies where it has just been. Small ones keep the order of their bodies. A function
/// of the present positions alone, so a continued run has the numbers of an uninterrupted one.
template <int D>
void number_mobile_bodies(const PlacedMatter<D>& placed, ThreadPool& pool, Workbench& bench, BodyNumbering& numbering,
                          std::vector<int>& mobile);

}  // namespace drystone
