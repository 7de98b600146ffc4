#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace drystone {

// The cones of a ConicProgram, of size 1 (u >= 0) and of sizes 3 and 4 (u_0 >= |(u_1, u_2, ..)|), and their Nesterov-Todd scaling:
//
//     W z = W^-1 s = lambda,     W symmetric, W K = K
//     size 1:    W = sqrt(s / z)
//     3 and 4:   W = eta [ w_0  w^T ; w  I + w w^T / (1 + w_0) ],   w_0^2 - |w|^2 = 1
//
// Products are those of the cones' algebra: u v, or (u . v, u_0 v + v_0 u). Vandenberghe, The CVXOPT linear and quadratic cone
// program solvers, 2010. docs/theory.md (14.8).

using ConeElement = std::array<double, 4>;  // zeros behind its size

/// |(u_1, u_2, ..)|
inline double cone_side(const ConeElement& u) { return std::hypot(std::hypot(u[1], u[2]), u[3]); }

/// u_1 v_1 + u_2 v_2 + ..
inline double side_product(const ConeElement& u, const ConeElement& v) { return u[1] * v[1] + u[2] * v[2] + u[3] * v[3]; }

/// u_0^2 - |u|^2, without cancelling more than it must.
inline double cone_determinant(const ConeElement& u) {
    const double side = cone_side(u);
    return (u[0] - side) * (u[0] + side);
}

struct ConeScaling {
    int size = 1;
    double eta = 1.0;
    ConeElement w{1.0, 0.0, 0.0, 0.0};
    ConeElement lambda{};

    /// Of s and z, both within their cones. False where rounding has taken one out.
    bool set(int cone_size, const ConeElement& s, const ConeElement& z) {
        size = cone_size;
        if (size == 1) {
            if (!(s[0] > 0.0 && z[0] > 0.0)) return false;
            eta = std::sqrt(s[0] / z[0]);
            lambda = {std::sqrt(s[0] * z[0])};
            return true;
        }
        const double of_s = cone_determinant(s), of_z = cone_determinant(z);
        if (!(of_s > 0.0 && of_z > 0.0 && s[0] > 0.0 && z[0] > 0.0)) return false;
        const double a = 1.0 / std::sqrt(of_s), c = 1.0 / std::sqrt(of_z);
        const double cosine = a * c * (s[0] * z[0] + side_product(s, z));
        const double half = 1.0 / std::sqrt(2.0 * (1.0 + cosine));
        for (std::size_t k = 1; k < 4; ++k) w[k] = half * (a * s[k] - c * z[k]);
        w[0] = std::sqrt(1.0 + side_product(w, w));
        eta = std::pow(of_s / of_z, 0.25);
        lambda = times(z);
        return true;
    }

    ConeElement times(const ConeElement& v) const { return scaled(v, eta, 1.0); }            // W v
    ConeElement times_inverse(const ConeElement& v) const { return scaled(v, 1.0 / eta, -1.0); }  // W^-1 v

    /// The eigenvectors of W^-1, each times its eigenvalue: the rows of a root of W^-2 in which nothing cancels; as many as the size.
    std::array<ConeElement, 4> graded_rows() const {
        const double side = cone_side(w), large = w[0] + side, half = std::sqrt(0.5), one = 1.0 / eta;
        const double c = side > 0.0 ? w[1] / side : 1.0, d = side > 0.0 ? w[2] / side : 0.0, e = side > 0.0 ? w[3] / side : 0.0;
        const double up = half * large / eta, down = half / (large * eta), flat = std::hypot(c, d);
        const double p = flat > 0.0 ? c / flat : 1.0, q = flat > 0.0 ? d / flat : 0.0;
        return {{{up, -up * c, -up * d, -up * e}, {down, down * c, down * d, down * e}, {0.0, -one * q, one * p, 0.0}, {0.0, -one * e * p, -one * e * q, one * flat}}};
    }

  private:
    ConeElement scaled(const ConeElement& v, double by, double sign) const {
        if (size == 1) return {by * v[0]};
        const double across = sign * side_product(w, v);
        const double along = sign * v[0] + sign * across / (1.0 + w[0]);
        return {by * (w[0] * v[0] + across), by * (v[1] + along * w[1]), by * (v[2] + along * w[2]), by * (v[3] + along * w[3])};
    }
};

inline ConeElement cone_product(int size, const ConeElement& u, const ConeElement& v) {
    if (size == 1) return {u[0] * v[0]};
    return {u[0] * v[0] + side_product(u, v), u[0] * v[1] + v[0] * u[1], u[0] * v[2] + v[0] * u[2], u[0] * v[3] + v[0] * u[3]};
}

/// The v with lambda v = d.
inline ConeElement cone_quotient(int size, const ConeElement& lambda, const ConeElement& d) {
    if (size == 1) return {d[0] / lambda[0]};
    const double first = (lambda[0] * d[0] - side_product(lambda, d)) / cone_determinant(lambda);
    return {first, (d[1] - first * lambda[1]) / lambda[0], (d[2] - first * lambda[2]) / lambda[0], (d[3] - first * lambda[3]) / lambda[0]};
}

/// The largest alpha with lambda + alpha d still in the cone; infinite where there is none.
inline double longest_step(int size, const ConeElement& lambda, const ConeElement& d) {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (size == 1) return d[0] < 0.0 ? -lambda[0] / d[0] : never;
    const double root = std::sqrt(cone_determinant(lambda));
    const ConeElement l = {lambda[0] / root, lambda[1] / root, lambda[2] / root, lambda[3] / root};
    const double first = (l[0] * d[0] - side_product(l, d)) / root;
    const double share = (first + d[0] / root) / (l[0] + 1.0);
    const double out = cone_side({0.0, d[1] / root - share * l[1], d[2] / root - share * l[2], d[3] / root - share * l[3]}) - first;
    return out > 0.0 ? 1.0 / out : never;
}

}  // namespace drystone
