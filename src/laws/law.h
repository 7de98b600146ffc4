#pragma once

#include <variant>

#include "laws/bonded.h"
#include "laws/cohesive_zone.h"
#include "laws/coulomb.h"
#include "laws/elastic.h"
#include "laws/law_hooks.h"
#include "laws/mohr_coulomb.h"
#include "laws/own_law.h"
#include "laws/spring.h"

namespace drystone {

/// The laws the program knows, one file each, and those it does not.
using Law = std::variant<Coulomb, MohrCoulomb, Elastic, CohesiveZone, Bonded, Spring, OwnLaw>;

static_assert(ContactLaw<Coulomb> && ContactLaw<MohrCoulomb> && ContactLaw<Elastic> &&
              ContactLaw<CohesiveZone> && ContactLaw<Bonded> && ContactLaw<Spring> && ContactLaw<OwnLaw>);

template <int D>
LocalLaw<D> compile(const Law& law, const Approach<D>& in, const Memory<D>& memory = {}) {
    return std::visit([&](const auto& one) { return hooks::compile(one, in, memory); }, law);
}

inline bool remembers(const Law& law) {
    return std::visit([](const auto& one) { return hooks::remembers(one); }, law);
}

inline double reach(const Law& law) {
    return std::visit([](const auto& one) { return hooks::reach(one); }, law);
}

inline bool looks_ahead(const Law& law) {
    return std::visit([](const auto& one) { return hooks::looks_ahead(one); }, law);
}

inline bool anchors(const Law& law) {
    return std::visit([](const auto& one) { return hooks::anchors(one); }, law);
}

inline bool shares_force(const Law& law) {
    return std::visit([](const auto& one) { return hooks::shares_force(one); }, law);
}

inline int layers(const Law& law) {
    return std::visit([](const auto& one) { return hooks::layers(one); }, law);
}

template <int D>
bool keeps_gap(const Law& law, const Memory<D>& memory) {
    return std::visit([&](const auto& one) { return hooks::keeps_gap(one, memory); }, law);
}

template <int D>
void meet(const Law& law, const Encounter& now, Memory<D>& memory) {
    std::visit([&](const auto& one) { hooks::meet(one, now, memory); }, law);
}

template <int D>
Dissipation settle(const Law& law, const Outcome<D>& out, Memory<D>& memory) {
    return std::visit([&](const auto& one) { return hooks::settle(one, out, memory); }, law);
}

}  // namespace drystone
