// K = U + U G A G^T U, block by block: a row with bodies a and b adds to (a, a), (a, b), (b, a) and (b, b), and where there is a hub to its
// blocks with both.

#include "solvers/body_matrix.h"

#include <algorithm>
#include <cassert>

namespace drystone {

template <int D>
void BodyMatrix<D>::set_pattern(const BodyRows<D>& rows) {
    rows_ = &rows;
    sides_ = rows.has_hub() ? 3 : 2;
    const int bodies = rows.bodies(), hub = bodies - 1;
    pair_.clear();
    for (int i = 0; i < bodies; ++i) pair_.emplace_back(i, i);
    for (const BodyRow<D>& row : rows.row()) {
        if (row.body[0] < 0 || row.body[1] < 0) continue;
        pair_.emplace_back(row.body[0], row.body[1]);
        pair_.emplace_back(row.body[1], row.body[0]);
    }
    for (int i = 0; rows.has_hub() && i < hub; ++i) {
        pair_.emplace_back(i, hub);
        pair_.emplace_back(hub, i);
    }
    std::sort(pair_.begin(), pair_.end());
    pair_.erase(std::unique(pair_.begin(), pair_.end()), pair_.end());
    start_.assign(static_cast<std::size_t>(bodies) + 1, 0);
    column_.clear();
    for (const auto& [i, j] : pair_) {
        ++start_[i + 1];
        column_.push_back(j);
    }
    for (int i = 0; i < bodies; ++i) start_[i + 1] += start_[i];

    const auto place = [&](int i, int j) -> Place {
        const auto begin = column_.begin() + start_[i], end = column_.begin() + start_[i + 1];
        const auto k = static_cast<std::size_t>(std::lower_bound(begin, end, j) - begin);
        const auto before = static_cast<std::size_t>(start_[i]), count = static_cast<std::size_t>(end - begin);
        return {nodes * (nodes * before + k), nodes * count};
    };
    place_.assign(static_cast<std::size_t>(sides_ * sides_) * rows.size(), {});
    for (std::size_t k = 0; k < rows.size(); ++k) {
        Place* const of_row = place_.data() + static_cast<std::size_t>(sides_ * sides_) * k;
        const auto body = [&](int side) { return side < 2 ? rows[k].body[side] : hub; };
        for (int s = 0; s < sides_ * sides_; ++s) {
            const int i = body(s / sides_), j = body(s % sides_);
            if (i >= 0 && j >= 0) of_row[s] = place(i, j);
        }
    }

    const bool as_before = start_ == last_start_ && column_ == last_column_;
    std::vector<int>& row_start = K_.row_start;
    row_start.assign(1, 0);
    K_.column.clear();
    for (int i = 0; i < bodies; ++i) {
        for (int s = 0; s < nodes; ++s) {
            for (int k = start_[i]; k < start_[i + 1]; ++k) {
                for (int t = 0; t < nodes; ++t) K_.column.push_back(nodes * column_[k] + t);
            }
            row_start.push_back(static_cast<int>(K_.column.size()));
        }
    }
    K_.block.resize(K_.column.size());
    x_.resize(static_cast<std::size_t>(nodes * bodies));
    dimension_.assign(x_.size(), 3);
    if (as_before) return;
    last_start_ = start_;
    last_column_ = column_;
    lu_.set_pattern(K_);
}

template <int D>
void BodyMatrix<D>::clear() {
    std::fill(K_.block.begin(), K_.block.end(), Mat<3>{});
    for (int i = 0; i < K_.size(); ++i) {
        for (int k = K_.row_start[i]; k < K_.row_start[i + 1]; ++k) {
            if (K_.column[k] != i) continue;
            for (int x = 0; x < 3; ++x) K_.block[k][x][x] = rows_->unit()[3 * (i % nodes) + x];
        }
    }
}

template <int D>
template <int N, int M>
void BodyMatrix<D>::add(std::size_t to, std::size_t from, const double (&A)[N][M]) {
    const BodyRow<D>&row = (*rows_)[to], &column = (*rows_)[from];
    assert(row.contact == column.contact);
    const Vec<B>& unit = rows_->unit();
    const Place* const of_row = place_.data() + static_cast<std::size_t>(sides_ * sides_) * to;
    rows_->for_sides(row, [&](int side, int, const Vec<B>* G_to) {
        Vec<B> answer[M];  // U G_to A
        for (int l = 0; l < M; ++l) {
            for (int i = 0; i < B; ++i) {
                double sum = 0.0;
                for (int k = 0; k < N; ++k) sum += G_to[k][i] * A[k][l];
                answer[l][i] = unit[i] * sum;
            }
        }
        rows_->for_sides(column, [&](int other, int, const Vec<B>* G_from) {
            const Place& place = of_row[sides_ * side + other];
            Vec<B> asked[M];
            for (int l = 0; l < M; ++l) {
                for (int j = 0; j < B; ++j) asked[l][j] = G_from[l][j] * unit[j];
            }
            for (int i = 0; i < B; ++i) {
                Mat<3>* block = K_.block.data() + place.first + static_cast<std::size_t>(i / 3) * place.next_row;
                for (int j = 0; j < B; ++j) {
                    double sum = 0.0;
                    for (int l = 0; l < M; ++l) sum += answer[l][i] * asked[l][j];
                    block[j / 3][i % 3][j % 3] += sum;
                }
            }
        });
    });
}

template <int D>
bool BodyMatrix<D>::factorise() {
    return lu_.factorise(K_, K_.block, dimension_);
}

template <int D>
void BodyMatrix<D>::solve(std::span<double> x) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = {{x[3 * i], x[3 * i + 1], x[3 * i + 2]}};
    lu_.solve(x_);
    for (std::size_t i = 0; i < x_.size(); ++i) {
        for (int k = 0; k < 3; ++k) x[3 * i + static_cast<std::size_t>(k)] = x_[i][k];
    }
}

template class BodyMatrix<2>;
template class BodyMatrix<3>;
template void BodyMatrix<2>::add(std::size_t, std::size_t, const double (&)[2][2]);
template void BodyMatrix<2>::add(std::size_t, std::size_t, const double (&)[1][1]);
template void BodyMatrix<2>::add(std::size_t, std::size_t, const double (&)[1][2]);
template void BodyMatrix<3>::add(std::size_t, std::size_t, const double (&)[3][3]);

}  // namespace drystone
