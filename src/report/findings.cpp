#include "report/findings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace drystone {

namespace {

using Tone = Finding::Tone;

constexpr double crack = 1e-4;  // openings above count [m]

std::string called(const ShownBodies& bodies, int i) {
    return bodies.names[i].empty() ? fmt::format("body {}", i) : bodies.names[i];
}

/// The radius of the ball about the centre of mass that holds a body.
std::vector<double> radii_of(const ShownBodies& bodies) {
    std::vector<double> out(bodies.size(), 0.0);
    for (int p = 0; p < bodies.parts(); ++p) {
        const float* c = &bodies.part_centre[3 * p];
        out[bodies.part_body[p]] = std::max(
            out[bodies.part_body[p]],
            bodies.part_radius[p] + std::sqrt(static_cast<double>(c[0] * c[0] + c[1] * c[1] + c[2] * c[2])));
    }
    return out;
}

using Vector = std::array<double, 3>;

/// Entry i of (n, d) numbers, less that of others where there are any.
Vector entry(const std::vector<float>& values, const std::vector<float>* less, int d, int i) {
    Vector out{};
    for (int c = 0; c < d; ++c)
        out[c] =
            static_cast<double>(values[d * i + c]) - (less ? static_cast<double>((*less)[d * i + c]) : 0.0);
    return out;
}

double distance(const Vector& v, const Vector& w) {
    return std::hypot(v[0] - w[0], v[1] - w[1], v[2] - w[2]);
}

/// The mean of the walls that blocks stand on: ground that moves as a whole carries a structure and does not hurt it.
Vector of_the_ground(const ShownBodies& bodies, const std::vector<float>& values,
                     const std::vector<float>* less) {
    std::vector<char> ground(bodies.size(), 0);
    for (int j = 0; j < bodies.joints.size(); ++j) {
        for (const int body : {bodies.joints.a[j], bodies.joints.b[j]}) ground[body] = bodies.wall[body];
    }
    Vector mean{};
    const double count = static_cast<double>(std::count(ground.begin(), ground.end(), 1));
    for (int i = 0; i < bodies.size(); ++i) {
        if (!ground[i]) continue;
        const Vector one = entry(values, less, bodies.dimension, i);
        for (int c = 0; c < 3; ++c) mean[c] += one[c] / count;
    }
    return mean;
}

std::string in_mm(double metres) { return fmt::format("{:.3g} mm", 1e3 * metres); }

/// The joint that has most of something; those of bodies that have left have nothing.
int worst_of(const std::vector<float>& values) {
    const auto less = [](float a, float b) { return (std::isnan(a) && !std::isnan(b)) || a < b; };
    return static_cast<int>(std::max_element(values.begin(), values.end(), less) - values.begin());
}

std::string between(const ShownBodies& bodies, int joint) {
    return fmt::format("between {} and {}", called(bodies, bodies.joints.a[joint]),
                       called(bodies, bodies.joints.b[joint]));
}

Finding standing(const ShownBodies& bodies, const ShownFrame& first, const ShownFrame& last) {
    const std::vector<double> radius = radii_of(bodies);
    int far = 0, bodies_that_move = 0, farthest = -1;
    double most = 0.0, speed = 0.0;
    bool moves = false;
    const Vector carried = of_the_ground(bodies, last.position, &first.position),
                 rate = of_the_ground(bodies, last.velocity, nullptr);
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.fixed[i] || bodies.wall[i] || !(radius[i] > 0.0)) continue;
        if (bodies.changes && std::isnan(last.position[bodies.dimension * i])) continue;  // it has left
        ++bodies_that_move;
        const double moved = distance(entry(last.position, &first.position, bodies.dimension, i), carried);
        far += !(moved <= 0.5 * radius[i]);
        if (farthest < 0 || !(moved <= most)) {
            most = moved;
            farthest = i;
        }
        const double own = distance(entry(last.velocity, nullptr, bodies.dimension, i), rate);
        moves = moves || own > 1e-3 * std::sqrt(9.81 * radius[i]);
        speed = std::max(speed, own);
    }
    if (farthest < 0) return {Tone::plain, "Nothing in it can move."};
    if (far > 0)
        return {Tone::bad,
                fmt::format("Collapsed: {} of {} bodies have moved by more than half their radius.", far,
                            bodies_that_move)};
    const std::string displaced =
        fmt::format("the largest displacement is {} ({})", in_mm(most), called(bodies, farthest));
    if (moves)
        return {Tone::bad,
                fmt::format("Still moving at the end, at up to {:.3g} m/s; {}.", speed, displaced)};
    return {Tone::good, fmt::format("Stands: at rest at the end; {}.", displaced)};
}

