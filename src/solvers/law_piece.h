#pragma once

#include "core/mat.h"
#include "laws/local_law.h"

namespace drystone {

/// Which piece of its law a contact is on: the status of Newton's method.
struct LawPiece {
    enum class Normal : char { torn, pulled, pressed, gives, closed };  // the stairs of Yielding; dry and open: torn

    Normal normal = Normal::torn;
    bool sticks = false;

    bool operator==(const LawPiece&) const = default;
    bool moves() const { return normal != Normal::torn && normal != Normal::gives; }
};

/// How a contact slides: the way it is pushed, and how strongly its friction turns towards it. docs/theory.md (5.11)
template <int D>
struct Slip {
    Vec<D> along{};      // d, tangential
    double limit = 0.0;  // |r_t| [N s]
    double turn = 0.0;   // alpha [1/kg]
};

/// What holds on a piece: linear equations for its unknowns x, of which there are `dimension`.
///
///     r = given + ways^T x,        rows (v + give r + shift) + turns x = 0
///
/// Rows and ways beyond the dimension mean nothing.
template <int D>
struct PieceEquations {
    int dimension = 0;
    Mat<D> rows{}, ways{};
    Vec<D> given{};  // [N s]
    Vec<D> give{};   // compliance by components [1/kg]
    Vec<D> shift{};  // [m/s]
    Vec<D> turns{};  // by unknowns [1/kg]
};

/// A law as Newton's method takes it: as it is, or with what keeps it from being the minimum of a convex function held fixed.
/// That is the lift mu |v_t| of a dry contact (5.12), and the limit of the shear of any other.
template <int D>
class NewtonLaw {
  public:
    explicit NewtonLaw(const LocalLaw<D>& law) : law_(law), dry_(law.is_dry()) {}

    /// As it is at r and v.
    void hold(const Vec<D>& r, const Vec<D>& v);
    void let_go(const LocalLaw<D>& law);
    double lift() const { return lift_; }  // [m/s], while it is held

    /// Zero where the law holds at v, in which the lift is.
    Vec<D> error(const Vec<D>& r, const Vec<D>& v, double rho) const;
    /// Piece and slip at z = r - rho v.
    LawPiece piece_at(const Vec<D>& z, double rho, Slip<D>& slip) const;
    void set_equations(const LawPiece& piece, const Slip<D>& slip, PieceEquations<D>& out) const;

  private:
    LocalLaw<D> law_;
    bool dry_, lifted_ = false;
    double lift_ = 0.0;
};

}  // namespace drystone
