#pragma once

#include <cstdint>
#include <vector>

#include "contact/memories.h"
#include "core/motion.h"
#include "core/parallel.h"
#include "geometry/parts.h"
#include "narrowphase/contact_point.h"

namespace drystone {

enum class ContactStatus : std::uint8_t { open, sticking, sliding };

/// The contacts of a step, in the order of (part a, part b, feature, layer): their identity from step to step.
template <int D>
struct Contacts {
    // Written by detection and carry_over()
    std::vector<ContactPoint<D>> point;  // (contacts)
    std::vector<Vec<D>> impulse;         // (contacts)  on the body of part b, world axes [N s]: the last
                                         //             step's as first guess, then this step's
    std::vector<Spin<D>> moment;         // (contacts)  likewise the moment of rolling and torsion [N m s]
    std::vector<char> fresh;             // (contacts)  1: it was not there in the last step
    Memories memory;                     // (contacts, or none where no law remembers)
                                         //             written by meet_contacts() and settle_contacts()
    std::vector<double> share;  // (contacts, or none where no law asks)  of the force of a pair of bodies

    // Written when the step is accepted
    std::vector<ContactStatus> status;  // (contacts)

    // Scratch: last step's list, and the list before it is split into layers
    std::vector<ContactPoint<D>> old_layers;
    std::vector<char> taken;  // (old contacts)
    std::vector<ContactPoint<D>> old_point;
    std::vector<Vec<D>> old_impulse;
    std::vector<Spin<D>> old_moment;
    Memories old_memory;
    std::vector<int> order;  // of contacts; and of their pairs of bodies

    int size() const { return static_cast<int>(point.size()); }

    /// What its contacts are to remember, before the first of them.
    void remember(const MemorySchema& schema) { memory.schema = old_memory.schema = schema; }
};

/// Call before detection refills contacts.point: puts last step's contacts aside.
template <int D>
void set_aside(Contacts<D>& contacts);

/// Call after detection: contacts that existed last step take their impulse and memory along, new ones start from
/// nothing. With `parts`, points of solids whose features changed are known by their place. Anchored joints stay whether or not
/// detection saw them. Returns the elastic energy that contacts which are no longer there gave up with their memory [J].
template <int D>
double carry_over(Contacts<D>& contacts, bool remembers, ThreadPool& pool, const Parts<D>* parts = nullptr);

/// Puts each contact `layers(i)` times into the list. Before carry_over().
template <int D, class Layers>
void split_layers(Contacts<D>& contacts, const Layers& layers) {
    contacts.old_layers.clear();
    for (const ContactPoint<D>& point : contacts.point) {
        const int count = layers(point);
        for (int layer = 0; layer < count; ++layer) {
            contacts.old_layers.push_back(point);
            contacts.old_layers.back().layer = layer;
        }
    }
    contacts.point.swap(contacts.old_layers);
}

/// Keeps the contacts that `stays(i)`; returns the elastic energy of those it drops [J]. After carry_over().
template <int D, class Stays>
double drop(Contacts<D>& contacts, const Stays& stays) {
    std::size_t kept = 0;
    double given_up = 0.0;
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        if (!stays(i)) {
            given_up += contacts.memory.stored(i);
            continue;
        }
        if (kept < i) {
            contacts.point[kept] = contacts.point[i];
            contacts.impulse[kept] = contacts.impulse[i];
            contacts.moment[kept] = contacts.moment[i];
            contacts.fresh[kept] = contacts.fresh[i];
            contacts.memory.copy_row(contacts.memory.row(i), kept);
        }
        ++kept;
    }
    contacts.point.resize(kept);
    contacts.impulse.resize(kept);
    contacts.moment.resize(kept);
    contacts.fresh.resize(kept);
    contacts.memory.resize(kept);
    contacts.status.resize(kept);
    return given_up;
}

}  // namespace drystone
