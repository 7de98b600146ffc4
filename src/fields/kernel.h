#pragma once

#include <string>

#include "core/vec.h"

namespace drystone {

enum class KernelKind { lucy, gaussian };

/// A weight about a point whose integral over the plane (space) is 1, w its width:
///
///     lucy       5 / (pi c^2) (105 / (16 pi c^3)) (1 - 6 q^2 + 8 q^3 - 3 q^4),   q = r / c < 1,   c = 2 w     two derivatives, zero beyond c
///     gaussian   (2 pi w^2)^(-D/2) exp(-r^2 / (2 w^2))                                                      zero beyond 8.6 w, where it is below rounding
class Kernel {
  public:
    Kernel(KernelKind kind, double width, int dimension);

    double reach() const { return reach_; }
    double at(const Vec<3>& r) const;

    /// The integral over 0 < s < 1 of the weight at r - s l, in closed form. l is not zero.
    double along(const Vec<3>& r, const Vec<3>& l) const;

  private:
    KernelKind kind_;
    double width_ = 0.0, reach_ = 0.0, peak_ = 0.0;
};

/// InputError where it is neither "lucy" nor "gaussian".
KernelKind kernel_named(const std::string& name);

}  // namespace drystone
