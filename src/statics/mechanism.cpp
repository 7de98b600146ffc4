#include "statics/mechanism.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/random.h"

namespace drystone {

namespace {

template <int D>
using Field = std::vector<Generalised<D>>;

template <int D>
double inner(const Field<D>& x, const Field<D>& y) {
    assert(x.size() == y.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += dot(x[i], y[i]);
    return sum;
}

template <int D>
void add(double s, const Field<D>& x, Field<D>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] += s * x[i];
}

/// Gram-Schmidt, twice.
template <int D>
void orthonormalise(std::vector<Field<D>>& X) {
    for (std::size_t k = 0; k < X.size(); ++k) {
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t l = 0; l < k; ++l) add<D>(-inner<D>(X[l], X[k]), X[l], X[k]);
            const double size = std::sqrt(inner<D>(X[k], X[k]));
            if (!(size > 0.0)) continue;
            for (Generalised<D>& x : X[k]) x = (1.0 / size) * x;
        }
    }
}

template <int D>
double largest(const Field<D>& x) {
    double most = 0.0;
    for (const Generalised<D>& m : x)
        for (const double c : m.c) most = std::max(most, std::abs(c));
    return most;
}

}  // namespace

template <int D>
Mechanisms<D> find_mechanisms(const StiffAssembly<D>& assembly, const Stiffness<D>& K) {
    assert(K.elements == static_cast<int>(assembly.element.size()));
    // In displacements over the element's size and stiffnesses over the largest, so that one number tells soft from stiff.
    double stiffest = 0.0;
    std::vector<Generalised<D>> scale(assembly.element.size());
    for (std::size_t e = 0; e < scale.size(); ++e) {
        for (int k = 0; k < freedoms<D>; ++k) scale[e][k] = k < D ? 1.0 : 1.0 / assembly.element[e].size;
    }
    for (std::size_t b = 0; b < K.place.size(); ++b) {
        if (K.place[b].row != K.place[b].column) continue;
        const Generalised<D>& s = scale[static_cast<std::size_t>(K.place[b].row)];
        for (int k = 0; k < freedoms<D>; ++k) stiffest = std::max(stiffest, s[k] * K.block[b][k][k] * s[k]);
    }
    Mechanisms<D> found;
    if (scale.empty()) return found;
    if (!(stiffest > 0.0)) stiffest = 1.0;
    SparseCholesky factor;
    K.factorise(factor, &scale, -softest * stiffest);
    found.count = factor.not_positive();
    const int all = K.elements * freedoms<D>;
    if (found.count < 0) {  // a pivot was exactly zero: next to it there is none
        K.factorise(factor, &scale, -1.25 * softest * stiffest);
        found.count = std::max(1, factor.not_positive());
    }
    if (found.count == 0) return found;

    const int wanted = std::min({found.count, most_mechanisms, all});
    std::vector<Field<D>> X(static_cast<std::size_t>(wanted), Field<D>(scale.size()));
    Random random(1, 77);
    for (Field<D>& x : X)
        for (Generalised<D>& m : x)
            for (double& c : m.c) c = random.uniform(-1.0, 1.0);
    K.factorise(factor, &scale, softest * stiffest);
    for (int pass = 0; pass < 12; ++pass) {
        orthonormalise<D>(X);
        for (Field<D>& x : X) solve_in_place<D>(factor, x);
    }
    orthonormalise<D>(X);
    for (Field<D>& x : X) {
        for (std::size_t e = 0; e < x.size(); ++e)
            for (int k = 0; k < freedoms<D>; ++k) x[e][k] *= scale[e][k];
        const double energy =
            inner<D>(x, K.times(x)) / stiffest;  // x was of unit length before it was scaled back
        double most = 0.0;
        for (std::size_t e = 0; e < x.size(); ++e)
            for (int k = 0; k < freedoms<D>; ++k) most = std::max(most, std::abs(x[e][k] / scale[e][k]));
        for (Generalised<D>& m : x) m = (1.0 / most) * m;
        found.some.push_back({energy, std::move(x)});
    }
    return found;
}

template Mechanisms<2> find_mechanisms(const StiffAssembly<2>&, const Stiffness<2>&);
template Mechanisms<3> find_mechanisms(const StiffAssembly<3>&, const Stiffness<3>&);

}  // namespace drystone
