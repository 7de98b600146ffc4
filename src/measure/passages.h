#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drystone {

template <int D>
struct World;
template <int D>
struct WorldDescription;

// World quantities of sources and sinks, by their names: sources.NAME.count, sources.NAME.mass, sinks.NAME.count, sinks.NAME.mass; bodies
// that have passed since time 0, and their mass [kg].

/// Whether a quantity is meant to be one of these.
bool is_passage(std::string_view quantity);

/// All there are.
template <int D>
std::vector<std::string> passages(const WorldDescription<D>& description);

/// Its value now; there must be such a one.
template <int D>
double passage(const World<D>& world, std::string_view quantity);

}  // namespace drystone
