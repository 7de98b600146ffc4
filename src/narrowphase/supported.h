#pragma once

#include <optional>

#include "geometry/curved.h"
#include "narrowphase/manifold.h"

namespace drystone {

/// A convex shape where it stands, as its support function sees it. Lengths in world axes, from a reference point near both shapes of
/// a pair, so that no digits are lost far from the origin.
template <int D>
struct Supported {
    const Core<D>* core = nullptr;
    Pose<D> pose;           // of the core's frame, position from the reference point
    Vec<D> middle{};        // of the ball that holds the core, from the reference point [m]
    double radius = 0.0;    // of that ball [m]
    double size = 0.0;      // what tolerances are relative to: the inner radius [m]
    double rounding = 0.0;  // [m]

    /// visit(core, d) with d in the core's frame.
    template <class Visit>
    auto ask(const Vec<D>& d, const Visit& visit) const {
        const Vec<D> local = transpose_times(pose.turn, d);
        return std::visit([&](const auto& one) { return visit(one, local); }, *core);
    }
    Vec<D> placed(const Vec<D>& x) const { return pose.position + pose.turn * x; }

    /// The point of the core farthest along d.
    Vec<D> support(const Vec<D>& d) const {
        return placed(ask(d, [](const auto& one, const Vec<D>& local) { return one.support(local); }));
    }
    /// Of one of its bits; -1: of the whole.
    Vec<D> support(const Vec<D>& d, int bit) const {
        if (bit < 0) return support(d);
        return placed(ask(d, [&](const auto& one, const Vec<D>& local) { return one.support(local, bit); }));
    }
    Mat<D> radii(const Vec<D>& d) const {
        const Mat<D> local = ask(d, [](const auto& one, const Vec<D>& l) { return one.radii(l); });
        return pose.turn * local * transpose(pose.turn);
    }
    /// The normal at a point (not unit), of cores that know it; else none.
    std::optional<Vec<D>> normal_at(const Vec<D>& x) const {
        const Vec<D> local = transpose_times(pose.turn, x - pose.position);
        return std::visit(
            [&](const auto& one) -> std::optional<Vec<D>> {
                if constexpr (requires { one.normal_at(local); })
                    return pose.turn * one.normal_at(local);
                else
                    return {};
            },
            *core);
    }
    int point_name(const Vec<D>& d) const {
        return ask(d, [](const auto& one, const Vec<D>& local) { return one.point_name(one.bit_at(local)); });
    }
    /// The face or line in the world's axes.
    bool face(const Vec<D>& d, double flat, CoreFeature<D>& out) const {
        return ask(d, [&](const auto& one, const Vec<D>& local) { return one.face(local, flat, &out); }) &&
               put(out);
    }
    bool line(const Vec<D>& d, double flat, CoreFeature<D>& out) const {
        return ask(d, [&](const auto& one, const Vec<D>& local) { return one.line(local, flat, &out); }) &&
               put(out);
    }

  private:
    bool put(CoreFeature<D>& feature) const {
        for (Vec<D>& x : feature.corner) x = placed(x);
        feature.normal = pose.turn * feature.normal;
        feature.centre = placed(feature.centre);
        return true;
    }
};

}  // namespace drystone
