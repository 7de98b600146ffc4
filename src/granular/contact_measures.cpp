#include "granular/contact_measures.h"

#include <cmath>

#include "granular/tensor.h"

namespace drystone {

namespace {

/// visit(contact) of those selected that bear a force.
template <class Visit>
void for_bearing(const Assembly& assembly, const GrainSelection& selection, const Visit& visit) {
    for (std::size_t k = 0; k < assembly.contacts.size(); ++k) {
        if (selection.contact[k] != 0 && assembly.contacts[k].bears()) visit(assembly.contacts[k]);
    }
}

/// Arms of the grains that are selected: from a's centre to b's, where both are.
Vec<3> branch_of(const GrainContact& contact, const GrainSelection& selection) {
    Vec<3> branch{};
    if (selection.has(contact.a)) branch += contact.arm_a;
    if (selection.has(contact.b)) branch -= contact.arm_b;
    return branch;
}

/// Sum over the contacts that count of sym(f b).
template <class Counts>
Mat<3> moments_of(const Assembly& assembly, const GrainSelection& selection, const Counts& counts) {
    Mat<3> sum{};
    for (const GrainContact& contact : assembly.contacts) {
        if (!counts(contact)) continue;
        if (selection.has(contact.a)) sum = sum + outer(contact.force, contact.arm_a);
        if (selection.has(contact.b)) sum = sum - outer(contact.force, contact.arm_b);
    }
    return symmetric(sum);
}

double mean_normal_force(const Assembly& assembly, const GrainSelection& selection) {
    double sum = 0.0, count = 0.0;
    for_bearing(assembly, selection, [&](const GrainContact& contact) {
        sum += contact.normal_force();
        count += 1.0;
    });
    return sum / count;
}

}  // namespace

Mat<3> internal_moments(const Assembly& assembly, const GrainSelection& selection) {
    return moments_of(assembly, selection, [](const GrainContact&) { return true; });
}

NetworkMoments network_moments(const Assembly& assembly, const GrainSelection& selection) {
    const double mean = mean_normal_force(assembly, selection);
    const auto is_strong = [&](const GrainContact& contact) { return contact.normal_force() > mean; };
    return {moments_of(assembly, selection, [&](const GrainContact& c) { return !c.is_link && is_strong(c); }),
            moments_of(assembly, selection, [&](const GrainContact& c) { return !c.is_link && !is_strong(c); })};
}

Mat<3> couple_moments(const Assembly& assembly, const GrainSelection& selection) {
    Mat<3> sum{};
    for (const GrainContact& contact : assembly.contacts)
        sum = sum + outer(contact.moment, branch_of(contact, selection));
    return sum;
}

Mat<3> fluctuation_moments(const Assembly& assembly, const GrainSelection& selection) {
    const GrainList& grains = assembly.grains;
    Vec<3> momentum{};
    double mass = 0.0;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (selection.grain[i] == 0) continue;
        mass += grains.mass[i];
        momentum += grains.mass[i] * grains.own_velocity(i);
    }
    Mat<3> sum{};
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (selection.grain[i] == 0) continue;
        const Vec<3> apart = grains.own_velocity(i) - (1.0 / mass) * momentum;
        sum = sum + grains.mass[i] * outer(apart, apart);
    }
    return sum;
}

double granular_temperature(const Assembly& assembly, const GrainSelection& selection) {
    const GrainList& grains = assembly.grains;
    Vec<3> mean{};
    double count = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (selection.grain[i] == 0) continue;
        mean += grains.own_velocity(i);
        count += 1.0;
    }
    mean = (1.0 / count) * mean;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (selection.grain[i] == 0) continue;
        const Vec<3> apart = grains.own_velocity(i) - mean;
        sum += dot(apart, apart);
    }
    return sum / (count * grains.dimension);
}

Mat<3> fabric(const Assembly& assembly, const GrainSelection& selection) {
    Mat<3> sum{};
    double count = 0.0;
    for_bearing(assembly, selection, [&](const GrainContact& contact) {
        sum = sum + outer(contact.normal, contact.normal);
        count += 1.0;
    });
    return (1.0 / count) * sum;
}

double bearing_contacts(const Assembly& assembly, const GrainSelection& selection) {
    double count = 0.0;
    for_bearing(assembly, selection, [&](const GrainContact&) { count += 1.0; });
    return count;
}

std::vector<int> bearing_ends(const Assembly& assembly) {
    std::vector<int> ends(assembly.grains.size(), 0);
    for (const GrainContact& contact : assembly.contacts) {
        if (!contact.bears()) continue;
        for (const int row : {contact.a, contact.b}) {
            if (row >= 0) ++ends[static_cast<std::size_t>(row)];
        }
    }
    return ends;
}

Coordination coordination_of(const Assembly& assembly, const GrainSelection& selection) {
    const std::vector<int> ends = bearing_ends(assembly);
    const auto rattles = [&](int row) { return row >= 0 && ends[static_cast<std::size_t>(row)] < 2; };
    Coordination out;
    double all = 0.0, bound = 0.0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (selection.grain[i] == 0) continue;
        all += ends[i];
        bound += 1.0;
        out.rattlers += rattles(static_cast<int>(i));
    }
    double kept = 0.0;
    for (const GrainContact& contact : assembly.contacts) {
        if (!contact.bears() || rattles(contact.a) || rattles(contact.b)) continue;
        kept += selection.has(contact.a) + selection.has(contact.b);
    }
    out.all = all / bound;
    out.without_rattlers = kept / (bound - out.rattlers);
    return out;
}

double strong_fraction(const Assembly& assembly, const GrainSelection& selection) {
    double sum = 0.0, count = 0.0, strong = 0.0;
    for_bearing(assembly, selection, [&](const GrainContact& contact) {
        sum += contact.normal_force();
        count += 1.0;
    });
    for_bearing(assembly, selection,
                [&](const GrainContact& contact) { strong += contact.normal_force() * count > sum; });
    return strong / count;
}

double mean_mobilisation(const Assembly& assembly, const GrainSelection& selection) {
    double sum = 0.0, count = 0.0;
    for_bearing(assembly, selection, [&](const GrainContact& contact) {
        sum += contact.mobilisation;
        count += 1.0;
    });
    return sum / count;
}

Anisotropies anisotropies(const Assembly& assembly, const GrainSelection& selection) {
    const int d = assembly.dimension();
    Mat<3> contacts{}, branches{}, normal{};
    for (const GrainContact& contact : assembly.contacts) {
        const Vec<3> branch = branch_of(contact, selection);
        if (!contact.bears() || branch == Vec<3>{}) continue;
        const Mat<3> nn = outer(contact.normal, contact.normal);
        const double length = std::abs(dot(branch, contact.normal));
        contacts = contacts + nn;
        branches = branches + length * nn;
        normal = normal + length * contact.normal_force() * nn;
    }
    const Mat<3> whole = internal_moments(assembly, selection), apart = deviator(whole, d);
    const double size = std::sqrt(contraction(apart, apart));
    const double scale = d == 2 ? 2.0 * std::sqrt(2.0) : 7.5 * std::sqrt(1.5);
    const auto share = [&](const Mat<3>& t) {
        return scale * contraction(t, apart) / (size * d * mean_of_diagonal(t, d));
    };
    const double a0 = share(contacts), a1 = share(branches), a2 = share(normal), a3 = share(whole);
    return {a0, a1 - a0, a2 - a1, a3 - a2};
}

}  // namespace drystone
