#pragma once

#include <string>

#include "ensemble/ensemble.h"

namespace drystone {

/// What the ensemble says, for an engineer: how far forces are open, whether resultants are shared, which contacts are open most.
/// `scene`: what it is called.
template <int D>
std::string in_words(const Ensemble<D>& ensemble, const std::string& scene);

/// "name", or "body 7" of one that has none.
std::string called(const std::vector<std::string>& names, int body);

}  // namespace drystone
