#include "ranks/mirror.h"

#include <cstdint>
#include <numeric>

#include "core/index.h"
#include "step/slots.h"

namespace drystone::ranks {

namespace {

/// What all have to know of a body, in one byte.
enum Trait : std::uint8_t { moves = 1, is_everywhere = 2, is_isotropic = 4 };

template <int D>
Bytes told(const Catalogue<D>& c) {
    const World<D>& whole = *c.whole;
    Bytes out;
    out.put(c.limit);
    out.put(c.shapes);
    out.put(whole.smallest_radius);
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
        int traits = c.moves[i] ? moves : 0;
        if (c.everywhere[i]) traits |= is_everywhere;
        if (whole.matter.freedom[i] == Freedom::isotropic) traits |= is_isotropic;
        out.put(static_cast<std::uint8_t>(traits));
    }
    return out;
}

template <int D>
void hear(const Bytes& told, Catalogue<D>& c) {
    World<D>& whole = *c.whole;
    const std::size_t n = whole.description.bodies.size();
    Unpacking in(told);
    c.limit = in.take<double>();
    c.shapes = in.take<int>();
    whole.smallest_radius = in.take<double>();
    std::vector<char> isotropic(n, 0);
    c.moves.assign(n, 0);
    c.everywhere.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const auto traits = in.take<std::uint8_t>();
        c.moves[i] = (traits & moves) != 0;
        c.everywhere[i] = (traits & is_everywhere) != 0;
        isotropic[i] = (traits & is_isotropic) != 0;
    }
    whole.description.ids.resize(n);
    std::iota(whole.description.ids.begin(), whole.description.ids.end(), 0);
    whole.slot = slots_of(whole.description.ids);
    whole.book = tabulate_laws(whole.description, whole.matter.surface, whole.surfaces);
    c.descriptions.take(whole.description.bodies, isotropic);
    c.frame = whole.description;
    list_known_to_all(c);
}

}  // namespace

template <int D>
bool can_be_told(const World<D>& whole) {
    const WorldDescription<D>& d = whole.description;
    if (changes(d) || !d.links.empty() || !d.pressings.empty() || !d.membranes.empty() || whole.cell_model.is_there) return false;
    if (whole.first || !whole.known_before.empty() || !whole.drive_base.empty() || whole.slot.size() != d.bodies.size()) return false;
    for (std::size_t i = 0; i < d.ids.size(); ++i) {
        if (d.ids[i] != static_cast<int>(i)) return false;
    }
    return true;
}

template <int D>
void tell_bodies(Catalogue<D>& c, Team& team) {
    Bytes out;
    if (team.rank() == 0) out = told(c);
    const Bytes heard = team.exchange(std::vector<Bytes>(at(team.size()), out))[0];
    if (team.rank() == 0) return;
    hear(heard, c);
    give_back_memory();
}

#define DRYSTONE_MIRROR(D)                            \
    template bool can_be_told(const World<D>&);       \
    template void tell_bodies(Catalogue<D>&, Team&);
DRYSTONE_MIRROR(2)
DRYSTONE_MIRROR(3)
#undef DRYSTONE_MIRROR

}  // namespace drystone::ranks
