#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "step/world.h"

namespace drystone {

/// One [[probes]] entry: quantities of one body, of the joint between two, or of the whole world, at intervals.
struct Probe {
    std::string name;
    int body = -1;  // -1: the whole world
    std::vector<std::string> quantities;
    double every = 0.0;  // [s]; 0: each step
    int other = -1;      // a second body: the probe is of the joint between the two
};

enum class Subject { body, world, joint };

/// Whether a quantity of that name exists for the subject in D dimensions, and all names that do.
bool is_quantity(std::string_view name, Subject subject, int dimension);
std::vector<std::string> quantity_names(Subject subject, int dimension);

/// Column headers of a probe's CSV after "time": "position.x", "position.y", ...
template <int D>
std::vector<std::string> probe_columns(const Probe& probe);

/// The values under those headers, appended to `values`.
template <int D>
void measure(const World<D>& world, const Probe& probe, double h, std::vector<double>& values);

}  // namespace drystone
