#include "measure/passages.h"

#include <cassert>

#include "step/world.h"

namespace drystone {

namespace {

/// visit(name of the quantity, what has passed, whether its mass is asked for) for all; until it says true.
template <int D, class Visit>
void for_each_passage(const WorldDescription<D>& description, const Visit& visit) {
    const auto both = [&](const char* kind, const auto& list) {
        for (std::size_t k = 0; k < list.size(); ++k) {
            for (const bool mass : {false, true})
                visit(std::string(kind) + "." + list[k].name + (mass ? ".mass" : ".count"), kind[1] == 'i', k,
                      mass);
        }
    };
    both("sources", description.sources);
    both("sinks", description.sinks);
}

}  // namespace

bool is_passage(std::string_view quantity) {
    return quantity.starts_with("sources.") || quantity.starts_with("sinks.");
}

template <int D>
std::vector<std::string> passages(const WorldDescription<D>& description) {
    std::vector<std::string> all;
    for_each_passage(description,
                     [&](const std::string& name, bool, std::size_t, bool) { all.push_back(name); });
    return all;
}

template <int D>
double passage(const World<D>& world, std::string_view quantity) {
    double value = 0.0;
    bool found = false;
    for_each_passage(world.description, [&](const std::string& name, bool of_sink, std::size_t k, bool mass) {
        if (name != quantity) return;
        const Passed& passed = of_sink ? world.census.by_sink[k] : world.census.by_source[k];
        value = mass ? passed.mass : static_cast<double>(passed.bodies);
        found = true;
    });
    assert(found);
    return value;
}

#define DRYSTONE_PASSAGES(D)                                                \
    template std::vector<std::string> passages(const WorldDescription<D>&); \
    template double passage(const World<D>&, std::string_view);
DRYSTONE_PASSAGES(2)
DRYSTONE_PASSAGES(3)
#undef DRYSTONE_PASSAGES

}  // namespace drystone
