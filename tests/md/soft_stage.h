#pragma once

#include "physics/stage.h"

namespace drystone {

/// A stage whose grains are soft.
template <int D>
Stage<D> soft_stage(const Spring& law) {
    Stage<D> stage{Law(law)};
    stage.settings.solver.method = SolverMethod::md;
    return stage;
}

}  // namespace drystone
