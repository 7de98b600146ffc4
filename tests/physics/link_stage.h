#pragma once

#include <cmath>
#include <string>

#include "measure/probe.h"
#include "physics/deformable_stage.h"
#include "physics/joint_rig.h"
#include "step/links.h"

namespace drystone {

constexpr int world_itself = -1;

/// A stage with links, and bars to link.
template <int D>
struct LinkStage : ElasticStage<D> {
    explicit LinkStage(Law law = Coulomb{}) : ElasticStage<D>(std::move(law), 1e7, 0.2) {}

    static Vec<D> x() { return Vec<D>::axis(0); }
    static Vec<D> up() { return Vec<D>::axis(D - 1); }
    static Vec<D> at(double along, double high) { return along * x() + high * up(); }
    /// The axis about which x turns to up, right-handed; in the plane there is no other.
    static Vec<D> across() { return D == 3 ? -1.0 * Vec<D>::axis(1) : Vec<D>{}; }

    /// A bar of length |q - p| and some width, in the plane of x and up.
    int bar(const Vec<D>& p, const Vec<D>& q, double mass = 1.0, double width = 0.02) {
        const Vec<D> d = q - p;
        Vec<D> size;
        for (double& one : size.c) one = width;
        size[0] = norm(d);
        BodyDescription<D> body;
        body.mass = mass;
        body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
        body.position = 0.5 * (p + q);
        const double angle = std::atan2(dot(d, up()), d[0]);
        if constexpr (D == 2)
            body.orientation = rotation_by(Vec<1>{{angle}});
        else
            body.orientation = rotation_by(angle * across());
        return this->add(body);
    }

    /// Returns its number.
    int link(LinkType type, int a, int b, const Vec<D>& point, const LinkProperties& is = {}) {
        LinkDescription<D> d{.name = "link" + std::to_string(this->description.links.size()),
                             .type = type,
                             .body_a = a,
                             .body_b = b,
                             .point = point,
                             .axis = type == LinkType::slider ? x() : across(),
                             .is = is};
        this->description.links.push_back(d);
        return static_cast<int>(this->description.links.size()) - 1;
    }
    int line(LinkType type, int a, int b, const Vec<D>& p, const Vec<D>& q, const LinkProperties& is = {}) {
        const int k = link(type, a, b, p, is);
        this->description.links.back().end = q;
        return k;
    }
    LinkDescription<D>& last() { return this->description.links.back(); }
};

/// A quantity of link k, as a probe has it.
template <int D>
double probed(const World<D>& world, int k, const std::string& quantity, double h,
              std::size_t component = 0) {
    Probe probe{.name = "", .quantities = {quantity}, .link = k};
    std::vector<double> values;
    measure(world, probe, h, values);
    return values[component];
}

/// How far the two ends of link k are from each other now.
template <int D>
double gap_of(const World<D>& world, int k) {
    return norm(handle_place(world, 2 * k + 1) - handle_place(world, 2 * k));
}

inline Signal constant(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

}  // namespace drystone
