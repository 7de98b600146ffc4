#pragma once

#include <vector>

#include "step/world.h"

namespace drystone {

/// A world as files show it, whatever slots its bodies have: bodies by their ids, parts by their bodies, contacts by their parts.
template <int D>
struct Outside {
    explicit Outside(const World<D>& world);

    std::vector<int> body;      // slots of the bodies there are, by id
    std::vector<int> row;       // (bodies)  the body's place in that list, or -1
    std::vector<int> part;      // those that are shapes, by the rows of their bodies
    std::vector<int> part_row;  // (parts)   the part's place in that list, or -1
};

/// A contact in a table, from the body that comes first there to the other.
struct ContactRow {
    int contact = 0;  // index in world.contacts
    double side =
        1.0;  // -1: it is the other way round in world.contacts. Normal, force and moment on b, and vectors of memory, which
              //     are of b against a, have this sign
    int a = 0, b = 0;  // parts
};

/// All contacts but those of links.
template <int D>
std::vector<ContactRow> contact_rows(const World<D>& world, const Outside<D>& outside);

/// A number of a field of memory in a table.
inline double shown(const MemoryField& field, double value, double side) {
    const bool is_relative = field.kind == MemoryKind::tangent || field.kind == MemoryKind::vector;
    return is_relative ? side * value : value;
}

}  // namespace drystone
