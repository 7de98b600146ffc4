// Shape functions N_a on the parent element, slopes dN/dX = J^-T dN/dxi with J = sum X_a (x) dN_a/dxi, quadrature weights w det J, and the
// incompatible modes 1 - xi_k^2 with slopes (det J_0 / det J) J_0^-T (-2 xi_k e_k), docs/theory.md (10.2).

#include "elastic/element.h"

namespace drystone {
namespace {

const double g = 1.0 / std::sqrt(3.0);

constexpr std::array<std::array<double, 2>, 4> square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

template <int D>
bool is_simplex(ElementType type) {
    return node_count(type) == D + 1;
}

template <int D>
std::array<GaussPoint<D>, (1 << D)> tensor_points() {
    std::array<GaussPoint<D>, (1 << D)> points;
    for (int k = 0; k < (1 << D); ++k) {
        Vec<D> place = corner<D>(D == 2 ? ElementType::quad4 : ElementType::hexahedron8, k);
        points[static_cast<std::size_t>(k)] = {g * place, 1.0};
    }
    return points;
}

/// Degree 2: D + 1 points near the corners.
template <int D>
std::array<GaussPoint<D>, D + 1> simplex_points() {
    const double near = D == 2 ? 2.0 / 3.0 : 0.25 + 0.15 * std::sqrt(5.0);
    const double far = (1.0 - near) / D;
    std::array<GaussPoint<D>, D + 1> points;
    for (int k = 0; k <= D; ++k) {
        Vec<D> place;
        for (int i = 0; i < D; ++i) place[i] = k == i + 1 ? near : far;
        points[static_cast<std::size_t>(k)] = {place, (D == 2 ? 0.5 : 1.0 / 6.0) / (D + 1)};
    }
    return points;
}

}  // namespace

template <int D>
Vec<D> corner(ElementType type, int node) {
    Vec<D> place;
    if (is_simplex<D>(type)) {
        if (node > 0) place[node - 1] = 1.0;
        return place;
    }
    place[0] = square[static_cast<std::size_t>(node % 4)][0];
    place[1] = square[static_cast<std::size_t>(node % 4)][1];
    if constexpr (D == 3) place[2] = node < 4 ? -1.0 : 1.0;
    return place;
}

template <int D>
std::span<const GaussPoint<D>> gauss_points(ElementType type) {
    static const auto tensor = tensor_points<D>();
    static const std::array<GaussPoint<D>, 1> centre = [] {
        Vec<D> place;
        for (int i = 0; i < D; ++i) place[i] = 1.0 / (D + 1);
        return std::array<GaussPoint<D>, 1>{{{place, D == 2 ? 0.5 : 1.0 / 6.0}}};
    }();
    if (is_simplex<D>(type)) return centre;
    return tensor;
}

template <int D>
std::span<const GaussPoint<D>> mass_points(ElementType type) {
    static const auto simplex = simplex_points<D>();
    if (is_simplex<D>(type)) return simplex;
    return gauss_points<D>(type);
}

template <int D>
std::array<double, 8> shape_functions(ElementType type, const Vec<D>& place) {
    std::array<double, 8> N{};
    if (is_simplex<D>(type)) {
        N[0] = 1.0;
        for (int i = 0; i < D; ++i) {
            N[0] -= place[i];
            N[static_cast<std::size_t>(i + 1)] = place[i];
        }
        return N;
    }
    for (int a = 0; a < node_count(type); ++a) {
        const Vec<D> c = corner<D>(type, a);
        double value = 1.0;
        for (int i = 0; i < D; ++i) value *= 0.5 * (1.0 + c[i] * place[i]);
        N[static_cast<std::size_t>(a)] = value;
    }
    return N;
}

template <int D>
std::array<Vec<D>, 8> shape_slopes(ElementType type, const Vec<D>& place) {
    std::array<Vec<D>, 8> slope{};
    if (is_simplex<D>(type)) {
        for (int i = 0; i < D; ++i) {
            slope[0][i] = -1.0;
            slope[static_cast<std::size_t>(i + 1)][i] = 1.0;
        }
        return slope;
    }
    for (int a = 0; a < node_count(type); ++a) {
        const Vec<D> c = corner<D>(type, a);
        for (int k = 0; k < D; ++k) {
            double value = 0.5 * c[k];
            for (int i = 0; i < D; ++i)
                if (i != k) value *= 0.5 * (1.0 + c[i] * place[i]);
            slope[static_cast<std::size_t>(a)][k] = value;
        }
    }
    return slope;
}

template <int D>
Mat<D> jacobian(ElementType type, const Vec<D>& place, const std::array<Vec<D>, 8>& X) {
    const auto slope = shape_slopes<D>(type, place);
    Mat<D> J;
    for (int a = 0; a < node_count(type); ++a)
        J = J + outer(X[static_cast<std::size_t>(a)], slope[static_cast<std::size_t>(a)]);
    return J;
}

template <int D>
std::vector<QuadraturePoint<D>> quadrature(const Mesh<D>& mesh, const Element& element) {
    std::array<Vec<D>, 8> X;
    const auto nodes = element.nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) X[k] = mesh.node[static_cast<std::size_t>(nodes[k])];
    const Mat<D> J0 = jacobian<D>(element.type, Vec<D>{}, X);
    std::vector<QuadraturePoint<D>> points;
    for (const auto& [place, weight] : gauss_points<D>(element.type)) {
        QuadraturePoint<D> point;
        const Mat<D> J = jacobian<D>(element.type, place, X), inverse_J = inverse(J);
        point.weight = weight * determinant(J);
        const auto N = shape_functions<D>(element.type, place);
        const auto slope = shape_slopes<D>(element.type, place);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            point.place += N[a] * X[a];
            point.gradient[a] = transpose_times(inverse_J, slope[a]);
        }
        if (!is_simplex<D>(element.type)) {
            const double ratio = determinant(J0) / determinant(J);
            for (int k = 0; k < D; ++k)
                point.incompatible[static_cast<std::size_t>(k)] =
                    transpose_times(inverse(J0), (-2.0 * place[k] * ratio) * Vec<D>::axis(k));
        }
        points.push_back(point);
    }
    return points;
}

#define INSTANTIATE(D)                                                                     \
    template Vec<D> corner<D>(ElementType, int);                                           \
    template std::span<const GaussPoint<D>> gauss_points<D>(ElementType);                  \
    template std::span<const GaussPoint<D>> mass_points<D>(ElementType);                   \
    template std::array<double, 8> shape_functions<D>(ElementType, const Vec<D>&);         \
    template std::array<Vec<D>, 8> shape_slopes<D>(ElementType, const Vec<D>&);            \
    template Mat<D> jacobian<D>(ElementType, const Vec<D>&, const std::array<Vec<D>, 8>&); \
    template std::vector<QuadraturePoint<D>> quadrature<D>(const Mesh<D>&, const Element&);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
