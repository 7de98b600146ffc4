#include "statics/stiffness.h"

#include <algorithm>
#include <cassert>

#include "core/index.h"
#include "core/invariants.h"

#include "core/index.h"

namespace drystone {

namespace {

template <int D>
ElementBlock<D> projector(const StiffAssembly<D>& assembly, const RigidElement<D>& e) {
    ElementBlock<D> P;
    for (int k = 0; k < freedoms<D>; ++k) {
        const Generalised<D> column = assembly.free_part(e, Generalised<D>::axis(k));
        for (int i = 0; i < freedoms<D>; ++i) P[i][k] = column[i];
    }
    return P;
}

/// What a unit of dimensionless stiffness is on each degree of freedom of an element.
template <int D>
Generalised<D> unit_stiffness(const StiffAssembly<D>& assembly, const RigidElement<D>& e) {
    Generalised<D> unit;
    for (int k = 0; k < freedoms<D>; ++k) unit[k] = assembly.mean_stiffness * (k < D ? 1.0 : e.size * e.size);
    return unit;
}

/// P K P on what is free, the unit stiffness on what is not, supports and rho.
template <int D>
void finish_diagonal(const StiffAssembly<D>& assembly, const RigidElement<D>& e, double rho, ElementBlock<D>& K) {
    const Generalised<D> unit = unit_stiffness(assembly, e);
    for (int k = 0; k < freedoms<D>; ++k) K[k][k] += e.support[k] + rho * unit[k];
    if (e.all_free) return;
    const ElementBlock<D> P = projector(assembly, e);
    K = P * K * P;
    for (int i = 0; i < freedoms<D>; ++i) {
        for (int j = 0; j < freedoms<D>; ++j)
            K[i][j] += unit[std::max(i, j)] * ((i == j ? 1.0 : 0.0) - P[i][j]);
    }
}

}  // namespace

template <int D>
Stiffness<D> assemble_stiffness(const StiffAssembly<D>& assembly, const std::vector<Link<D>>& links,
                                const std::function<bool(const Link<D>&)>& acts, Tangent tangent,
                                double rho) {
    assert(!(rho < 0.0));
    assert(assembly.element_of.size() >= assembly.element.size());
    struct Term {
        int column, row, link;
    };
    Stiffness<D> K;
    K.elements = static_cast<int>(assembly.element.size());
    std::vector<Term> terms;
    std::vector<char> active(links.size(), 0);
    for (std::size_t l = 0; l < links.size(); ++l) {
        active[l] = acts(links[l]);
        const int a = assembly.element_of[at(links[l].body_a)], b = assembly.element_of[at(links[l].body_b)];
        if (active[l] && a >= 0 && b >= 0)
            terms.push_back({std::min(a, b), std::max(a, b), static_cast<int>(l)});
    }
    std::sort(terms.begin(), terms.end(), [](const Term& x, const Term& y) {
        return std::tie(x.column, x.row, x.link) < std::tie(y.column, y.row, y.link);
    });
    std::vector<std::size_t> block_of(links.size(), 0), diagonal(assembly.element.size());
    std::size_t t = 0;
    for (int e = 0; e < K.elements; ++e) {
        diagonal[at(e)] = K.place.size();
        K.place.push_back({e, e});
        for (; t < terms.size() && terms[t].column == e; ++t) {
            if (K.place.back().row != terms[t].row || K.place.back().column != e)
                K.place.push_back({terms[t].row, e});
            block_of[at(terms[t].link)] = K.place.size() - 1;
        }
    }
    K.block.assign(K.place.size(), {});

    for (std::size_t l = 0; l < links.size(); ++l) {
        if (!active[l]) continue;
        const Link<D>& link = links[l];
        assert(is_unit(link.normal));
        const int a = assembly.element_of[at(link.body_a)], b = assembly.element_of[at(link.body_b)];
        const ElementBlock<D> T = transformation<D>(contact_frame(link.normal));
        const Generalised<D> k =
            tangent == Tangent::elastic ? link.elastic_stiffness() : link.secant_stiffness();
        const ElementBlock<D> A_a = transition<D>(link.arm_a) * T, A_b = transition<D>(link.arm_b) * T;
        if (a >= 0) K.block[diagonal[at(a)]] = K.block[diagonal[at(a)]] + coupled<D>(A_a, k, A_a);
        if (b >= 0) K.block[diagonal[at(b)]] = K.block[diagonal[at(b)]] + coupled<D>(A_b, k, A_b);
        if (a < 0 || b < 0) continue;
        ElementBlock<D>& out = K.block[block_of[l]];
        out = out - (a > b ? coupled<D>(A_a, k, A_b) : coupled<D>(A_b, k, A_a));
    }
    for (std::size_t i = 0; i < K.place.size(); ++i) {
        const RigidElement<D>&row = assembly.element[at(K.place[i].row)],
              &column = assembly.element[at(K.place[i].column)];
        if (K.place[i].row == K.place[i].column)
            finish_diagonal(assembly, row, rho, K.block[i]);
        else if (!row.all_free || !column.all_free)
            K.block[i] = projector(assembly, row) * K.block[i] * projector(assembly, column);
    }
    return K;
}

template <int D>
std::vector<Generalised<D>> Stiffness<D>::times(const std::vector<Generalised<D>>& x) const {
    assert(x.size() == static_cast<std::size_t>(elements));
    std::vector<Generalised<D>> y(x.size());
    for (std::size_t k = 0; k < place.size(); ++k) {
        const auto i = at(place[k].row), j = at(place[k].column);
        y[i] += block[k] * x[j];
        if (i != j) y[j] += transpose_times(block[k], x[i]);
    }
    return y;
}

template <int D>
bool Stiffness<D>::factorise(SparseCholesky& factor, const std::vector<Generalised<D>>* scale,
                             double shift) const {
    assert(block.size() == place.size());
    assert(!scale || scale->size() == static_cast<std::size_t>(elements));
    constexpr int n = freedoms<D>;
    factor.set_pattern(elements, n, place);
    factor.clear();
    for (std::size_t k = 0; k < place.size(); ++k) {
        const auto row = at(place[k].row), column = at(place[k].column);
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                double value = block[k][i][j];
                if (scale) value *= (*scale)[row][i] * (*scale)[column][j];
                if (row == column && i == j) value += shift;
                factor.add(k, i, j, value);
            }
        }
    }
    return factor.factorise();
}

template <int D>
void solve_in_place(SparseCholesky& factor, std::vector<Generalised<D>>& x) {
    static_assert(sizeof(Generalised<D>) == sizeof(double) * freedoms<D>);
    if (x.empty()) return;
    factor.solve({x.front().c.data(), x.size() * freedoms<D>});
}

#define DRYSTONE_STIFFNESS(D)                                                                              \
    template struct Stiffness<D>;                                                                          \
    template Stiffness<D> assemble_stiffness(const StiffAssembly<D>&, const std::vector<Link<D>>&,              \
                                             const std::function<bool(const Link<D>&)>&, Tangent, double); \
    template void solve_in_place<D>(SparseCholesky&, std::vector<Generalised<D>>&);
DRYSTONE_STIFFNESS(2)
DRYSTONE_STIFFNESS(3)
#undef DRYSTONE_STIFFNESS

}  // namespace drystone
