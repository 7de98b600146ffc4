#include "core/place.h"

#include "core/input_error.h"

namespace drystone {

std::string Place::text() const {
    const std::string name = source ? *source : std::string();
    return line > 0 ? name + ":" + std::to_string(line) + ":" + std::to_string(column) : name;
}

void refuse(const Place& place, const std::string& message) { throw InputError(place.text(), message); }

}  // namespace drystone
