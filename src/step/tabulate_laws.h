#pragma once

#include <vector>

#include "contact/law_book.h"
#include "step/description.h"

namespace drystone {

/// What interactions can know of a body: its material, and the named parties it belongs to.
struct Traits {
    int material = 0;
    std::vector<int> parties{};  // ascending
    auto operator<=>(const Traits&) const = default;
};

/// The surfaces of a LawBook, by what tells them apart.
struct SurfaceTable {
    std::vector<Party> named;    // bodies and groups that interactions name, each once
    std::vector<Traits> traits;  // (surfaces)
};

/// The law of every pair of bodies, from the description's interactions; fills `surface` (bodies). Law 0 stands between
/// bodies nobody spoke of: no friction, no restitution.
template <int D>
LawBook tabulate_laws(const WorldDescription<D>& description, std::vector<int>& surface, SurfaceTable& table);

/// The same for those who expect nobody else.
template <int D>
LawBook tabulate_laws(const WorldDescription<D>& description, std::vector<int>& surface) {
    SurfaceTable table;
    return tabulate_laws(description, surface, table);
}

/// The surface of a body that comes later, and that interactions know by its material and group alone; a new one, where nobody was like
/// it before.
int surface_of_newcomer(int material, const std::string& group, const std::vector<Interaction>& interactions,
                        SurfaceTable& table, LawBook& book);

}  // namespace drystone
