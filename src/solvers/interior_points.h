#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/body_map.h"
#include "solvers/body_rows.h"
#include "sparse/block_cholesky.h"

namespace drystone {

/// A contact with dry friction inside its cone, in coordinates in which cone and dual cone are the same, |s_t| <= s_n: s = (mu r_n, r_t) and
/// z = (v_n / mu, v_t), so that s . z = r . v. Without friction s = r_n, z = v_n. The scaling of Nesterov and Todd is the symmetric T with T z = T^-1 s,
///
///     T = size (w_n, w_t^T; w_t, 1 + w_t w_t^T / (1 + w_n)),    w_n^2 - |w_t|^2 = 1                          docs/theory.md (5.31)
template <int D>
class InteriorCone {
  public:
    Vec<D> s{}, z{}, ds{}, dz{};

    InteriorCone() = default;
    explicit InteriorCone(double mu) : mu_(mu) {}

    double mu() const { return mu_; }
    Vec<D> of_impulse(const Vec<D>& r) const { return stretched(r, mu_); }
    Vec<D> of_velocity(const Vec<D>& v) const { return stretched(v, 1.0 / mu_); }
    Vec<D> impulse(const Vec<D>& of_cone) const { return stretched(of_cone, 1.0 / mu_); }

    /// T from s and z.
    void scale();
    Vec<D> times(const Vec<D>& x) const;    // T x
    Vec<D> over(const Vec<D>& x) const;     // T^-1 x
    Vec<D> middle() const { return times(z); }

    /// The largest share, 1 / `short_of` at most, of ds and dz that does not leave the cone.
    double longest_step(double short_of) const;

  private:
    Vec<D> stretched(Vec<D> x, double by) const {
        if (mu_ == 0.0) return x[0] * Vec<D>::axis(0);
        x[0] *= by;
        return x;
    }

    double mu_ = 0.0, size_ = 1.0;
    Vec<D> w_ = Vec<D>::axis(0);
};

/// Storage of a solve.
template <int D>
struct InteriorScratch {
    BodyRows<D> rows;
    std::vector<BlockCholesky::Block> blocks;
    std::vector<std::array<std::size_t, 3>> place;  // (contacts)  of (a, a), (b, b) and the one between them in the matrix
    BlockCholesky cholesky;
    std::vector<double> y, x, goal, rest;           // (bodies x B)
    std::vector<InteriorCone<D>> cone;              // (contacts)
    std::vector<Mat<D>> A, damped;
    std::vector<Vec<D>> r, velocity, push, at_rest;
    std::vector<double> lift;
};

struct InteriorGoal {
    double target = 0.0;    // |e| of the law itself
    int most = 40;          // systems
    double at_rest = 1e-4;  // rho |v_t|, in mean impulses, below which a velocity is an error and has no lift
};

/// What interior points have come to.
struct InteriorResult {
    int systems = 0;
    double error = 0.0;  // |e| of the law itself
};

/// Rigid bodies, dry friction, no moments, and every contact has a body that moves.
template <int D>
bool has_interior(const RigidProblem<D>& problem);

/// Interior points (Mehrotra's predictor and corrector, the scaling of Nesterov and Todd) on the law with its lift held at what r's velocities have, docs/theory.md (5.30)-(5.32): a
/// convex problem, whose soft modes they go through in some twenty systems where sweeps take millions. Until the law itself is met, or the cones are exhausted and the lift alone decides.
/// r: in, the first guess; out, where they ended, which by the law itself may be worse than r was: sweeps get on from it.
template <int D>
InteriorResult solve_interior(const RigidProblem<D>& problem, const InteriorGoal& goal, InteriorScratch<D>& scratch, std::span<Vec<D>> r);

}  // namespace drystone
