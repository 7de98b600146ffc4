#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "step/world.h"

namespace drystone::python {

/// The vectors that arrays of Python look into.
template <int D>
struct SeenVectors {
    std::vector<Vec<D>> position;
    std::vector<Rotation<D>> rotation;
    std::vector<Twist<D>> velocity;
    std::vector<double> mass;
};

/// What arrays hold on to besides their world. Where bodies come or leave and the world needs other memory, the memory of before stays
/// here for as long as an array looks into it, with the values of then: nothing that Python holds ever dangles.
struct Storage {
    std::variant<std::monostate, SeenVectors<2>, SeenVectors<3>> kept;
};

/// While it lives the world may move its vectors, having copies in place of those that arrays look into. Where it has moved none of
/// them they come back, with the new values; else the arrays keep what they have, and the next ones look elsewhere.
template <int D>
class Lent {
  public:
    Lent(World<D>& world, std::shared_ptr<Storage>& storage);
    ~Lent();
    Lent(const Lent&) = delete;

  private:
    bool moved() const;

    World<D>& world_;
    std::shared_ptr<Storage>& storage_;
    bool looked_at_;
    const void* lent_[4] = {};
};

}  // namespace drystone::python
