#pragma once

#include <vector>

#include "physics/deformable_stage.h"

namespace drystone {

/// A floor, and grains of a kind in rows on it; of a scene whose bodies come and go, the world with any of them.
template <int D>
struct ChangingStage {
    enum class Kind { balls, clumps, solids, deformable, mixed };

    explicit ChangingStage(Kind kind, int grains = 7) : stage(Coulomb{.friction = 0.3}, 1e7, 0.2) {
        stage.falling();
        stage.floor();
        Vec<D> side;
        for (double& one : side.c) one = 0.1;
        for (int k = 0; k < grains; ++k) {
            const Vec<D> x = (0.1 * (k % 3)) * Vec<D>::axis(0) + (0.05 + 0.1 * (k / 3)) * Vec<D>::axis(D - 1);
            const Kind own = kind == Kind::mixed ? static_cast<Kind>(k % 3) : kind;
            if (own == Kind::balls) stage.ball(1.0, 0.05, x);
            if (own == Kind::clumps) stage.clump(1.0, tripod<D>(0.02), x);
            if (own == Kind::solids || (own == Kind::deformable && k > 1)) stage.rigid_box(side, x);
            if (own == Kind::deformable && k <= 1) stage.box_of(side, {}, x);
        }
        int k = 0;
        for (BodyDescription<D>& body : stage.description.bodies.edit_all()) {
            body.name = k == 0 ? "floor" : "source." + std::to_string(k);
            body.group = k++ == 0 ? "" : "source";
        }
    }

    /// The world of these slots; ids are rows of the scene, `nobody` a slot that is empty.
    World<D> with(const std::vector<int>& ids, long steps, int taken = 2) const {
        WorldDescription<D> some = stage.description;
        some.bodies.clear();
        some.ids = ids;
        BodyDescription<D> empty;
        empty.fixed = true;
        for (const int id : ids)
            some.bodies.push_back(id == nobody ? empty
                                               : stage.description.bodies[static_cast<std::size_t>(id)]);
        World<D> world = make_world(std::move(some));
        ThreadPool pool(1);
        for (int k = 0; k < taken; ++k) advance(world, stage.settings, pool);
        world.steps = steps;
        world.time = stage.settings.step * static_cast<double>(steps);
        return world;
    }

    ElasticStage<D> stage;
};

}  // namespace drystone
