#include "core/input_error.h"

namespace drystone {

InputError::InputError(const std::string& place, const std::string& message)
    : std::runtime_error(place.empty() ? message : place + ": " + message), place_(place) {}

}  // namespace drystone
