#include "md/time_step.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "core/input_error.h"

namespace drystone {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Bodies of one surface, as far as the time step is concerned.
struct Population {
    std::array<double, 2> lightest{never, never};  // of those that move [kg]
    bool still = false;                            // there are some that do not
    bool round = false;                            // some have balls
};

/// What a ball of the body weighs in a push along the line of centres: off the centre of mass it is lighter, for the body turns away.
template <int D>
double weight_at(const Matter<D>& matter, const Parts<D>& parts, int p) {
    const int i = parts.body[p];
    const double arm2 = dot(parts.local_centre[p], parts.local_centre[p]);
    if (parts.kind[p] != PartKind::ball || arm2 == 0.0) return matter.mass[i];
    const Spin<D> moments = matter.inertia[i];
    const double least = *std::min_element(moments.c.begin(), moments.c.end());
    return least > 0.0 ? 1.0 / (1.0 / matter.mass[i] + arm2 / least) : matter.mass[i];
}

template <int D>
std::vector<Population> populations(const Matter<D>& matter, const Parts<D>& parts, int surfaces) {
    std::vector<Population> all(static_cast<std::size_t>(surfaces));
    std::vector<double> weight(matter.mass.size(), never);
    for (int p = 0; p < parts.size(); ++p) {
        const auto i = static_cast<std::size_t>(parts.body[p]);
        if (parts.kind[p] == PartKind::none) continue;
        weight[i] = std::min(weight[i], weight_at(matter, parts, p));
        if (parts.kind[p] == PartKind::ball) all[static_cast<std::size_t>(matter.surface[i])].round = true;
    }
    for (std::size_t i = 0; i < weight.size(); ++i) {
        Population& one = all[static_cast<std::size_t>(matter.surface[i])];
        if (matter.freedom[i] == Freedom::immovable) {
            one.still = one.still || weight[i] < never;
        } else if (weight[i] < one.lightest[0]) {
            one.lightest = {weight[i], one.lightest[0]};
        } else {
            one.lightest[1] = std::min(one.lightest[1], weight[i]);
        }
    }
    return all;
}

/// The least reduced mass of two bodies that can meet; infinite if none can.
double least_mass(const Population& a, const Population& b, bool same) {
    if (!a.round && !b.round) return never;
    const double m = a.lightest[0], n = same ? a.lightest[1] : b.lightest[0];
    const double both = 1.0 / (1.0 / m + 1.0 / n);
    double least = std::isinf(m) || std::isinf(n) ? never : both;
    if (b.still) least = std::min(least, m);
    if (a.still) least = std::min(least, b.lightest[0]);
    return least;
}

}  // namespace

template <int D>
double shortest_time_of(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book,
                        std::span<const Spring> laws) {
    if (!parts.solids.shape.empty())
        throw InputError("",
                         "method = \"md\" knows disks, spheres, compounds of them, planes and drums: some "
                         "body here has another shape");
    const std::vector<Population> all = populations(matter, parts, book.surfaces);
    double shortest = never;
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a; b < all.size(); ++b) {
            const double M = least_mass(all[a], all[b], a == b);
            if (std::isinf(M)) continue;
            const Spring& law = laws[static_cast<std::size_t>(book.between[a * all.size() + b])];
            if (law.normal_stiffness == 0.0)
                throw InputError("",
                                 "method = \"md\" needs law = \"spring\" between all bodies that can meet: "
                                 "contacts without a stiffness have no force");
            shortest = std::min(shortest, shortest_time(law, M));
        }
    }
    return shortest;
}

int substeps_in(double h, double shortest_time, const SoftSettings& settings) {
    assert(h > 0.0 && (settings.step > 0.0 || settings.steps_per_collision > 0.0));
    const double longest = settings.step > 0.0 ? settings.step : shortest_time / settings.steps_per_collision;
    const double count =
        std::ceil(h / longest * (1.0 - 1e-12));  // h a multiple of it: rounding adds no sub-step
    if (!(count <= 1e9)) throw InputError("", "method = \"md\": a step would need more than 10^9 sub-steps");
    return std::max(1, static_cast<int>(count));
}

template double shortest_time_of(const Matter<2>&, const Parts<2>&, const LawBook&, std::span<const Spring>);
template double shortest_time_of(const Matter<3>&, const Parts<3>&, const LawBook&, std::span<const Spring>);

}  // namespace drystone
