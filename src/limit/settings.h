#pragma once

#include <string>
#include <vector>

#include "core/place.h"

namespace drystone {

/// The scene's [limit] table: what is scaled. Everything else is dead load.
struct LimitSettings {
    bool given = false;                // there is such a table
    std::vector<double> acceleration;  // a body force per mass, as many numbers as dimensions; or empty [m/s2]
    std::vector<std::string> drives;   // names of drives whose forces and torques are scaled; or empty
    Place place{};
};

}  // namespace drystone
