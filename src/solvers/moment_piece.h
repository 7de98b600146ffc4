#pragma once

#include "core/motion.h"
#include "laws/turning_law.h"

namespace drystone {

/// Which parts of a moment are at their limit: the status of Newton's method.
struct MomentPiece {
    bool rolls = false;
    bool twists = false;  // in space only
    enum class Stop : char { first, none, second } stop = Stop::first;  // of a law with play

    bool operator==(const MomentPiece&) const = default;
};

/// What holds on a piece: m as an affine function of the spin Omega at the contact and of its normal impulse.
///
///     m = given - C Omega + with_normal r_n
template <int D>
struct MomentEquations {
    Spin<D> given{};         // [N m s]
    Mat<spin_dim<D>> C{};    // [kg m2]
    Spin<D> with_normal{};   // [m]
};

/// Rolling and torsion friction as Newton's method takes it: limits that go with r_n, or held as they are (docs/theory.md 5.21).
template <int D>
class NewtonTurning {
  public:
    NewtonTurning() = default;
    NewtonTurning(const TurningLaw& law, double tension) : law_(law), tension_(tension) {}

    /// Limits as they are at r_n.
    void hold(double r_n) { held_at_ = r_n + tension_, held_ = true; }
    void let_go() { held_ = false; }

    /// Zero where the law holds.
    Spin<D> error(double r_n, const Spin<D>& m, const Spin<D>& Omega, double rho) const {
        return turning_map(law_, load(r_n), m, Omega, rho);
    }
    /// The same with what is held let go.
    Spin<D> exact_error(double r_n, const Spin<D>& m, const Spin<D>& Omega, double rho) const {
        return turning_map(law_, r_n + tension_, m, Omega, rho);
    }

    /// Where the method stands: z = m - rho Omega, with a proximal term (m - anchor) / sigma in Omega.
    struct Place {
        double r_n = 0.0;
        Spin<D> m{}, z{};
        double rho = 0.0;    // [kg m2]
        double sigma = 0.0;  // [kg m2]
        Spin<D> anchor{};
    };

    MomentPiece piece_at(const Place& at) const;
    void set_equations(const MomentPiece& piece, const Place& at, MomentEquations<D>& out) const;

  private:
    double load(double r_n) const { return held_ ? held_at_ : r_n + tension_; }
    double rolling_slope(double r_n) const;
    double keeps(double r_n, double rho) const;

    TurningLaw law_;
    double tension_ = 0.0, held_at_ = 0.0;
    bool held_ = false;
};

}  // namespace drystone
