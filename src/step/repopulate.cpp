#include <algorithm>
#include <cassert>

#include "core/index.h"
#include "core/input_error.h"
#include "step/population.h"
#include "step/slots.h"

namespace drystone {

namespace {

/// What came under that id: from a source, or from a program.
template <int D>
BodyDescription<D> newcomer(const WorldDescription<D>& first, const Census<D>& census, std::size_t slot,
                            int id) {
    if (slot < census.origin.size() && census.origin[slot].source >= 0) {
        const Origin<D>& origin = census.origin[slot];
        if (at(origin.source) >= first.sources.size())
            throw InputError("",
                             "the state is not of this scene: it has bodies from a source that is not there");
        BodyDescription<D> body = first.sources[at(origin.source)].grains->grain(origin.number);
        body.position = origin.position;
        return body;
    }
    const auto added = std::lower_bound(census.added.begin(), census.added.end(), id,
                                        [](const auto& one, int wanted) { return one.first < wanted; });
    if (added != census.added.end() && added->first == id) return *added->second;
    throw InputError("", "the state is not of this scene: it has other bodies");
}

}  // namespace

template <int D>
void strike_out(std::span<const char> gone, WorldDescription<D>& d) {
    const auto is_gone = [&](int slot) { return slot >= 0 && gone[at(slot)] != 0; };
    const auto names_gone = [&](const auto& entry) { return is_gone(entry.body); };
    std::erase_if(d.motions, names_gone);
    std::erase_if(d.holds, names_gone);
    std::erase_if(d.loads, names_gone);
    std::erase_if(d.supports, names_gone);
    for (MovingLoad<D>& load : d.moving_loads) std::erase_if(load.bodies, is_gone);
    for (Pressing<D>& pressing : d.pressings) std::erase_if(pressing.between, is_gone);
    for (Membrane<D>& membrane : d.membranes) std::erase_if(membrane.bodies, is_gone);
    for (Interaction& interaction : d.interactions) {
        for (Party* party : {&interaction.a, &interaction.b}) std::erase_if(party->bodies, is_gone);
    }
    for (Damping& damping : d.dampings) std::erase_if(damping.of.bodies, is_gone);
    if (!d.water) return;
    std::erase_if(d.water->pressures, names_gone);
    std::erase_if(d.water->faces, names_gone);
}

template <int D>
WorldDescription<D> repopulated(const WorldDescription<D>& first, std::span<const int> ids,
                                const Census<D>& census) {
    WorldDescription<D> all = first;
    if (all.ids.empty()) {
        for (std::size_t k = 0; k < all.bodies.size(); ++k) all.ids.push_back(static_cast<int>(k));
    }
    const std::vector<int> now = slots_of(ids), before = slots_of(all.ids);
    std::vector<char> gone(all.bodies.size(), 0);
    for (std::size_t k = 0; k < gone.size(); ++k) {
        const int id = all.ids[k];
        gone[k] = id >= 0 && (at(id) >= now.size() || now[at(id)] < 0);
    }
    strike_out<D>(gone, all);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        const int id = ids[k];
        if (id < 0 || (at(id) < before.size() && before[at(id)] >= 0)) continue;
        all.bodies.push_back(newcomer(first, census, k, id));
        all.ids.push_back(id);
    }
    WorldDescription<D> moved = arranged(all, ids);
    moved.vacant = census.vacant;
    return moved;
}

#define DRYSTONE_REPOPULATE(D)                                                                 \
    template void strike_out(std::span<const char>, WorldDescription<D>&);                     \
    template WorldDescription<D> repopulated(const WorldDescription<D>&, std::span<const int>, \
                                             const Census<D>&);
DRYSTONE_REPOPULATE(2)
DRYSTONE_REPOPULATE(3)
#undef DRYSTONE_REPOPULATE

}  // namespace drystone
