// max_i |R_i| / mean_c |J_c / h|,  R_i = P (sum_c J_c / h + m G + F) of movable bodies: docs/theory.md (8.12).

#include "step/unbalanced.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "step/deformable.h"

namespace drystone {

template <int D>
BearingForces add_contacts(const World<D>& world, double h, std::vector<Vec<D>>& resultant) {
    BearingForces bearing;
    resultant.resize(world.bodies.position.size());
    for (int c = 0; c < world.contacts.size(); ++c) {
        const Vec<D> f = (1.0 / h) * world.contacts.impulse[c];
        if (f == Vec<D>{}) continue;
        const ContactPoint<D>& point = world.contacts.point[c];
        resultant[static_cast<std::size_t>(world.parts.body[point.a])] -= f;
        resultant[static_cast<std::size_t>(world.parts.body[point.b])] += f;
        bearing.sum += norm(f);
        ++bearing.count;
    }
    return bearing;
}

template <int D>
double largest_resultant(const World<D>& world, double h, const std::vector<Vec<D>>& resultant, std::span<const char> counts) {
    double largest = 0.0;
    for (std::size_t i = 0; i < resultant.size(); ++i) {
        const Freedom freedom = world.matter.freedom[i];
        if (freedom == Freedom::immovable || (!counts.empty() && !counts[i])) continue;
        Vec<D> force = resultant[i] + world.matter.mass[i] * world.gravity;
        if (freedom == Freedom::elastic)
            force += force_on_nodes(world, static_cast<int>(i), h);
        else if (i < world.applied.size())
            force += world.applied[i].v;
        largest = std::max(largest, norm(freedom == Freedom::general ? world.matter.free_directions[i] * force : force));
    }
    return largest;
}

double unbalanced(double largest, const BearingForces& bearing) {
    if (largest == 0.0) return 0.0;
    const double mean = bearing.count > 0 ? bearing.sum / static_cast<double>(bearing.count) : 0.0;
    return mean > 0.0 ? largest / mean : std::numeric_limits<double>::infinity();
}

template <int D>
double unbalanced(const World<D>& world, double h) {
    assert(h > 0.0);
    std::vector<Vec<D>> resultant;
    const BearingForces bearing = add_contacts(world, h, resultant);
    return unbalanced(largest_resultant(world, h, resultant), bearing);
}

template BearingForces add_contacts(const World<2>&, double, std::vector<Vec<2>>&);
template BearingForces add_contacts(const World<3>&, double, std::vector<Vec<3>>&);
template double largest_resultant(const World<2>&, double, const std::vector<Vec<2>>&, std::span<const char>);
template double largest_resultant(const World<3>&, double, const std::vector<Vec<3>>&, std::span<const char>);
template double unbalanced(const World<2>&, double);
template double unbalanced(const World<3>&, double);

}  // namespace drystone
