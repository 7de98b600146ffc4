#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "solvers/body_matrix.h"
#include "solvers/body_rows.h"
#include "solvers/newton.h"
#include "solvers/nlgs.h"
#include "solvers/solver.h"

namespace drystone {

/// Newton's method in the space of bodies, moments included: every piece answers its velocity, r = r0 - A u, and what remains is
/// one system for the velocities of all bodies. docs/theory.md (5.22). For rigid bodies. Kept between steps.
template <int D>
class BodyNewton : public ProximalNewton<D> {
  public:
    /// What its sweeps need.
    struct Sweeps {
        std::uint64_t stream;
        ThreadPool& pool;
        NlgsScratch<D>& scratch;
    };

    void set(const RigidProblem<D>& problem, const Sweeps& sweeps);
    /// What of it tells the cost of a system.
    void set_pattern(const RigidProblem<D>& problem);

    /// |e|^2 and its scale at r and m.
    ResidualSums residual(std::span<const Vec<D>> r, std::span<const Spin<D>> m);
    /// Products of two blocks that a system takes.
    double products() const { return matrix_.products(); }

  private:
    using ProximalNewton<D>::contact_, ProximalNewton<D>::moment_, ProximalNewton<D>::anchor_, ProximalNewton<D>::r_,
        ProximalNewton<D>::m_, ProximalNewton<D>::u_, ProximalNewton<D>::w_, ProximalNewton<D>::delta_;
    static constexpr int S = spin_dim<D>, B = D + S;

    /// r = at_rest - A (G^T U y).
    struct Answer {
        Vec<D> at_rest{};
        Mat<D> A{};
    };

    void find_velocities() override;
    bool solve_pieces() override;
    void sweep(int count) override;
    void find_answer(std::size_t i);

    const RigidProblem<D>* problem_ = nullptr;
    const Sweeps* sweeps_ = nullptr;
    BodyRows<D> rows_;
    BodyMatrix<D> matrix_;
    std::vector<Answer> answer_;    // (contacts)
    std::vector<Spin<D>> at_rest_;  // (moments)
    std::vector<double> y_;         // (bodies x B)
};

/// impulses: in, the first guess; out, the best found by the residual (3.7). Made for what sweeps do not solve: forces far from unique, grains
/// in motion at high friction, tight tolerances. Costs a factor a step: for walls, and packings of up to some thousand.
template <int D>
SolveReport solve_body_newton(const RigidProblem<D>& problem, const SolverSettings& settings,
                              const typename BodyNewton<D>::Sweeps& sweeps, BodyNewton<D>& newton, Impulses<D> impulses);

}  // namespace drystone
