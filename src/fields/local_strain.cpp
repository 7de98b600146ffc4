#include "fields/local_strain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mat.h"
#include "fields/delaunay.h"

namespace drystone {

namespace {

/// Grains of both moments.
struct Common {
    std::vector<int> id;
    std::vector<Vec<3>> before, now;
};

Common common_of(const Grains& before, const Grains& now) {
    Common out;
    for (std::size_t i = 0, j = 0; i < before.size() && j < now.size();) {
        if (before.id[i] < now.id[j]) {
            ++i;
        } else if (now.id[j] < before.id[i]) {
            ++j;
        } else {
            out.id.push_back(now.id[j]);
            out.before.push_back(before.position[i++]);
            out.now.push_back(now.position[j++]);
        }
    }
    return out;
}

/// Columns are the edges from the first corner; in the plane the third is e_z, so that F leaves it alone.
Mat<3> edges_of(const std::vector<Vec<3>>& points, const Simplex& simplex, int d) {
    Mat<3> out = Mat<3>::scaled_identity(1.0);
    const Vec<3>& first = points[static_cast<std::size_t>(simplex[0])];
    for (int k = 0; k < d; ++k) {
        const Vec<3> edge =
            points[static_cast<std::size_t>(simplex[static_cast<std::size_t>(k) + 1])] - first;
        for (int c = 0; c < 3; ++c) out[c][k] = c < d ? edge[c] : 0.0;
    }
    return out;
}

double longest_edge(const std::vector<Vec<3>>& points, const Simplex& simplex, int d) {
    double longest = 0.0;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(d); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            longest = std::max(longest, norm(points[static_cast<std::size_t>(simplex[i])] -
                                             points[static_cast<std::size_t>(simplex[j])]));
    }
    return longest;
}

double volume_of(const Mat<3>& m) { return dot(m[0], cross(m[1], m[2])); }

Mat<3> inverse_of(const Mat<3>& m, double det) {
    const Vec<3> x = cross(m[1], m[2]), y = cross(m[2], m[0]),
                 z = cross(m[0], m[1]);  // columns of the inverse, times det
    Mat<3> out;
    for (int i = 0; i < 3; ++i) out[i] = {{x[i] / det, y[i] / det, z[i] / det}};
    return out;
}

/// Eigenvalues of a symmetric matrix by Jacobi's rotations, d x d.
std::vector<double> eigenvalues(Mat<3> a, int d) {
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (int p = 0; p < d; ++p) {
            for (int q = p + 1; q < d; ++q) {
                if (a[p][q] == 0.0) continue;
                const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
                const double t =
                    (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(1.0 + theta * theta));
                const double c = 1.0 / std::sqrt(1.0 + t * t), s = t * c;
                for (int k = 0; k < 3; ++k) {
                    const double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; ++k) {
                    const double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
                a[p][q] = a[q][p] = 0.0;
            }
        }
    }
    std::vector<double> out;
    for (int i = 0; i < d; ++i) out.push_back(a[i][i]);
    return out;
}

/// volumetric and shear of a deformation gradient.
std::array<double, 2> strain_of(const Mat<3>& gradient, int d) {
    Mat<3> square;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) sum += gradient[k][i] * gradient[k][j];
            square[i][j] = sum;
        }
    }
    double sum = 0.0, low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : eigenvalues(square, d)) {
        const double one = 0.5 * std::log(value);
        sum += one;
        low = std::min(low, one);
        high = std::max(high, one);
    }
    return {sum, high - low};
}

}  // namespace

Measured local_strain(const Grains& before, const Grains& now, double longest) {
    const int d = now.dimension;
    const Common grains = common_of(before, now);
    std::vector<Mat<3>> sum(grains.id.size());
    std::vector<double> weight(grains.id.size(), 0.0);
    for (const Simplex& simplex : delaunay(grains.before, d)) {
        if (longest_edge(grains.before, simplex, d) > longest) continue;
        const Mat<3> from = edges_of(grains.before, simplex, d);
        const double volume = std::abs(volume_of(from)), size = longest_edge(grains.before, simplex, d);
        if (!(volume > 1e-9 * std::pow(size, d))) continue;  // a sliver has no gradient of its own
        const Mat<3> gradient = edges_of(grains.now, simplex, d) * inverse_of(from, volume_of(from));
        for (int k = 0; k <= d; ++k) {
            const auto i = static_cast<std::size_t>(simplex[static_cast<std::size_t>(k)]);
            for (int r = 0; r < 3; ++r) sum[i][r] += volume * gradient[r];
            weight[i] += volume;
        }
    }
    Measured out{.columns = {"body"}, .rows = {}};
    for (int c = 0; c < d; ++c) out.columns.push_back(std::string(1, "xyz"[c]));
    out.columns.insert(out.columns.end(), {"volumetric", "shear"});
    for (std::size_t i = 0; i < grains.id.size(); ++i) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> row{static_cast<double>(grains.id[i])};
        for (int c = 0; c < d; ++c) row.push_back(grains.now[i][c]);
        Mat<3> mean = sum[i];
        for (int r = 0; r < 3; ++r) mean[r] = (1.0 / weight[i]) * mean[r];
        const std::array<double, 2> strain = weight[i] > 0.0 ? strain_of(mean, d) : std::array{none, none};
        row.insert(row.end(), strain.begin(), strain.end());
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace drystone
