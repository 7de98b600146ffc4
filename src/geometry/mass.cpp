#include "geometry/mass.h"

#include <algorithm>
#include <numbers>

#include "geometry/curved.h"
#include "geometry/mass_moments.h"

namespace drystone {

namespace {

/// A region by its volume, centroid and second moments about the centroid.
template <int D>
struct Centred {
    double volume = 0.0;
    Vec<D> centre{};
    Mat<D> second{};  // int (x - centre)(x - centre)^T
};

template <int D>
std::vector<PlacedBall<D>> balls_of(const Geometry<D>& geometry) {
    std::vector<PlacedBall<D>> balls;
    for (const PlacedShape<D>& part : geometry) {
        const auto* ball = std::get_if<Ball<D>>(&part.shape);
        if (ball && ball->radius > 0.0) balls.push_back({part.position, ball->radius});
    }
    return balls;
}

/// Without the balls that lie inside another one; of equal balls the first stays.
template <int D>
std::vector<PlacedBall<D>> without_contained(const std::vector<PlacedBall<D>>& balls) {
    std::vector<PlacedBall<D>> kept;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        bool contained = false;
        for (std::size_t j = 0; j < balls.size() && !contained; ++j) {
            const double d = distance(balls[i], balls[j]);
            const bool equal = d == 0.0 && balls[i].radius == balls[j].radius;
            contained = equal ? j < i : j != i && d + balls[i].radius <= balls[j].radius;
        }
        if (!contained) kept.push_back(balls[i]);
    }
    return kept;
}

/// Splits into groups that hang together by overlap; takes the balls out of `balls`, one group a call.
template <int D>
std::vector<PlacedBall<D>> take_group(std::vector<PlacedBall<D>>& balls) {
    std::vector<PlacedBall<D>> group = {balls.front()};
    balls.erase(balls.begin());
    for (std::size_t next = 0; next < group.size(); ++next) {
        const PlacedBall<D> reached = group[next];
        const auto apart = std::stable_partition(balls.begin(), balls.end(), [&](const PlacedBall<D>& ball) {
            return !surfaces_cross(reached, ball);
        });
        group.insert(group.end(), apart, balls.end());
        balls.erase(apart, balls.end());
    }
    return group;
}

Centred<2> single(const PlacedBall<2>& disk) {
    const double r2 = disk.radius * disk.radius, area = std::numbers::pi * r2;
    return {area, disk.centre, Mat<2>::scaled_identity(area * (r2 / 4.0))};
}

Centred<3> single(const PlacedBall<3>& sphere) {
    const double r2 = sphere.radius * sphere.radius,
                 volume = 4.0 / 3.0 * std::numbers::pi * r2 * sphere.radius;
    return {volume, sphere.centre, Mat<3>::scaled_identity(volume * (r2 / 5.0))};
}

template <int D>
Centred<D> overlapping(std::vector<PlacedBall<D>> balls) {
    Vec<D> origin{};  // any point near the balls: keeps the moments about it small
    for (const PlacedBall<D>& ball : balls) origin += (1.0 / static_cast<double>(balls.size())) * ball.centre;
    for (PlacedBall<D>& ball : balls) ball.centre -= origin;
    const Moments<D> m = union_moments(balls);
    const Vec<D> centroid = (1.0 / m.volume) * m.first;
    return {m.volume, origin + centroid, m.second - outer(m.first, centroid)};
}

/// Parallel axes: the whole from its parts.
template <int D>
Centred<D> joined(const std::vector<Centred<D>>& parts) {
    if (parts.size() == 1) return parts[0];
    Centred<D> whole;
    for (const Centred<D>& part : parts) whole.volume += part.volume;
    for (const Centred<D>& part : parts) whole.centre += (part.volume / whole.volume) * part.centre;
    for (const Centred<D>& part : parts) {
        const Vec<D> offset = part.centre - whole.centre;
        whole.second = whole.second + part.second + part.volume * outer(offset, offset);
    }
    return whole;
}

Mat<1> symmetric_inertia(const Mat<2>& second) { return {{Vec<1>{{second[0][0] + second[1][1]}}}}; }

Mat<3> symmetric_inertia(const Mat<3>& second) {
    Mat<3> inertia;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) inertia[i][j] = -0.5 * (second[i][j] + second[j][i]);
        inertia[i][i] = second[(i + 1) % 3][(i + 1) % 3] + second[(i + 2) % 3][(i + 2) % 3];
    }
    return inertia;
}

/// Second moments with that inertia. In the plane only their sum is known, and only it matters.
Mat<2> second_of(const Mat<1>& inertia) { return Mat<2>::scaled_identity(0.5 * inertia[0][0]); }

Mat<3> second_of(const Mat<3>& inertia) {
    const double trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
    return Mat<3>::scaled_identity(0.5 * trace) - inertia;
}

/// `own`: of a convex part in its own frame, at density 1.
template <int D>
Centred<D> placed(const MassProperties<D>& own, const PlacedShape<D>& part) {
    const Mat<D> turn = matrix(part.rotation);
    return {own.mass, part.position + turn * own.centre, turn * second_of(own.inertia) * transpose(turn)};
}

}  // namespace

template <int D>
MassProperties<D> mass_properties(const Geometry<D>& geometry, double density) {
    std::vector<PlacedBall<D>> left = without_contained(balls_of(geometry));
    std::vector<Centred<D>> groups;
    for (const PlacedShape<D>& part : geometry) {
        if (const auto* solid = std::get_if<Solid<D>>(&part.shape))
            groups.push_back(placed(mass_properties(*solid->convex, 1.0), part));
        if (const auto* solid = std::get_if<CurvedSolid<D>>(&part.shape))
            groups.push_back(placed(mass_properties(*solid->curved, 1.0), part));
    }
    if (left.empty() && groups.empty()) return {};
    while (!left.empty()) {
        const std::vector<PlacedBall<D>> group = take_group(left);
        groups.push_back(group.size() == 1 ? single(group[0]) : overlapping(group));
    }
    const Centred<D> whole = joined(groups);
    return {density * whole.volume, whole.centre, density * symmetric_inertia(whole.second)};
}

template MassProperties<2> mass_properties(const Geometry<2>&, double);
template MassProperties<3> mass_properties(const Geometry<3>&, double);

}  // namespace drystone
