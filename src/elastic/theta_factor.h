#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "elastic/elastic_model.h"
#include "sparse/sparse_cholesky.h"

namespace drystone {

/// M^ = (1 + h theta alpha) M + (h^2 theta^2 + h theta beta) K, with its factor, in the axes in which K is constant. Held
/// degrees of freedom have no rows. docs/theory.md (10.11)
template <int D>
class ThetaFactor {
  public:
    struct Key {
        std::shared_ptr<const ElasticModel<D>> model;
        double h = 0.0, theta = 0.0;
        std::vector<unsigned char> held;
        bool operator==(const Key&) const = default;
    };

    /// `stiffness`: K in the model's compressed rows. Returns whether M^ is positive definite.
    bool factorise(const Key& key, std::span<const Mat<D>> stiffness);

    const Key& key() const { return key_; }
    bool usable() const { return usable_; }

    /// M^^-1 b; zero where held. `work` is as long as all numbers of b, twice.
    void solve(std::span<Vec<D>> b, std::vector<double>& work) const;

    /// The elastic part of the inverse: without what moves the undeformed body as a rigid one, unless something is held.
    void solve_elastic(std::span<Vec<D>> b, std::vector<double>& work) const;

    /// Degrees of freedom of elements at the surface: place in `surface_block`, or -1.
    int surface_place(int dof) const { return surface_place_[static_cast<std::size_t>(dof)]; }
    /// The elastic inverse between two of them. Made at the first call of `make_surface_inverse`, then kept.
    Mat<D> surface_block(int i, int j) const;
    void make_surface_inverse() const;
    /// More surface than this is solved row by row instead [numbers]: the dense matrix would be above 72 MB.
    static constexpr int most_kept = 3000;
    bool keeps_surface() const { return surface_count_ * D <= most_kept; }

  private:
    void find_surface();

    Key key_;
    bool usable_ = false;
    SparseCholesky cholesky_;
    std::vector<int> row_of_;  // (numbers) row in M^, -1 where held
    std::vector<int> surface_place_;
    int surface_count_ = 0;
    mutable std::once_flag made_;
    mutable std::vector<double> surface_inverse_;
};

/// Without rigid motion about the arms y (My = M y): of forces so that force and moment vanish, of velocities so that
/// momentum and angular momentum do.
template <int D>
struct RigidModes {
    double mass = 0.0;
    Mat<spin_dim<D>> inverse_inertia{};
    std::span<const double> unity, weight;
    std::span<const Vec<D>> y, My;
    void project_forces(std::span<Vec<D>> f) const;
    void project_velocities(std::span<Vec<D>> v) const;
};

/// Bodies of equal model, step and supports share one factor. Entries nobody uses any more are dropped.
template <int D>
class ThetaFactorPool {
  public:
    std::shared_ptr<const ThetaFactor<D>> get(const typename ThetaFactor<D>::Key& key);

  private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<const ThetaFactor<D>>> entries_;
};

}  // namespace drystone
