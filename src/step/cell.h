#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "bodies/bodies.h"
#include "core/mat.h"
#include "core/parallel.h"
#include "core/space.h"
#include "step/energy.h"

namespace drystone {

// A cell that repeats, docs/theory.md section 16. Its edges are the columns of A, upper triangular; bodies are at x, and so at x + A k.
//
//     A' = dA/dt,   L = A' A^-1,   c = v - L (x - o)                           peculiar velocity: the same for every image
//     u  = v_b + w_b x l_b + A' k - v_a - w_a x l_a                            of a contact that sees image k of b        (16.1)
//     m dv = r + m dA' A^-1 (x - o),   m_c l^2 dL_ij = sum r_i b_j + h (kin_ij - V s_ij)      r: contact impulses,        (16.3), (16.4)
//                                                                              b = x_b + A k - x_a their branches
//
// The first two keep every image alike whatever the cell does; L_ij of components under stress s are unknowns of the contact problem.
// Walls (planes, across what does not repeat) stretch with the cell: they are at rest against it, and have L (x_c - o) at a contact point x_c.

/// What a cell is.
template <int D>
struct CellModel {
    bool is_there = false;
    bool deforms = false;     // some component is controlled
    bool is_pressed = false;  // one of them by stress
    Vec<D> origin{};          // o
    Mat<D> start{};           // A at time 0 [m]
    std::array<bool, D> periodic{};
    Mat<D> pressed{};      // 1: the component is controlled by stress
    double mass = 0.0;     // m_c [kg]
    double length = 0.0;   // l: a typical diameter of the bodies [m]
    double damping = 0.0;  // [1/s]

    double inertia() const { return mass * length * length; }
};

/// Its state.
template <int D>
struct Cell {
    Mat<D> edges{};     // A [m]
    Mat<D> velocity{};  // A' [m/s]
    Mat<D> listed{};    // A when neighbours were listed
    bool operator==(const Cell&) const = default;
};

/// What a step keeps of it.
template <int D>
struct CellStep {
    Mat<D> before{};        // A' before the kick [m/s]
    Mat<D> asked{};         // V s of the components under stress [J]
    Mat<D> kinetic{};       // sum m c c at the kick [J]
    Mat<D> branch{};        // sum over contacts of r b [J s]
    double damps = 1.0;     // 1 + h damping
    double at_start = 0.0;  // energies of translation and of the cell: when the step began [J]
    double drifted = 0.0;   // what drifts have changed of them so far
    std::vector<Vec<D>> branches;  // (contacts)  b of each, of walls with the contact point in place of their own [m]
};

template <int D>
struct World;

/// Whether impulses can move body i and the cell takes it along: all but walls.
template <int D>
bool rides(const World<D>& world, int i);

/// m_c and l of the bodies that are there now, where the scene does not say m_c.
template <int D>
void choose_inertia(World<D>& world);

/// Takes over who is controlled how, from the description: when a world is made and where stages begin.
template <int D>
void control_cell(World<D>& world);

/// make_world(): places the cell, or refuses what does not go with one, or with one that deforms.
template <int D>
void make_cell(World<D>& world);

/// The same, once parts are placed: refuses bodies that are wider than the cell, and walls that are not alike at every image.
template <int D>
void check_cell(const World<D>& world);

/// parts.space is that of the cell as it is now.
template <int D>
void place_cell(World<D>& world);

/// The step begins: components that are told move so that they are where they should be at its end. Bodies keep c.
template <int D>
void begin_cell(World<D>& world, double h);

/// A <- A + dt A'.
template <int D>
void move_cell(World<D>& world, double dt);

/// The kick without contacts: stresses asked for and motion of the bodies push the components under stress. Bodies keep c.
template <int D>
void free_cell(World<D>& world, double h, double t);

/// The branches of the contacts as they are.
template <int D>
void note_branches(World<D>& world);

// The same but for the bodies, for those who have them elsewhere.
/// L once components that are told move as they should within h.
template <int D>
Mat<D> told_gradient(const World<D>& world, double h);
/// L after the kick without contacts; `step` knows sum m c c of the bodies, and is told A' before it, what stresses ask for and damping.
template <int D>
Mat<D> kicked_gradient(const World<D>& world, double h, double t, CellStep<D>& step);

/// Soft grains: half a kick of the components under stress and of what the told ones do, from the forces' sum f b [J].
template <int D>
void kick_soft_cell(World<D>& world, const Mat<D>& pull, double half);

/// Whether contacts have to know of the cell: it moves, or a body touches its own image, which is none of those that sweeps know.
template <int D>
bool is_gripped(const World<D>& world);

/// What the cell adds to the relative velocity of a contact, and how it holds on to it, after the grips of deformable bodies; needs note_branches().
template <int D>
void grip_cell(World<D>& world, std::size_t contact);

/// Whether the cell is one of the compliant bodies of the contact problem: the last of them.
template <int D>
bool is_compliant(const World<D>& world);

/// Its answer to the impulses of contacts, once deformable bodies have said theirs.
template <int D>
void assemble_cell(World<D>& world);

/// The kick of the contacts, once bodies have theirs.
template <int D>
void apply_to_cell(World<D>& world, ThreadPool& pool);

/// Work and losses of the kick.
template <int D>
void account_cell(World<D>& world, double h);

/// The step is over: what drifts changed of kinetic energies is the cell's work or the scheme's.
template <int D>
void end_cell(World<D>& world);

/// L = A' A^-1.
template <int D>
Mat<D> velocity_gradient(const CellModel<D>& model, const Cell<D>& cell);
template <int D>
Mat<D> velocity_gradient(const World<D>& world);

/// L (x_i - o) of body i that rides: the velocity that the cell gives it; zero of walls.
template <int D>
Vec<D> carried_velocity(const World<D>& world, int i);

/// A' k: how fast image k moves against the body itself.
template <int D>
Vec<D> image_velocity(const World<D>& world, const std::type_identity_t<std::array<int, D>>& image);

/// How much of L the kick has changed so far, before contacts and by them.
template <int D>
Mat<D> freed_gradient(const World<D>& world);
template <int D>
Mat<D> pushed_gradient(const World<D>& world);

/// By which bodies are carried on the mean over the kick; `at_rest`: by that of its end.
template <int D>
Mat<D> kick_gradient(const World<D>& world, bool at_rest);

/// Of the components under stress [J].
template <int D>
double cell_energy(const World<D>& world);

/// What drifts change and kicks keep account of: translations of rigid bodies against the cell, and the cell [J]. (Deformable ones:
/// account_deforming().)
template <int D>
double tracked_energy(const World<D>& world);

/// sum over contacts of r_i b_j, b from body a to the image of body b that it touches, as note_branches() has seen them; of bodies that do not
/// ride the contact point counts.
template <int D>
Mat<D> branch_moments(const World<D>& world);

/// sum m c c over the bodies that impulses can move [J].
template <int D>
Mat<D> kinetic_moments(const World<D>& world);

}  // namespace drystone
