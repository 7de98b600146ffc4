#include "hdf5/version.h"

#include <hdf5.h>

namespace drystone::hdf5 {

std::string library_version() {
    unsigned major = 0, minor = 0, release = 0;
    if (H5get_libversion(&major, &minor, &release) < 0) return "unknown";
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace drystone::hdf5
