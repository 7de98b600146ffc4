#pragma once

#include <algorithm>

#include "measure/body_quantities.h"
#include "step/unbalanced.h"

namespace drystone {

// Quantities of the whole world. Momentum, angular momentum and centre of mass are those of the bodies that
// impulses can move: walls and driven bodies are the outside.

/// One sum of the balance.
template <int D, double Energy::*field>
double energy(const Sample<D>& s) {
    return s.world.energy.*field;
}

template <int D>
double dissipated(const Sample<D>& s) {
    return s.world.energy.dissipated();
}

/// What one cause has dissipated.
template <int D, double Dissipation::*cause>
double dissipation(const Sample<D>& s) {
    return s.world.energy.losses.*cause;
}

/// Joints and bonds that are whole: contacts whose law says so.
template <int D>
double intact_joints(const Sample<D>& s) {
    const Contacts<D>& contacts = s.world.contacts;
    int count = 0;
    for (std::size_t i = 0; i < contacts.memory.size(); ++i)
        count += contacts.memory.intact(i) && contacts.point[i].layer == 0;
    return count;
}

template <int D>
double balance_error(const Sample<D>& s) {
    return s.world.energy.balance_error();
}

template <int D>
double contacts(const Sample<D>& s) {
    return s.world.contacts.size();
}

template <int D>
double active_contacts(const Sample<D>& s) {
    int count = 0;
    for (int i = 0; i < s.world.contacts.size(); ++i) count += bears_force(s.world, i);
    return count;
}

template <int D>
double sliding_contacts(const Sample<D>& s) {
    const std::vector<ContactStatus>& status = s.world.contacts.status;
    return static_cast<double>(std::count(status.begin(), status.end(), ContactStatus::sliding));
}

template <int D>
bool is_movable(const World<D>& world, int body) {
    return world.matter.freedom[body] != Freedom::immovable;
}

/// Mean number of force-bearing contacts of a movable body; one between two movable bodies counts for both.
template <int D>
double coordination(const Sample<D>& s) {
    const World<D>& world = s.world;
    int ends = 0, movable = 0;
    for (int i = 0; i < world.contacts.size(); ++i) {
        if (!bears_force(world, i)) continue;
        const ContactPoint<D>& contact = world.contacts.point[i];
        ends += is_movable(world, world.parts.body[contact.a]);
        ends += is_movable(world, world.parts.body[contact.b]);
    }
    for (int body = 0; body < world.bodies.size(); ++body) movable += is_movable(world, body);
    return movable > 0 ? static_cast<double>(ends) / movable : 0.0;
}

/// The largest resultant on a movable body over the mean contact force.
template <int D>
double unbalanced_force(const Sample<D>& s) {
    return unbalanced(s.world, s.h);
}

/// T / sum |f| |x_c - x_i|, over contacts and the movable bodies at them: the kinetic energy over the work of contact forces along
/// the way from a contact to the centre of a body. docs/theory.md (8.15).
template <int D>
double kinetic_ratio(const Sample<D>& s) {
    const World<D>& world = s.world;
    const double T = world.energy.kinetic;
    if (T == 0.0) return 0.0;
    double work = 0.0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& contact = world.contacts.point[c];
        const double f = norm(world.contacts.impulse[c]) / s.h;
        if (f == 0.0) continue;
        for (const int part : {contact.a, contact.b}) {
            const int i = world.parts.body[part];
            if (is_movable(world, i)) work += f * norm(contact.point - world.bodies.position[i]);
        }
    }
    return T / work;  // infinite where nothing presses
}

template <int D>
double iterations(const Sample<D>& s) {
    return s.world.last.solve.iterations;
}

template <int D>
double residual(const Sample<D>& s) {
    return s.world.last.solve.residual;
}

template <int D>
double max_penetration(const Sample<D>& s) {
    return s.world.last.max_penetration;
}

/// Sum over the movable bodies of term(body as a Sample).
template <class T, int D, class Term>
T sum_over_movable(const Sample<D>& s, const Term& term) {
    T sum{};
    for (int body = 0; body < s.world.bodies.size(); ++body) {
        if (is_movable(s.world, body)) sum += term(Sample<D>{s.world, body, s.h});
    }
    return sum;
}

template <int D>
Vec<D> world_momentum(const Sample<D>& s) {
    return sum_over_movable<Vec<D>>(s, body_momentum<D>);
}

/// About the origin.
template <int D>
Spin<D> world_angular_momentum(const Sample<D>& s) {
    return sum_over_movable<Spin<D>>(s, [](const Sample<D>& body) {
        return body_angular_momentum(body) + moment(body_centre_of_mass(body), body_momentum(body));
    });
}

/// NaN where nothing can move.
template <int D>
Vec<D> world_centre_of_mass(const Sample<D>& s) {
    const auto mass = [](const Sample<D>& body) { return body.world.matter.mass[body.body]; };
    const double total = sum_over_movable<double>(s, mass);
    return (1.0 / total) * sum_over_movable<Vec<D>>(s, [&](const Sample<D>& body) {
               return mass(body) * body_centre_of_mass(body);
           });
}

}  // namespace drystone
