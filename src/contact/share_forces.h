#pragma once

#include "bodies/bodies.h"
#include "contact/contacts.h"
#include "contact/law_book.h"

namespace drystone {

/// Fills scratch.share where a law has a force per pair of bodies: the points that hold divide it by their areas, or evenly
/// where they have none. After the contacts have met their laws.
template <int D>
void share_forces(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book,
                  const Contacts<D>& contacts, ContactScratch<D>& scratch);

}  // namespace drystone
