// Stabilised bi-conjugate gradients for K = 1 + G A G^T U, with the incomplete factor L R of K in its own pattern:
//
//     L_ik = K_ik R_kk^-1 for k < i,    R_ij = K_ij - sum_k L_ik R_kj,    where K has a block

#include "solvers/body_krylov.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace drystone {

namespace {

/// out += m x, m by columns.
template <int B>
[[gnu::always_inline]] inline void add_product(const double* m, const double* x, double (&out)[B]) {
    for (int j = 0; j < B; ++j) {
        for (int i = 0; i < B; ++i) out[i] += m[j * B + i] * x[j];
    }
}

/// out -= m x.
template <int B>
[[gnu::always_inline]] inline void take_product(const double* m, const double* x, double (&out)[B]) {
    for (int j = 0; j < B; ++j) {
        for (int i = 0; i < B; ++i) out[i] -= m[j * B + i] * x[j];
    }
}

/// In place, rows not exchanged: the matrix is near to positive definite.
template <int B>
[[gnu::always_inline]] inline void invert(double* m) {
    for (int p = 0; p < B; ++p) {
        const double per = 1.0 / m[p * B + p];
        m[p * B + p] = 1.0;
        for (int j = 0; j < B; ++j) m[j * B + p] *= per;
        for (int i = 0; i < B; ++i) {
            if (i == p) continue;
            const double share = m[p * B + i];
            m[p * B + i] = 0.0;
            for (int j = 0; j < B; ++j) m[j * B + i] -= share * m[j * B + p];
        }
    }
}

}  // namespace

template <int D>
void BodyKrylov<D>::set_pattern(const BodyRows<D>& rows) {
    assert(!rows.has_hub());
    bodies_ = rows.bodies();
    unit_ = rows.unit();
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < bodies_; ++i) pairs.emplace_back(i, i);
    for (const BodyRow<D>& row : rows.row()) {
        if (row.body[0] < 0 || row.body[1] < 0) continue;
        pairs.emplace_back(row.body[0], row.body[1]);
        pairs.emplace_back(row.body[1], row.body[0]);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    start_.assign(static_cast<std::size_t>(bodies_) + 1, 0);
    column_.clear();
    diagonal_.resize(static_cast<std::size_t>(bodies_));
    for (const auto& [i, j] : pairs) {
        if (i == j) diagonal_[i] = static_cast<int>(column_.size());
        ++start_[i + 1];
        column_.push_back(j);
    }
    for (int i = 0; i < bodies_; ++i) start_[i + 1] += start_[i];
    const auto find = [&](int i, int j) {
        return static_cast<int>(std::lower_bound(column_.begin() + start_[i], column_.begin() + start_[i + 1], j) - column_.begin());
    };
    place_.resize(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (int s = 0; s < 4; ++s) {
            const int i = rows[k].body[s / 2], j = rows[k].body[s % 2];
            place_[k][static_cast<std::size_t>(s)] = i >= 0 && j >= 0 ? find(i, j) : -1;
        }
    }
    matrix_.resize(column_.size() * size);
    factor_.resize(matrix_.size());
    at_.assign(static_cast<std::size_t>(bodies_), -1);
    for (Row* each : {&y_, &best_, &r_, &first_, &p_, &v_, &s_, &t_, &from_p_, &from_s_})
        each->assign(static_cast<std::size_t>(bodies_ * B), 0.0);
}

template <int D>
void BodyKrylov<D>::set(const BodyRows<D>& rows, std::span<const Mat<D>> A) {
    assert(A.size() == rows.size());
    std::fill(matrix_.begin(), matrix_.end(), 0.0);
    for (const int k : diagonal_) {
        for (int i = 0; i < B; ++i) matrix_[static_cast<std::size_t>(k * size + i * (B + 1))] = 1.0;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (int s = 0; s < 4; ++s) {
            const int place = place_[k][static_cast<std::size_t>(s)];
            if (place < 0) continue;
            double* block = matrix_.data() + static_cast<std::size_t>(place) * size;
            const Vec<B>*to = rows[k].G[s / 2], *from = rows[k].G[s % 2];
            for (int l = 0; l < D; ++l) {
                Vec<B> answer{};
                for (int m = 0; m < D; ++m) answer += A[k][m][l] * to[m];
                for (int j = 0; j < B; ++j) {
                    const double asked = from[l][j] * unit_[j];
                    for (int i = 0; i < B; ++i) block[j * B + i] += answer[i] * asked;
                }
            }
        }
    }
    factorise();
}

template <int D>
[[gnu::always_inline]] inline void BodyKrylov<D>::factorise_inlined() {
    factor_ = matrix_;
    double* const all = factor_.data();
    for (int i = 0; i < bodies_; ++i) {
        for (int k = start_[i]; k < start_[i + 1]; ++k) at_[column_[k]] = k;
        for (int k = start_[i]; k < diagonal_[i]; ++k) {
            const int p = column_[k];
            double* const lower = all + static_cast<std::size_t>(k) * size;
            const double* const pivot = all + static_cast<std::size_t>(diagonal_[p]) * size;
            double L[size] = {};
            for (int j = 0; j < B; ++j) {
                for (int l = 0; l < B; ++l) {
                    for (int x = 0; x < B; ++x) L[j * B + x] += lower[l * B + x] * pivot[j * B + l];
                }
            }
            std::copy(L, L + size, lower);
            for (int j = diagonal_[p] + 1; j < start_[p + 1]; ++j) {
                if (at_[column_[j]] < 0) continue;
                double* const here = all + static_cast<std::size_t>(at_[column_[j]]) * size;
                const double* const right = all + static_cast<std::size_t>(j) * size;
                for (int c = 0; c < B; ++c) {
                    for (int l = 0; l < B; ++l) {
                        for (int x = 0; x < B; ++x) here[c * B + x] -= L[l * B + x] * right[c * B + l];
                    }
                }
            }
        }
        invert<B>(all + static_cast<std::size_t>(diagonal_[i]) * size);
        for (int k = start_[i]; k < start_[i + 1]; ++k) at_[column_[k]] = -1;
    }
}

