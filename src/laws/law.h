#pragma once

#include <concepts>
#include <variant>

#include "laws/coulomb.h"

namespace drystone {

/// A law is any value that compiles to a LocalLaw in 2D and 3D.
template <class L>
concept ContactLaw = requires(const L law, Approach<2> in2, Approach<3> in3) {
    { law.compile(in2) } -> std::same_as<LocalLaw<2>>;
    { law.compile(in3) } -> std::same_as<LocalLaw<3>>;
};

static_assert(ContactLaw<Coulomb>);

/// The laws the program knows, one file each.
using Law = std::variant<Coulomb>;

template <int D>
LocalLaw<D> compile(const Law& law, const Approach<D>& in) {
    return std::visit([&](const auto& one) { return one.compile(in); }, law);
}

}  // namespace drystone
