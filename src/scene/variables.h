#pragma once

#include <string>
#include <vector>

#include "scene/node.h"

namespace drystone {

/// An entry of [variables].
struct Variable {
    std::string name;
    double value = 0.0;
    bool used = false;  // by the scene, or by a variable
};

/// Replaces every string that begins with "=" by the number it stands for, first those of [variables], which may use each
/// other. Whole numbers become whole ones, so that they can count. Refuses mistakes at their place in the string, and
/// variables that need themselves.
std::vector<Variable> compute_numbers(Node& document);

}  // namespace drystone
