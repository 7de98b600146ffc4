#pragma once

#include <span>
#include <vector>

#include "contact/contact_problem.h"
#include "solvers/law_piece.h"
#include "solvers/moment_piece.h"

namespace drystone {

/// Newton's method, each contact on a piece of its law (law_piece.h), inside proximal steps that make W regular where forces
/// are not unique: docs/theory.md section 5.6.
///
///     v = W r + b + (delta / rho_i) (r - anchor),    z = r - rho' v,    rho' = rho_i / (1 + delta)         (5.10)
///     dry friction:  z_n <= 0:           r = 0                                                             open
///                    |z_t| <= mu z_n:    v = 0                                                             sticks
///                    else, d = z_t / |z_t|,    v_n = 0,  r_d = mu r_n,  v_e + alpha r_e = 0,  e across d   slides (5.11)
///     joints: the same with springs, strengths and stairs                                                  (5.15)
///     moments: the same with spins, and limits that go with r_n                                            (5.21)
///
/// One linear system a step. When (5.10) is solved the anchor moves to r and delta becomes smaller.
/// When it is not, the same is tried with the lift mu |v_t| of De Saxce's v + mu |v_t| n held fixed (5.12), or the limit of the
/// shear where the law is not dry friction: that problem is convex where W is symmetric, its steps settle in two or three; and
/// delta becomes larger. If even that fails, some sweeps come in between. A round that returns to the same few changes of piece is
/// broken by letting one contact change at a time.
///
/// How velocities follow from impulses, and how the system of the pieces is solved, is for others to say: on assembled blocks
/// (block_newton.h), or in the space of bodies (body_newton.h).
template <int D>
class ProximalNewton {
  public:
    struct Result {
        double error = 0.0;  // |e|^2 of docs/theory.md (3.6), summed
        int steps = 0;       // systems solved
        int sweeps = 0;
    };

    virtual ~ProximalNewton() = default;

    /// From r and m until the error is at most `target`, or `most` steps and sweeps are done; r and m become the best that was found.
    Result solve(double target, int most, std::span<Vec<D>> r, std::span<Spin<D>> m = {});

  protected:
    /// A contact, or a moment, and what the method knows of it.
    struct Contact {
        NewtonLaw<D> law;
        double rho = 0.0;  // [kg]; 0: no impulse can move it
        Vec<D> b{};        // with the shift of its law [m/s]
        LawPiece piece{};
        Slip<D> slip{};
        PieceEquations<D> equations{};
    };
    struct Moment {
        NewtonTurning<D> law;
        int contact = 0;
        double rho = 0.0;    // [kg m2]
        double weight = 0.0;  // of its error beside those of contacts [1/m2]
        Spin<D> b{};
        MomentPiece piece{};
        MomentEquations<D> equations{};
    };

    ProximalNewton() = default;
    ProximalNewton(const ProximalNewton&) = default;
    ProximalNewton(ProximalNewton&&) = default;
    ProximalNewton& operator=(const ProximalNewton&) = default;
    ProximalNewton& operator=(ProximalNewton&&) = default;

    void add_contact(const LocalLaw<D>& law, double rho, const Vec<D>& b);
    /// After all contacts.
    void add_moment(const Turning<D>& turning, double rho);
    void clear();
    /// After all of them.
    void make_room();

    /// u_ and w_, velocities and spins, of r_ and m_: W r + b.
    virtual void find_velocities() = 0;
    /// r_ and m_ that obey the equations of all pieces; false where there are none.
    virtual bool solve_pieces() = 0;
    /// So many Gauss-Seidel sweeps from r_ and m_.
    virtual void sweep(int count) = 0;

    double delta_ = 0.0;
    std::vector<Contact> contact_;
    std::vector<Moment> moment_;
    std::vector<Vec<D>> r_, u_, anchor_;     // (contacts)
    std::vector<Spin<D>> m_, w_, anchor_m_;  // (moments)

  private:
    struct Errors {
        double exact = 0.0;     // |e|^2 of the problem itself
        double proximal = 0.0;  // |e|^2 of (5.10)
        double moved = 0.0;     // |r - anchor|^2
    };

    Errors evaluate();
    Vec<D> proximal_velocity(std::size_t i) const;
    Spin<D> proximal_spin(std::size_t k) const;
    typename NewtonTurning<D>::Place place_of(std::size_t k) const;
    void hold();
    void let_go();
    bool proximal_step(double target, int most, Result& result);
    int choose(bool one_at_a_time);
    void keep_best(double error, Result& result);

    std::vector<LocalLaw<D>> exact_law_;  // (contacts)
    std::vector<Vec<D>> best_;
    std::vector<Spin<D>> best_m_;
};

}  // namespace drystone
