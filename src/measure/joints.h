#pragma once

#include <functional>
#include <span>
#include <vector>

#include "measure/seams.h"
#include "step/world.h"

namespace drystone {

/// What two bodies do to each other through all their contacts, in the last step, and how far they have parted where their faces
/// touched at time 0 (measure/seams.h).
template <int D>
struct Joint {
    int a = 0;  // slot of a body
    int b = 0;  // likewise
    int contacts = 0;
    double area = 0.0;     // of the faces' overlap [m2], 2D [m]
    Vec<D> force{};        // resultant on b [N]
    double normal = 0.0;   // its part along the mean normal from a to b; > 0: pressed [N]
    double shear = 0.0;    // its part across it [N]
    Vec<D> point{};        // where the normal forces act: the centre of pressure; NaN without any [m]
    double opening = 0.0;  // the largest along its seams; of bodies without any the largest gap [m]
    double slip = 0.0;     // likewise, since time 0; without seams at the mean of the contacts [m]
    double damage = 0.0;   // the largest of its contacts, 0 to 1 [-]
    double utilisation =
        0.0;  // the largest share of a strength: its shear of what its contacts hold, a contact's pull or pressure [-]
    ContactStatus status = ContactStatus::open;  // open: no contact bears; sliding: all that do slide
};

/// One per pair of bodies in contact, or whose faces were at time 0, in the order of their ids; the lower one is a.
template <int D>
std::vector<Joint<D>> joints_of(const World<D>& world, double h);

/// The same by who has the seams, which do not change.
template <int D>
std::vector<Joint<D>> joints_of(const World<D>& world, const std::vector<Seam<D>>& seams, double h);

/// One after the other, so that no more than 12 bytes a contact are needed for them.
template <int D>
void for_joints(const World<D>& world, std::span<const Seam<D>> seams, double h, const std::function<void(const Joint<D>&)>& visit);

/// Of two bodies, whichever comes first: `force` is on b. Without a contact: open, no force.
template <int D>
Joint<D> joint_between(const World<D>& world, int a, int b, double h);

/// Bodies on two sides, by their ids, ascending: all contacts of one side with the other are one joint.
struct Sides {
    std::span<const int> a, b;
};

/// The seams between them.
template <int D>
std::vector<Seam<D>> seams_between(const World<D>& world, const Sides& sides);

/// The joint between them, by who has its seams, which do not change.
template <int D>
Joint<D> joint_between(const World<D>& world, const Sides& sides, std::span<const Seam<D>> seams, double h);

/// The largest share of a strength that a contact has used in the last step [-]: laws/utilisation.h.
template <int D>
double utilisation(const World<D>& world, int contact, double h);

}  // namespace drystone
