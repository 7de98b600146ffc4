#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/vec.h"

namespace drystone {

template <int D>
struct BodyDescription;

/// Where a body that came after time 0 is from. With the model's sources it says all that the body is.
template <int D>
struct Origin {
    int source = -1;    // -1: of the scene, or added by a program
    long number = 0;    // among the source's
    Vec<D> position{};  // of its shape's frame when it came [m]
    bool operator==(const Origin&) const = default;
};

/// Bodies that have passed.
struct Passed {
    long bodies = 0;
    double mass = 0.0;  // [kg]
    bool operator==(const Passed&) const = default;
};

/// .. and what they had with them.
template <int D>
struct Flow {
    Passed passed;
    Vec<D> momentum{};    // [kg m/s]
    double energy = 0.0;  // kinetic, potential and stored in what they touched [J]
    bool operator==(const Flow&) const = default;
};

/// Who has come into a world and left it since time 0: part of the state.
template <int D>
struct Census {
    int next_id = 0;                // so many ids were given
    std::vector<Origin<D>> origin;  // (bodies, or none where nobody has come)
    std::vector<std::pair<int, std::shared_ptr<const BodyDescription<D>>>>
        added;  // by id: those that a program added and that are there
    Flow<D> in, out;
    std::vector<Passed> by_source;      // (sources)
    std::vector<Passed> by_sink;        // (sinks)
    std::map<int, std::string> vacant;  // slots that had a body: its build (step/make_body.h)
    double smallest_radius = std::numeric_limits<double>::infinity();  // of all that were ever there [m]
};

}  // namespace drystone
