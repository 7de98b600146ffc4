#include "geometry/ellipsoid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/superquadric.h"

namespace drystone {

using std::numbers::pi;

template <int D>
Mat<D> Ellipsoid<D>::radii(const Vec<D>& d) const {
    const double h = std::sqrt(dot(d, stretched(d)));
    const Vec<D> s = (1.0 / h) * stretched(d);
    Mat<D> squares;
    for (int i = 0; i < D; ++i) squares[i][i] = half[i] * half[i];
    return (1.0 / h) * (squares - outer(s, s));
}

template <int D>
Moments<D> Ellipsoid<D>::moments(double) const {
    Moments<D> m{D == 3 ? 4.0 / 3.0 * pi : pi, {}, {}};
    for (int i = 0; i < D; ++i) m.volume *= half[i];
    for (int i = 0; i < D; ++i) m.second[i][i] = m.volume * half[i] * half[i] / (D + 2);
    return m;
}

template <>
Skin<2> Ellipsoid<2>::skin(double) const {
    return Superquadric<2>{half, 2.0, 2.0}.skin(0.0);
}
template <>
Skin<3> Ellipsoid<3>::skin(double) const {
    return Superquadric<3>{half, 2.0, 2.0}.skin(0.0);
}

template <int D>
double Ellipsoid<D>::radius() const {
    return *std::max_element(half.c.begin(), half.c.end());
}

template <int D>
double Ellipsoid<D>::inner_radius() const {
    return *std::min_element(half.c.begin(), half.c.end());
}

template struct Ellipsoid<2>;
template struct Ellipsoid<3>;

}  // namespace drystone
