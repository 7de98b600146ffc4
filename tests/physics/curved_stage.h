#pragma once

#include "geometry/curved.h"
#include "physics/block_stage.h"

namespace drystone {

/// A stage with curved shapes, in the plane and in space alike.
template <int D>
struct CurvedStage : BlockStage<D> {
    using BlockStage<D>::BlockStage;

    static CurvedSolid<D> shared(Curved<D> shape) {
        return {std::make_shared<const Curved<D>>(std::move(shape))};
    }

    /// Of density 1000.
    int curved(const Curved<D>& shape, const Vec<D>& position, const Rotation<D>& rotation = {},
               const Twist<D>& motion = {}) {
        BodyDescription<D> body;
        body.geometry = {{shared(shape), {}, {}}};
        body.position = position;
        body.orientation = rotation;
        body.velocity = motion.v;
        body.angular_velocity = motion.w;
        return this->add(body);
    }
};

}  // namespace drystone
