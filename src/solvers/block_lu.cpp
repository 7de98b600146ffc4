#include "solvers/block_lu.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "solvers/leading_inverse.h"

namespace drystone {

namespace {

/// How many bits are set. (std::popcount is a call into a library where the instruction cannot be taken for granted.)
int ones(std::uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(x * 0x0101010101010101u >> 56);
}

}  // namespace

/// Neighbours of every node, one bit each.
class BitGraph {
  public:
    explicit BitGraph(int nodes)
        : words_((nodes + 63) / 64),
          bits_(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(words_)) {}

    void link(int i, int j) {
        row(i)[j / 64] |= std::uint64_t{1} << (j % 64);
        row(j)[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    int degree(int i) const {
        int count = 0;
        for (int w = 0; w < words_; ++w) count += ones(row(i)[w]);
        return count;
    }
    template <class Visit>
    void each_neighbour(int i, const Visit& visit) const {
        for (int w = 0; w < words_; ++w) {
            for (std::uint64_t left = row(i)[w]; left != 0; left &= left - 1)
                visit(64 * w + std::countr_zero(left));
        }
    }
    /// Takes k out and links its neighbours with one another.
    void eliminate(int k) {
        each_neighbour(k, [&](int i) {
            for (int w = 0; w < words_; ++w) row(i)[w] |= row(k)[w];
            unlink(i, i);
            unlink(i, k);
        });
    }
    /// Takes k out where its neighbours are all linked already.
    void take_out(int k) {
        each_neighbour(k, [&](int i) { unlink(i, k); });
    }

  private:
    void unlink(int i, int j) { row(i)[j / 64] &= ~(std::uint64_t{1} << (j % 64)); }
    std::uint64_t* row(int i) {
        return bits_.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(words_);
    }
    const std::uint64_t* row(int i) const {
        return bits_.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(words_);
    }
    int words_;
    std::vector<std::uint64_t> bits_;
};

namespace {

template <int D>
Vec<D> taking_part(Vec<D> v, int dimension) {
    for (int k = dimension; k < D; ++k) v[k] = 0.0;
    return v;
}

template <int D>
bool finite(const Mat<D>& m) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) sum += std::abs(m[i][j]);
    return std::isfinite(sum);
}

}  // namespace

template <int D>
void BlockLu<D>::find_order(const BlockMap<D>& W) {
    const int n = W.size();
    BitGraph graph(n);
    for (int i = 0; i < n; ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            if (W.column[k] != i) graph.link(i, W.column[k]);
        }
    }
    std::vector<int> degree(static_cast<std::size_t>(n));
    std::vector<int> left(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        degree[i] = graph.degree(i);
        left[i] = i;
    }
    order_.clear();
    place_.assign(static_cast<std::size_t>(n), -1);
    upper_start_.assign(1, 0);
    upper_column_.clear();
    products_ = 0.0;
    const auto append = [&](int k) {
        place_[k] = static_cast<int>(order_.size());
        order_.push_back(k);
        graph.each_neighbour(k, [&](int i) { upper_column_.push_back(i); });
        upper_start_.push_back(static_cast<int>(upper_column_.size()));
        products_ += static_cast<double>(degree[k]) * (degree[k] + 1);
    };
    std::vector<int> near;
    while (!left.empty()) {
        const int k =
            *std::min_element(left.begin(), left.end(), [&](int i, int j) { return degree[i] < degree[j]; });
        append(k);
        graph.eliminate(k);
        near.assign(upper_column_.end() - degree[k], upper_column_.end());
        for (const int i : near) degree[i] = graph.degree(i);
        // Those that see nobody else (the other points of the same joint) follow at once: no fill, no new degrees.
        int clique = static_cast<int>(near.size());
        for (const int i : near) {
            if (degree[i] != clique - 1) continue;
            append(i);
            graph.take_out(i);
            --clique;
            graph.each_neighbour(i, [&](int j) { --degree[j]; });
        }
        std::erase_if(left, [&](int i) { return place_[i] >= 0; });
    }
}

template <int D>
void BlockLu<D>::find_fill() {
    const int n = size();
    for (int& column : upper_column_) column = place_[column];
    std::vector<int> count(static_cast<std::size_t>(n) + 1);
    for (int i = 0; i < n; ++i)
        std::sort(upper_column_.begin() + upper_start_[i], upper_column_.begin() + upper_start_[i + 1]);
    for (const int column : upper_column_) ++count[column + 1];
    for (int i = 0; i < n; ++i) count[i + 1] += count[i];
    lower_start_ = count;
    lower_column_.resize(upper_column_.size());
    for (int i = 0; i < n; ++i) {
        for (int k = upper_start_[i]; k < upper_start_[i + 1]; ++k)
            lower_column_[count[upper_column_[k]]++] = i;  // ascending, because i is
    }
}

template <int D>
void BlockLu<D>::set_pattern(const BlockMap<D>& W) {
    find_order(W);
    find_fill();
    const auto n = static_cast<std::size_t>(size());
    upper_.resize(upper_column_.size());
    inverse_pivot_.resize(n);
    row_.resize(n);
    x_.resize(n);
    dimension_.resize(n);
}

