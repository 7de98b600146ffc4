#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/alike.h"
#include "step/world.h"

namespace drystone::ranks {

/// What bodies of the whole are, by their slots, where most are let go of (0.4 kB each): balls that move freely, and solids that share their shape, are
/// of a few kinds, by material, group and mass, with a radius and a place. They have no names then. Others are kept as they are.
template <int D>
class Descriptions {
  public:
    bool empty() const { return kind_of_.empty(); }

    /// Takes those of the whole over, which are none then. `isotropic` (slots): 1: it moves freely, as a ball does.
    void take(BodyList<D>& bodies, std::span<const char> isotropic);
    /// Where those begin that are no balls, as the whole has it; else as they are described. The whole forgets where bodies began.
    void take_beginnings(World<D>& whole);

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
    std::map<int, Beginning> beginning_;  // by slot
    std::vector<int> kind_of_;          // (slots)
    std::vector<double> radius_;        // (slots)  of a ball; 0: as its kind has it [m]
    std::vector<Vec<D>> position_;      // (slots)  what links hold by their ends is found from it [m]
    Alike<Rotation<D>> orientation_;    // (slots)
};

}  // namespace drystone::ranks
