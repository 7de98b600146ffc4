// sum_a N_a(xi) q_a = x solved for xi: linear in simplices, by Newton's method in quads and hexahedra; the weights are N_a(xi),
// docs/theory.md (10.19).

#include "elastic/locate.h"

#include <cassert>

namespace drystone {

namespace {

/// Columns q_1 .. q_D of a body of uniform strain.
template <int D>
Mat<D> gradient_of_affine(const ElasticBody<D>& body) {
    Mat<D> F;
    for (int i = 0; i < D; ++i) {
        for (int k = 0; k < D; ++k) F[i][k] = body.x[static_cast<std::size_t>(k + 1)][i];
    }
    return F;
}

/// Where the isoparametric search begins: the middle of the parent element.
template <int D>
Vec<D> middle(ElementType type) {
    Vec<D> sum{};
    for (int a = 0; a < node_count(type); ++a) sum += (1.0 / node_count(type)) * corner<D>(type, a);
    return sum;
}

/// An element's nodes where they are, and a place in its parent element.
template <int D>
struct Located {
    const Element& element;
    std::array<Vec<D>, 8> x{};
    Vec<D> xi{};
};

/// x(xi) = place by Newton's method: one round for simplices, a few for quads and hexahedra.
template <int D>
Located<D> find_in_element(const ElasticBody<D>& body, int element, const Vec<D>& place) {
    constexpr int most = 20;
    constexpr double close = 1e-30;  // of the square of the size
    Located<D> at{body.model->mesh.element[static_cast<std::size_t>(element)]};
    const std::size_t nodes = static_cast<std::size_t>(node_count(at.element.type));
    double size = 0.0;
    for (std::size_t a = 0; a < nodes; ++a) {
        at.x[a] = body.x[static_cast<std::size_t>(at.element.node[a])];
        const Vec<D> side = at.x[a] - at.x[0];
        size = std::max(size, dot(side, side));
    }
    at.xi = middle<D>(at.element.type);
    for (int round = 0; round < most; ++round) {
        const std::array<double, 8> weight = shape_functions<D>(at.element.type, at.xi);
        Vec<D> miss = place;
        for (std::size_t a = 0; a < nodes; ++a) miss -= weight[a] * at.x[a];
        if (dot(miss, miss) <= close * size) break;
        at.xi += inverse(jacobian<D>(at.element.type, at.xi, at.x)) * miss;
    }
    return at;
}

}  // namespace

template <int D>
MaterialPoint locate(const ElasticBody<D>& body, int element, const Vec<D>& place) {
    if (body.model->affine)
        return uniform_strain_point<D>(inverse(gradient_of_affine(body)) * (place - body.x[0]));
    const Located<D> at = find_in_element(body, element, place);
    MaterialPoint point;
    point.count = node_count(at.element.type);
    for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a) point.dof[a] = at.element.node[a];
    point.weight = shape_functions<D>(at.element.type, at.xi);
    return point;
}

template <int D>
std::array<Vec<D>, 8> weight_gradients(const ElasticBody<D>& body, int element, const Vec<D>& place) {
    std::array<Vec<D>, 8> gradient{};
    if (body.model->affine) {
        const Mat<D> inverse_F = inverse(gradient_of_affine(body));  // N = (1, X), X = F^-1 (x - c)
        for (int i = 0; i < D; ++i) gradient[static_cast<std::size_t>(i + 1)] = inverse_F[i];
        return gradient;
    }
    const Located<D> at = find_in_element(body, element, place);
    const Mat<D> per_x = inverse(jacobian<D>(at.element.type, at.xi, at.x));
    const std::array<Vec<D>, 8> slope = shape_slopes<D>(at.element.type, at.xi);
    for (std::size_t a = 0; a < static_cast<std::size_t>(node_count(at.element.type)); ++a)
        gradient[a] = transpose_times(per_x, slope[a]);
    return gradient;
}

template MaterialPoint locate(const ElasticBody<2>&, int, const Vec<2>&);
template MaterialPoint locate(const ElasticBody<3>&, int, const Vec<3>&);
template std::array<Vec<2>, 8> weight_gradients(const ElasticBody<2>&, int, const Vec<2>&);
template std::array<Vec<3>, 8> weight_gradients(const ElasticBody<3>&, int, const Vec<3>&);

}  // namespace drystone
