// The system of the pieces on assembled blocks, for the unknowns x of all contacts (law_piece.h):
//
//     rows_i (sum_j W_ij (given_j + ways_j^T x_j) + b_i + delta / rho_i (r_i - r_bar_i) + give_i r_i + shift_i) + turns_i x_i = 0

#include "solvers/block_newton.h"

namespace drystone {

namespace {

/// rows_i A ways_j^T.
template <int D>
Mat<D> reduced(const PieceEquations<D>& i, const Mat<D>& A, const PieceEquations<D>& j) {
    if (i.dimension == D && j.dimension == D) return A;  // both stick: rows and ways are the axes
    Mat<D> out;
    for (int x = 0; x < i.dimension; ++x) {
        const Vec<D> row = i.dimension == D ? A[x] : transpose_times(A, i.rows[x]);
        for (int y = 0; y < j.dimension; ++y) out[x][y] = dot(row, j.ways[y]);
    }
    return out;
}

}  // namespace

template <int D>
BlockNewton<D>::BlockNewton(const BlockProblem<D>& problem, BlockSweep<D>& sweep) : problem_(problem), sweep_(sweep) {
    lu_.set_pattern(problem.W);
    for (int i = 0; i < problem.size(); ++i)
        this->add_contact(problem.law[i], step_length(problem.W.diagonal(i)), problem.b[i]);
    this->make_room();
    const std::size_t n = problem.b.size();
    x_.resize(n);
    given_.resize(n);
    dimension_.resize(n);
    blocks_.resize(problem.W.block.size());
}

template <int D>
void BlockNewton<D>::find_velocities() {
    for (int i = 0; i < problem_.size(); ++i) u_[i] = problem_.W.velocity(r_, i) + contact_[i].b;
}

/// Dimensions of the present pieces, and x their right-hand side.
template <int D>
void BlockNewton<D>::place_contacts() {
    bool pulls = false;
    for (int i = 0; i < problem_.size(); ++i) {
        dimension_[i] = contact_[i].equations.dimension;
        given_[i] = contact_[i].equations.given;
        pulls |= given_[i] != Vec<D>{};
    }
    for (int i = 0; i < problem_.size(); ++i) {
        x_[i] = {};
        const PieceEquations<D>& e = contact_[i].equations;
        if (e.dimension == 0) continue;
        Vec<D> side = (delta_ / contact_[i].rho) * (anchor_[i] - given_[i]) - contact_[i].b - e.shift;
        if (pulls) side -= problem_.W.velocity(given_, i) + Mat<D>::diagonal(e.give) * given_[i];
        for (int k = 0; k < e.dimension; ++k) x_[i][k] = dot(e.rows[k], side);
    }
}

template <int D>
bool BlockNewton<D>::solve_pieces() {
    const BlockMap<D>& W = problem_.W;
    place_contacts();
    for (int i = 0; i < problem_.size(); ++i) {
        const PieceEquations<D>& e = contact_[i].equations;
        if (e.dimension == 0) continue;
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const int j = W.column[k];
            if (j != i) {
                blocks_[k] = reduced(e, W.block[k], contact_[j].equations);
                continue;
            }
            const Mat<D> more = Mat<D>::diagonal(e.give) + Mat<D>::scaled_identity(delta_ / contact_[i].rho);
            blocks_[k] = reduced(e, W.block[k] + more, e) + Mat<D>::diagonal(e.turns);
        }
    }
    if (!lu_.factorise(W, blocks_, dimension_)) return false;
    lu_.solve(x_);
    for (int i = 0; i < problem_.size(); ++i) {
        r_[i] = given_[i];
        for (int k = 0; k < dimension_[i]; ++k) r_[i] += x_[i][k] * contact_[i].equations.ways[k];
    }
    return true;
}

template <int D>
void BlockNewton<D>::sweep(int count) {
    sweep_.load(r_);
    for (int k = 0; k < count; ++k) sweep_.sweep();
    sweep_.store(r_);
}

template class BlockNewton<2>;
template class BlockNewton<3>;

}  // namespace drystone
