#pragma once

#include "core/mat.h"
#include "laws/local_law.h"
#include "laws/tangential.h"

namespace drystone {

/// solve_local() for a contact that is visited again and again with the same W: what depends on W alone is done once, and in
/// space the slip rate, the root of docs/theory.md (5.4), is looked for from the last one. The same answers to rounding, where
/// (5.4) has one root.
template <int D>
class PreparedContact {
  public:
    PreparedContact(const LocalLaw<D>& law, const Mat<D>& W);

    /// The r with (v, r) obeying the law and v = W r + q.
    Vec<D> solve(const Vec<D>& q);

  private:
    Vec<D> dry(const Vec<D>& p);

    LocalLaw<D> law_;
    Mat<D> W_;
    bool cone_;
    double per_normal_ = 0.0;  // 1 / W_nn; zero where nothing moves along n
    Vec<D> lean_{};            // W_tn / W_nn, tangential part
    Tangential tangential_{};  // in space: S and slope
    Mat<2> stick_{};           // its inverse; in the plane its first number
    double rate_ = 0.0;        // of the last slip
};

}  // namespace drystone
