#pragma once

#include <cstdint>

#include "elastic/fields.h"
#include "measure/group_quantities.h"
#include "measure/placed_region.h"
#include "step/walls.h"

namespace drystone {

// What is in a region, Sample::region, or in the whole world where there is none. Bodies count where their centre of mass is, contacts where
// their point is; walls (step/walls.h) are the outside, as are links but for their forces. With f the force of a contact on a body, l its
// arm there, V the volume of the region, v the velocities of the bodies inside and v' their mean, weighted by mass:
//
//     stress          -1/V sum over the bodies inside and their contacts of sym(f l)      Moreau's internal moments; > 0: compression
//     kinetic_stress   1/V sum m (v - v') (v - v')
//     fabric           mean of n n over the contacts that bear a force; its trace is 1
//
// Bodies that are cut by the region's border count as a whole or not at all, so the moments of regions that tile a larger one add
// up to its own.

/// The grains inside.
template <int D>
class Inside {
  public:
    explicit Inside(const Sample<D>& s) : world_(s.world), grain_(walls_of(s.world)) {
        for (std::size_t i = 0; i < grain_.size(); ++i) {
            const bool is_grain = world_.bodies.id[i] >= 0 && grain_[i] == 0;
            grain_[i] = is_grain && (!s.region || s.region->holds(world_.bodies.position[i]));
        }
    }

    bool operator()(int body) const { return grain_[static_cast<std::size_t>(body)] != 0; }

    /// visit(body)
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (int body = 0; body < world_.bodies.size(); ++body) {
            if ((*this)(body)) visit(body);
        }
    }

  private:
    const World<D>& world_;
    std::vector<std::uint8_t> grain_;  // (bodies)
};

/// visit(contact, force) for each point where two shapes press on each other; the layers of a law are one contact.
template <int D, class Visit>
void for_touching(const Sample<D>& s, const Visit& visit) {
    const Contacts<D>& contacts = s.world.contacts;
    const auto same = [](const ContactPoint<D>& x, const ContactPoint<D>& y) {
        return x.a == y.a && x.b == y.b && x.feature == y.feature;
    };
    for (int i = 0; i < contacts.size();) {
        const ContactPoint<D>& point = contacts.point[i];
        Vec<D> impulse{};
        int next = i;
        for (; next < contacts.size() && same(contacts.point[next], point); ++next)
            impulse += contacts.impulse[next];
        const bool is_link = s.world.parts.kind[point.a] == PartKind::handle;
        if (!is_link && impulse != Vec<D>{}) visit(point, (1.0 / s.h) * impulse);
        i = next;
    }
}

template <int D, class Visit>
void for_touching_inside(const Sample<D>& s, const Visit& visit) {
    for_touching(s, [&](const ContactPoint<D>& contact, const Vec<D>& force) {
        if (!s.region || s.region->holds(contact.point)) visit(contact, force);
    });
}

/// Sum over the grains inside of term(the one as a Sample).
template <int D, auto quantity>
auto sum_inside(const Sample<D>& s) {
    decltype(quantity(s)) sum{};
    Inside<D>(s).for_each([&](int body) { sum += quantity(Sample<D>{s.world, body, s.h}); });
    return sum;
}

template <int D>
double one_body(const Sample<D>&) {
    return 1.0;
}

template <int D>
double count_inside(const Sample<D>& s) {
    return sum_inside<D, one_body<D>>(s);
}

template <int D>
Vec<D> mean_velocity_inside(const Sample<D>& s) {
    Vec<D> sum{};
    double count = 0.0;
    Inside<D>(s).for_each([&](int body) {
        sum += s.world.bodies.velocity[body].v;
        count += 1.0;
    });
    return (1.0 / count) * sum;
}

template <int D>
Vec<D> centre_inside(const Sample<D>& s) {
    Vec<D> sum{};
    double mass = 0.0;
    Inside<D>(s).for_each([&](int body) {
        sum += s.world.matter.mass[body] * s.world.bodies.position[body];
        mass += s.world.matter.mass[body];
    });
    return (1.0 / mass) * sum;
}

template <int D>
double contacts_inside(const Sample<D>& s) {
    double count = 0.0;
    for_touching_inside(s, [&](const ContactPoint<D>&, const Vec<D>&) { count += 1.0; });
    return count;
}

/// (bodies)  force-bearing contacts of each.
template <int D>
std::vector<int> ends_of_each(const Sample<D>& s) {
    std::vector<int> count(s.world.bodies.position.size(), 0);
    for_touching(s, [&](const ContactPoint<D>& contact, const Vec<D>&) {
        ++count[s.world.parts.body[contact.a]];
        ++count[s.world.parts.body[contact.b]];
    });
    return count;
}

