#pragma once

#include <cstdint>
#include <vector>

#include "bodies/bodies.h"
#include "contact/memories.h"
#include "core/motion.h"
#include "core/parallel.h"
#include "core/seldom.h"
#include "geometry/parts.h"
#include "narrowphase/point_list.h"

namespace drystone {

enum class ContactStatus : std::uint8_t { open, sticking, sliding };

/// The contacts of a step, in the order of (part a, part b, image, feature, layer): their identity from step to step.
template <int D>
struct Contacts {
    //                                                  who writes it: detection and carry_over(), but for the last two
    PointList<D> point;                  // (contacts)
    std::vector<Vec<D>> impulse;         // (contacts)  on the body of part b, world axes [N s]: the last
                                         //             step's as first guess, then this step's
    Seldom<Spin<D>> moment;              // (contacts)  likewise the moment of rolling and torsion [N m s]
    Memories memory;  // (contacts, or none where no law remembers)  meet_contacts(), settle_contacts()
    std::vector<ContactStatus> status;  // (contacts)  when the step is accepted

    int size() const { return static_cast<int>(point.size()); }
};

/// What the contacts of a step are made with.
template <int D>
struct ContactScratch {
    bool moments = true;        // whether any contact may carry one; else carry_over() leaves zeros
    bool by_name = false;       // last step's points may be kept as names alone: who knows them by place, image or memory needs more
    bool has_names = false;     // and so they were; then this step's are brief
    bool may_go_back = true;    // whether put_back() may follow: else last step's impulses need not stay
    std::vector<char> fresh;    // (contacts)  1: it was not there in the last step
    std::vector<double> share;  // (contacts, or none where no law asks)  of the force of a pair of bodies
    Contacts<D> old;            // last step's, but for their status; without moments where there are none
    std::vector<ContactName> name;  // (old contacts)  instead of old.point, where has_names
    std::vector<char> taken;    // (old contacts)
    std::vector<ContactPoint<D>> layers;  // the list before it is split into layers
    std::vector<int> order;               // of contacts; and of their pairs of bodies
};

/// How the bodies of contacts have moved since the last ones were found.
template <int D>
struct SinceLast {
    const Parts<D>& parts;
    const Bodies<D>& bodies;
    double dt = 0.0;         // [s]
    Mat<D> edges_move{};     // of a cell: A', so that image k moves at A' k [m/s]
};

/// Call before detection refills contacts.point: puts last step's contacts aside, as scratch.moments and by_name say. Where they are kept by name, contacts.point is brief when it is found.
template <int D>
void set_aside(Contacts<D>& contacts, ContactScratch<D>& scratch);

/// Undoes that, once others were found: contacts that carry_over() knows as it knew those of before. Of points that were kept by name
/// nothing else comes back.
template <int D>
void put_back(Contacts<D>& contacts, ContactScratch<D>& scratch);

/// Call after detection: contacts that existed last step take their impulse and memory along, new ones start from
/// nothing. With `since`, points of solids whose features changed are known by their place. Anchored joints stay whether or not
/// detection saw them. Returns the elastic energy that contacts which are no longer there gave up with their memory [J].
template <int D>
double carry_over(Contacts<D>& contacts, ContactScratch<D>& scratch, bool remembers, ThreadPool& pool,
                  const SinceLast<D>* since = nullptr);

/// Puts each contact `layers(i)` times into the list. Before carry_over().
template <int D, class Layers>
void split_layers(Contacts<D>& contacts, ContactScratch<D>& scratch, const Layers& layers) {
    scratch.layers.clear();
    for (const ContactPoint<D>& point : contacts.point) {
        const int count = layers(point);
        for (int layer = 0; layer < count; ++layer) {
            scratch.layers.push_back(point);
            scratch.layers.back().layer = layer;
        }
    }
    contacts.point.whole().swap(scratch.layers);
}

/// Between steps: takes the contacts that `goes(i)` out of the list. Call before it is found anew.
template <int D, class Goes>
void take_out(Contacts<D>& contacts, const Goes& goes) {
    std::size_t kept = 0;
    const std::size_t count = contacts.point.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (goes(i)) continue;
        if (kept < i) {
            contacts.point.copy(i, kept);
            contacts.impulse[kept] = contacts.impulse[i];
            contacts.moment.set(kept, contacts.moment[i]);
            contacts.status[kept] = contacts.status[i];
            if (!contacts.memory.empty()) contacts.memory.copy_row(contacts.memory.row(i), kept);
        }
        ++kept;
    }
    contacts.point.resize(kept);
    contacts.impulse.resize(kept);
    contacts.moment.resize(kept);
    contacts.status.resize(kept);
    if (!contacts.memory.empty()) contacts.memory.resize(kept);
}

/// Keeps the contacts that `stays(i)`; returns the elastic energy of those it drops [J]. After carry_over().
template <int D, class Stays>
double drop(Contacts<D>& contacts, ContactScratch<D>& scratch, const Stays& stays) {
    std::size_t kept = 0;
    double given_up = 0.0;
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        if (!stays(i)) {
            given_up += contacts.memory.stored(i);
            continue;
        }
        if (kept < i) {
            contacts.point.copy(i, kept);
            contacts.impulse[kept] = contacts.impulse[i];
            contacts.moment.set(kept, contacts.moment[i]);
            scratch.fresh[kept] = scratch.fresh[i];
            contacts.memory.copy_row(contacts.memory.row(i), kept);
        }
        ++kept;
    }
    contacts.point.resize(kept);
    contacts.impulse.resize(kept);
    contacts.moment.resize(kept);
    scratch.fresh.resize(kept);
    contacts.memory.resize(kept);
    contacts.status.resize(kept);
    return given_up;
}

}  // namespace drystone
