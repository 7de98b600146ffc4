#pragma once

#include <variant>
#include <vector>

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
LocalLaw<D> compile(const Law& law, const Approach<D>& in, const MemoryView<D>& memory = {}) {
    return std::visit([&](const auto& one) { return hooks::compile(one, in, memory); }, law);
}

/// At a contact whose joint, where the law makes any, is whole.
template <int D>
LocalLaw<D> compile_whole(const Law& law, const Approach<D>& in);

inline bool remembers(const Law& law) {
    return std::visit([](const auto& one) { return hooks::remembers(one); }, law);
}

template <int D>
std::vector<MemoryField> fields_of(const Law& law) {
    return std::visit([](const auto& one) { return hooks::fields<D>(one); }, law);
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
bool keeps_gap(const Law& law, const MemoryView<D>& memory) {
    return std::visit([&](const auto& one) { return hooks::keeps_gap(one, memory); }, law);
}

template <int D>
void meet(const Law& law, const Encounter& now, const MemoryRow<D>& memory) {
    std::visit([&](const auto& one) { hooks::meet(one, now, memory); }, law);
}

template <int D>
Dissipation settle(const Law& law, const Outcome<D>& out, const MemoryRow<D>& memory) {
    return std::visit([&](const auto& one) { return hooks::settle(one, out, memory); }, law);
}

template <int D>
LocalLaw<D> compile_whole(const Law& law, const Approach<D>& in) {
    MemorySchema schema;
    const MemoryPlaces places = schema.add(fields_of<D>(law));
    std::vector<double> row(static_cast<std::size_t>(schema.width) + 1, 0.0);
    if (const MemoryField* intact = schema.find("intact")) row[static_cast<std::size_t>(intact->first)] = 1.0;
    return compile(law, in, MemoryView<D>{row.data(), places.data(), {}});
}

}  // namespace drystone