/// Row i of A into the row at work, zero where A has no entry.
template <int D>
[[gnu::always_inline]] inline void BlockLu<D>::scatter(const BlockMap<D>& W, std::span<const Mat<D>> blocks,
                                                       int i) {
    if (!symmetric_) {
        for (int k = lower_start_[i]; k < lower_start_[i + 1]; ++k) row_[lower_column_[k]].clear();
    }
    for (int k = upper_start_[i]; k < upper_start_[i + 1]; ++k) row_[upper_column_[k]].clear();
    row_[i].clear();
    const int contact = order_[i];
    for (int k = W.row_start[contact]; k < W.row_start[contact + 1]; ++k)
        row_[place_[W.column[k]]].set(blocks[k]);
}

/// What is left in the row at work right of the diagonal is the row of U.
template <int D>
[[gnu::always_inline]] inline bool BlockLu<D>::finish_row(int i) {
    for (int k = upper_start_[i]; k < upper_start_[i + 1]; ++k) upper_[k] = row_[upper_column_[k]];
    inverse_pivot_[i] = leading_inverse(row_[i].get(), dimension_[i]);
    return finite(inverse_pivot_[i]);
}

/// Where A is symmetric, of row p only what lies at and right of column i is needed; since rows come in ascending order,
/// that begins one entry further each time (next_).
template <int D>
[[gnu::always_inline]] inline bool BlockLu<D>::eliminate_inlined(const BlockMap<D>& W,
                                                                 std::span<const Mat<D>> blocks) {
    for (int i = 0; i < size(); ++i) {
        inverse_pivot_[i] = {};
        if (dimension_[i] > 0) scatter(W, blocks, i);
        for (int k = lower_start_[i]; k < lower_start_[i + 1]; ++k) {
            const int p = lower_column_[k];
            const int start = symmetric_ ? next_[p]++ : upper_start_[p];
            if (dimension_[i] == 0 || dimension_[p] == 0) continue;
            const Mat<D> lower =
                (symmetric_ ? transpose(upper_[start].get()) : row_[p].get()) * inverse_pivot_[p];
            if (!symmetric_) lower_[k] = lower;
            const RowOfBlocks<D> upper{upper_.data() + start, upper_column_.data() + start, upper_start_[p + 1] - start};
            subtract_products<D>(dimension_[i], dimension_[p], lower, upper, row_.data());
        }
        if (dimension_[i] > 0 && !finish_row(i)) return false;
    }
    return true;
}

#if defined(__x86_64__)
template <int D>
[[gnu::target("avx2")]] bool BlockLu<D>::eliminate_avx2(const BlockMap<D>& W,
                                                        std::span<const Mat<D>> blocks) {
    return eliminate_inlined(W, blocks);
}
#endif

template <int D>
bool BlockLu<D>::eliminate(const BlockMap<D>& W, std::span<const Mat<D>> blocks) {
#if defined(__x86_64__)
    if (D == 3 && __builtin_cpu_supports("avx2")) return eliminate_avx2(W, blocks);
#endif
    return eliminate_inlined(W, blocks);
}

template <int D>
bool BlockLu<D>::factorise(const BlockMap<D>& W, std::span<const Mat<D>> blocks,
                           std::span<const int> dimension) {
    symmetric_ = false;
    lower_.resize(lower_column_.size());
    for (int i = 0; i < size(); ++i) dimension_[i] = dimension[order_[i]];
    return eliminate(W, blocks);
}

template <int D>
bool BlockLu<D>::factorise_symmetric(const BlockMap<D>& W, std::span<const Mat<D>> blocks,
                                     std::span<const int> dimension) {
    symmetric_ = true;
    next_.assign(upper_start_.begin(), upper_start_.end() - 1);
    for (int i = 0; i < size(); ++i) dimension_[i] = dimension[order_[i]];
    return eliminate(W, blocks);
}

template <int D>
void BlockLu<D>::solve_lower(std::span<Vec<D>> x) {
    for (int i = 0; i < size(); ++i) {
        x_[i] = {};
        if (dimension_[i] == 0) continue;
        Vec<D> sum = taking_part(x[order_[i]], dimension_[i]);
        for (int k = lower_start_[i]; k < lower_start_[i + 1]; ++k) {
            if (dimension_[lower_column_[k]] > 0) sum -= lower_[k] * x_[lower_column_[k]];
        }
        x_[i] = sum;
    }
}

template <int D>
void BlockLu<D>::solve_lower_symmetric(std::span<Vec<D>> x) {
    for (int i = 0; i < size(); ++i) x_[i] = taking_part(x[order_[i]], dimension_[i]);
    for (int i = 0; i < size(); ++i) {
        if (dimension_[i] == 0) continue;
        const Vec<D> scaled = inverse_pivot_[i] * x_[i];
        for (int k = upper_start_[i]; k < upper_start_[i + 1]; ++k)
            x_[upper_column_[k]] -= transpose_times(upper_[k].get(), scaled);
    }
}

template <int D>
void BlockLu<D>::solve(std::span<Vec<D>> x) {
    if (symmetric_)
        solve_lower_symmetric(x);
    else
        solve_lower(x);
    for (int i = size() - 1; i >= 0; --i) {
        if (dimension_[i] > 0) {
            Vec<D> sum = x_[i];
            for (int k = upper_start_[i]; k < upper_start_[i + 1]; ++k)
                sum -= upper_[k].get() * x_[upper_column_[k]];
            x_[i] = inverse_pivot_[i] * sum;
        }
        x[order_[i]] = x_[i];
    }
}

template class BlockLu<2>;
template class BlockLu<3>;

}  // namespace drystone
