#pragma once

#include <string>

#include "step/earlier_state.h"

namespace drystone {

/// from.h5 in the folder of a run: what it took from another's end, bit for bit and with checksums, so that it can go on without that one.
template <int D>
void write_earlier(const std::string& path, const EarlierState<D>& earlier);

/// InputError where the file is damaged, or of another dimension.
template <int D>
EarlierState<D> read_earlier(const std::string& path);

}  // namespace drystone
