#include "laws/prepared_contact.h"

#include <cmath>

#include "laws/local_solve.h"

namespace drystone {

template <int D>
PreparedContact<D>::PreparedContact(const LocalLaw<D>& law, const Mat<D>& W)
    : law_(law), W_(W), cone_(law.is_cone()) {
    if (!cone_ || !(W[0][0] > 0.0)) return;
    per_normal_ = 1.0 / W[0][0];
    for (int i = 1; i < D; ++i) lean_[i] = W[i][0] * per_normal_;
    if constexpr (D == 2) stick_[0][0] = 1.0 / regularised(W[1][1] - lean_[1] * W[0][1], W[1][1], W[0][0]);
    if constexpr (D == 3) {
        tangential_.slope = {{W[0][1] * per_normal_, W[0][2] * per_normal_}};
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) tangential_.S[i][j] = W[i + 1][j + 1] - lean_[i + 1] * W[0][j + 1];
        regularise(tangential_, W[0][0] + W[1][1] + W[2][2]);
        if (tangential_.held == 0.0) stick_ = inverse(tangential_.S);
    }
}

/// p is q in terms of s = r + c n, docs/theory.md section 5.1.
template <>
Vec<3> PreparedContact<3>::dry(const Vec<3>& p) {
    if (p[0] >= 0.0 || per_normal_ == 0.0) return {};
    const double mu = law_.mu, normal = -p[0] * per_normal_;
    if (mu == 0.0) return {{normal, 0.0, 0.0}};
    Tangential& c = tangential_;
    c.normal_at_rest = normal;
    c.t = {{lean_[1] * p[0] - p[1], lean_[2] * p[0] - p[2]}};
    Vec<2> r_t = c.held == 0.0 ? stick_ * c.t : Resolvent(c, 0.0)(c.t);
    const double limit = mu * c.normal(r_t);
    if (!(limit >= 0.0 && dot(r_t, r_t) <= limit * limit)) {
        rate_ = slip_rate(c, mu, rate_);
        r_t = slipping(c, mu, rate_);
    }
    return {{c.normal(r_t), r_t[0], r_t[1]}};
}

/// In the plane the slip direction is that of t, and (5.4) is linear.
template <>
Vec<2> PreparedContact<2>::dry(const Vec<2>& p) {
    if (p[0] >= 0.0 || per_normal_ == 0.0) return {};
    const double mu = law_.mu, normal = -p[0] * per_normal_;
    if (mu == 0.0) return {{normal, 0.0}};
    const double t = lean_[1] * p[0] - p[1], r_t = t == 0.0 ? 0.0 : t * stick_[0][0];
    const double r_n = normal - W_[0][1] * per_normal_ * r_t;
    if (std::abs(r_t) <= mu * r_n) return {{r_n, r_t}};
    const double side = std::copysign(mu, t), slipping = -p[0] / (W_[0][0] + side * W_[0][1]);
    return {{slipping, side * slipping}};
}

template <int D>
Vec<D> PreparedContact<D>::solve(const Vec<D>& q) {
    if (!cone_) return solve_local(law_, W_, q);
    Vec<D> p = q;
    if (law_.tension != 0.0) {
        for (int i = 0; i < D; ++i) p[i] -= law_.tension * W_[i][0];
    }
    Vec<D> s = dry(p);
    s[0] -= law_.tension;
    return s;
}

template class PreparedContact<2>;
template class PreparedContact<3>;

}  // namespace drystone
