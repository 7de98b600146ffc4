#pragma once

#include "limit/settings.h"
#include "scene/draft.h"

namespace drystone {

/// [limit]; after the drives.
template <int D>
LimitSettings read_limit(const Node& document, const Draft<D>& draft);

}  // namespace drystone
