#include "sparse/block_cholesky.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

/// C -= A T, blocks by rows.
template <int B>
void subtract_product(const double* A, const double* T, double* C) {
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

/// The lower root of a block in its place; false where it has none.
template <int B>
bool take_root(double* C) {
    for (int j = 0; j < B; ++j) {
        double d = C[j * B + j];
        for (int k = 0; k < j; ++k) d -= C[j * B + k] * C[j * B + k];
        if (!(d > 0.0)) return false;
        C[j * B + j] = std::sqrt(d);
        for (int i = j + 1; i < B; ++i) {
            double sum = C[i * B + j];
            for (int k = 0; k < j; ++k) sum -= C[i * B + k] * C[j * B + k];
            C[i * B + j] = sum / C[j * B + j];
        }
        for (int i = 0; i < j; ++i) C[i * B + j] = 0.0;
    }
    return true;
}

/// C <- C L^-T.
template <int B>
void divide(const double* L, double* C) {
    for (int r = 0; r < B; ++r) {
        for (int c = 0; c < B; ++c) {
            double sum = C[r * B + c];
            for (int k = 0; k < c; ++k) sum -= C[r * B + k] * L[c * B + k];
            C[r * B + c] = sum / L[c * B + c];
        }
    }
}

}  // namespace

void BlockCholesky::set_pattern(int nodes, int block_size, std::span<const Block> blocks) {
    assert(block_size == 3 || block_size == 6);
    nodes_ = nodes;
    B_ = block_size;
    order_ = fill_reducing_order(nodes, blocks);
    place_.resize(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) place_[static_cast<std::size_t>(order_[k])] = static_cast<int>(k);
    // Column j of L: the rows of A below j, and those of the columns whose first row below their own is j.
    std::vector<std::vector<int>> below(order_.size()), children(order_.size());
    for (const Block& b : blocks) {
        const auto [low, high] = std::minmax(place_[static_cast<std::size_t>(b.row)], place_[static_cast<std::size_t>(b.column)]);
        if (low != high) below[static_cast<std::size_t>(low)].push_back(high);
    }
    start_.assign(1, 0);
    row_.clear();
    for (int j = 0; j < nodes; ++j) {
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
    place_blocks(blocks);
}

void BlockCholesky::place_blocks(std::span<const Block> blocks) {
    const auto size = static_cast<std::size_t>(B_) * static_cast<std::size_t>(B_);
    home_.clear();
    for (const Block& b : blocks) {
        const int r = place_[static_cast<std::size_t>(b.row)], c = place_[static_cast<std::size_t>(b.column)];
        const auto begin = row_.begin() + start_[static_cast<std::size_t>(std::min(r, c))],
                   end = row_.begin() + start_[static_cast<std::size_t>(std::min(r, c)) + 1];
        const auto found = std::lower_bound(begin, end, std::max(r, c));
        home_.push_back({static_cast<std::size_t>(found - row_.begin()) * size, r < c});
    }
    matrix_.assign(row_.size() * size, 0.0);
    L_.resize(matrix_.size());
    next_.resize(order_.size());
    link_.resize(order_.size());
    first_.resize(order_.size());
    local_.resize(order_.size());
    x_.resize(order_.size() * static_cast<std::size_t>(B_));
}

void BlockCholesky::clear() { std::fill(matrix_.begin(), matrix_.end(), 0.0); }

void BlockCholesky::add(std::size_t block, int i, int j, double value) {
    const Home& home = home_[block];
    const int within = home.turned ? j * B_ + i : i * B_ + j;
    matrix_[home.at + static_cast<std::size_t>(within)] += value;
}

/// Column k, which has a block at row j, leaves column j; from then on it is known by its next row.
template <int B>
void BlockCholesky::take_from(int k, int j) {
    constexpr std::size_t size = B * B;
    const int p = next_[static_cast<std::size_t>(k)], end = start_[static_cast<std::size_t>(k) + 1];
    const double* at_j = L_.data() + static_cast<std::size_t>(p) * size;
    double T[size];
    for (int r = 0; r < B; ++r)
        for (int c = 0; c < B; ++c) T[r * B + c] = at_j[c * B + r];
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
bool BlockCholesky::factorise_blocks() {
    constexpr std::size_t size = B * B;
    L_ = matrix_;
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
        if (!take_root<B>(diagonal)) return false;
        for (int q = begin + 1; q < end; ++q) divide<B>(diagonal, L_.data() + static_cast<std::size_t>(q) * size);
        if (begin + 1 == end) continue;
        next_[static_cast<std::size_t>(j)] = begin + 1;
        int& head = first_[static_cast<std::size_t>(row_[static_cast<std::size_t>(begin) + 1])];
        link_[static_cast<std::size_t>(j)] = head;
        head = j;
    }
    return true;
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
            y[r] /= D[r * B + r];
        }
        for (int q = begin + 1; q < end; ++q) {
            double* to = at(row_[static_cast<std::size_t>(q)]);
            const double* C = block(q);
            for (int r = 0; r < B; ++r)
                for (int k = 0; k < B; ++k) to[r] -= C[r * B + k] * y[k];
        }
    }
    for (int j = nodes_ - 1; j >= 0; --j) {  // L^T x = y
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
            y[r] /= D[r * B + r];
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
