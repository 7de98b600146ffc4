#pragma once

#include "bodies/bodies.h"
#include "contact/contacts.h"
#include "contact/law_book.h"
#include "core/on_device.h"

namespace drystone {

/// The two bodies of a joint where they are, the second where it is seen.
template <int D>
struct AnchoredSides {
    Vec<D> place_a{};
    Rotation<D> turn_a{};
    Vec<D> place_b{};
    Rotation<D> turn_b{};
};

/// Where a joint is, as its contact has it.
template <int D>
struct AnchoredPlace {
    Vec<D>& point;
    const Vec<D>& normal;
    double& gap;
};

/// At one joint that is whole, for one thread of a processor or a GPU: takes hold where it does not yet, and follows the two points.
template <int D>
DRYSTONE_ON_DEVICE void hold_anchor(const AnchoredSides<D>& at, const AnchoredPlace<D>& c, AnchorMemory<D>& memory) {
    if (!memory.anchored) {
        memory.anchored = true;
        memory.made_gap = c.gap;
        memory.anchor_a = rotate_back(at.turn_a, c.point - at.place_a);
        memory.anchor_b = rotate_back(at.turn_b, c.point - at.place_b);
    }
    const Vec<D> on_a = at.place_a + rotate(at.turn_a, memory.anchor_a);
    const Vec<D> on_b = at.place_b + rotate(at.turn_b, memory.anchor_b);
    const Vec<D> apart = on_b - on_a;
    const double opened = dot(c.normal, apart);
    c.point = 0.5 * (on_a + on_b);
    c.gap = memory.made_gap + opened;
    memory.slip = apart - opened * c.normal;
}

/// Joints whose law anchors them: a new one takes hold of the material point of each body where it was made; later its place,
/// gap and slip are those of the two points, x_a and x_b:
///
///     point = (x_a + x_b) / 2,   gap = gap when made + n . (x_b - x_a),   slip = what of x_b - x_a is across n
///
/// The normal is that of the contact while detection sees one. Deformable bodies have no such points: joints on them are where
/// detection finds them. After the contacts have met their laws.
template <int D>
void hold_anchors(const Matter<D>& matter, const Bodies<D>& bodies, const Parts<D>& parts,
                  const LawBook& book, Contacts<D>& contacts);

}  // namespace drystone
