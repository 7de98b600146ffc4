#include "io/outside.h"

#include <algorithm>
#include <tuple>

namespace drystone {

template <int D>
Outside<D>::Outside(const World<D>& world)
    : row(world.bodies.position.size(), -1), part_row(world.parts.body.size(), -1) {
    for (const int slot : world.slot) {
        if (slot < 0) continue;
        row[slot] = static_cast<int>(body.size());
        body.push_back(slot);
    }
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (row[world.parts.body[p]] >= 0) part.push_back(p);
    }
    const auto owner = [&](int p) { return row[world.parts.body[p]]; };
    std::stable_sort(part.begin(), part.end(), [&](int p, int q) { return owner(p) < owner(q); });
    for (std::size_t k = 0; k < part.size(); ++k) part_row[part[k]] = static_cast<int>(k);
}

template <int D>
std::vector<ContactRow> contact_rows(const World<D>& world, const Outside<D>& outside) {
    std::vector<ContactRow> rows;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        if (is_link(world.parts, c)) break;  // they come last, and have a table of their own
        const bool turned = outside.part_row[c.a] > outside.part_row[c.b];
        rows.push_back(
            {.contact = i, .side = turned ? -1.0 : 1.0, .a = turned ? c.b : c.a, .b = turned ? c.a : c.b});
    }
    const auto before = [&](const ContactRow& x, const ContactRow& y) {
        return std::tie(outside.part_row[x.a], outside.part_row[x.b], x.contact) <
               std::tie(outside.part_row[y.a], outside.part_row[y.b], y.contact);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), before)) std::sort(rows.begin(), rows.end(), before);
    return rows;
}

#define DRYSTONE_OUTSIDE(D)     \
    template struct Outside<D>; \
    template std::vector<ContactRow> contact_rows(const World<D>&, const Outside<D>&);
DRYSTONE_OUTSIDE(2)
DRYSTONE_OUTSIDE(3)
#undef DRYSTONE_OUTSIDE

}  // namespace drystone
