// What a pair of curved shapes costs: bench_curved prints nanoseconds of CPU time a pair and directions asked for, of pairs that nearly touch, of
// pairs that overlap by a thousandth, and of pairs whose balls overlap but which are apart.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "geometry/curved.h"
#include "narrowphase/curved_contact.h"

namespace {

using namespace drystone;

struct Kind {
    std::string name;
    std::shared_ptr<const Curved<3>> shape;
};

template <class Core>
Kind kind(const std::string& name, const Core& core, double rounding = 0.0) {
    return {name, std::make_shared<const Curved<3>>(make_curved<3>(core, rounding))};
}

Supported<3> stand(const Curved<3>& shape, const Pose<3>& pose) {
    Supported<3> out;
    out.core = &shape.core;
    out.pose = pose;
    out.middle = pose.position + pose.turn * shape.middle;
    out.radius = shape.radius - shape.rounding;
    out.size = shape.inner_radius;
    out.rounding = shape.rounding;
    return out;
}

struct Pair {
    Pose<3> a, b;
};

Vec<3> any_unit(Random& random) {
    const Vec<3> d{{random.normal(), random.normal(), random.normal()}};
    return (1.0 / norm(d)) * d;
}

/// Random poses, then moved apart along their normal until the gap is as wanted.
std::vector<Pair> pairs_of(const Kind& one, const Kind& other, double gap) {
    Random random(1);
    CommonNormalScratch<3> scratch;
    std::vector<Pair> pairs;
    while (pairs.size() < 2000) {
        const auto turn = [&] { return matrix(normalised(Rotation<3>{random.normal(), any_unit(random)})); };
        Pair pair{{{}, turn()}, {0.9 * (one.shape->radius + other.shape->radius) * any_unit(random), turn()}};
        const CommonNormal<3> plane =
            common_normal(stand(*one.shape, pair.a), stand(*other.shape, pair.b), 10.0, scratch);
        pair.b.position += (gap - (plane.left - one.shape->rounding - other.shape->rounding)) * plane.normal;
        pairs.push_back(pair);
    }
    return pairs;
}

void measure(const Kind& one, const Kind& other, const char* what, double gap) {
    const std::vector<Pair> pairs = pairs_of(one, other, gap);
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    long searches = 0, polishes = 0, points = 0;
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
        searches = polishes = points = 0;
        const std::clock_t start = std::clock();
        for (const Pair& pair : pairs) {
            curved_contact(stand(*one.shape, pair.a), stand(*other.shape, pair.b),
                           {{}, 5e-3, PointRule::vertices}, scratch, manifold);
            searches += scratch.normal.searches;
            polishes += scratch.normal.polishes;
            points += static_cast<long>(manifold.points.size());
        }
        best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    const double n = static_cast<double>(pairs.size());
    std::printf("%-14s %-14s %-9s %8.0f %9.1f %9.1f %7.1f\n", one.name.c_str(), other.name.c_str(), what,
                1e9 * best / n, static_cast<double>(searches) / n, static_cast<double>(polishes) / n,
                static_cast<double>(points) / n);
}

}  // namespace

int main() {
    const auto cube = std::make_shared<const Convex<3>>(box<3>({{1.0, 1.0, 1.0}}));
    const std::vector<Kind> kinds = {
        kind("cylinder", Frustum{0.5, 0.5, 0.5}),
        kind("cone", Frustum{0.5, 0.0, 0.5}),
        kind("capsule", Segment<3>{0.5}, 0.3),
        kind("ellipsoid", Ellipsoid<3>{{{0.5, 0.4, 0.7}}}),
        kind("superquadric", Superquadric<3>{{{0.5, 0.4, 0.7}}, 4.0, 3.0}),
        {"rounded box", std::make_shared<const Curved<3>>(make_rounded(cube, 0.1))}};
    std::printf("%-14s %-14s %-9s %8s %9s %9s %7s\n", "one", "other", "pairs", "ns", "searched", "polished",
                "points");
    for (const Kind& one : kinds) {
        for (const auto& [what, gap] :
             {std::pair("near", 1e-3), std::pair("overlap", -1e-3), std::pair("apart", 0.1)})
            measure(one, one, what, gap);
    }
    measure(kinds[0], kinds[3], "near", 1e-3);
    measure(kinds[2], kinds[5], "near", 1e-3);
}
