#include "ranks/travel.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/index.h"

namespace drystone::ranks {

template <int D>
TravellingContact<D> travelling(const World<D>& world, const Numbers& numbers, std::size_t c) {
    TravellingContact<D> out;
    out.point = world.contacts.point[c];
    const int a = world.parts.body[at(out.point.a)], b = world.parts.body[at(out.point.b)];
    out.body_a = numbers.whole_slot(a);
    out.body_b = numbers.whole_slot(b);
    if (is_link(world.parts, out.point)) {
        out.link = numbers.whole_link(world.links.of(out.point.a));
        out.point.a = 0;
        out.point.b = 1;
    } else {
        out.point.a -= world.first_part[at(a)];
        out.point.b -= world.first_part[at(b)];
    }
    out.impulse = world.contacts.impulse[c];
    out.moment = world.contacts.moment[c];
    out.status = world.contacts.status[c];
    return out;
}

template <int D>
bool arrive(const World<D>& world, const Numbers& numbers, std::array<int, 2> slots, TravellingContact<D>& contact) {
    ContactPoint<D>& point = contact.point;
    if (contact.link < 0) {
        point.a += world.first_part[at(slots[0])];
        point.b += world.first_part[at(slots[1])];
        return true;
    }
    int k = contact.link;
    if (!numbers.links.empty() || world.links.size() == 0) {
        const auto found = std::lower_bound(numbers.links.begin(), numbers.links.end(), k);
        if (found == numbers.links.end() || *found != k) return false;
        k = static_cast<int>(found - numbers.links.begin());
    }
    point.a = world.links.handle(k);
    point.b = point.a + 1;
    return true;
}

template <int D>
void put_contact(const World<D>& world, const Numbers& numbers, std::size_t c, Bytes& bytes) {
    bytes.put(travelling(world, numbers, c));
    const Memories& memory = world.contacts.memory;
    const auto width = static_cast<std::size_t>(memory.schema.width);
    if (memory.empty()) {
        for (std::size_t k = 0; k < width; ++k) bytes.put(0.0);
    } else {
        bytes.put_numbers(memory.row(c), width);
    }
}

template <int D>
void take_contacts(const Bytes& bytes, std::size_t width, ContactLoad<D>& load) {
    for (Unpacking in(bytes); !in.is_done();) {
        load.contact.push_back(in.take<TravellingContact<D>>());
        load.memory.resize(load.memory.size() + width);
        in.take_numbers(load.memory.data() + load.memory.size() - width, width);
    }
}

template <int D>
void put_contacts(const ContactLoad<D>& load, const Numbers& numbers, std::span<const int> slots, World<D>& world) {
    Contacts<D>& contacts = world.contacts;
    std::vector<TravellingContact<D>> here;
    std::vector<std::size_t> from;
    for (std::size_t k = 0; k < load.contact.size(); ++k) {
        TravellingContact<D> c = load.contact[k];
        const int a = slots[at(c.body_a)], b = slots[at(c.body_b)];
        if (a < 0 || b < 0 || !arrive(world, numbers, {a, b}, c)) continue;
        here.push_back(c);
        from.push_back(k);
    }
    std::vector<std::size_t> order(here.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto name = [&](std::size_t k) {
        const ContactPoint<D>& p = here[k].point;
        return std::tie(p.a, p.b, p.image, p.feature, p.layer);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return name(j) < name(k); });
    const std::size_t n = order.size();
    const auto width = static_cast<std::size_t>(contacts.memory.schema.width);
    std::vector<ContactPoint<D>>& points = contacts.point.begin_whole(n);
    contacts.impulse.resize(n);
    contacts.moment.resize(n);
    contacts.status.resize(n);
    contacts.memory.resize(width > 0 ? n : 0);
    for (std::size_t i = 0; i < n; ++i) {
        const TravellingContact<D>& c = here[order[i]];
        points[i] = c.point;
        contacts.impulse[i] = c.impulse;
        contacts.moment.set(i, c.moment);
        contacts.status[i] = c.status;
        if (width > 0) contacts.memory.copy_row(load.memory.data() + from[order[i]] * width, i);
    }
}

#define DRYSTONE_TRAVEL(D)                                                                               \
    template TravellingContact<D> travelling(const World<D>&, const Numbers&, std::size_t);              \
    template void put_contact(const World<D>&, const Numbers&, std::size_t, Bytes&);                     \
    template bool arrive(const World<D>&, const Numbers&, std::array<int, 2>, TravellingContact<D>&);    \
    template void take_contacts(const Bytes&, std::size_t, ContactLoad<D>&);                             \
    template void put_contacts(const ContactLoad<D>&, const Numbers&, std::span<const int>, World<D>&);
DRYSTONE_TRAVEL(2)
DRYSTONE_TRAVEL(3)
#undef DRYSTONE_TRAVEL

}  // namespace drystone::ranks