Finding opened(const ShownBodies& bodies, const ShownFrame& last) {
    const std::vector<float>& opening = last.joints.opening;
    const int worst = worst_of(opening);
    const auto count =
        std::count_if(opening.begin(), opening.end(), [](float value) { return value > crack; });
    if (count == 0)
        return {Tone::good,
                fmt::format("No joint of {} is open by more than {}.", opening.size(), in_mm(crack))};
    return {Tone::plain,
            fmt::format("Largest opening {}, {}; {} of {} joints are open by more than {}.",
                        in_mm(opening[worst]), between(bodies, worst), count, opening.size(), in_mm(crack))};
}

Finding used(const ShownBodies& bodies, const ShownFrame& last) {
    const int worst = worst_of(last.joints.utilisation);
    const double share = last.joints.utilisation[worst];
    const auto sliding = std::count(last.joints.status.begin(), last.joints.status.end(), std::uint8_t{2});
    return {
        share < 1.0 ? Tone::good : Tone::plain,
        fmt::format("Largest utilisation {:.2f}, {} (1: it slides, tears or is crushed); {} joints slide.",
                    share, between(bodies, worst), sliding)};
}

}  // namespace

std::vector<Finding> findings_of_solution(const std::string& text) {
    const nlohmann::json s = nlohmann::json::parse(text, nullptr, false);
    if (!s.is_object()) return {{Tone::bad, "The run has not come to its end."}};
    std::vector<Finding> out;
    const long steps = s.value("steps", 0L), failed = s.value("steps_not_converged", 0L);
    const auto number = [&](const char* pointer) {
        const nlohmann::json::json_pointer at(pointer);
        return s.contains(at) && s[at].is_number() ? s[at].get<double>() : std::nan("");
    };
    if (failed == 0)
        out.push_back(
            {Tone::good, fmt::format("All {} steps converged (largest residual {:.2g}, tolerance {:.2g}).",
                                     steps, number("/residual/max"), number("/tolerance"))});
    else
        out.push_back({Tone::bad, fmt::format("{} of {} steps did not converge (largest residual {:.2g}, "
                                              "tolerance {:.2g}): results are to be doubted.",
                                              failed, steps, number("/residual/max"), number("/tolerance"))});
    if (s.value("steps_not_finite", 0L) > 0)
        out.push_back({Tone::bad, "Numbers became infinite: the run stopped there."});
    const double error = number("/energy/balance_error_relative");
    if (std::isfinite(error) && std::abs(error) > 0.01)
        out.push_back(
            {Tone::bad, fmt::format("Energies do not add up: {:.2g} % of what was turned over is missing.",
                                    100.0 * std::abs(error))});
    return out;
}

std::vector<Finding> findings_of_structure(const ShownBodies& bodies, const ShownFrame& first,
                                           const ShownFrame& last) {
    if (bodies.joints.size() == 0) return {};
    std::vector<Finding> out{standing(bodies, first, last), opened(bodies, last)};
    const int slipped = worst_of(last.joints.slip);
    if (last.joints.slip[slipped] > crack)
        out.push_back({Tone::plain, fmt::format("Largest slip {}, {}.", in_mm(last.joints.slip[slipped]),
                                                between(bodies, slipped))});
    if (last.contacts() > 0) out.push_back(used(bodies, last));
    const int damaged = worst_of(last.joints.damage);
    if (last.joints.damage[damaged] > 0.0F)
        out.push_back({Tone::plain, fmt::format("Largest damage {:.2f}, {} (1: torn).",
                                                last.joints.damage[damaged], between(bodies, damaged))});
    return out;
}

}  // namespace drystone
