#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/place.h"
#include "geometry/placed_ball.h"
#include "geometry/region.h"

namespace drystone {

template <int D>
struct BodyDescription;

// Where bodies come into a world, and where they leave it: plain values, as a scene states them. docs/theory.md section 15.

/// While something is open: from <= t < until, and in which stages of the run (none: in all).
struct Opening {
    double from = 0.0;                                       // [s]
    double until = std::numeric_limits<double>::infinity();  // [s]
    std::vector<std::string> stages = {};
    bool acts = true;     // in the present stage
    double origin = 0.0;  // its time 0: of what has stages, so that time counts while one of them is under way [s]
    bool at(double t) const { return acts && t - origin >= from && t - origin < until; }
};

/// What a source brings in: body number k is a function of k (and of the scene's seed) alone, so that a checkpoint need not keep it.
template <int D>
struct GrainRecipe {
    virtual ~GrainRecipe() = default;
    /// Everything of it but its place: `position` is zero.
    virtual BodyDescription<D> grain(long number) const = 0;
    /// No grain reaches further from the middle of the ball that holds it [m].
    virtual double largest() const = 0;
    /// One of each shape, of any size.
    virtual std::vector<BodyDescription<D>> samples() const = 0;
};

/// Bodies appear in a region where nothing is in their way, as fast as they are due; else they wait.
template <int D>
struct Source {
    std::string name;  // the group of its bodies, which are name.0, name.1, ..
    std::shared_ptr<const GrainRecipe<D>> grains;
    Region<D> region;
    int material = 0;                              // of all of them
    double rate = 0.0;                             // bodies per second, or 0
    double mass_rate = 0.0;                        // [kg/s], or 0
    long batch = 0;                                // so many at once, or 0
    double every = 0.0;                            // time between batches [s]
    long most = std::numeric_limits<long>::max();  // in all
    std::uint64_t seed = 0;                        // of the places it tries
    Opening open;
    Place place{};
};

/// Which bodies something is about, asked of one after the other: it may be of bodies that are not there yet.
struct Selection {
    bool all = true;
    std::vector<int> ids = {};               // ascending
    std::vector<std::string> patterns = {};  // of names and groups, which bodies of sources may have
};

/// Bodies whose centre of mass is in a region, or outside of it, at the end of a step leave.
template <int D>
struct Sink {
    std::string name;
    Region<D> region;
    bool outside = false;
    Selection of;
    Opening open;
    Place place{};
};

}  // namespace drystone
