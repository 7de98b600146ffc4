// M_ab = int rho N_a N_b dV and K_ab = int B_a^T C B_b dV in the reference state, docs/theory.md (10.1), incompatible modes eliminated
// element by element; of uniform strain M from mass and Euler's tensor, K from volume and C.

#include "elastic/elastic_model.h"

#include <algorithm>
#include <cassert>

#include "core/invariants.h"
#include "elastic/part_forces.h"

namespace drystone {
namespace {

/// Each pair of degrees of freedom that share a part, both ways.
template <int D>
void find_pattern(ElasticModel<D>& m) {
    std::vector<std::vector<int>> neighbours(m.reference.size());
    for (const auto& part : m.parts)
        for (int k = 0; k < part.count; ++k)
            for (int l = 0; l < part.count; ++l)
                neighbours[static_cast<std::size_t>(part.dof[static_cast<std::size_t>(k)])].push_back(
                    part.dof[static_cast<std::size_t>(l)]);
    m.row_start.assign(1, 0);
    for (std::size_t a = 0; a < neighbours.size(); ++a) {
        auto& list = neighbours[a];
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        const auto self = std::lower_bound(list.begin(), list.end(), static_cast<int>(a)) - list.begin();
        m.diagonal.push_back(static_cast<int>(m.column.size()) + static_cast<int>(self));
        m.column.insert(m.column.end(), list.begin(), list.end());
        m.row_start.push_back(static_cast<int>(m.column.size()));
    }
    m.mass_entry.assign(m.column.size(), 0.0);
    m.stiffness.assign(m.column.size(), {});
}

template <int D>
void assemble_mass(ElasticModel<D>& m) {
    for (std::size_t e = 0; e < m.parts.size(); ++e) {
        const auto& part = m.parts[e];
        const ElementType type = m.mesh.element[e].type;
        std::array<Vec<D>, 8> X;
        for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
            X[k] = m.mesh.node[static_cast<std::size_t>(part.dof[k])];
        for (const auto& [place, weight] : mass_points<D>(type)) {
            const double dm = m.material.density * weight * determinant(jacobian<D>(type, place, X));
            const auto N = shape_functions<D>(type, place);
            for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
                for (std::size_t l = 0; l < static_cast<std::size_t>(part.count); ++l) {
                    const int a = part.dof[k], b = m.lumped ? a : part.dof[l];
                    m.mass_entry[static_cast<std::size_t>(entry_of(m, a, b))] += N[k] * N[l] * dm;
                }
        }
    }
}

template <int D>
void assemble_stiffness(ElasticModel<D>& m) {
    PartWork<D> work;
    for (const auto& part : m.parts) {
        reference_stiffness(m, part, work);
        add_tangent<D>(m, part, work, m.stiffness);
    }
}

template <int D>
void take_moments(ElasticModel<D>& m) {
    const std::size_t n = m.reference.size();
    assert(m.unity.size() == n && m.row_start.size() == n + 1);
    m.weight.assign(n, 0.0);
    for (std::size_t a = 0; a < n; ++a)
        for (int k = m.row_start[a]; k < m.row_start[a + 1]; ++k)
            m.weight[a] += m.mass_entry[static_cast<std::size_t>(k)] *
                           m.unity[static_cast<std::size_t>(m.column[static_cast<std::size_t>(k)])];
    m.mass = 0.0;
    Vec<D> moment{};
    for (std::size_t a = 0; a < n; ++a) {
        m.mass += m.weight[a] * m.unity[a];
        moment += m.weight[a] * m.reference[a];
    }
    m.centre = (1.0 / m.mass) * moment;
    assert(m.mass > 0.0);
    for (std::size_t a = 0; a < n; ++a) m.reference[a] -= m.unity[a] * m.centre;
    for (Vec<D>& node : m.mesh.node) node -= m.centre;
    for (auto& point : m.points) point.place -= m.centre;
    m.weighted_reference.resize(n);
    multiply_mass<D>(m, m.reference, m.weighted_reference);
    Mat<D> euler;
    for (std::size_t a = 0; a < n; ++a) euler = euler + outer(m.reference[a], m.weighted_reference[a]);
    m.inertia = inertia_of(euler);
    const Mat<D> inverse_euler = inverse(euler);
    m.mean_gradient.resize(n);
    for (std::size_t a = 0; a < n; ++a) m.mean_gradient[a] = inverse_euler * m.weighted_reference[a];
}

}  // namespace

Mat<3> euler_tensor(const Mat<3>& inertia) { return Mat<3>::scaled_identity(0.5 * trace(inertia)) - inertia; }

template <int D>
std::shared_ptr<const ElasticModel<D>> finite_element_model(Mesh<D> mesh, const ElasticMaterial& material,
                                                            const FiniteElementOptions& options) {
    assert(!mesh.node.empty() && !mesh.element.empty());
    assert(material.density > 0.0);
    auto model = std::make_shared<ElasticModel<D>>();
    ElasticModel<D>& m = *model;
    m.material = material;
    m.lumped = options.lumped;
    m.mesh = std::move(mesh);
    m.reference = m.mesh.node;
    m.unity.assign(m.reference.size(), 1.0);
    for (const Element& element : m.mesh.element) {
        typename ElasticModel<D>::Part part;
        part.dof = element.node;
        part.count = node_count(element.type);
        part.first_point = static_cast<int>(m.points.size());
        part.incompatible = part.count > D + 1 && options.formulation == Formulation::incompatible;
        for (const auto& point : quadrature(m.mesh, element)) {
            m.points.push_back(point);
            m.volume += point.weight;
        }
        part.point_count = static_cast<int>(m.points.size()) - part.first_point;
        m.parts.push_back(part);
    }
    find_pattern(m);
    assemble_mass(m);
    take_moments(m);
    assemble_stiffness(m);
    return model;
}

template <int D>
std::shared_ptr<const ElasticModel<D>> uniform_strain_model(const UniformStrainShape<D>& shape,
                                                            const ElasticMaterial& material) {
    assert(shape.mass > 0.0 && shape.volume > 0.0);
    assert(is_symmetric(shape.euler));
    auto model = std::make_shared<ElasticModel<D>>();
    ElasticModel<D>& m = *model;
    m.material = material;
    m.affine = true;
    m.lumped = false;
    m.volume = shape.volume;
    m.reference.assign(D + 1, {});
    m.unity.assign(D + 1, 0.0);
    m.unity[0] = 1.0;
    QuadraturePoint<D> point;
    point.weight = shape.volume;
    typename ElasticModel<D>::Part part;
    part.count = D + 1;
    part.point_count = 1;
    for (int i = 0; i <= D; ++i) part.dof[static_cast<std::size_t>(i)] = i;
    for (int i = 0; i < D; ++i) {
        m.reference[static_cast<std::size_t>(i + 1)] = Vec<D>::axis(i);
        point.gradient[static_cast<std::size_t>(i + 1)] = Vec<D>::axis(i);
    }
    m.points.push_back(point);
    m.parts.push_back(part);
    find_pattern(m);
    m.mass_entry[static_cast<std::size_t>(entry_of(m, 0, 0))] = shape.mass;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j)
            m.mass_entry[static_cast<std::size_t>(entry_of(m, i + 1, j + 1))] = shape.euler[i][j];
    take_moments(m);
    assemble_stiffness(m);
    return model;
}

