#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"
#include "solvers/block_lu.h"
#include "solvers/block_sweep.h"
#include "solvers/law_piece.h"
#include "solvers/solver.h"

namespace drystone {

/// Newton's method, each contact on a piece of its law (law_piece.h), inside proximal steps that make W regular where forces
/// are not unique: docs/theory.md section 5.6.
///
///     v = W r + b + (delta / rho_i) (r - anchor),    z = r - rho' v,    rho' = rho_i / (1 + delta)         (5.10)
///     dry friction:  z_n <= 0:           r = 0                                                             open
///                    |z_t| <= mu z_n:    v = 0                                                             sticks
///                    else, d = z_t / |z_t|,    v_n = 0,  r_d = mu r_n,  v_e + alpha r_e = 0,  e across d   slides (5.11)
///     joints: the same with springs, strengths and stairs                                                  (5.15)
///
/// One linear system a step, with up to D unknowns a contact. When (5.10) is solved the anchor moves to r and delta becomes smaller.
/// When it is not, the same is tried with the lift mu |v_t| of De Saxce's v + mu |v_t| n held fixed (5.12), or the limit of the
/// shear where the law is not dry friction: that problem is convex where W is symmetric, its steps settle in two or three; and
/// delta becomes larger. If even that fails, some sweeps come in between. A round that returns to the same few changes of piece is
/// broken by letting one contact change at a time.
///
/// For one island (islands.h) whose laws have no shifts and nothing that turns. Made for tight tolerances and for up to some
/// hundred contacts that hang together; the cost is that of BlockLu.
template <int D>
class ProximalNewton {
  public:
    /// `sweep` is over the same problem.
    ProximalNewton(const BlockProblem<D>& problem, BlockSweep<D>& sweep);

    struct Result {
        double error = 0.0;  // |e|^2 of docs/theory.md (3.6), summed
        int steps = 0;       // systems solved
        int sweeps = 0;
    };

    /// From r until the error is at most `target`, or `most` steps and sweeps are done; r becomes the best that was found.
    Result solve(double target, int most, std::span<Vec<D>> r);

  private:
    struct Errors {
        double exact = 0.0;     // |e|^2 of the problem itself
        double proximal = 0.0;  // |e|^2 of (5.10)
        double moved = 0.0;     // |r - anchor|^2
    };

    Errors evaluate();
    void hold();
    void let_go();
    bool proximal_step(double target, int most, Result& result);
    int choose(bool one_at_a_time);
    void place_contacts();
    bool newton_step();
    void keep_best(double error, Result& result);

    const BlockProblem<D>& problem_;
    BlockSweep<D>& sweep_;
    BlockLu<D> lu_;
    double delta_;
    std::vector<double> rho_;
    std::vector<Vec<D>> r_, v_, anchor_, best_, x_, given_;
    std::vector<NewtonLaw<D>> law_;
    std::vector<LawPiece> piece_;
    std::vector<Slip<D>> slip_;
    std::vector<PieceEquations<D>> equations_;
    std::vector<int> dimension_;  // unknowns of the contact
    std::vector<Mat<D>> blocks_;
};

}  // namespace drystone