template <int D>
[[gnu::always_inline]] inline void BodyKrylov<D>::multiply_inlined(const Row& x, Row& out) const {
    for (int i = 0; i < bodies_; ++i) {
        double sum[B] = {};
        for (int k = start_[i]; k < start_[i + 1]; ++k)
            add_product<B>(matrix_.data() + static_cast<std::size_t>(k) * size, x.data() + column_[k] * B, sum);
        std::copy(sum, sum + B, out.data() + i * B);
    }
}

template <int D>
[[gnu::always_inline]] inline void BodyKrylov<D>::precondition_inlined(const Row& x, Row& out) const {
    const auto block = [&](int k) { return factor_.data() + static_cast<std::size_t>(k) * size; };
    for (int i = 0; i < bodies_; ++i) {
        double sum[B];
        std::copy(x.data() + i * B, x.data() + (i + 1) * B, sum);
        for (int k = start_[i]; k < diagonal_[i]; ++k) take_product<B>(block(k), out.data() + column_[k] * B, sum);
        std::copy(sum, sum + B, out.data() + i * B);
    }
    for (int i = bodies_ - 1; i >= 0; --i) {
        double sum[B], pivoted[B] = {};
        std::copy(out.data() + i * B, out.data() + (i + 1) * B, sum);
        for (int k = diagonal_[i] + 1; k < start_[i + 1]; ++k) take_product<B>(block(k), out.data() + column_[k] * B, sum);
        add_product<B>(block(diagonal_[i]), sum, pivoted);
        std::copy(pivoted, pivoted + B, out.data() + i * B);
    }
}

// The same bits with and without: products and sums are rounded one by one.
#if defined(__x86_64__)
template <int D>
[[gnu::target("avx2")]] void BodyKrylov<D>::factorise_avx2() {
    factorise_inlined();
}
template <int D>
[[gnu::target("avx2")]] void BodyKrylov<D>::multiply_avx2(const Row& x, Row& out) const {
    multiply_inlined(x, out);
}
template <int D>
[[gnu::target("avx2")]] void BodyKrylov<D>::precondition_avx2(const Row& x, Row& out) const {
    precondition_inlined(x, out);
}
#define DRYSTONE_WITH_AVX2(call) \
    if (__builtin_cpu_supports("avx2")) return call
#else
#define DRYSTONE_WITH_AVX2(call)
#endif

template <int D>
void BodyKrylov<D>::factorise() {
    DRYSTONE_WITH_AVX2(factorise_avx2());
    factorise_inlined();
}

template <int D>
void BodyKrylov<D>::multiply(const Row& x, Row& out) const {
    DRYSTONE_WITH_AVX2(multiply_avx2(x, out));
    multiply_inlined(x, out);
}

template <int D>
void BodyKrylov<D>::precondition(const Row& x, Row& out) const {
    DRYSTONE_WITH_AVX2(precondition_avx2(x, out));
    precondition_inlined(x, out);
}
#undef DRYSTONE_WITH_AVX2

template <int D>
double BodyKrylov<D>::product(const Row& a, const Row& b) const {
    double sums[B] = {};
    for (std::size_t i = 0; i < a.size(); i += B) {
        for (int k = 0; k < B; ++k) sums[k] += a[i + static_cast<std::size_t>(k)] * b[i + static_cast<std::size_t>(k)];
    }
    double sum = 0.0;
    for (int k = 0; k < B; ++k) sum += unit_[k] * sums[k];
    return sum;
}

template <int D>
int BodyKrylov<D>::solve(std::span<double> x, double tolerance, int most) {
    assert(x.size() == y_.size());
    std::copy(x.begin(), x.end(), r_.begin());
    first_ = r_;
    std::fill(y_.begin(), y_.end(), 0.0);
    best_ = p_ = v_ = y_;
    const double asked = product(r_, r_);
    double least = asked, rho = 1.0, alpha = 1.0, omega = 1.0;
    int products = 0;
    while (products < most && least > tolerance * tolerance * asked) {
        const double before = std::exchange(rho, product(first_, r_)), beta = products == 0 ? 0.0 : rho / before * (alpha / omega);
        for (std::size_t i = 0; i < r_.size(); ++i) p_[i] = r_[i] + beta * (p_[i] - omega * v_[i]);
        precondition(p_, from_p_);
        multiply(from_p_, v_);
        alpha = rho / product(first_, v_);
        for (std::size_t i = 0; i < r_.size(); ++i) s_[i] = r_[i] - alpha * v_[i];
        precondition(s_, from_s_);
        multiply(from_s_, t_);
        omega = product(t_, s_) / product(t_, t_);
        for (std::size_t i = 0; i < r_.size(); ++i) {
            y_[i] += alpha * from_p_[i] + omega * from_s_[i];
            r_[i] = s_[i] - omega * t_[i];
        }
        products += 2;
        const double left = product(r_, r_);
        if (!std::isfinite(left)) break;
        if (left < least) {
            least = left;
            best_ = y_;
        }
    }
    std::copy(best_.begin(), best_.end(), x.begin());
    return products;
}

template class BodyKrylov<2>;
template class BodyKrylov<3>;

}  // namespace drystone
