#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bodies/bodies.h"
#include "laws/link_law.h"
#include "narrowphase/contact_point.h"

namespace drystone {

enum class LinkType : std::uint8_t { ball, weld, hinge, slider, rod, cable, spring };
inline constexpr std::string_view link_types[] = {"ball", "weld",  "hinge", "slider",
                                                  "rod",  "cable", "spring"};
constexpr std::string_view name_of(LinkType type) { return link_types[static_cast<std::size_t>(type)]; }

/// What one row of a link does. Each is a contact of its own, a layer of the link.
enum class LinkRow : std::uint8_t { holds, limits, drives };

/// One link of the model.
template <int D>
struct LinkModel {
    LinkType type = LinkType::ball;
    LinkProperties is{};
    Rotation<D> at_first{};     // R_0 = R_a^-1 R_b at time 0
    Vec<D> axis_a{}, axis_b{};  // of a hinge in space and of a slider: unit, in the frame of each body
    double length = 0.0;        // of a rod, cable, spring at time 0 [m]
    double prestretch = 0.0;    // its elastic elongation at time 0 [m]
    double stiffness = 0.0;     // k [N/m]; 0: it does not stretch
    int first_row = 0;          // among the rows of all links
    int element_a = -1, element_b = -1;  // of deformable bodies: where the handles are

    bool is_line() const { return type >= LinkType::rod; }
    /// Holds all turns but that about the axis of a hinge.
    bool holds_turns() const {
        return type == LinkType::weld || type == LinkType::slider || (D == 3 && type == LinkType::hinge);
    }
    bool carries_moments() const {
        return holds_turns() || (type == LinkType::hinge && (is.friction > 0.0 || rows() > 1));
    }
    bool remembers() const {
        return type > LinkType::slider || type == LinkType::hinge || is.breaks() || is.friction > 0.0 ||
               rows() > 1;
    }
    int rows() const { return 1 + (is.has_limits() ? 1 : 0) + (is.has_motor() ? 1 : 0); }
    LinkRow row(int layer) const {
        if (layer == 0) return LinkRow::holds;
        return layer == 1 && is.has_limits() ? LinkRow::limits : LinkRow::drives;
    }
    double energy_at_first() const { return 0.5 * stiffness * prestretch * prestretch; }
};

/// What a motor wants.
struct MotorAim {
    double rate = 0.0;   // [rad/s], [m/s]
    double place = 0.0;  // of one of given displacement: where it should be now [rad], [m]
};

/// Contacts that a scene declares, beside those that detection finds. A link holds two handles, points x_a and x_b of its
/// bodies; its rows are contacts between these two parts, in every step, with laws of their own (laws/link_law.h):
///
///     ball, weld, hinge, slider   x_b - x_a is held, all of it or across the axis; some turns are     (3.22)
///     rod, cable, spring          |x_b - x_a| is held, or pulled back                                 (3.42)
///     friction, limits, motor     a number along or about the axis, a row each                        (3.43), (3.44)
///
/// of docs/theory.md.
/// Handles come after all other parts, so links are the last contacts of every list, in their own order.
template <int D>
struct Links {
    std::vector<LinkModel<D>> link;
    int first_handle = 0;  // part; those of link k are first_handle + 2 k, of its first body, and the next
    int rows = 0;          // of all links

    // Written when contacts are looked for
    std::vector<Rotation<D>> turn;  // (handles)  of the body there; of a deformable one, of its matter there
    std::vector<Vec<D>>
        swerve;  // (handles)  of those on driven bodies: second derivative of their places [m/s2]
    std::vector<MotorAim> aim;  // (links)

    int size() const { return static_cast<int>(link.size()); }
    int handle(int k) const { return first_handle + 2 * k; }
    int of(int part) const { return (part - first_handle) / 2; }
    /// Contact of row 0 of link k, in a list of so many contacts.
    int contact(int k, int contacts) const {
        return contacts - rows + link[static_cast<std::size_t>(k)].first_row;
    }
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

/// How far the second body of a link has turned against the first since time 0, world axes [rad]; a, b: how they stand now.
template <int D>
Spin<D> turned(const LinkModel<D>& link, const Rotation<D>& a, const Rotation<D>& b) {
    return vector_of(b * inverse(a * link.at_first));
}

/// The same about the axis of the link, as near to `near` as whole turns bring it.
double turned_about(const LinkModel<2>& link, const Rotation<2>& a, const Rotation<2>& b, double near);
double turned_about(const LinkModel<3>& link, const Rotation<3>& a, const Rotation<3>& b, double near);

}  // namespace drystone
