#pragma once

#include <span>
#include <vector>

#include "limit/cones.h"
#include "limit/conic_program.h"
#include "limit/small_root.h"
#include "sparse/block_cholesky.h"

namespace drystone {

inline double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

/// A vector of a program's primal, dual and cone spaces.
struct ConicVector {
    std::vector<double> x, y, z;

    void resize(const ConicProgram& p);
    double largest() const;
};

/// The linear system of an interior-point step,
///
///     [ 0  A^T  G^T ] [x]   [bx]
///     [ A  0    0   ] [y] = [by]          docs/theory.md (14.9)
///     [ G  0   -W^2 ] [z]   [bz]
///
/// Forces are eliminated contact by contact, Q = G^T W^-2 G, which leaves A Q^-1 A^T: symmetric, positive definite, with blocks where
/// bodies touch. The multiplier, which all loaded bodies know, stays outside of it. To Q is added a little, less and less as mu, the mean of
/// s . z, goes to zero: forces without limits, or far from them, would make the rest disappear beside them. Every answer is refined against
/// the system as it is.
class NewtonSystem {
  public:
    explicit NewtonSystem(const ConicProgram& program);

    /// False where the factor broke down.
    bool factorise(std::span<const ConeScaling> scaling, double mu);
    /// In place.
    void solve(ConicVector& v);

  private:
    void list_pattern();
    void root_block(const ConicProgram::Block& block, SmallRoot& root);
    void add_block(std::size_t k);
    void stiffen(double share);
    void solve_once(ConicVector& v);
    void eliminate(std::span<const double> v, std::span<double> out) const;  // Q^-1 v
    void times_W2(std::span<const double> z, std::span<double> out, bool inverse) const;
    void apply(const ConicVector& v, ConicVector& out) const;

    struct Place {
        std::size_t aa = 0, bb = 0, ab = 0;  // in the pattern
    };

    const ConicProgram& p_;
    std::span<const ConeScaling> scaling_;
    BlockCholesky factor_;
    std::vector<SparseCholesky::Block> pattern_;
    std::vector<Place> places_;     // (blocks)
    std::vector<SmallRoot> roots_;  // (blocks)
    std::vector<double> from_live_;  // (A Q^-1 A^T)^-1 live
    double pivot_ = 0.0;             // of the multiplier
    double soft_ = 0.0;              // root of what is added to Q
    double good_ = 0.0;              // an error that needs no refinement
    ConicVector error_, correction_;
    std::vector<double> in_x_, in_z_, in_y_, diagonal_;
};

}  // namespace drystone
