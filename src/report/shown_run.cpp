#include "report/shown_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/shown_cell.h"
#include "report/stress_field.h"

namespace drystone {

namespace {

constexpr double nearly_all = 0.995;
constexpr double strong = 0.98;

/// The value below which a share of the finite ones lies; 0 of nothing.
float quantile(std::vector<float> values, double share) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty()) return 0.0F;
    const auto place = values.begin() +
                       static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

float length(const float* v, int d) {
    float sum = 0.0F;
    for (int c = 0; c < d; ++c) sum += v[c] * v[c];
    return std::sqrt(sum);
}

bool is_endless(ShownPart kind) { return kind == ShownPart::plane || kind == ShownPart::drum; }

}  // namespace

std::vector<int> present_bodies(const ShownBodies& bodies, const ShownFrame& frame) {
    std::vector<int> list;
    for (int i = 0; i < bodies.size(); ++i) {
        if (!bodies.changes || std::isfinite(frame.position[bodies.dimension * i])) list.push_back(i);
    }
    return list;
}

void fill_with_first_places(const ShownBodies& bodies, ShownFrame& frame) {
    if (!bodies.changes) return;
    const auto fill = [](const std::vector<float>& from, std::vector<float>& to) {
        to.resize(from.size(), std::numeric_limits<float>::quiet_NaN());
        for (std::size_t k = 0; k < from.size(); ++k) {
            if (!std::isfinite(to[k])) to[k] = from[k];
        }
    };
    fill(bodies.first_position, frame.position);
    fill(bodies.first_rotation, frame.rotation);
}

std::vector<float> rotations_since(const ShownBodies& bodies, const ShownFrame& before,
                                   const ShownFrame& now) {
    std::vector<float> out(bodies.size());
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.dimension == 2) {
            out[i] = std::abs(now.rotation[i] - before.rotation[i]);
            continue;
        }
        // The vector part of q p^-1 as well: near no rotation the cosine alone has half the digits.
        const float *q = &now.rotation[4 * i], *p = &before.rotation[4 * i];
        const double w = static_cast<double>(q[3]) * p[3] + static_cast<double>(q[0]) * p[0] +
                         static_cast<double>(q[1]) * p[1] + static_cast<double>(q[2]) * p[2];
        const double x = -static_cast<double>(q[3]) * p[0] + static_cast<double>(q[0]) * p[3] -
                         static_cast<double>(q[1]) * p[2] + static_cast<double>(q[2]) * p[1];
        const double y = -static_cast<double>(q[3]) * p[1] + static_cast<double>(q[0]) * p[2] +
                         static_cast<double>(q[1]) * p[3] - static_cast<double>(q[2]) * p[0];
        const double z = -static_cast<double>(q[3]) * p[2] - static_cast<double>(q[0]) * p[1] +
                         static_cast<double>(q[1]) * p[0] + static_cast<double>(q[2]) * p[3];
        out[i] = static_cast<float>(2.0 * std::atan2(std::hypot(x, y, z), std::abs(w)));
    }
    return out;
}

std::vector<int> turning_bodies(const ShownBodies& bodies) {
    std::vector<char> turns(bodies.size(), bodies.dimension == 2 ? 1 : 0);
    for (int p = 0; p < bodies.parts(); ++p) {
        const bool central = length(&bodies.part_centre[3 * p], 3) == 0.0F;
        if (bodies.part_kind[p] != ShownPart::ball || !central) turns[bodies.part_body[p]] = 1;
    }
    std::vector<int> list;
    for (int i = 0; i < bodies.size(); ++i) {
        if (turns[i]) list.push_back(i);
    }
    return list;
}

std::vector<float> pressures(const ShownBodies& bodies, const ShownFrame& frame) {
    const int d = bodies.dimension;
    std::vector<double> virial(bodies.size(), 0.0);
    for (std::size_t k = 0; k < frame.contacts(); ++k) {
        const ContactAtHome seen = contact_at_home(bodies, frame, k);
        for (int c = 0; c < d; ++c) {
            const double force = frame.force[d * k + c];
            virial[frame.a[k]] -= force * (seen.point[c] - seen.a[c]);
            virial[frame.b[k]] += force * (seen.point[c] - seen.b[c]);
        }
    }
    std::vector<float> out(bodies.size(), std::numeric_limits<float>::quiet_NaN());
    for (int i = 0; i < bodies.size(); ++i) {
        if (!bodies.fixed[i] && bodies.volume[i] > 0.0F)
            out[i] = static_cast<float>(-virial[i] / (d * static_cast<double>(bodies.volume[i])));
    }
    return out;
}

std::vector<float> joint_values(JointValue value, const ShownFrame& frame) {
    const JointStates& joints = frame.joints;
    switch (value) {
        case JointValue::opening:
            return joints.opening;
        case JointValue::slip:
            return joints.slip;
        case JointValue::damage:
            return joints.damage;
        case JointValue::utilisation:
            return joints.utilisation;
        case JointValue::status:
            break;
    }
    return {joints.status.begin(), joints.status.end()};
}

