#include "contact/contacts.h"

#include <tuple>

namespace drystone {

namespace {

template <int D>
auto identity(const ContactPoint<D>& c) {
    return std::make_tuple(c.a, c.b, c.feature);
}

}  // namespace

template <int D>
void set_aside(Contacts<D>& contacts) {
    contacts.point.swap(contacts.old_point);
    contacts.impulse.swap(contacts.old_impulse);
    contacts.moment.swap(contacts.old_moment);
}

template <int D>
void carry_impulses(Contacts<D>& contacts) {
    contacts.impulse.assign(contacts.point.size(), {});
    contacts.moment.assign(contacts.point.size(), {});
    contacts.status.assign(contacts.point.size(), ContactStatus::open);

    // Both lists are sorted by identity: one walk along the two.
    std::size_t old = 0;
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        const auto id = identity(contacts.point[i]);
        while (old < contacts.old_point.size() && identity(contacts.old_point[old]) < id) ++old;
        if (old == contacts.old_point.size()) break;
        if (identity(contacts.old_point[old]) != id) continue;
        contacts.impulse[i] = contacts.old_impulse[old];
        contacts.moment[i] = contacts.old_moment[old];
    }
}

template void set_aside(Contacts<2>&);
template void set_aside(Contacts<3>&);
template void carry_impulses(Contacts<2>&);
template void carry_impulses(Contacts<3>&);

}  // namespace drystone
