#include "granular/tensor.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drystone {

std::vector<std::string> tensor_names(int dimension) {
    if (dimension == 2) return {"xx", "yy", "xy"};
    return {"xx", "yy", "zz", "xy", "yz", "xz"};
}

std::vector<double> tensor_values(const Mat<3>& t, int dimension) {
    if (dimension == 2) return {t[0][0], t[1][1], t[0][1]};
    return {t[0][0], t[1][1], t[2][2], t[0][1], t[1][2], t[0][2]};
}

Mat<3> symmetric(const Mat<3>& m) { return 0.5 * (m + transpose(m)); }

namespace {

/// a <- J^T a J, v <- J^T v with the rotation in the plane of p and q that makes a_pq zero.
void rotate_away(int p, int q, Mat<3>& a, Mat<3>& v) {
    if (a[p][q] == 0.0) return;
    const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(1.0 + theta * theta));
    const double c = 1.0 / std::sqrt(1.0 + t * t), s = t * c;
    for (int k = 0; k < 3; ++k) {
        const double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    const auto turn_rows = [&](Mat<3>& m) {
        const Vec<3> x = m[p], y = m[q];
        m[p] = c * x - s * y;
        m[q] = s * x + c * y;
    };
    turn_rows(a);
    turn_rows(v);
    a[p][q] = a[q][p] = 0.0;
}

}  // namespace

PrincipalValues principal_values(const Mat<3>& symmetric, int dimension) {
    Mat<3> a = symmetric, v = Mat<3>::scaled_identity(1.0);
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (int p = 0; p < dimension; ++p) {
            for (int q = p + 1; q < dimension; ++q) rotate_away(p, q, a, v);
        }
    }
    std::array<int, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.begin() + dimension, [&](int i, int j) { return a[i][i] > a[j][j]; });
    PrincipalValues out;
    for (int k = 0; k < 3; ++k) {
        const int from = order[static_cast<std::size_t>(k)];
        out.value[k] = a[from][from];
        out.direction[k] = v[from];
    }
    return out;
}

double mean_of_diagonal(const Mat<3>& tensor, int dimension) {
    double sum = 0.0;
    for (int i = 0; i < dimension; ++i) sum += tensor[i][i];
    return sum / dimension;
}

Mat<3> deviator(const Mat<3>& tensor, int dimension) {
    Mat<3> out = tensor;
    const double mean = mean_of_diagonal(tensor, dimension);
    for (int i = 0; i < dimension; ++i) out[i][i] -= mean;
    return out;
}

double contraction(const Mat<3>& a, const Mat<3>& b) { return dot(a[0], b[0]) + dot(a[1], b[1]) + dot(a[2], b[2]); }

double deviator_ratio(const Mat<3>& stress, int dimension) {
    const Mat<3> apart = deviator(stress, dimension);
    const double p = mean_of_diagonal(stress, dimension), square = contraction(apart, apart);
    return dimension == 2 ? std::sqrt(0.5 * square) / p : std::sqrt(1.5 * square) / p;
}

}  // namespace drystone
