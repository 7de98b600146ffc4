#pragma once

#include <cmath>

#include "core/random.h"
#include "elastic/divide.h"
#include "elastic/elastic_model.h"

namespace drystone {

inline ElasticMaterial stone(Elasticity kind = Elasticity::corotational) {
    ElasticMaterial m;
    m.young = 3.0e4;
    m.poisson = 0.3;
    m.density = 2.0;
    m.elasticity = kind;
    return m;
}

inline bool on_surface(const Mesh<2>& mesh, int a) {
    for (const auto& face : mesh.surface)
        for (const int b : face.nodes())
            if (a == b) return true;
    return false;
}
inline bool on_surface(const Mesh<3>& mesh, int a) {
    for (const auto& face : mesh.surface)
        for (const int b : face.nodes())
            if (a == b) return true;
    return false;
}

/// Nodes inside are moved about by a part of a cell.
template <int D>
Mesh<D> distorted(Mesh<D> mesh, double by, std::uint64_t seed = 1) {
    Random random(seed);
    for (std::size_t a = 0; a < mesh.node.size(); ++a) {
        Vec<D> shift;
        for (int i = 0; i < D; ++i) shift[i] = random.uniform(-by, by);
        if (!on_surface(mesh, static_cast<int>(a))) mesh.node[a] += shift;
    }
    return mesh;
}

inline Mesh<2> block(Cells cells, std::array<int, 2> n) { return divide_box(Vec<2>{{1.2, 0.9}}, n, cells); }
inline Mesh<3> block(Cells cells, std::array<int, 3> n) {
    return divide_box(Vec<3>{{1.2, 0.9, 0.7}}, n, cells);
}
template <int D>
Mesh<D> rough_block(Cells cells) {
    std::array<int, D> n;
    n.fill(3);
    return distorted(block(cells, n), 0.06);
}

}  // namespace drystone
