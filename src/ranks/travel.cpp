#include "ranks/travel.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/index.h"

namespace drystone::ranks {

template <int D>
TravellingContact<D> travelling(const World<D>& world, std::size_t c) {
    TravellingContact<D> out;
    out.point = world.contacts.point[c];
    const int a = world.parts.body[at(out.point.a)], b = world.parts.body[at(out.point.b)];
    out.body_a = world.bodies.id[at(a)];
    out.body_b = world.bodies.id[at(b)];
    out.point.a -= world.first_part[at(a)];
    out.point.b -= world.first_part[at(b)];
    out.impulse = world.contacts.impulse[c];
    out.moment = world.contacts.moment[c];
    out.status = world.contacts.status[c];
    return out;
}

template <int D>
void put_contact(const World<D>& world, std::size_t c, Bytes& bytes) {
    bytes.put(travelling(world, c));
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
void put_contacts(const ContactLoad<D>& load, World<D>& world) {
    Contacts<D>& contacts = world.contacts;
    const auto slot = [&](int id) { return at(id) < world.slot.size() ? world.slot[at(id)] : -1; };
    std::vector<TravellingContact<D>> here;
    std::vector<std::size_t> from;
    for (std::size_t k = 0; k < load.contact.size(); ++k) {
        TravellingContact<D> c = load.contact[k];
        const int a = slot(c.body_a), b = slot(c.body_b);
        if (a < 0 || b < 0) continue;
        c.point.a += world.first_part[at(a)];
        c.point.b += world.first_part[at(b)];
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
    contacts.point.resize(n);
    contacts.impulse.resize(n);
    contacts.moment.resize(n);
    contacts.status.resize(n);
    contacts.memory.resize(width > 0 ? n : 0);
    for (std::size_t i = 0; i < n; ++i) {
        const TravellingContact<D>& c = here[order[i]];
        contacts.point[i] = c.point;
        contacts.impulse[i] = c.impulse;
        contacts.moment[i] = c.moment;
        contacts.status[i] = c.status;
        if (width > 0) contacts.memory.copy_row(load.memory.data() + from[order[i]] * width, i);
    }
}

#define DRYSTONE_TRAVEL(D)                                                             \
    template TravellingContact<D> travelling(const World<D>&, std::size_t);            \
    template void put_contact(const World<D>&, std::size_t, Bytes&);                   \
    template void take_contacts(const Bytes&, std::size_t, ContactLoad<D>&);           \
    template void put_contacts(const ContactLoad<D>&, World<D>&);
DRYSTONE_TRAVEL(2)
DRYSTONE_TRAVEL(3)
#undef DRYSTONE_TRAVEL

}  // namespace drystone::ranks
