#pragma once

#include <cmath>

#include "elastic/divide.h"
#include "elastic/fields.h"
#include "physics/stage.h"

namespace drystone {

/// A stage with one elastic material, and boxes that deform.
template <int D>
struct ElasticStage : Stage<D> {
    explicit ElasticStage(Law law, double young, double poisson = 0.0, double density = 1000.0)
        : Stage<D>(std::move(law)) {
        Material& material = this->description.materials[0];
        material.young = young;
        material.poisson = poisson;
        material.density = density;
    }

    /// A box of finite elements, or of uniform strain where `divisions` are zero.
    int box_of(const Vec<D>& size, const std::array<int, D>& divisions, const Vec<D>& position,
               const Vec<D>& velocity = {}, Deformable<D> how = {}) {
        BodyDescription<D> body;
        body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
        body.position = position;
        body.velocity = velocity;
        if (divisions[0] > 0) how.mesh = std::make_shared<const Mesh<D>>(divide_box(size, divisions));
        body.deformable = how;
        return this->add(body);
    }

    int rigid_box(const Vec<D>& size, const Vec<D>& position, bool fixed = false) {
        BodyDescription<D> body;
        body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
        body.position = position;
        body.fixed = fixed;
        return this->add(body);
    }

    /// Static steps of h; `tolerance` is relative to impulses, so that places are known to about tolerance g h^2.
    void quasistatic(double h, double tolerance = 1e-12) {
        this->settings.step = h;
        this->settings.integrator = Integrator::euler;
        this->settings.quasistatic = true;
        this->settings.overlap = Overlap::push;
        this->settings.solver.tolerance = tolerance;
    }
};

/// Impulse of all contacts on a body, world axes.
template <int D>
Vec<D> impulse_on(const World<D>& world, int body) {
    Vec<D> sum{};
    for (int c = 0; c < world.contacts.size(); ++c) {
        if (world.parts.body[world.contacts.point[c].b] == body) sum += world.contacts.impulse[c];
        if (world.parts.body[world.contacts.point[c].a] == body) sum -= world.contacts.impulse[c];
    }
    return sum;
}

/// Cauchy stress of every element of a deformable body.
template <int D>
std::vector<Mat<D>> stresses(const World<D>& world, int body) {
    const ElasticBody<D>& state = world.elastic[world.deforming_of[body]];
    std::vector<StressState<D>> points, elements;
    stress_at_points(state, points);
    stress_of_elements(state, points, elements);
    std::vector<Mat<D>> out;
    for (const StressState<D>& s : elements) out.push_back(s.stress);
    return out;
}

}  // namespace drystone
