#pragma once

// Layers and gases in cells that repeat, for tests.

#include "device/step_rig.h"
#include "physics/block_stage.h"

namespace drystone::device {

enum class Of { balls, clumps, blocks };

/// A layer without end on a floor, or (gas) without a floor, that drifts along x across the edges of its cell.
template <int D>
BlockStage<D> layer(Of of, const Law& law, bool gas) {
    BlockStage<D> stage(law);
    const int across = D == 2 ? 6 : 4, count = D == 2 ? 24 : 32;
    const double spacing = 0.19;
    CellDescription<D> cell;
    for (int k = 0; k < D; ++k) {
        cell.size[k] = k + 1 < D || gas ? across * spacing : 2.0;
        cell.periodic[static_cast<std::size_t>(k)] = k + 1 < D || gas;
    }
    cell.origin[0] = 0.05;
    stage.description.cell = cell;
    if (!gas) stage.falling().floor();
    Random random(3);
    for (int i = 0; i < count; ++i) {
        Vec<D> x, v = 2.0 * Vec<D>::axis(0);
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int place = k + 1 < D ? rest % across : rest;
            rest /= across;
            x[k] = (place + 0.5) * spacing + random.uniform(-0.004, 0.004);
            v[k] += random.uniform(-0.5, 0.5);
        }
        if (of == Of::balls || i % 3 == 2) {
            stage.ball(1.0, random.uniform(0.09, 0.097), x, v);
            continue;
        }
        const int body = of == Of::clumps ? stage.clump(1.0, tripod<D>(0.06), x, v) : stage.block(1.0, BlockStage<D>::size(0.17, 0.14), x);
        stage.description.bodies.edit(body).velocity = v;
        Spin<D> turned;
        for (int k = 0; k < spin_dim<D>; ++k) turned[k] = random.uniform(-0.4, 0.4);
        stage.description.bodies.edit(body).orientation = rotation_by(turned);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}

}  // namespace drystone::device
