#pragma once

#include <string>

namespace drystone::hdf5 {

/// Of the HDF5 library that is loaded: "1.10.8".
std::string library_version();

}  // namespace drystone::hdf5
