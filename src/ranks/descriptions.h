#pragma once

#include <vector>

#include "step/world.h"

namespace drystone::ranks {

/// What bodies of the whole are, by their slots, where most are let go of (0.8 kB each): balls that move freely are one of a few kinds, by material,
/// group and mass, a radius and a place. They have no names then. Others are kept as they are.
template <int D>
class Descriptions {
  public:
    bool empty() const { return kind_of_.empty(); }

    /// Takes those of the whole over, which has none then.
    void take(World<D>& whole);

    BodyDescription<D> of(int slot) const;
    /// Where it is placed and driven from, as the whole had it.
    void begin(int slot, std::size_t here, World<D>& world) const;

  private:
    /// Of a body that is no ball, or is held or driven.
    struct Beginning {
        Vec<D> position{};
        Rotation<D> rotation{};
    };

    std::vector<BodyDescription<D>> kind_;
    std::vector<Beginning> beginning_;  // (kinds)
    std::vector<int> kind_of_;          // (slots)
    std::vector<double> radius_;        // (slots)  of a ball; 0: as its kind has it [m]
    std::vector<Vec<D>> position_;      // (slots)  of a ball: what links hold by their ends is found from it
};

}  // namespace drystone::ranks
