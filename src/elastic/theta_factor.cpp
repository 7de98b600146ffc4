// M^ = M + h theta C + h^2 theta^2 K with C = alpha M + beta K, docs/theory.md (10.8), (10.11): rows of held degrees of freedom left out,
// L D L^T of the rest. The elastic inverse is (I - P) M^-1 (I - P)^T, P the projector on rigid motion, (10.12).

#include "elastic/theta_factor.h"

#include <algorithm>
#include <cassert>

#include "elastic/frame.h"

namespace drystone {

template <int D>
void RigidModes<D>::project_forces(std::span<Vec<D>> f) const {
    assert(mass > 0.0 && f.size() == unity.size() && f.size() == My.size());
    Vec<D> sum{};
    for (std::size_t a = 0; a < f.size(); ++a) sum += unity[a] * f[a];
    const Vec<D> acceleration = (1.0 / mass) * sum;
    const Spin<D> spin = inverse_inertia * moment_of<D>(y, f);
    for (std::size_t a = 0; a < f.size(); ++a) f[a] -= weight[a] * acceleration + turn(spin, My[a]);
}

template <int D>
void RigidModes<D>::project_velocities(std::span<Vec<D>> v) const {
    assert(mass > 0.0 && v.size() == weight.size() && v.size() == y.size());
    Vec<D> sum{};
    for (std::size_t a = 0; a < v.size(); ++a) sum += weight[a] * v[a];
    const Vec<D> mean = (1.0 / mass) * sum;
    const Spin<D> spin = inverse_inertia * moment_of<D>(My, v);
    for (std::size_t a = 0; a < v.size(); ++a) v[a] -= unity[a] * mean + turn(spin, y[a]);
}

template <int D>
void ThetaFactor<D>::find_surface() {
    const ElasticModel<D>& m = *key_.model;
    surface_place_.assign(static_cast<std::size_t>(m.size()), m.affine ? 0 : -1);
    for (const SurfaceFace& face :
         m.mesh.surface)  // a point a little off its face has weights on the nodes behind it
        for (const int a : m.mesh.element[static_cast<std::size_t>(face.element)].nodes())
            surface_place_[static_cast<std::size_t>(a)] = 0;
    surface_count_ = 0;
    for (int& place : surface_place_)
        if (place == 0) place = surface_count_++;
}

template <int D>
bool ThetaFactor<D>::factorise(const Key& key, std::span<const Mat<D>> stiffness) {
    assert(key.h > 0.0);
    assert(stiffness.size() == key.model->column.size());
    assert(key.held.empty() || key.held.size() == static_cast<std::size_t>(key.model->size()));
    const ElasticModel<D>& m = *key.model;
    const bool same_rows = key_.model == key.model && key_.held == key.held;
    key_ = key;
    const std::size_t n = static_cast<std::size_t>(m.size());
    if (!same_rows) {
        row_of_.assign(n * D, -1);
        int rows = 0;
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t i = 0; i < D; ++i)
                if (key.held.empty() || !is_held(key.held[a], static_cast<int>(i)))
                    row_of_[a * D + i] = rows++;
        std::vector<SparseCholesky::Block> pattern;
        for (std::size_t b = 0; b < n; ++b)
            for (std::size_t j = 0; j < D; ++j) {
                const int column = row_of_[b * D + j];
                if (column < 0) continue;
                for (int k = m.row_start[b]; k < m.row_start[b + 1]; ++k)
                    for (std::size_t i = 0; i < D; ++i) {
                        const int row =
                            row_of_[static_cast<std::size_t>(m.column[static_cast<std::size_t>(k)]) * D + i];
                        if (row >= column) pattern.push_back({row, column});
                    }
            }
        cholesky_.set_pattern(rows, 1, pattern);
        find_surface();
    }
    double of_mass = 1.0 + key.h * key.theta * m.material.mass_damping;
    const double of_stiffness = key.h * key.theta * (key.h * key.theta + m.material.stiffness_damping);
    // In very long steps of a free body rounding of h^2 K would swallow M, and with it the pivots of rigid motion, which the
    // step does not take from here. 1e-13 of the stiffest is enough and changes the softest modes by far less than 1e-3.
    if (key.held.empty()) {
        double stiffest = 0.0;  // [1/s2]
        for (std::size_t a = 0; a < n; ++a) {
            const std::size_t s = static_cast<std::size_t>(m.diagonal[a]);
            stiffest = std::max(stiffest, mean_diagonal(stiffness[s]) / m.mass_entry[s]);
        }
        of_mass = std::max(of_mass, 1e-13 * of_stiffness * stiffest);
    }
    cholesky_.clear();
    std::size_t entry = 0;
    for (std::size_t b = 0; b < n; ++b)
        for (std::size_t j = 0; j < D; ++j) {
            const int column = row_of_[b * D + j];
            if (column < 0) continue;
            for (int k = m.row_start[b]; k < m.row_start[b + 1]; ++k) {
                const std::size_t s = static_cast<std::size_t>(k);
                for (std::size_t i = 0; i < D; ++i) {
                    if (row_of_[static_cast<std::size_t>(m.column[s]) * D + i] < column) continue;
                    double value = of_stiffness * stiffness[s][static_cast<int>(j)][static_cast<int>(i)];
                    if (i == j) value += of_mass * m.mass_entry[s];
                    cholesky_.add(entry++, 0, 0, value);
                }
            }
        }
    usable_ = cholesky_.factorise();
    return usable_;
}

