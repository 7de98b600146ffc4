#include "fields/local_strain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fields/delaunay.h"
#include "fields/same_grains.h"
#include "granular/tensor.h"

namespace drystone {

namespace {

constexpr double no_strain = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t nobody_here = static_cast<std::size_t>(-1);

/// Places of grains of both moments, and of images about the cell, which complete the simplices of those in it.
struct Pairs {
    std::vector<Vec<3>> before, now;
    std::vector<std::size_t> owner;  // nobody of an image outside of the cell
};

/// What a grain is in both moments: its rows there.
using Rows = std::pair<std::size_t, std::size_t>;

/// Two moments, and how far about the cell of the first images are of interest.
struct Moments {
    const GrainList& before;
    const GrainList& now;
    double margin = 0.0;  // [m]
};

/// Images of one grain within the margin of the cell.
void add_images(const Moments& moments, const Rows& rows, std::size_t owner, Pairs& pairs) {
    const auto& [before, now, margin] = moments;
    const Mat<3> dual = inverse(before.edges);
    const Vec<3> origin = before.space.origin(), share = dual * (before.position[rows.first] - origin);
    std::array<int, 3> from{}, to{};
    for (int c = 0; c < before.dimension; ++c) {
        if (!before.space.repeats_along(c)) continue;
        const double wide = margin * norm(dual[c]);
        from[static_cast<std::size_t>(c)] = static_cast<int>(std::ceil(-wide - share[c]));
        to[static_cast<std::size_t>(c)] = static_cast<int>(std::floor(1.0 + wide - share[c]));
    }
    for (int i = from[0]; i <= to[0]; ++i) {
        for (int j = from[1]; j <= to[1]; ++j) {
            for (int k = from[2]; k <= to[2]; ++k) {
                const Vec<3> n{{1.0 * i, 1.0 * j, 1.0 * k}};
                pairs.before.push_back(before.position[rows.first] + before.edges * n);
                pairs.now.push_back(now.position[rows.second] + now.edges * n);
                bool at_home = true;
                for (int c = 0; c < before.dimension; ++c)
                    at_home = at_home && (!before.space.repeats_along(c) || (share[c] + n[c] >= 0.0 && share[c] + n[c] < 1.0));
                pairs.owner.push_back(at_home ? owner : nobody_here);
            }
        }
    }
}

Pairs pairs_of(const Moments& moments, const std::vector<Rows>& rows) {
    const GrainList &before = moments.before, &now = moments.now;
    Pairs out;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (before.space.repeats()) {
            add_images(moments, rows[k], k, out);
        } else {
            out.before.push_back(before.position[rows[k].first]);
            out.now.push_back(now.position[rows[k].second]);
            out.owner.push_back(k);
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

struct Strain {
    double volumetric = no_strain, shear = no_strain, rotation = no_strain;
};

Strain strain_of(const Mat<3>& gradient, int d) {
    const PrincipalValues squares = principal_values(transpose(gradient) * gradient, d);
    Strain out{0.0, 0.5 * std::log(squares.value[0] / squares.value[d - 1]), 0.0};
    Mat<3> unstretch{};  // U^-1
    for (int k = 0; k < 3; ++k) {
        const double stretch = k < d ? std::sqrt(squares.value[k]) : 1.0;
        if (k < d) out.volumetric += std::log(stretch);
        unstretch = unstretch + (1.0 / stretch) * outer(squares.direction[k], squares.direction[k]);
    }
    const Mat<3> turn = gradient * unstretch;
    const Vec<3> axis{{turn[2][1] - turn[1][2], turn[0][2] - turn[2][0], turn[1][0] - turn[0][1]}};  // 2 sin times the axis
    const double cosine = turn[0][0] + turn[1][1] + turn[2][2] - 1.0;                                // 2 cos
    out.rotation = std::atan2(d == 2 ? axis[2] : norm(axis), cosine);
    return out;
}

/// (grains)  the mean F about each; zeros where there is no simplex.
std::vector<Mat<3>> mean_gradients(const Pairs& pairs, std::size_t grains, int d, double longest) {
    std::vector<Mat<3>> sum(grains);
    std::vector<double> weight(grains, 0.0);
    for (const Simplex& simplex : delaunay(pairs.before, d)) {
        const double size = longest_edge(pairs.before, simplex, d);
        if (size > longest) continue;
        const Mat<3> from = edges_of(pairs.before, simplex, d);
        const double volume = std::abs(dot(from[0], cross(from[1], from[2])));
        if (!(volume > 1e-9 * std::pow(size, d))) continue;  // a sliver has no gradient of its own
        const Mat<3> gradient = edges_of(pairs.now, simplex, d) * inverse(from);
        for (int k = 0; k <= d; ++k) {
            const auto i = pairs.owner[static_cast<std::size_t>(simplex[static_cast<std::size_t>(k)])];
            if (i == nobody_here) continue;
            sum[i] = sum[i] + volume * gradient;
            weight[i] += volume;
        }
    }
    for (std::size_t i = 0; i < grains; ++i) {
        if (weight[i] > 0.0) sum[i] = (1.0 / weight[i]) * sum[i];
    }
    return sum;
}

}  // namespace

Measured local_strain(const GrainList& before, const GrainList& now, double longest) {
    const int d = now.dimension;
    const std::vector<Rows> rows = same_grains(before, now);
    const std::vector<Mat<3>> gradient = mean_gradients(pairs_of({before, now, longest}, rows), rows.size(), d, longest);
    Measured out{.columns = {"body"}, .rows = {}};
    for (int c = 0; c < d; ++c) out.columns.emplace_back(1, "xyz"[c]);
    out.columns.insert(out.columns.end(), {"volumetric", "shear", "rotation"});
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::size_t i = rows[k].second;
        std::vector<double> row{static_cast<double>(now.id[i])};
        for (int c = 0; c < d; ++c) row.push_back(now.position[i][c]);
        const Strain strain = gradient[k] == Mat<3>{} ? Strain{} : strain_of(gradient[k], d);
        row.insert(row.end(), {strain.volumetric, strain.shear, strain.rotation});
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace drystone