template <int D>
void multiply_mass(const ElasticModel<D>& m, std::span<const Vec<D>> q, std::span<Vec<D>> out) {
    assert(q.size() == static_cast<std::size_t>(m.size()) && out.size() == q.size());
    for (std::size_t a = 0; a < q.size(); ++a) out[a] = mass_row<D>(m, q, a);
}

template <int D>
void multiply_stiffness(const ElasticModel<D>& m, std::span<const Mat<D>> stiffness,
                        std::span<const Vec<D>> q, std::span<Vec<D>> out) {
    assert(stiffness.size() == m.column.size());
    assert(q.size() == static_cast<std::size_t>(m.size()) && out.size() == q.size());
    for (std::size_t a = 0; a < q.size(); ++a) {
        Vec<D> sum{};
        for (int k = m.row_start[a]; k < m.row_start[a + 1]; ++k)
            sum += stiffness[static_cast<std::size_t>(k)] *
                   q[static_cast<std::size_t>(m.column[static_cast<std::size_t>(k)])];
        out[a] = sum;
    }
}

#define INSTANTIATE(D)                                                                                       \
    template std::shared_ptr<const ElasticModel<D>> finite_element_model<D>(Mesh<D>, const ElasticMaterial&, \
                                                                            const FiniteElementOptions&);    \
    template std::shared_ptr<const ElasticModel<D>> uniform_strain_model<D>(const UniformStrainShape<D>&,    \
                                                                            const ElasticMaterial&);         \
    template void multiply_mass<D>(const ElasticModel<D>&, std::span<const Vec<D>>, std::span<Vec<D>>);      \
    template void multiply_stiffness<D>(const ElasticModel<D>&, std::span<const Mat<D>>,                     \
                                        std::span<const Vec<D>>, std::span<Vec<D>>);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
