#pragma once

#include <memory>
#include <vector>

#include "ranks/catalogue.h"
#include "ranks/cuts.h"
#include "ranks/halo.h"
#include "ranks/travel.h"
#include "step/world.h"

namespace drystone::ranks {

/// A rank's share of a run. Its world has its own bodies, copies of others' that are near them, or that a link holds to them, and the bodies that
/// all know; slots ascend with those of the whole. Each contact is kept by one rank: the owner of its movable body, of two that are not known to all
/// the owner of the lower id; its world has the links alone that it keeps. Copies move as their originals do, bit by bit, since their
/// velocities are told after every step and everything else of a body's motion is a function of it alone.
template <int D>
struct Domain {
    std::shared_ptr<Catalogue<D>> catalogue;
    World<D> world;
    Cuts<D> cuts;
    Halo<D> halo;
    std::vector<int> slots;   // (slots)  in the whole; -1: of a body that has left
    std::vector<int> links;   // of the whole's, ascending: those of the world
    std::vector<int> owner;   // (slots)
    std::vector<int> copies;  // slots of movable bodies that are another rank's
    bool is_stale = false;    // the whole's model has changed: the world is to be made anew
    long shared_out = 0;      // how often bodies changed hands
    long balanced = 0;        // how often space was cut anew

    Numbers numbers() const { return {slots, links}; }
    /// Of a body of the whole: its slot here, or -1.
    int here(int whole) const { return world.slot[static_cast<std::size_t>(catalogue->frame.ids[static_cast<std::size_t>(whole)])]; }
};

/// Whether a contact is this rank's to keep.
template <int D>
bool keeps(const Domain<D>& domain, const ContactPoint<D>& point, int rank);

/// Which of two bodies of the whole is the one whose owner keeps what is between them.
template <int D>
int keeping_one(const Catalogue<D>& catalogue, int a, int b);

/// Load that one rank may have more than the mean before space is cut anew: of contacts and bodies.
constexpr double imbalance_allowed = 0.1;

/// Makes the domain that of the whole as rank 0 has it now. Its parts are placed, and nothing else of it changes.
template <int D>
void deal_out(Domain<D>& domain, const StepSettings& settings, Team& team);

/// Bodies go to the ranks in whose boxes they are now, with their contacts; copies of what is near come. The list of neighbours is to be made
/// anew afterwards, and holds as long as the copies suffice. With parts placed and looked ahead.
template <int D>
struct ShareOut {
    std::span<const TravellingBody<D>> fresh{};  // bodies that have just come into the whole and are nobody's yet, the same on all ranks
    World<D>* before = nullptr;                  // becomes the domain's world as it was: of one that is made anew without a copy
};
template <int D>
void share_out(Domain<D>& domain, Team& team, const ShareOut<D>& how = {});

/// (slots)  Within which a body's neighbours are listed, about its centre of mass [m]. With parts placed and looked ahead.
template <int D>
std::vector<double> reaches(const World<D>& world);

/// What of a world is not its bodies goes on.
template <int D>
void go_on_as(const World<D>& before, World<D>& now);

/// Where a body is now, and how it moves.
template <int D>
TravellingBody<D> as_it_is(const World<D>& world, std::size_t slot, int whole, double reach);
template <int D>
void put_pose(const TravellingBody<D>& body, std::size_t slot, World<D>& world);

/// Bodies that have left the whole leave the domain. Returns what contacts here stored with them [J]. `ids`: theirs.
template <int D>
double strike_out(Domain<D>& domain, std::span<const int> ids, Team& team);

/// Where a place is looked for among boxes: in a cell that repeats the image that is in it.
template <int D>
Vec<D> home(const Domain<D>& domain, const Vec<D>& x);

/// Whether the list of neighbours holds for the parts where they are now: broadphase/neighbours.h, broadphase/cell_neighbours.h.
template <int D>
bool list_holds(const World<D>& world);

}  // namespace drystone::ranks
