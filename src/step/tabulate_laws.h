#pragma once

#include "contact/law_book.h"
#include "step/description.h"

namespace drystone {

/// The law of every pair of bodies, from the description's interactions; fills `surface` (bodies). Law 0 stands between
/// bodies nobody spoke of: no friction, no restitution.
template <int D>
LawBook tabulate_laws(const WorldDescription<D>& description, std::vector<int>& surface);

}  // namespace drystone
