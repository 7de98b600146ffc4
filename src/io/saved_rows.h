#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "io/flat.h"
#include "step/world.h"

namespace drystone {

/// Rows of bodies and of contacts, as a checkpoint has them: all of a world's, or those that one of several processes puts into it.
template <int D>
struct SavedRows {
    const Bodies<D>& bodies;
    const Contacts<D>& contacts;
    bool in_cell = false;
    std::function<std::array<std::int64_t, 4>(std::size_t contact)> parts;  // id and number of part a, and of b
};

enum class SavedOf { bodies, contacts };

// Columns of a contact's identity: id and part of a, id and part of b, feature, layer.
constexpr int identity_width = 6;

template <class Item>
constexpr std::int64_t columns_of = sizeof(Item) / sizeof(double);

/// Numbers of twists, one after the other.
template <int D>
std::vector<double> flat_twists(const std::vector<Twist<D>>& twists) {
    std::vector<double> numbers;
    for (const Twist<D>& t : twists) {
        put(t.v, numbers);
        put(t.w, numbers);
    }
    return numbers;
}

template <int D>
std::vector<std::int64_t> identities(const SavedRows<D>& rows) {
    std::vector<std::int64_t> identity;
    for (std::size_t c = 0; c < rows.contacts.point.size(); ++c) {
        const auto parts = rows.parts(c);
        identity.insert(identity.end(), parts.begin(), parts.end());
        identity.insert(identity.end(), {rows.contacts.point[c].feature, rows.contacts.point[c].layer});
    }
    return identity;
}

template <int D>
std::vector<double> places(const Contacts<D>& contacts) {
    std::vector<double> place;
    for (const ContactPoint<D>& point : contacts.point) {
        put(point.point, place);
        put(point.normal, place);
        place.insert(place.end(), {point.gap, point.area});
    }
    return place;
}

/// visit(name, whose rows, columns, values()): the arrays in their order. The values are made when asked for.
template <int D, class Visit>
void visit_rows(const SavedRows<D>& rows, const Visit& visit) {
    const Bodies<D>& b = rows.bodies;
    const Contacts<D>& c = rows.contacts;
    visit("id", SavedOf::bodies, 1, [&] { return std::vector<std::int64_t>(b.id.begin(), b.id.end()); });
    visit("position", SavedOf::bodies, D, [&] { return flat(b.position); });
    visit("rotation", SavedOf::bodies, columns_of<Rotation<D>>, [&] { return flat(b.rotation); });
    visit("velocity", SavedOf::bodies, D + spin_dim<D>, [&] { return flat_twists<D>(b.velocity); });
    visit("inverse_inertia", SavedOf::bodies, spin_dim<D> * spin_dim<D>, [&] { return flat(b.inverse_inertia.all()); });
    visit("identity", SavedOf::contacts, identity_width, [&] { return identities(rows); });
    visit("place", SavedOf::contacts, 2 * D + 2, [&] { return places(c); });
    visit("impulse", SavedOf::contacts, D, [&] { return flat(c.impulse); });
    visit("moment", SavedOf::contacts, columns_of<Spin<D>>, [&] { return flat(c.moment.all()); });
    visit("status", SavedOf::contacts, 1, [&] {
        std::vector<std::uint8_t> status;
        for (const ContactStatus one : c.status) status.push_back(static_cast<std::uint8_t>(one));
        return status;
    });
    if (rows.in_cell) {
        visit("image", SavedOf::contacts, D, [&] {
            std::vector<std::int64_t> image;
            for (const ContactPoint<D>& point : c.point) image.insert(image.end(), point.image.begin(), point.image.end());
            return image;
        });
    }
    visit("memory", SavedOf::contacts, std::max(c.memory.schema.width, 1), [&] { return c.memory.values; });
}

}  // namespace drystone
