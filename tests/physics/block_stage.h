#pragma once

#include <memory>

#include "geometry/convex.h"
#include "physics/joint_rig.h"

namespace drystone {

/// A stage with blocks, in the plane and in space alike: lengths along x, along y (space) and upwards.
template <int D>
struct BlockStage : Stage<D> {
    using Stage<D>::Stage;

    static Vec<D> up() { return Vec<D>::axis(D - 1); }
    static Vec<D> along() { return Vec<D>::axis(0); }

    /// Width along every horizontal axis, height upwards.
    static Vec<D> size(double width, double height) {
        Vec<D> s;
        for (int i = 0; i + 1 < D; ++i) s[i] = width;
        s[D - 1] = height;
        return s;
    }

    int block(double mass, const Vec<D>& size, const Vec<D>& position, const Rotation<D>& rotation = {}) {
        return shape(mass, box<D>(size), position, rotation);
    }

    int shape(double mass, const Convex<D>& convex, const Vec<D>& position,
              const Rotation<D>& rotation = {}) {
        BodyDescription<D> body;
        body.mass = mass;
        body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(convex)}, {}, {}}};
        body.position = position;
        body.orientation = rotation;
        return this->add(body);
    }

    int fixed_block(const Vec<D>& size, const Vec<D>& position) {
        return this->fixed(Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, position);
    }

    BlockStage& loaded(int body, const Vec<D>& force,
                       Signal history = {.kind = Signal::Kind::constant, .value = 1.0}) {
        this->description.loads.push_back({.body = body, .force = force, .history = std::move(history)});
        return *this;
    }
};

/// Force that contacts exert on a body [N].
template <int D>
Vec<D> contact_force(const World<D>& world, int body, double h) {
    Vec<D> sum{};
    for (int c = 0; c < world.contacts.size(); ++c) {
        if (world.parts.body[world.contacts.point[c].a] == body) sum -= world.contacts.impulse[c];
        if (world.parts.body[world.contacts.point[c].b] == body) sum += world.contacts.impulse[c];
    }
    return (1.0 / h) * sum;
}

template <int D>
int intact_points(const World<D>& world) {
    int count = 0;
    for (std::size_t i = 0; i < world.contacts.memory.size(); ++i) count += world.contacts.memory.intact(i);
    return count;
}

}  // namespace drystone
