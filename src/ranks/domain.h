#pragma once

#include <memory>
#include <vector>

#include "ranks/catalogue.h"
#include "ranks/cuts.h"
#include "ranks/halo.h"
#include "ranks/travel.h"
#include "step/world.h"

namespace drystone::ranks {

/// A rank's share of a run. Its world has its own bodies, copies of others' that are near them and the bodies that all know;
/// slots ascend with ids. Each contact is kept by one rank: the owner of its movable body, of two that are not known to all the owner of the
/// lower id. Copies move as their originals do, bit by bit, since their velocities are told after every step and everything else of a body's
/// motion is a function of it alone.
template <int D>
struct Domain {
    Catalogue<D> catalogue;
    World<D> world;
    Cuts<D> cuts;
    Halo<D> halo;
    std::vector<int> owner;   // (slots)
    std::vector<int> copies;  // slots of movable bodies that are another rank's
    long shared_out = 0;     // how often bodies changed hands
    long balanced = 0;       // how often space was cut anew
};

/// Whether a contact is this rank's to keep.
template <int D>
bool keeps(const Domain<D>& domain, const ContactPoint<D>& point, int rank);

/// Load that one rank may have more than the mean before space is cut anew: of contacts and bodies.
constexpr double imbalance_allowed = 0.1;

/// The domain of this rank, of a world that all ranks have alike, as it is now. Its parts are placed, and nothing else of it changes.
template <int D>
std::unique_ptr<Domain<D>> make_domain(World<D>& whole, const StepSettings& settings, Team& team);

/// Bodies go to the ranks in whose boxes they are now, with their contacts; copies of what is near come. The list of neighbours is to be made
/// anew afterwards, and holds as long as the copies suffice. With parts placed and looked ahead.
template <int D>
void share_out(Domain<D>& domain, Team& team);

/// Whether the list of neighbours holds for the parts where they are now: broadphase/neighbours.h.
template <int D>
bool list_holds(const World<D>& world);

}  // namespace drystone::ranks
