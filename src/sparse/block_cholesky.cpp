#include "sparse/block_cholesky.h"

#include <algorithm>
#include <cassert>

namespace drystone {

namespace {

// Numbers of a row of six, four and two at a time: without the instructions the compiler takes them in twos, to the same bits.
using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
using Two [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;

/// C -= A T, blocks by rows.
template <int B>
[[gnu::always_inline]] inline void subtract_product(const double* A, const double* T, double* C) {
    if constexpr (B == 6) {
        for (int r = 0; r < B; ++r) {
            Four& left = *reinterpret_cast<Four*>(C + r * B);
            Two& right = *reinterpret_cast<Two*>(C + r * B + 4);
            Four of_left = left;
            Two of_right = right;
            for (int m = 0; m < B; ++m) {
                const double a = A[r * B + m];
                of_left -= a * *reinterpret_cast<const Four*>(T + m * B);
                of_right -= a * *reinterpret_cast<const Two*>(T + m * B + 4);
            }
            left = of_left;
            right = of_right;
        }
    } else {
        for (int r = 0; r < B; ++r) {
            double sum[B];
            for (int c = 0; c < B; ++c) sum[c] = C[r * B + c];
            for (int m = 0; m < B; ++m) {
                const double a = A[r * B + m];
                for (int c = 0; c < B; ++c) sum[c] -= a * T[m * B + c];
            }
            for (int c = 0; c < B; ++c) C[r * B + c] = sum[c];
        }
    }
}

/// L D L^T of a block in its place, D on the diagonal; false where D is not positive.
template <int B>
[[gnu::always_inline]] inline bool split(double* C, double* per_D) {
    for (int j = 0; j < B; ++j) {
        double scaled[B];  // L_jk D_k
        double d = C[j * B + j];
        for (int k = 0; k < j; ++k) {
            scaled[k] = C[j * B + k] * C[k * B + k];
            d -= C[j * B + k] * scaled[k];
        }
        if (!(d > 0.0)) return false;
        C[j * B + j] = d;
        per_D[j] = 1.0 / d;
        for (int i = j + 1; i < B; ++i) {
            double sum = C[i * B + j];
            for (int k = 0; k < j; ++k) sum -= C[i * B + k] * scaled[k];
            C[i * B + j] = sum * per_D[j];
        }
    }
    return true;
}

/// C <- C L^-T D^-1.
template <int B>
[[gnu::always_inline]] inline void divide(const double* L, const double* per_D, double* C) {
    for (int r = 0; r < B; ++r) {
        double sum[B];
        for (int c = 0; c < B; ++c) {
            sum[c] = C[r * B + c];
            for (int k = 0; k < c; ++k) sum[c] -= sum[k] * L[c * B + k];
        }
        for (int c = 0; c < B; ++c) C[r * B + c] = sum[c] * per_D[c];
    }
}

}  // namespace

void BlockCholesky::set_pattern(int nodes, int block_size, std::span<const Block> blocks) {
    assert(block_size == 3 || block_size == 6);
    if (nodes_ == nodes && B_ == block_size && std::ranges::equal(blocks_, blocks)) return;
    nodes_ = nodes;
    B_ = block_size;
    blocks_.assign(blocks.begin(), blocks.end());
    order_ = fill_reducing_order(nodes, blocks);
    place_.resize(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) place_[static_cast<std::size_t>(order_[k])] = static_cast<int>(k);
    find_fill();
    place_blocks();
}

/// Column j of L: the rows of A below j, and those of the columns whose first row below their own is j.
void BlockCholesky::find_fill() {
    std::vector<std::vector<int>> below(order_.size()), children(order_.size());
    for (const Block& b : blocks_) {
        const auto [low, high] = std::minmax(place_[static_cast<std::size_t>(b.row)], place_[static_cast<std::size_t>(b.column)]);
        if (low != high) below[static_cast<std::size_t>(low)].push_back(high);
    }
    start_.assign(1, 0);
    row_.clear();
    for (int j = 0; j < nodes_; ++j) {
        std::vector<int>& rows = below[static_cast<std::size_t>(j)];
        for (const int child : children[static_cast<std::size_t>(j)]) {
            const auto& theirs = below[static_cast<std::size_t>(child)];
            rows.insert(rows.end(), theirs.begin() + 1, theirs.end());
        }
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        if (!rows.empty()) children[static_cast<std::size_t>(rows[0])].push_back(j);
        row_.push_back(j);
        row_.insert(row_.end(), rows.begin(), rows.end());
        start_.push_back(static_cast<int>(row_.size()));
    }
}

void BlockCholesky::place_blocks() {
    home_.clear();
    for (const Block& b : blocks_) {
        const int r = place_[static_cast<std::size_t>(b.row)], c = place_[static_cast<std::size_t>(b.column)];
        const auto begin = row_.begin() + start_[static_cast<std::size_t>(std::min(r, c))],
                   end = row_.begin() + start_[static_cast<std::size_t>(std::min(r, c)) + 1];
        const auto found = std::lower_bound(begin, end, std::max(r, c));
        home_.push_back({static_cast<std::size_t>(found - row_.begin()) * size(), r < c});
    }
    matrix_.assign(blocks_.size() * size(), 0.0);
    L_.resize(row_.size() * size());
    next_.resize(order_.size());
    link_.resize(order_.size());
    first_.resize(order_.size());
    local_.resize(order_.size());
    x_.resize(order_.size() * static_cast<std::size_t>(B_));
    per_D_.resize(x_.size());
}

void BlockCholesky::clear() { std::fill(matrix_.begin(), matrix_.end(), 0.0); }

/// A where L will be.
void BlockCholesky::spread_matrix() {
    std::fill(L_.begin(), L_.end(), 0.0);
    for (std::size_t b = 0; b < home_.size(); ++b) {
        const double* from = matrix_.data() + b * size();
        double* to = L_.data() + home_[b].at;
        for (int i = 0; i < B_; ++i) {
            for (int j = 0; j < B_; ++j) to[home_[b].turned ? j * B_ + i : i * B_ + j] = from[i * B_ + j];
        }
    }
}

/// Column k, which has a block at row j, leaves column j; from then on it is known by its next row.
template <int B>
[[gnu::always_inline]] inline void BlockCholesky::take_from(int k, int j) {
    constexpr std::size_t size = B * B;
    const int p = next_[static_cast<std::size_t>(k)], end = start_[static_cast<std::size_t>(k) + 1];
    const double* at_j = L_.data() + static_cast<std::size_t>(p) * size;
    const double* of_k = L_.data() + static_cast<std::size_t>(start_[static_cast<std::size_t>(k)]) * size;
    double T[size];  // D_k L_jk^T
    for (int r = 0; r < B; ++r)
        for (int c = 0; c < B; ++c) T[r * B + c] = of_k[r * B + r] * at_j[c * B + r];
    for (int q = p; q < end; ++q) {
        const int to = local_[static_cast<std::size_t>(row_[static_cast<std::size_t>(q)])];
        subtract_product<B>(L_.data() + static_cast<std::size_t>(q) * size, T, L_.data() + static_cast<std::size_t>(to) * size);
    }
    assert(row_[static_cast<std::size_t>(p)] == j);
    (void)j;
    if (p + 1 == end) return;
    next_[static_cast<std::size_t>(k)] = p + 1;
    int& head = first_[static_cast<std::size_t>(row_[static_cast<std::size_t>(p) + 1])];
    link_[static_cast<std::size_t>(k)] = head;
    head = k;
}

template <int B>
[[gnu::always_inline]] inline bool BlockCholesky::factorise_inlined() {
    constexpr std::size_t size = B * B;
    spread_matrix();
    std::fill(first_.begin(), first_.end(), -1);
    for (int j = 0; j < nodes_; ++j) {
        const int begin = start_[static_cast<std::size_t>(j)], end = start_[static_cast<std::size_t>(j) + 1];
        for (int q = begin; q < end; ++q) local_[static_cast<std::size_t>(row_[static_cast<std::size_t>(q)])] = q;
        for (int k = first_[static_cast<std::size_t>(j)]; k >= 0;) {
            const int after = link_[static_cast<std::size_t>(k)];
            take_from<B>(k, j);
            k = after;
        }
        double* diagonal = L_.data() + static_cast<std::size_t>(begin) * size;
        double* per_D = per_D_.data() + static_cast<std::size_t>(j) * B;
        if (!split<B>(diagonal, per_D)) return false;
        for (int q = begin + 1; q < end; ++q) divide<B>(diagonal, per_D, L_.data() + static_cast<std::size_t>(q) * size);
        if (begin + 1 == end) continue;
        next_[static_cast<std::size_t>(j)] = begin + 1;
        int& head = first_[static_cast<std::size_t>(row_[static_cast<std::size_t>(begin) + 1])];
        link_[static_cast<std::size_t>(j)] = head;
        head = j;
    }
    return true;
}

#if defined(__x86_64__)
template <int B>
[[gnu::target("avx2")]] bool BlockCholesky::factorise_avx2() {
    return factorise_inlined<B>();
}
#endif

template <int B>
bool BlockCholesky::factorise_blocks() {
#if defined(__x86_64__)
    if (B == 6 && __builtin_cpu_supports("avx2")) return factorise_avx2<B>();
#endif
    return factorise_inlined<B>();
}

bool BlockCholesky::factorise() { return B_ == 3 ? factorise_blocks<3>() : factorise_blocks<6>(); }

template <int B>
void BlockCholesky::solve_blocks() {
    constexpr std::size_t size = B * B;
    const auto block = [&](int q) { return L_.data() + static_cast<std::size_t>(q) * size; };
    const auto at = [&](int node) { return x_.data() + static_cast<std::size_t>(node) * B; };
    for (int j = 0; j < nodes_; ++j) {  // L y = x
        const int begin = start_[static_cast<std::size_t>(j)], end = start_[static_cast<std::size_t>(j) + 1];
        double* y = at(j);
        const double* D = block(begin);
        for (int r = 0; r < B; ++r) {
            for (int k = 0; k < r; ++k) y[r] -= D[r * B + k] * y[k];
        }
        for (int q = begin + 1; q < end; ++q) {
            double* to = at(row_[static_cast<std::size_t>(q)]);
            const double* C = block(q);
            for (int r = 0; r < B; ++r)
                for (int k = 0; k < B; ++k) to[r] -= C[r * B + k] * y[k];
        }
    }
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] *= per_D_[i];
    for (int j = nodes_ - 1; j >= 0; --j) {  // L^T x = D^-1 y
        const int begin = start_[static_cast<std::size_t>(j)], end = start_[static_cast<std::size_t>(j) + 1];
        double* y = at(j);
        for (int q = begin + 1; q < end; ++q) {
            const double *from = at(row_[static_cast<std::size_t>(q)]), *C = block(q);
            for (int r = 0; r < B; ++r)
                for (int k = 0; k < B; ++k) y[k] -= C[r * B + k] * from[r];
        }
        const double* D = block(begin);
        for (int r = B - 1; r >= 0; --r) {
            for (int k = r + 1; k < B; ++k) y[r] -= D[k * B + r] * y[k];
        }
    }
}

void BlockCholesky::solve(std::span<double> x) {
    assert(x.size() == x_.size());
    const auto B = static_cast<std::size_t>(B_);
    for (std::size_t k = 0; k < order_.size(); ++k) std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(order_[k] * B_), B, x_.begin() + static_cast<std::ptrdiff_t>(k * B));
    B_ == 3 ? solve_blocks<3>() : solve_blocks<6>();
    for (std::size_t k = 0; k < order_.size(); ++k) std::copy_n(x_.begin() + static_cast<std::ptrdiff_t>(k * B), B, x.begin() + static_cast<std::ptrdiff_t>(order_[k] * B_));
}

}  // namespace drystone
