#pragma once

#include <cstdint>

#include "laws/law.h"

namespace drystone::device {

/// One of the laws that the program knows, as a value that kernels hold: Law (laws/law.h) without laws of others, which are behind a pointer of
/// this processor's.
struct AnyLaw {
    enum class Kind : std::uint8_t { coulomb, mohr_coulomb, elastic, cohesive_zone, bonded, spring };

    Kind kind = Kind::coulomb;
    Coulomb coulomb{};
    MohrCoulomb mohr_coulomb{};
    Elastic elastic{};
    CohesiveZone cohesive_zone{};
    Bonded bonded{};
    Spring spring{};
    int places = -1;           // where those of its memory's fields begin in LawView::places; -1: it does not remember
    bool looks_ahead = false;  // as its hooks say: laws/law_hooks.h
    bool anchors = false;
    bool shares_force = false;

    /// work(the law).
    template <class Work>
    DRYSTONE_ON_DEVICE auto with(const Work& work) const {
        switch (kind) {
            case Kind::mohr_coulomb:
                return work(mohr_coulomb);
            case Kind::elastic:
                return work(elastic);
            case Kind::cohesive_zone:
                return work(cohesive_zone);
            case Kind::bonded:
                return work(bonded);
            case Kind::spring:
                return work(spring);
            case Kind::coulomb:
                break;
        }
        return work(coulomb);
    }

    void set(const Coulomb& law) { kind = Kind::coulomb, coulomb = law; }
    void set(const MohrCoulomb& law) { kind = Kind::mohr_coulomb, mohr_coulomb = law; }
    void set(const Elastic& law) { kind = Kind::elastic, elastic = law; }
    void set(const CohesiveZone& law) { kind = Kind::cohesive_zone, cohesive_zone = law; }
    void set(const Bonded& law) { kind = Kind::bonded, bonded = law; }
    void set(const Spring& law) { kind = Kind::spring, spring = law; }
    void set(const OwnLaw&) {}  // refused: what_it_can.h
};

inline AnyLaw any_law(const Law& law) {
    AnyLaw any;
    std::visit([&](const auto& one) { any.set(one); }, law);
    any.looks_ahead = looks_ahead(law);
    any.anchors = anchors(law);
    any.shares_force = shares_force(law);
    return any;
}

}  // namespace drystone::device