template <int D>
double coordination_inside(const Sample<D>& s) {
    const std::vector<int> ends = ends_of_each(s);
    double sum = 0.0, grains = 0.0;
    Inside<D>(s).for_each([&](int body) {
        sum += ends[static_cast<std::size_t>(body)];
        grains += 1.0;
    });
    return sum / grains;
}

template <int D>
double rattlers_inside(const Sample<D>& s) {
    const std::vector<int> ends = ends_of_each(s);
    double count = 0.0;
    Inside<D>(s).for_each([&](int body) { count += ends[static_cast<std::size_t>(body)] < 2; });
    return count;
}

template <int D>
double temperature_inside(const Sample<D>& s) {
    const Vec<D> mean = mean_velocity_inside(s);
    double sum = 0.0, count = 0.0;
    Inside<D>(s).for_each([&](int body) {
        const Vec<D> apart = s.world.bodies.velocity[body].v - mean;
        sum += dot(apart, apart);
        count += 1.0;
    });
    return sum / (count * D);
}

template <int D>
Mat<D> symmetric_part(const Mat<D>& m) {
    return 0.5 * (m + transpose(m));
}

/// Minus the sum of the internal moments, links included.
template <int D>
Mat<D> moments_inside(const Sample<D>& s) {
    const World<D>& world = s.world;
    const Inside<D> inside(s);
    Mat<D> sum{};
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& contact = world.contacts.point[i];
        const int a = world.parts.body[contact.a], b = world.parts.body[contact.b];
        const ContactArms<D>& arms = world.problem.W.contact[i];
        const Vec<D> force = (1.0 / s.h) * world.contacts.impulse[i];
        if (inside(a)) sum = sum + outer(force, arms.arm_a);
        if (inside(b)) sum = sum - outer(force, arms.arm_b);
    }
    return symmetric_part(sum);
}

template <int D>
StrainColumns<D> stress_inside(const Sample<D>& s) {
    return {(1.0 / s.region->volume()) * moments_inside(s)};
}

template <int D>
StrainColumns<D> kinetic_stress_inside(const Sample<D>& s) {
    const Inside<D> inside(s);
    Vec<D> momentum{};
    double mass = 0.0;
    inside.for_each([&](int body) {
        mass += s.world.matter.mass[body];
        momentum += s.world.matter.mass[body] * s.world.bodies.velocity[body].v;
    });
    Mat<D> sum{};
    inside.for_each([&](int body) {
        const Vec<D> apart = s.world.bodies.velocity[body].v - (1.0 / mass) * momentum;
        sum = sum + s.world.matter.mass[body] * outer(apart, apart);
    });
    return {(1.0 / s.region->volume()) * sum};
}

template <int D>
StrainColumns<D> fabric_inside(const Sample<D>& s) {
    Mat<D> sum{};
    double count = 0.0;
    for_touching_inside(s, [&](const ContactPoint<D>& contact, const Vec<D>&) {
        sum = sum + outer(contact.normal, contact.normal);
        count += 1.0;
    });
    return {(1.0 / count) * sum};
}

template <int D>
double strong_fraction_inside(const Sample<D>& s) {
    std::vector<double> normal;
    double sum = 0.0;
    for_touching_inside(s, [&](const ContactPoint<D>& contact, const Vec<D>& force) {
        normal.push_back(dot(force, contact.normal));
        sum += normal.back();
    });
    const double count = static_cast<double>(normal.size());
    return static_cast<double>(
               std::count_if(normal.begin(), normal.end(), [&](double f) { return f * count > sum; })) /
           count;
}

/// (s1 - s2) / (s1 + s2) in the plane; q / p in space, q^2 = 3/2 of the deviator squared.
template <int D>
double deviator_ratio_inside(const Sample<D>& s) {
    const Mat<D> moments = moments_inside(s);
    const Vec<D> value = principal(moments).value;
    if constexpr (D == 2) {
        return (value[0] - value[1]) / (value[0] + value[1]);
    } else {
        const double p = (value[0] + value[1] + value[2]) / 3.0;
        double squares = 0.0;
        for (int k = 0; k < 3; ++k) squares += (value[k] - p) * (value[k] - p);
        return std::sqrt(1.5 * squares) / p;
    }
}

/// Of every grain what is within, whether its centre is or not.
template <int D>
double solid_fraction_inside(const Sample<D>& s) {
    const World<D>& world = s.world;
    const std::vector<std::uint8_t> walls = walls_of(world);
    double volume = 0.0;
    for (int part = 0; part < world.parts.size(); ++part) {
        const int body = world.parts.body[part];
        if (body >= 0 && world.bodies.id[body] >= 0 && !walls[static_cast<std::size_t>(body)])
            volume += s.region->volume_of(world, part);
    }
    return volume / s.region->volume();
}

}  // namespace drystone
