// W of rigid and compliant bodies, against H, M^-1, N and C written out as matrices: (2.6), (2.9), (2.10).

#include <gtest/gtest.h>

#include "contact/block_map.h"
#include "solvers/compliant_problems.h"

namespace drystone::compliant_map_test {
namespace {

using Dense = std::vector<std::vector<double>>;

/// Rows: components of relative velocity, or (`moments`) of relative spin; columns: velocities of everything that moves.
template <int D>
Dense kinematics(const BodyMap<D>& map, bool moments) {
    constexpr int S = spin_dim<D>, B = D + S;
    const int rows = moments ? S : D;
    const std::size_t columns = map.body.size() * B + static_cast<std::size_t>(map.dofs() * D);
    Dense K(map.contact.size() * static_cast<std::size_t>(rows), std::vector<double>(columns));
    for (std::size_t i = 0; i < map.contact.size(); ++i) {
        const ContactArms<D>& c = map.contact[i];
        const auto put = [&](std::size_t column, const Vec<D>& u, const Spin<D>& w) {
            const Vec<D> in_frame = c.frame * u;
            const Spin<D> turned = to_frame(c.frame, w);
            for (int r = 0; r < rows; ++r)
                K[i * static_cast<std::size_t>(rows) + static_cast<std::size_t>(r)][column] += moments ? turned[r] : in_frame[r];
        };
        for (const auto& [body, arm, sign] : {std::tuple{c.body_a, c.arm_a, -1.0}, {c.body_b, c.arm_b, 1.0}}) {
            for (int k = 0; body >= 0 && k < B; ++k) {
                const Vec<D> v = k < D ? Vec<D>::axis(k) : Vec<D>{};
                const Spin<D> w = k < D ? Spin<D>{} : Spin<D>::axis(k - D);
                put(static_cast<std::size_t>(body * B + k), sign * (v + turn(w, arm)), sign * w);
            }
        }
        for (int g = c.first_grip; g < c.first_grip + c.grips; ++g) {
            const Grip<D>& grip = map.grip[static_cast<std::size_t>(g)];
            for (std::size_t l = 0; l < static_cast<std::size_t>(grip.count); ++l) {
                const int dof = map.compliant[static_cast<std::size_t>(grip.body)].first + grip.dof[l];
                for (int k = 0; k < D; ++k)
                    put(map.body.size() * B + static_cast<std::size_t>(dof * D + k), grip.weight[l] * Vec<D>::axis(k),
                        moment(grip.curl[l], Vec<D>::axis(k)));
            }
        }
    }
    return K;
}

template <int D>
Dense inverse_masses(const BodyMap<D>& map) {
    constexpr int S = spin_dim<D>, B = D + S;
    const std::size_t n = map.body.size() * B + static_cast<std::size_t>(map.dofs() * D);
    Dense M(n, std::vector<double>(n));
    for (std::size_t b = 0; b < map.body.size(); ++b) {
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j)
                M[b * B + static_cast<std::size_t>(i)][b * B + static_cast<std::size_t>(j)] = map.body[b].inverse_mass[i][j];
        for (int i = 0; i < S; ++i)
            for (int j = 0; j < S; ++j)
                M[b * B + static_cast<std::size_t>(D + i)][b * B + static_cast<std::size_t>(D + j)] =
                    map.body[b].inverse_inertia[i][j];
    }
    for (const CompliantBody<D>& body : map.compliant) {
        const std::size_t at = map.body.size() * B + static_cast<std::size_t>(body.first * D);
        for (std::size_t i = 0; i < body.rows(); ++i)
            for (std::size_t j = 0; j < body.rows(); ++j) M[at + i][at + j] = body.compliance[i * body.rows() + j];
    }
    return M;
}

/// A M B^T.
Dense between(const Dense& A, const Dense& M, const Dense& B) {
    Dense out(A.size(), std::vector<double>(B.size()));
    for (std::size_t i = 0; i < A.size(); ++i)
        for (std::size_t j = 0; j < B.size(); ++j)
            for (std::size_t k = 0; k < M.size(); ++k) {
                double sum = 0.0;
                for (std::size_t l = 0; l < M.size(); ++l) sum += M[k][l] * B[j][l];
                out[i][j] += A[i][k] * sum;
            }
    return out;
}

constexpr double rounding = 1e-12;  // sums of a hundred terms of order ten

template <int D>
void rows_are_the_matrix() {
    constexpr int S = spin_dim<D>;
    const RigidProblem<D> p = compliant_problem<D>(3, {.turns = true});
    ASSERT_FALSE(p.turning.empty());
    const Dense u = kinematics(p.W, false), w = kinematics(p.W, true), M = inverse_masses(p.W);
    const Dense uu = between(u, M, u), uw = between(u, M, w), ww = between(w, M, w);
    BlockScratch<D> scratch;
    BlockMap<D> W;
    assemble_rows(p, scratch, W);
    const int contacts = p.size();
    ASSERT_EQ(W.size(), contacts + static_cast<int>(p.turning.size()));
    const auto contact_of = [&](int row) { return row < contacts ? row : p.turning[static_cast<std::size_t>(row - contacts)].contact; };
    for (int i = 0; i < W.size(); ++i) {
        std::vector<Mat<D>> row(static_cast<std::size_t>(W.size()));
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) row[static_cast<std::size_t>(W.column[k])] = W.block[k];
        for (int j = 0; j < W.size(); ++j) {
            const bool of_i = i >= contacts, of_j = j >= contacts;
            const int a = contact_of(i), b = contact_of(j), ni = of_i ? S : D, nj = of_j ? S : D;
            for (int x = 0; x < D; ++x)
                for (int y = 0; y < D; ++y) {
                    double wanted = 0.0;
                    if (x < ni && y < nj) {
                        const std::size_t r = static_cast<std::size_t>(a * ni + x), c = static_cast<std::size_t>(b * nj + y);
                        wanted = of_i ? (of_j ? ww[r][c] : uw[static_cast<std::size_t>(b * D + y)][r]) : of_j ? uw[r][c] : uu[r][c];
                    }
                    ASSERT_NEAR(row[static_cast<std::size_t>(j)][x][y], wanted, rounding * 100.0) << i << " " << j;
                }
        }
    }
    for (int i = 0; i < contacts; ++i) {
        const Mat<D> diagonal = p.W.diagonal(i);
        const Mat<S> spins = p.W.spin_diagonal(i);
        for (int x = 0; x < D; ++x)
            for (int y = 0; y < D; ++y)
                EXPECT_NEAR(diagonal[x][y], uu[static_cast<std::size_t>(i * D + x)][static_cast<std::size_t>(i * D + y)], 100.0 * rounding);
        for (int x = 0; x < S; ++x)
            for (int y = 0; y < S; ++y)
                EXPECT_NEAR(spins[x][y], ww[static_cast<std::size_t>(i * S + x)][static_cast<std::size_t>(i * S + y)], 100.0 * rounding);
    }
}

TEST(CompliantMap, RowsOfContactsAndMomentsAreTheMatrix) {
    rows_are_the_matrix<2>();
    rows_are_the_matrix<3>();
}

}  // namespace
}  // namespace drystone::compliant_map_test
