#pragma once

#include <algorithm>
#include <vector>

#include "laws/law.h"
#include "laws/link_law.h"

namespace drystone {

/// What a joint holds on to whose law anchors it (anchors.h), by the names that its law uses, too.
template <int D>
struct AnchorMemory {
    Vec<D> slip{};          // between its two points, in the contact's plane [m]
    double made_gap = 0.0;  // its gap when it was made [m]
    Vec<D> anchor_a{};      // its place on each body, in that body's frame [m]
    Vec<D> anchor_b{};
    bool intact = false;
    bool anchored = false;

    static constexpr auto fields() {
        return std::tuple{remember::tangent("slip", "m", &AnchorMemory::slip),
                          remember::number("made_gap", "m", &AnchorMemory::made_gap).inner(),
                          remember::on_a("anchor_a", "m", &AnchorMemory::anchor_a).inner(),
                          remember::on_b("anchor_b", "m", &AnchorMemory::anchor_b).inner(),
                          remember::flag("intact", &AnchorMemory::intact).shared(),
                          remember::flag("anchored", &AnchorMemory::anchored).inner()};
    }
};

/// Which law holds between which bodies, and what contacts remember. Bodies fall into surfaces: those that no interaction tells apart.
struct LawBook {
    std::vector<Law> laws;     // [0] is the default between bodies nobody spoke of
    std::vector<int> between;  // (surfaces x surfaces)  index into laws
    int surfaces = 1;

    // Of any law in the book, so that scenes with plain ones pay nothing
    bool remembers = false;
    bool looks_ahead = false;
    bool layered = false;
    bool anchors = false;
    bool shares_force = false;
    bool turns = false;  // carries moments
    double reach = 0.0;  // [m]

    MemorySchema memory;               // what contacts remember, of all laws; empty where none does
    std::vector<MemoryPlaces> places;  // (laws)  where the fields of each are in it; none: it does not remember
    MemoryPlaces anchor_places;        // of AnchorMemory, where a law anchors
    MemoryPlaces link_places;          // of LinkMemory, where a link remembers

    int number(int surface_a, int surface_b) const { return between[surface_a * surfaces + surface_b]; }
    const Law& of(int surface_a, int surface_b) const { return laws[number(surface_a, surface_b)]; }

    /// Sees contacts that are still open; those that turn out not to matter are told apart by their memory.
    static bool acts_apart(const Law& law) {
        return drystone::looks_ahead(law) || drystone::reach(law) > 0.0;
    }

    static bool carries_moments(const Law& law) {
        const Approach<2> touching{.step = 1.0, .radius = 1.0, .least_radius = 1.0, .area = 1.0, .closed = true};
        return compile_whole<2>(law, touching).turning.turns() || compile<2>(law, touching).turning.turns();
    }

    /// `linked`: links remember, too.
    template <int D>
    void sum_up(bool linked = false) {
        for (const Law& law : laws) {
            remembers = remembers || acts_apart(law) || drystone::remembers(law);
            looks_ahead = looks_ahead || drystone::looks_ahead(law);
            layered = layered || layers(law) > 1;
            anchors = anchors || drystone::anchors(law);
            shares_force = shares_force || drystone::shares_force(law);
            turns = turns || carries_moments(law);
            reach = std::max(reach, drystone::reach(law));
        }
        remembers = remembers || linked;
        if (remembers) list_memory<D>();
        if (linked) link_places = memory.add(fields_of<LinkMemory>());
    }

  private:
    template <int D>
    void list_memory() {
        memory.add(fields_of<StandingMemory>());
        for (const Law& law : laws)
            places.push_back(acts_apart(law) || drystone::remembers(law) ? memory.add(fields_of<D>(law)) : MemoryPlaces{});
        if (anchors) anchor_places = memory.add(fields_of<AnchorMemory<D>>());
    }
};

}  // namespace drystone
