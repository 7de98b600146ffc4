#pragma once

#include <string>

#include "physics/deformable_stage.h"

namespace drystone {

/// Everything that names a body: drives, holds, loads, links, laws of single bodies, water; bodies of every kind, each on the floor by
/// itself or with one other, so that forces are determined.
template <int D>
ElasticStage<D> every_name(Integrator integrator) {
    ElasticStage<D> stage(Coulomb{.friction = 0.3}, 1e7, 0.2);
    stage.falling().settings.integrator = integrator;
    WorldDescription<D>& d = stage.description;
    const auto at = [](double x, double z) { return x * Vec<D>::axis(0) + z * Vec<D>::axis(D - 1); };
    Vec<D> side;
    for (double& one : side.c) one = 0.1;
    const int floor = stage.floor();
    const int pulled = stage.ball(1.0, 0.05, at(0.0, 0.05));
    const int springy = stage.ball(1.0, 0.05, at(0.3, 0.05), 0.2 * Vec<D>::axis(0));
    const int hanging = stage.ball(1.0, 0.05, at(0.6, 0.5));
    const int beside = stage.ball(2.0, 0.05, at(0.8, 0.5));
    const int held = stage.ball(1.0, 0.05, at(1.1, 0.05), 0.5 * Vec<D>::axis(0));
    const int driven = stage.ball(1.0, 0.05, at(1.4, 0.05));
    const int struck = stage.clump(1.0, tripod<D>(0.04), at(1.6, 0.05));
    const int meshed =
        stage.box_of(side, D == 2 ? std::array<int, D>{2, 2} : std::array<int, D>{}, at(2.2, 0.05));
    stage.box_of(side, {}, at(2.6, 0.05));
    const int pushed = stage.rigid_box(side, at(3.0, 0.05));
    for (int i = 0; i <= pushed; ++i) d.bodies.edit(i).name = "body" + std::to_string(i);
    if constexpr (D == 3) {
        d.bodies.edit(meshed).deformable->mesh =
            std::make_shared<const Mesh<D>>(divide_box(side, std::array<int, 3>{1, 1, 1}));
    }

    d.interactions.push_back(
        {Party::of_body(springy), Party::of_body(floor),
         Elastic{.normal_stiffness = 1e6, .shear_stiffness = 1e6, .friction = 0.3, .joint = {.area = 0.01}}});
    d.loads.push_back({.body = pulled, .force = 2.0 * Vec<D>::axis(0)});
    d.holds.push_back({.body = held, .directions = Vec<D>::axis(0)});
    stage.moves(driven, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 1.0});
    d.links = {{.name = "arm", .body_a = beside, .body_b = hanging, .point = at(0.7, 0.5)},
               {.name = "nail", .body_a = hanging, .body_b = -1, .point = at(0.6, 0.55)}};
    d.water.emplace();
    d.water->level = {.kind = Signal::Kind::constant, .value = 0.02};
    d.water->drag = 0.5;
    d.water->pressures = {{.body = pushed, .direction = Vec<D>::axis(0)}};
    d.supports = {{.body = struck, .stiffness = {}, .rotational = {}}};
    return stage;
}

/// Soft grains and clumps on a floor.
template <int D>
Stage<D> soft_heap() {
    Stage<D> stage(Law(Spring{.normal_stiffness = 1e5, .tangential_stiffness = 1e5, .friction = 0.4}));
    stage.falling().settings.solver.method = SolverMethod::md;
    stage.floor();
    for (int k = 0; k < 12; ++k) {
        Vec<D> x = (0.09 * (k % 4)) * Vec<D>::axis(0) + (0.06 + 0.1 * (k / 4)) * Vec<D>::axis(D - 1);
        if (k % 3 == 0)
            stage.clump(1.0, tripod<D>(0.02), x);
        else
            stage.ball(1.0, 0.05, x);
    }
    return stage;
}
}  // namespace drystone
