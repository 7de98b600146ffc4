#pragma once

#include "bodies/bodies.h"
#include "contact/contacts.h"
#include "contact/law_book.h"

namespace drystone {

/// Fills contacts.share where a law has a force per pair of bodies: the points that hold divide it by their areas, or evenly
/// where they have none. After the contacts have met their laws.
template <int D>
void share_forces(const Bodies<D>& bodies, const Parts<D>& parts, const LawBook& book, Contacts<D>& contacts);

}  // namespace drystone
