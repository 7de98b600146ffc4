// sum_a N_a(xi) q_a = x solved for xi: linear in simplices, by Newton's method in quads and hexahedra; the weights are N_a(xi),
// docs/theory.md (10.19).

#include "elastic/locate.h"

#include <cassert>

namespace drystone {

namespace {

template <int D>
MaterialPoint locate_in_affine(const ElasticBody<D>& body, const Vec<D>& place) {
    Mat<D> F;  // columns q_1 .. q_D
    for (int i = 0; i < D; ++i) {
        for (int k = 0; k < D; ++k) F[i][k] = body.x[static_cast<std::size_t>(k + 1)][i];
    }
    return uniform_strain_point<D>(inverse(F) * (place - body.x[0]));
}

/// Where the isoparametric search begins: the middle of the parent element.
template <int D>
Vec<D> middle(ElementType type) {
    Vec<D> sum{};
    for (int a = 0; a < node_count(type); ++a) sum += (1.0 / node_count(type)) * corner<D>(type, a);
    return sum;
}

}  // namespace

template <int D>
MaterialPoint locate(const ElasticBody<D>& body, int element, const Vec<D>& place) {
    assert(body.model->affine ||
           (element >= 0 && static_cast<std::size_t>(element) < body.model->mesh.element.size()));
    if (body.model->affine) return locate_in_affine(body, place);
    const Element& e = body.model->mesh.element[static_cast<std::size_t>(element)];
    std::array<Vec<D>, 8> x{};
    MaterialPoint point;
    point.count = node_count(e.type);
    double size = 0.0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a) {
        point.dof[a] = e.node[a];
        x[a] = body.x[static_cast<std::size_t>(e.node[a])];
        const Vec<D> side = x[a] - x[0];
        size = std::max(size, dot(side, side));
    }
    // x(xi) = place by Newton's method: one round for simplices, a few for quads and hexahedra.
    constexpr int most = 20;
    constexpr double close = 1e-30;  // of the square of the size
    Vec<D> xi = middle<D>(e.type);
    for (int round = 0; round < most; ++round) {
        point.weight = shape_functions<D>(e.type, xi);
        Vec<D> miss = place;
        for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a)
            miss -= point.weight[a] * x[a];
        if (dot(miss, miss) <= close * size) break;
        xi += inverse(jacobian<D>(e.type, xi, x)) * miss;
    }
    return point;
}

template MaterialPoint locate(const ElasticBody<2>&, int, const Vec<2>&);
template MaterialPoint locate(const ElasticBody<3>&, int, const Vec<3>&);

}  // namespace drystone
