#pragma once

#include "scene/draft.h"

namespace drystone {

/// `bodies_from`: files of bodies, a row each, as every run writes its own last state (bodies.csv). A row is read as an entry of [[bodies]]
/// would be, so that what is wrong in it is refused in the same words, at its line and column of the file.
template <int D>
void read_bodies_from(const Node& document, Draft<D>& draft);

}  // namespace drystone
