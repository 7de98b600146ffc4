#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/shown_run.h"

namespace drystone {

/// What meshes are coloured by, one number per element: the stress's von Mises value, its principal values sigma_1 >= sigma_2
/// (>= sigma_3), its components sigma_xx, .., or the displacement of the element's face since time 0. The numbers of
/// web/src/fields.js follow the same definitions.
std::vector<std::string> field_names(int dimension);
bool is_field(std::string_view name, int dimension);
std::string_view unit_of_field(std::string_view name);

/// One number per face of the meshes.
std::vector<float> face_values(std::string_view field, const ShownBodies& bodies, const ShownFrame& frame);

/// Principal stresses of the elements, in the plane: two values, and the direction of the first.
struct StressCross {
    float first = 0.0F, second = 0.0F;  // [Pa], tension positive
    float x = 1.0F, y = 0.0F;           // unit
};
std::vector<StressCross> stress_crosses(const ShownFrame& frame);

}  // namespace drystone
