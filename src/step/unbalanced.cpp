// max_i |R_i| / mean_c |J_c / h|,  R_i = P (sum_c J_c / h + m G + F) of movable bodies: docs/theory.md (8.12).

#include "step/unbalanced.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "step/deformable.h"

namespace drystone {

namespace {

/// Adds what contacts push bodies with; returns the mean of those that bear force [N].
template <int D>
double add_contacts(const World<D>& world, double h, std::vector<Vec<D>>& resultant) {
    double sum = 0.0;
    int bearing = 0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const Vec<D> f = (1.0 / h) * world.contacts.impulse[c];
        if (f == Vec<D>{}) continue;
        const ContactPoint<D>& point = world.contacts.point[c];
        resultant[static_cast<std::size_t>(world.parts.body[point.a])] -= f;
        resultant[static_cast<std::size_t>(world.parts.body[point.b])] += f;
        sum += norm(f);
        ++bearing;
    }
    return bearing > 0 ? sum / bearing : 0.0;
}

}  // namespace

template <int D>
double unbalanced(const World<D>& world, double h) {
    assert(h > 0.0);
    std::vector<Vec<D>> resultant(world.bodies.position.size());
    const double mean = add_contacts(world, h, resultant);
    double largest = 0.0;
    for (std::size_t i = 0; i < resultant.size(); ++i) {
        const Freedom freedom = world.matter.freedom[i];
        if (freedom == Freedom::immovable) continue;
        Vec<D> force = resultant[i] + world.matter.mass[i] * world.gravity;
        if (freedom == Freedom::elastic)
            force += force_on_nodes(world, static_cast<int>(i), h);
        else if (i < world.applied.size())
            force += world.applied[i].v;
        largest = std::max(largest, norm(freedom == Freedom::general ? world.matter.free_directions[i] * force : force));
    }
    if (largest == 0.0) return 0.0;
    return mean > 0.0 ? largest / mean : std::numeric_limits<double>::infinity();
}

template double unbalanced(const World<2>&, double);
template double unbalanced(const World<3>&, double);

}  // namespace drystone
