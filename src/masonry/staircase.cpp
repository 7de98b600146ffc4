#include "masonry/staircase.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

Block<3> cuboid(std::string part, const Vec<3>& low, const Vec<3>& high, bool fixed) {
    return box<3>(std::move(part), {{low[0], low[2]}}, {{high[0], high[2]}}, {low[1], high[1]}, fixed);
}

void check(const StaircaseParameters& p) {
    require(p.treads >= 1, "treads", "must be at least 1");
    require_count(p.treads, "treads");
    require_positive(p.rise, "rise");
    require_positive(p.width, "width");
    require_positive(p.bearing, "bearing");
    require_positive(p.overlap, "overlap");
    if (p.form == StairForm::straight) {
        require_positive(p.going, "going");
        require(p.overlap < p.going, "overlap",
                "must be less than going: a tread lies on the one below, not on two");
        require(p.newel == 0.0, "newel", "is for spiral stairs");
        require(p.per_turn == 0, "per_turn", "is for spiral stairs");
    } else {
        require_positive(p.newel, "newel");
        require(p.per_turn >= 5, "per_turn", "must be at least 5 treads in a turn");
        require(p.per_turn <= 1000, "per_turn", "must be at most 1000 treads in a turn");
        require(p.going == 0.0, "going", "is for straight stairs");
        const double chord = 2.0 * (p.newel + p.width + p.bearing) * std::sin(std::numbers::pi / p.per_turn);
        require(p.overlap < chord, "overlap",
                "must be less than the outer end of a tread: it lies on the one below, not on two");
    }
}

std::vector<Block<3>> straight(const StaircaseParameters& p) {
    std::vector<Block<3>> blocks;
    const auto x = [&](int k) { return k * p.going; };
    const auto z = [&](int k) { return k * p.rise; };
    const double end = p.width + p.bearing;
    for (int k = 0; k < p.treads; ++k) {
        const double far = x(k + 1) + p.overlap;
        const double near =
            k == 0 ? x(0) : x(k) + p.overlap;  // the end of the tread below is in the wall too
        blocks.push_back(
            cuboid(fmt::format("wall.{}", k), {{near, p.width, z(k - 1)}}, {{far, end, z(k)}}, true));
        blocks.push_back(cuboid(fmt::format("wall.{}.above", k), {{x(k), p.width, z(k + 1)}},
                                {{k + 1 < p.treads ? x(k + 1) : far, end, z(k + 2)}}, true));
        blocks.push_back(
            cuboid(fmt::format("tread.{}", k), {{x(k), 0.0, z(k)}}, {{far, end, z(k + 1)}}, false));
    }
    blocks.push_back(cuboid("foot", {{x(0), 0.0, z(-1)}}, {{x(1) + p.overlap, p.width, z(0)}}, true));
    return blocks;
}

/// In plan, counted in treads round the axis.
struct Spiral {
    const StaircaseParameters& p;
    Vec<2> at(double radius, double turn) const {
        const double azimuth = 2.0 * std::numbers::pi * turn / p.per_turn;
        return {{radius * std::cos(azimuth), radius * std::sin(azimuth)}};
    }
    Vec<2> newel(int k) const { return at(p.newel, k % p.per_turn); }
    Vec<2> outer(int k, double radius) const { return at(radius, k % p.per_turn); }

    /// Between newel and the wall's far side; its outer end begins by the overlap before its side of the newel.
    Polygon tread(int k) const {
        const double far = p.newel + p.width + p.bearing;
        const Vec<2> end = outer(k + 1, far), begin = outer(k, far), along = begin - end;
        return {newel(k), begin + (p.overlap / norm(along)) * along, end, newel(k + 1)};
    }
    Polygon wall(int k) const {
        const double near = p.newel + p.width, far = near + p.bearing;
        return {outer(k, near), outer(k, far), outer(k + 1, far), outer(k + 1, near)};
    }
    Polygon drum() const {
        Polygon corners;
        for (int k = 0; k < p.per_turn; ++k) corners.push_back(newel(k));
        return corners;
    }
};

std::vector<Vec<3>> upright(const Polygon& plan, double low, double high) {
    std::vector<Vec<3>> corners;
    for (const double z : {low, high})
        for (const Vec<2>& x : plan) corners.push_back({{x[0], x[1], z}});
    return corners;
}

std::vector<Block<3>> spiral(const StaircaseParameters& p) {
    const Spiral plan{p};
    std::vector<Block<3>> blocks = {{"newel.base", upright(plan.drum(), -p.rise, 0.0), true}};
    for (int k = 0; k < p.treads; ++k) {
        const double low = k * p.rise, high = (k + 1) * p.rise;
        blocks.push_back({fmt::format("wall.{}", k), upright(plan.wall(k), (k - 1) * p.rise, low), true});
        blocks.push_back({fmt::format("tread.{}", k),
                          {},
                          false,
                          {upright(plan.drum(), low, high), upright(plan.tread(k), low, high)}});
    }
    return blocks;
}

}  // namespace

std::vector<Block<3>> staircase(const StaircaseParameters& p) {
    check(p);
    return p.form == StairForm::straight ? straight(p) : spiral(p);
}

}  // namespace drystone::masonry
