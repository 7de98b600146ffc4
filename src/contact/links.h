#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bodies/bodies.h"
#include "laws/rigid_link.h"
#include "narrowphase/contact_point.h"

namespace drystone {

enum class LinkType : std::uint8_t { ball, weld };

/// Contacts that a scene declares, beside those that detection finds. A link holds two handles, points x_a and x_b of its
/// bodies that were one at time 0; it is a contact between these two parts, in every step, with a law of its own:
///
///     apart = x_b - x_a,   turned: R_b R_0^-1 R_a^-1 as a vector, R_0 = R_a^-1 R_b at time 0
///     ball:  u + apart / h = 0,     weld:  also  Omega + turned / h = 0                docs/theory.md (3.22)
///
/// Handles come after all other parts, so links are the last contacts of every list, in their own order.
template <int D>
struct Links {
    std::vector<LinkType> type;         // (links)
    std::vector<Rotation<D>> at_first;  // (links)  R_0
    int first_handle = 0;  // part; those of link k are first_handle + 2 k, of its first body, and the next

    int size() const { return static_cast<int>(type.size()); }
    int handle(int k) const { return first_handle + 2 * k; }
    int of(int part) const { return (part - first_handle) / 2; }
};

/// Whether a contact is that of a link.
template <int D>
bool is_link(const Parts<D>& parts, const ContactPoint<D>& c) {
    return parts.kind[c.a] == PartKind::handle;
}

/// A point of a body by its handle: the last part there is. Returns its number. `point`: world [m].
template <int D>
int add_handle(const Matter<D>& matter, const Bodies<D>& bodies, int body, const Vec<D>& point,
               Parts<D>& parts);

/// Appends the links' contacts. The handles are where place_parts() put them.
template <int D>
void find_links(const Parts<D>& parts, const Links<D>& links, std::vector<ContactPoint<D>>& contacts);

/// How far the second body of link k has turned against the first since time 0, world axes [rad].
template <int D>
Spin<D> turned(const Bodies<D>& bodies, const Parts<D>& parts, const Links<D>& links, int k);

/// The law of the link that contact c belongs to, in the frame of the contact, for a step of h.
template <int D>
LocalLaw<D> law_of_link(const Parts<D>& parts, const Links<D>& links, const ContactPoint<D>& c,
                        const Mat<D>& frame, double h) {
    return rigid_link<D>(frame * parts.space.difference(parts.centre[c.b], parts.centre[c.a]), h,
                         links.type[links.of(c.a)] == LinkType::weld);
}

}  // namespace drystone