std::vector<float> worst_by_body(JointValue value, const ShownBodies& bodies, const ShownFrame& frame) {
    constexpr float rank[] = {1.0F, 0.0F, 2.0F};  // of open, sticking, sliding
    std::vector<float> out(bodies.size(), std::numeric_limits<float>::quiet_NaN());
    const auto raise = [&](int body, float to) {
        if (value == JointValue::status && std::isfinite(out[body])) {
            if (rank[static_cast<int>(to)] > rank[static_cast<int>(out[body])]) out[body] = to;
        } else {
            out[body] = std::isfinite(out[body]) ? std::max(out[body], to) : to;
        }
    };
    const std::vector<float> joints = joint_values(value, frame);
    for (int j = 0; j < bodies.joints.size(); ++j) {
        raise(bodies.joints.a[j], joints[j]);
        raise(bodies.joints.b[j], joints[j]);
    }
    if (bodies.joints.size() > 0 || value == JointValue::slip) return out;
    for (std::size_t k = 0; k < frame.contacts(); ++k) {
        float one = frame.gap[k];
        if (value == JointValue::status) one = frame.status[k];
        if (value == JointValue::damage) one = frame.damage.empty() ? 0.0F : frame.damage[k];
        if (value == JointValue::utilisation)
            one = frame.utilisation.empty() ? out[frame.a[k]] : frame.utilisation[k];
        if (!std::isfinite(one)) continue;
        raise(frame.a[k], one);
        raise(frame.b[k], one);
    }
    return out;
}

std::vector<float> force_sizes(const ShownBodies& bodies, const ShownFrame& frame) {
    std::vector<float> sizes(frame.contacts());
    for (std::size_t k = 0; k < sizes.size(); ++k)
        sizes[k] = length(&frame.force[bodies.dimension * k], bodies.dimension);
    return sizes;
}

ExtentsOf::ExtentsOf(const ShownBodies& bodies) : bodies_(bodies) { measure_bodies(); }

void ExtentsOf::measure_bodies() {
    const ShownBodies& bodies = bodies_;
    reach_.assign(bodies.size(), 0.0F);
    std::vector<float> radii;
    for (int p = 0; p < bodies.parts(); ++p) {
        float& reach = reach_[bodies.part_body[p]];
        if (bodies.part_kind[p] == ShownPart::plane) reach = -1.0F;
        if (reach < 0.0F) continue;
        reach = std::max(reach, bodies.part_radius[p] + length(&bodies.part_centre[3 * p], 3));
        const bool grain = !is_endless(bodies.part_kind[p]);
        if (grain && !bodies.fixed[bodies.part_body[p]])
            radii.push_back((bodies.part_kind[p] == ShownPart::ball ? 1.0F : 0.5F) * bodies.part_radius[p]);
    }
    if (radii.empty()) radii = reach_;
    extents_.grain = quantile(radii, 0.5);
    if (!(extents_.grain > 0.0F)) extents_.grain = 1.0F;
}

void ExtentsOf::stretch(const ShownFrame& frame) {
    const int d = bodies_.dimension;
    for (int c = 0; c < d; ++c) {
        std::vector<float> low, high;
        for (int i = 0; i < bodies_.size(); ++i) {
            if (reach_[i] < 0.0F) continue;
            const auto place = static_cast<float>(home(bodies_, frame, i)[c]);
            low.push_back(-(place - reach_[i]));
            high.push_back(place + reach_[i]);
        }
        std::erase_if(low, [](float value) { return !std::isfinite(value); });
        if (low.empty()) return;  // nobody is there
        const float least = -quantile(std::move(low), nearly_all),
                    most = quantile(std::move(high), nearly_all);
        extents_.low[c] = empty_ ? least : std::min(extents_.low[c], least);
        extents_.high[c] = empty_ ? most : std::max(extents_.high[c], most);
    }
    empty_ = false;
}

void ExtentsOf::add(const ShownFrame& frame) {
    const int d = bodies_.dimension;
    if (static_cast<int>(reach_.size()) != bodies_.size()) measure_bodies();
    stretch(frame);
    if (first_.position.empty()) {
        first_.position = frame.position;
        first_.rotation = frame.rotation;
    }
    fill_with_first_places(bodies_, first_);

    std::vector<float> speed, moved, turned;
    if (!frame.rotation.empty()) turned = rotations_since(bodies_, first_, frame);
    for (int i = 0; i < bodies_.size(); ++i) {
        if (bodies_.fixed[i]) continue;
        speed.push_back(length(&frame.velocity[d * i], d));
        float way[3] = {};
        for (int c = 0; c < d; ++c) way[c] = frame.position[d * i + c] - first_.position[d * i + c];
        moved.push_back(length(way, 3));
    }
    for (std::size_t i = 0; i < turned.size(); ++i) {
        if (bodies_.fixed[i]) turned[i] = 0.0F;
    }
    extents_.rotation = std::max(extents_.rotation, quantile(std::move(turned), nearly_all));
    extents_.speed = std::max(extents_.speed, quantile(std::move(speed), nearly_all));
    extents_.displacement = std::max(extents_.displacement, quantile(std::move(moved), nearly_all));
    const std::vector<std::string> names =
        bodies_.meshes.bodies() > 0 ? field_names(d) : std::vector<std::string>{};
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::vector<float> values = face_values(names[k], bodies_, frame);
        const float low = quantile(values, 1.0 - nearly_all), high = quantile(values, nearly_all);
        if (extents_.fields.size() == k) extents_.fields.push_back({low, high});
        extents_.fields[k] = {std::min(extents_.fields[k][0], low), std::max(extents_.fields[k][1], high)};
    }
    extents_.opening = std::max(extents_.opening, quantile(frame.joints.opening, 1.0));
    extents_.slip = std::max(extents_.slip, quantile(frame.joints.slip, 1.0));
    // Impacts have forces far above those of the rest of a run: of both the middling frame counts.
    const float pressure = quantile(pressures(bodies_, frame), nearly_all);
    if (pressure > 0.0F) pressures_.push_back(pressure);
    const float force = quantile(force_sizes(bodies_, frame), strong);
    if (force > 0.0F) forces_.push_back(force);
}

Extents ExtentsOf::result() const {
    Extents out = extents_;
    out.force = quantile(forces_, 0.5);
    out.pressure = quantile(pressures_, 0.5);
    return out;
}

}  // namespace drystone
