#pragma once

#include <algorithm>

#include "step/description.h"

namespace drystone {

/// Whether a party of an interaction or a damping has this body, the i-th of the description (-1: one that comes later).
template <int D>
bool is_of(const Party& party, const BodyDescription<D>& body, int i) {
    switch (party.kind) {
        case Party::Kind::any: return true;
        case Party::Kind::material: return body.material == party.material;
        case Party::Kind::group: return body.group == party.group;
        case Party::Kind::bodies: return std::find(party.bodies.begin(), party.bodies.end(), i) != party.bodies.end();
    }
    return false;
}

}  // namespace drystone
