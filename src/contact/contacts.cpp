#include "contact/contacts.h"

#include <tuple>

namespace drystone {

namespace {

template <int D>
auto identity(const ContactPoint<D>& c) {
    return std::make_tuple(c.a, c.b, c.feature, c.layer);
}

}  // namespace

template <int D>
void set_aside(Contacts<D>& contacts) {
    contacts.point.swap(contacts.old_point);
    contacts.impulse.swap(contacts.old_impulse);
    contacts.moment.swap(contacts.old_moment);
    contacts.memory.swap(contacts.old_memory);
}

template <int D>
double carry_over(Contacts<D>& contacts, bool remembers) {
    contacts.impulse.assign(contacts.point.size(), {});
    contacts.moment.assign(contacts.point.size(), {});
    contacts.status.assign(contacts.point.size(), ContactStatus::open);
    contacts.fresh.assign(contacts.point.size(), 1);
    contacts.memory.assign(remembers ? contacts.point.size() : 0, {});

    double given_up = 0.0;
    if (remembers) {
        for (const Memory<D>& memory : contacts.old_memory) given_up += memory.stored;
    }

    // Both lists are sorted by identity: one walk along the two.
    std::size_t old = 0;
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        const auto id = identity(contacts.point[i]);
        while (old < contacts.old_point.size() && identity(contacts.old_point[old]) < id) ++old;
        if (old == contacts.old_point.size()) break;
        if (identity(contacts.old_point[old]) != id) continue;
        contacts.impulse[i] = contacts.old_impulse[old];
        contacts.moment[i] = contacts.old_moment[old];
        contacts.fresh[i] = 0;
        if (!remembers) continue;
        contacts.memory[i] = contacts.old_memory[old];
        given_up -= contacts.old_memory[old].stored;
    }
    return given_up;
}

template void set_aside(Contacts<2>&);
template void set_aside(Contacts<3>&);
template double carry_over(Contacts<2>&, bool);
template double carry_over(Contacts<3>&, bool);

}  // namespace drystone
