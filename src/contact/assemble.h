#pragma once

#include <span>

#include "bodies/bodies.h"
#include "contact/body_map.h"
#include "contact/contacts.h"
#include "contact/gripped_contacts.h"
#include "contact/law_book.h"
#include "contact/links.h"
#include "core/parallel.h"
#include "geometry/parts.h"

namespace drystone {

/// What assemble() reads.
template <int D>
struct AssembleInput {
    const Matter<D>& matter;
    const Bodies<D>& bodies;
    const Parts<D>& parts;
    const Contacts<D>& contacts;
    std::span<const double> share{};   // (contacts, or none)  of the force of a pair of bodies
    std::span<const Twist<D>> before;  // (bodies)  velocities the step began with
    const GrippedContacts<D>* gripped = nullptr;  // what compliant bodies add
    bool carried = false;              // by a cell that deforms: it adds to every contact
    const LawBook& book;
    std::span<const int> mobile;  // (bodies)  row of problem.W.body, or -1
    double step = 0.0;            // h [s]
    bool closes_gap = false;      // euler
    bool push = false;            // overlap = "push"
    bool foresees = false;        // moreau with overlap = "project": contacts about to close are there, and may
    double theta = 0.5;           // of springs of links, as of deformable bodies
    const Links<D>* links = nullptr;
};

/// Whether all laws are plain friction (plain_friction.h) and there are no links: then no contact has to be asked what it is.
template <int D>
bool has_plain_laws(const AssembleInput<D>& in);

/// What compliant bodies add to contact i, if anything.
template <int D>
const GrippedSides<D>* gripped_sides(const AssembleInput<D>& in, std::size_t i) {
    return in.gripped ? in.gripped->find(i) : nullptr;
}

/// Whether contact i is of rigid bodies alone, whose velocities are all there is to know.
template <int D>
bool is_of_rigid(const AssembleInput<D>& in, std::size_t i) {
    return !gripped_sides(in, i) && !in.carried;
}

/// What the law of contact i may know of it, with the arms and frame that assemble() gave it.
template <int D>
Approach<D> approach_of(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i);

/// Velocity of the point at `arm` of body i, if it is rigid; nothing of a deformable one.
template <int D>
[[gnu::always_inline]] inline Vec<D> rigid_velocity(const Matter<D>& matter, int i, const Twist<D>& t, const Vec<D>& arm) {
    return matter.freedom[i] == Freedom::elastic ? Vec<D>{} : t.v + turn(t.w, arm);
}

/// Of b against a where the bodies of contact i are at `arms`, before the step, world axes.
template <int D>
Vec<D> velocity_before(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = in.parts.body[c.a], b = in.parts.body[c.b];
    Vec<D> before = rigid_velocity(in.matter, b, in.before[b], arms.arm_b) -
                    rigid_velocity(in.matter, a, in.before[a], arms.arm_a);
    if (const auto* sides = gripped_sides(in, i)) before += sides->before.v;
    return before;
}

/// Likewise its spin.
template <int D>
Spin<D> rigid_spin(const Matter<D>& matter, int i, const Twist<D>& t) {
    return matter.freedom[i] == Freedom::elastic ? Spin<D>{} : t.w;
}

/// The directions in which the law of a contact between bodies a and b sees what it remembers.
template <int D>
MemoryAxes<D> axes_of(const Bodies<D>& bodies, const Mat<D>& frame, int a, int b) {
    return {&frame, &bodies.rotation[a], &bodies.rotation[b]};
}

/// Builds u = W r + b with its laws, but for what deformable bodies put in problem.W.compliant and grip, from the contacts and from bodies.velocity, which holds the free
/// velocities v + h M^-1 F (of driven bodies: what the drive prescribes). Also turns the carried impulses
/// and moments into the first guess r, m, in contact frames. docs/theory.md section 2.
template <int D>
void assemble(const AssembleInput<D>& in, ThreadPool& pool, RigidProblem<D>& problem, std::vector<Vec<D>>& r,
              std::vector<Spin<D>>& m);

}  // namespace drystone
