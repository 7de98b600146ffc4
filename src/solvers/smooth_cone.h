#pragma once

#include <cmath>

#include "core/mat.h"
#include "core/vec.h"

namespace drystone {

/// A dry contact with its law rounded off, docs/theory.md (5.24)-(5.26). In s = (r_n, r_t / mu) and, with the lift of (3.4),
/// t = (v_n + mu l(v_t), mu v_t), both cones are that of light, and the law reads s . t = 0. Rounded off, s and t lie inside and
///
///     s o rho t = eps e,    hence    s = p(s - rho t),    p(z) = sum over lambda = z_n +- |z_t| of (lambda + sqrt(lambda^2 + 4 eps)) / 2
///     l = sqrt(|v_t|^2 + eps / rho^2) - sqrt(eps) / rho
///
/// eps = 0 is the law itself.
template <int D>
class SmoothCone {
  public:
    struct Answer {
        Vec<D> at_rest{};  // [N s]
        Mat<D> A{};        // [kg]
    };

    SmoothCone(double mu, double rho, double eps) : mu_(mu), rho_(rho), eps_(eps) {}

    /// Where it stands; returns what is missing, p(s - rho t) - s [N s].
    Vec<D> place(const Vec<D>& r, const Vec<D>& v) {
        const double slow = std::sqrt(eps_) / rho_, shear = tangential_norm(v), fast = std::sqrt(shear * shear + slow * slow);
        Vec<D> z = scaled(r);
        const Vec<D> s = z;
        z[0] -= rho_ * (v[0] + mu_ * (fast - slow));
        for (int k = 1; k < D; ++k) {
            z[k] -= rho_ * mu_ * v[k];
            rise_[k] = mu_ / fast * v[k];
        }
        if (mu_ == 0.0) z = z[0] * Vec<D>::axis(0);
        const double across = tangential_norm(z);
        along_ = across > 0.0 ? (1.0 / across) * z : Vec<D>::axis(1);
        along_[0] = 0.0;
        outer_ = z[0] + across;
        inner_ = z[0] - across;
        const double far = above(outer_), near = above(inner_);
        error_ = 0.5 * (far - near) * along_;
        error_[0] = 0.5 * (far + near);
        return error_ -= s;
    }

    /// The change of r that makes up for it, dr = at_rest - A dv where v changes by dv, with v + delta / rho (r - r now) for v:
    ///
    ///     (1 - p') S dr = error - rho p' T (dv + delta / rho dr)                                            (5.27)
    Answer answer(double delta) const {
        if (mu_ == 0.0) return without_friction(delta);
        const double far = above(outer_), near = above(inner_), from_far = above(-outer_), from_near = above(-inner_);
        const Vec<D> up = Vec<D>::axis(0) + along_, down = Vec<D>::axis(0) - along_;
        const double both = far * near;
        Mat<D> p = in_parts(far / (far + from_far), near / (near + from_near), both / (both + eps_), up, down);
        Mat<D> rest = in_parts(from_far / (far + from_far), from_near / (near + from_near), eps_ / (both + eps_), up, down);
        Mat<D> pT;  // p T, T = dt / dv
        for (int i = 0; i < D; ++i) {
            pT[i][0] = p[i][0];
            for (int j = 1; j < D; ++j) {
                pT[i][j] = p[i][0] * rise_[j] + mu_ * p[i][j];
                rest[i][j] /= mu_;
            }
        }
        const Mat<D> per = inverse(rest + delta * pT);
        return {per * error_, rho_ * (per * pT)};
    }

  private:
    Vec<D> scaled(Vec<D> r) const {
        for (int k = 1; k < D; ++k) r[k] = mu_ > 0.0 ? r[k] / mu_ : r[k];
        return r;
    }

    /// x > 0 with x - eps / x = lambda.
    double above(double lambda) const {
        const double root = std::sqrt(lambda * lambda + 4.0 * eps_);
        return lambda > 0.0 ? 0.5 * (lambda + root) : 2.0 * eps_ / (root - lambda);
    }

    /// Up and down by halves, and what is across both.
    static Mat<D> in_parts(double far, double near, double across, const Vec<D>& up, const Vec<D>& down) {
        const Vec<D> along = 0.5 * (up - down);
        Mat<D> m = outer(0.5 * far * up, up) + outer(0.5 * near * down, down) - outer(across * along, along);
        for (int k = 1; k < D; ++k) m[k][k] += across;
        return m;
    }

    Answer without_friction(double delta) const {
        const double far = above(outer_), from_far = above(-outer_), part = far / (far + from_far);
        Answer answer;
        const double per = 1.0 / (from_far / (far + from_far) + delta * part);
        answer.at_rest = error_;  // what friction there was goes
        answer.at_rest[0] = per * error_[0];
        answer.A[0][0] = rho_ * per * part;
        return answer;
    }

    double mu_, rho_, eps_;
    Vec<D> along_{}, rise_{}, error_{};
    double outer_ = 0.0, inner_ = 0.0;
};

}  // namespace drystone