template <int D>
void ThetaFactor<D>::solve(std::span<Vec<D>> b, std::vector<double>& work) const {
    assert(row_of_.size() == b.size() * D);
    const std::size_t all = b.size() * D;
    if (work.size() < 2 * all) work.resize(2 * all);
    std::size_t rows = 0;
    for (std::size_t k = 0; k < all; ++k)
        if (row_of_[k] >= 0) work[rows++] = b[k / D].c[k % D];
    cholesky_.solve(std::span(work).first(rows), std::span(work).subspan(all, rows));
    for (std::size_t k = 0; k < all; ++k)
        b[k / D].c[k % D] = row_of_[k] >= 0 ? work[static_cast<std::size_t>(row_of_[k])] : 0.0;
}

template <int D>
void ThetaFactor<D>::solve_elastic(std::span<Vec<D>> b, std::vector<double>& work) const {
    if (!key_.held.empty()) {
        solve(b, work);
        return;
    }
    // Subtracted before and after: the rigid part of M^^-1 is larger than the elastic one by h^2 K / M and would leave
    // its rounding behind.
    const ElasticModel<D>& m = *key_.model;
    const RigidModes<D> rigid{m.mass,   inverse(m.inertia), m.unity,
                              m.weight, m.reference,        m.weighted_reference};
    rigid.project_forces(b);
    solve(b, work);
    rigid.project_velocities(b);
}

template <int D>
void ThetaFactor<D>::make_surface_inverse() const {
    std::call_once(made_, [this] {
        const std::size_t n = surface_place_.size(), width = static_cast<std::size_t>(surface_count_) * D;
        surface_inverse_.resize(width * width);
        std::vector<Vec<D>> b(n);
        std::vector<double> work;
        for (std::size_t a = 0; a < n; ++a) {
            if (surface_place_[a] < 0) continue;
            for (int i = 0; i < D; ++i) {
                std::fill(b.begin(), b.end(), Vec<D>{});
                b[a] = Vec<D>::axis(i);
                solve_elastic(b, work);
                double* row = &surface_inverse_[(static_cast<std::size_t>(surface_place_[a]) * D +
                                                 static_cast<std::size_t>(i)) *
                                                width];
                for (std::size_t c = 0; c < n; ++c) {
                    if (surface_place_[c] < 0) continue;
                    for (int j = 0; j < D; ++j)
                        row[static_cast<std::size_t>(surface_place_[c]) * D + static_cast<std::size_t>(j)] =
                            b[c][j];
                }
            }
        }
        // The two solves of a pair differ by rounding.
        for (std::size_t i = 0; i < width; ++i)
            for (std::size_t j = 0; j < i; ++j)
                surface_inverse_[i * width + j] = surface_inverse_[j * width + i] =
                    0.5 * (surface_inverse_[i * width + j] + surface_inverse_[j * width + i]);
    });
}

template <int D>
Mat<D> ThetaFactor<D>::surface_block(int i, int j) const {
    assert(i >= 0 && i < surface_count_ && j >= 0 && j < surface_count_);
    const std::size_t width = static_cast<std::size_t>(surface_count_) * D;
    Mat<D> block;
    for (int k = 0; k < D; ++k)
        for (int l = 0; l < D; ++l)
            block[k][l] = surface_inverse_[static_cast<std::size_t>(i * D + k) * width +
                                           static_cast<std::size_t>(j * D + l)];
    return block;
}

template <int D>
std::shared_ptr<const ThetaFactor<D>> ThetaFactorPool<D>::get(const typename ThetaFactor<D>::Key& key) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [](const auto& entry) { return entry.expired(); });
    for (const auto& entry : entries_)
        if (auto factor = entry.lock(); factor && factor->key() == key) return factor;
    auto factor = std::make_shared<ThetaFactor<D>>();
    factor->factorise(key, key.model->stiffness);
    entries_.push_back(factor);
    return factor;
}

template struct RigidModes<2>;
template struct RigidModes<3>;
template class ThetaFactor<2>;
template class ThetaFactor<3>;
template class ThetaFactorPool<2>;
template class ThetaFactorPool<3>;

}  // namespace drystone
