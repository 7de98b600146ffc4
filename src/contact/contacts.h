#pragma once

#include <cstdint>
#include <vector>

#include "core/motion.h"
#include "narrowphase/contact_point.h"

namespace drystone {

enum class ContactStatus : std::uint8_t { open, sticking, sliding };

/// The contacts of a step, in the order of (part a, part b, feature): their identity from step to step.
template <int D>
struct Contacts {
    // Written by detection and carry_impulses()
    std::vector<ContactPoint<D>> point;  // (contacts)
    std::vector<Vec<D>> impulse;         // (contacts)  on the body of part b, world axes [N s]: the last
                                         //             step's as first guess, then this step's
    std::vector<Spin<D>> moment;         // (contacts)  likewise the moment of rolling and torsion [N m s]

    // Written when the step is accepted
    std::vector<ContactStatus> status;  // (contacts)

    // Scratch of carry_impulses(): last step's list
    std::vector<ContactPoint<D>> old_point;
    std::vector<Vec<D>> old_impulse;
    std::vector<Spin<D>> old_moment;

    int size() const { return static_cast<int>(point.size()); }
};

/// Call before detection refills contacts.point: puts last step's contacts aside.
template <int D>
void set_aside(Contacts<D>& contacts);

/// Call after detection: contacts that existed last step take their impulse along, new ones start from zero.
template <int D>
void carry_impulses(Contacts<D>& contacts);

}  // namespace drystone
