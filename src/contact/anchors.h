#pragma once

#include "bodies/bodies.h"
#include "contact/contacts.h"
#include "contact/law_book.h"

namespace drystone {

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
