#pragma once

#include <memory>
#include <vector>

#include "elastic/theta_step.h"
#include "geometry/convex.h"

namespace drystone {

/// How the parts of a deformable body follow its shape. Bodies<D> has its mean motion.
template <int D>
struct ElasticParts {
    int body = 0;
    int first_part = 0, end_part = 0;
    Rotation<D> principal{};  // axes of its mean motion, in those of the reference shape

    // Of a body of uniform strain: undeformed, in the reference axes about the centre of mass
    std::vector<std::shared_ptr<const Convex<D>>> shape;  // (parts)
    std::vector<std::shared_ptr<Convex<D>>> stretched;    // (parts)  what detection sees
    std::vector<Vec<D>> origin;                           // (parts)  of the shape's frame [m]
    std::vector<Mat<D>> turn;                             // (parts)  shape's frame -> reference axes
};

/// A held degree of freedom at a contact. It answers no impulse, so that the contact problem has no row for it; the contact moves with
/// it, and its support takes what the contact gives it.
template <int D>
struct PrescribedGrip {
    int contact = 0;
    int dof = 0;
    double weight = 0.0;  // with the sign of the side, as in Grip
    Vec<D> curl{};
};

/// A step of a deformable body.
template <int D>
struct Deforming {
    ElasticStep<D> step;
    std::vector<Vec<D>> before;         // (dofs)  velocities it began with [m/s]
    std::vector<Vec<D>> load;           // (dofs)  gravity apart [N]
    std::vector<Vec<D>> free;           // (dofs)  velocities without contacts [m/s]
    std::vector<Vec<D>> impulse;        // (dofs)  of contacts [N s]
    std::vector<Vec<D>> scratch;        // (dofs)
    std::vector<Vec<D>> product;        // (dofs)  scratch, too
    std::vector<Vec<D>> support;        // (dofs, or none)  impulses of supports at held nodes [N s]
    std::vector<Vec<D>> held_velocity;  // (dofs, or none)
    std::vector<int> row;               // (dofs)  among those that contacts grip, or -1
    std::vector<MaterialPoint> gripped; // (rows)  those that contacts grip, each as a point
    std::vector<Mat<D>> compliance;     // (rows x rows)  of these [1/kg]
    std::vector<PrescribedGrip<D>> prescribed;  // those that are held
    bool usable = true;                 // its matrix has a factor
    double contact_work = 0.0;          // [J]
    double load_work = 0.0;             // of loads and supports [J]
    double damped = 0.0;                // by the material [J]
    Vec<D> reaction{};                  // of supports at held nodes: their sum, mean over the step [N]

    // When the last step ended
    double kinetic = 0.0, strain = 0.0;  // [J]
    Vec<D> centre{};                     // [m]
};

/// The matter of a deformable body that a link holds.
template <int D>
struct HeldMatter {
    int deformable = -1;  // index in elastic; -1: the body is rigid
    MaterialPoint point{};
    std::array<Vec<D>, 8> gradient{};  // of the weights at time 0 [1/m]: F = sum x_a (x) gradient_a
    Rotation<D> at_first{};            // of its body
};

/// Nodes that a drive's `where` chose, and the share of a force that each gets.
struct NodeShare {
    int node = 0;
    double share = 0.0;
};

/// What a drive (by its index among the motions or loads) acts on.
struct ChosenNodes {
    int drive = 0;
    std::vector<NodeShare> nodes;
};

}  // namespace drystone
