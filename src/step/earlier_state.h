#pragma once

#include <string>
#include <vector>

#include "step/world.h"

namespace drystone {

/// What one run leaves to another: places and velocities of bodies by their names, and what their contacts remember. The other has its
/// own bodies, slots and laws.
template <int D>
struct EarlierState {
    struct Body {
        std::string name;
        Vec<D> position{};  // of the centre of mass [m]
        Rotation<D> rotation{};
        Twist<D> velocity{};
        std::vector<Vec<D>> x{}, v{};  // (degrees of freedom)  of a deformable body
    };
    /// A part by its body and its number among the body's; of a link its handles, by the link.
    struct Side {
        int body = -1;
        int part = 0;
    };
    struct Contact {
        Side a{}, b{};
        int link = -1;  // among `links`: then its sides are the link's handles
        ContactPoint<D> point{};  // parts apart
        Vec<D> impulse{};
        Spin<D> moment{};
    };
    struct Soft {
        Side a{}, b{};
        std::uint32_t feature = 0;
        SpringMemory<D> memory{};
        std::array<int, D> image{};  // of b, in a cell that repeats
    };

    bool remembers = false;        // else only where bodies are
    double step = 0.0;             // that impulses are of [s]
    std::vector<Body> bodies;      // those with names
    std::vector<std::string> links;
    std::vector<Contact> contacts;
    Memories memory;               // (contacts, or none)
    std::vector<Soft> soft;
    bool has_cell = false;
    Mat<D> edges{}, edge_velocity{};  // of the cell, as Cell has them
};

/// Of a world at the end of a step of length h.
template <int D>
EarlierState<D> earlier_state(const World<D>& world, double h);

/// What became of it.
struct TakenOver {
    std::vector<char> taken;           // (bodies)  1: from the earlier run
    std::vector<std::string> missing;  // names of bodies that only the earlier run has
    bool remembers = false;            // contacts, too
};

/// A world at time 0 begins where an earlier run was: bodies of the same name. Their contacts remember what they did, if the laws of
/// this world remember the same things. Drives count from where bodies are now. A cell has the edges of the earlier one, and strains count from
/// there; one without control does not move, and bodies keep their velocities against it. `h`: of the steps to come.
template <int D>
TakenOver take_over(const EarlierState<D>& earlier, World<D>& world, double h, ThreadPool& pool);

/// Throws InputError where bodies of one name have not one shape. `earlier`: the world of that run.
template <int D>
void expect_same_shapes(const World<D>& earlier, const World<D>& world);

}  // namespace drystone
