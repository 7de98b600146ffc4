// The homogeneous embedding, docs/theory.md (14.7):
//
//     A^T y + G^T z + c tau = 0,   A x = b tau,   G x + s = h tau,   c . x + b . y + h . z + kappa = 0,
//     s, z in K,   tau, kappa >= 0,   s . z + tau kappa = 0
//
// tau > 0: x / tau, (y, z) / tau are optimal. kappa > 0: one of x and (y, z) proves that there is no answer.

#include "limit/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limit/newton_system.h"

namespace drystone {

namespace {

constexpr double accepted = 1e-6;  // where rounding stops the search before its tolerance

class Search {
  public:
    Search(const ConicProgram& program, double tolerance)
        : p_(program), tolerance_(tolerance), system_(program), scaling_(program.cone.size()) {
        for (ConicVector* v : {&at_, &rest_, &toward_, &step_}) v->resize(p_);
        for (auto* v : {&s_, &ds_, &h_, &rows_, &scaled_}) v->resize(p_.row.size());
        more_.resize(at_.x.size());
        for (std::size_t r = 0; r < h_.size(); ++r) h_[r] = p_.row[r].h;
        for (const ConicProgram::Cone& cone : p_.cone) s_[first(cone)] = at_.z[first(cone)] = 1.0;
        c_ = p_.has_multiplier() ? -1.0 : 0.0;
        size_of_b_ = std::max(1.0, largest(p_.b));
        size_of_h_ = std::max(1.0, largest(h_));
        best_.error = std::numeric_limits<double>::infinity();
    }

    ConicAnswer run() {
        constexpr int most = 200, patience = 20;  // iterations; and without halving what is left
        for (int k = 0; k < most; ++k) {
            find_residuals();
            judge(k);
            if (best_.error <= tolerance_ || stalled_ > patience || !advance()) break;
        }
        if (!(best_.error <= accepted)) best_.found = ConicAnswer::Found::nothing;
        return best_;
    }

  private:
    static std::size_t first(const ConicProgram::Cone& cone) { return static_cast<std::size_t>(cone.first_row); }
    static ConeElement element(const std::vector<double>& v, const ConicProgram::Cone& cone) {
        ConeElement out{};
        std::copy_n(v.begin() + cone.first_row, cone.size, out.begin());
        return out;
    }
    static void put(const ConeElement& t, const ConicProgram::Cone& cone, std::vector<double>& v) {
        std::copy_n(t.begin(), cone.size, v.begin() + cone.first_row);
    }
    double c_dot(const std::vector<double>& x) const { return c_ != 0.0 ? c_ * x.back() : 0.0; }
    /// c . x + b . y + h . z
    double balance(const ConicVector& v) const { return c_dot(v.x) + dot(p_.b, v.y) + dot(h_, v.z); }

    /// rest_ = -A^T y - G^T z - c tau,  A x - b tau,  G x + s - h tau; rest_tau_ = kappa + c . x + b . y + h . z.
    void find_residuals() {
        times_A_transposed(p_, at_.y, rest_.x);
        times_G_transposed(p_, at_.z, more_);
        for (std::size_t k = 0; k < more_.size(); ++k) rest_.x[k] = -rest_.x[k] - more_[k];
        without_c_ = largest(rest_.x);
        if (c_ != 0.0) rest_.x.back() -= c_ * tau_;
        times_A(p_, at_.x, rest_.y);
        Ax_ = largest(rest_.y);
        for (std::size_t k = 0; k < rest_.y.size(); ++k) rest_.y[k] -= p_.b[k] * tau_;
        times_G(p_, at_.x, rest_.z);
        Gx_s_ = 0.0;
        for (std::size_t k = 0; k < rest_.z.size(); ++k) {
            Gx_s_ = std::max(Gx_s_, std::abs(rest_.z[k] + s_[k]));
            rest_.z[k] += s_[k] - h_[k] * tau_;
        }
        rest_tau_ = kappa_ + balance(at_);
        mu_ = (dot(s_, at_.z) + tau_ * kappa_) / (static_cast<double>(p_.cone.size()) + 1.0);
    }

    /// Keeps the best answer so far, of whatever kind.
    void judge(int iterations) {
        using Found = ConicAnswer::Found;
        stalled_ = mu_ < 0.5 * left_ ? 0 : stalled_ + 1;
        if (stalled_ == 0) left_ = mu_;
        const double primal = c_dot(at_.x) / tau_, dual = -(dot(p_.b, at_.y) + dot(h_, at_.z)) / tau_;
        const double gap = std::abs(primal - dual) / std::max(1.0, std::min(std::abs(primal), std::abs(dual)));
        keep(Found::optimum, tau_, iterations,
             std::max({largest(rest_.y) / (tau_ * size_of_b_), largest(rest_.z) / (tau_ * size_of_h_), largest(rest_.x) / tau_, gap}));
        const double proof = -(dot(p_.b, at_.y) + dot(h_, at_.z)), gain = -c_dot(at_.x);
        if (proof > 0.0) keep(Found::infeasible, proof, iterations, without_c_ / proof);
        if (gain > 0.0) keep(Found::unbounded, gain, iterations, std::max(Ax_, Gx_s_) / gain);
    }

    void keep(ConicAnswer::Found found, double divisor, int iterations, double error) {
        if (!(error < best_.error)) return;
        best_ = {.found = found, .x = at_.x, .y = at_.y, .z = at_.z, .primal = 0.0, .dual = 0.0, .error = error, .iterations = iterations};
        for (auto* v : {&best_.x, &best_.y, &best_.z})
            for (double& value : *v) value /= divisor;
        best_.primal = c_dot(best_.x);
        best_.dual = -dot(p_.b, best_.y) - dot(h_, best_.z);
    }

    bool advance() {
        for (std::size_t c = 0; c < scaling_.size(); ++c) {
            const ConicProgram::Cone& cone = p_.cone[c];
            if (!scaling_[c].set(cone.size, element(s_, cone), element(at_.z, cone))) return false;
        }
        if (!system_.factorise(scaling_, mu_)) return false;
        toward_.x.assign(toward_.x.size(), 0.0);
        if (c_ != 0.0) toward_.x.back() = -c_;
        toward_.y = p_.b;
        toward_.z = h_;
        system_.solve(toward_);
        const double denominator = kappa_ / tau_ - balance(toward_);

        // Straight ahead: how far it goes says how much to aim for the centre.
        const double ahead = direction(0.0, denominator);
        const double sigma = std::clamp(std::pow(1.0 - ahead, 3.0), 1e-8, 1.0);
        keep_affine(std::sqrt(std::min(1.0, ahead)));
        const double length = std::min(1.0, 0.99 * direction(sigma, denominator));
        if (!(length > 1e-10) || !std::isfinite(length)) return false;
        move(length);
        return true;
    }

    /// step_, ds_, dtau_, dkappa_ towards sigma mu; returns the longest step within the cones. sigma = 0: the affine one.
    double direction(double sigma, double denominator) {
        const double left = 1.0 - sigma;
        const bool affine = sigma == 0.0;
        for (std::size_t k = 0; k < step_.x.size(); ++k) step_.x[k] = left * rest_.x[k];
        for (std::size_t k = 0; k < step_.y.size(); ++k) step_.y[k] = -left * rest_.y[k];
        for (std::size_t c = 0; c < scaling_.size(); ++c) {
            const ConicProgram::Cone& cone = p_.cone[c];
            const ConeScaling& W = scaling_[c];
            ConeElement d = cone_product(cone.size, W.lambda, W.lambda);
            if (!affine) {
                const ConeElement corrected = element(corrector_, cone);
                for (std::size_t k = 0; k < d.size(); ++k) d[k] += corrected[k];
                d[0] -= sigma * mu_;
            }
            d = cone_quotient(cone.size, W.lambda, d);
            put(W.times(d), cone, rows_);
        }
        for (std::size_t k = 0; k < step_.z.size(); ++k) step_.z[k] = -left * rest_.z[k] + rows_[k];
        const double b_kappa = affine ? kappa_ * tau_ : kappa_ * tau_ + affine_product_ - sigma * mu_;
        system_.solve(step_);
        dtau_ = (left * rest_tau_ - b_kappa / tau_ + balance(step_)) / denominator;
        dkappa_ = -(b_kappa + kappa_ * dtau_) / tau_;
        for (std::size_t k = 0; k < step_.x.size(); ++k) step_.x[k] += dtau_ * toward_.x[k];
        for (std::size_t k = 0; k < step_.y.size(); ++k) step_.y[k] += dtau_ * toward_.y[k];
        for (std::size_t k = 0; k < step_.z.size(); ++k) step_.z[k] += dtau_ * toward_.z[k];

        double longest = std::numeric_limits<double>::infinity();
        if (dtau_ < 0.0) longest = std::min(longest, -tau_ / dtau_);
        if (dkappa_ < 0.0) longest = std::min(longest, -kappa_ / dkappa_);
        // ds by the program's own rows, so that G x + s = h tau is kept to rounding however large W is.
        times_G(p_, step_.x, ds_);
        for (std::size_t k = 0; k < ds_.size(); ++k) ds_[k] = dtau_ * h_[k] - left * rest_.z[k] - ds_[k];
        for (std::size_t c = 0; c < scaling_.size(); ++c) {
            const ConicProgram::Cone& cone = p_.cone[c];
            const ConeScaling& W = scaling_[c];
            const ConeElement dz = W.times(element(step_.z, cone)), ds = W.times_inverse(element(ds_, cone));
            put(ds, cone, scaled_);
            put(dz, cone, rows_);
            longest = std::min({longest, longest_step(cone.size, W.lambda, ds), longest_step(cone.size, W.lambda, dz)});
        }
        return std::min(longest, 1.0 / 0.99);
    }

    /// Mehrotra's second-order term, the less of it the shorter the step it was found on.
    void keep_affine(double share) {
        corrector_.resize(s_.size());
        for (const ConicProgram::Cone& cone : p_.cone)
            put(cone_product(cone.size, element(scaled_, cone), element(rows_, cone)), cone, corrector_);
        for (double& value : corrector_) value *= share;
        affine_product_ = share * dtau_ * dkappa_;
    }

    void move(double length) {
        const auto go = [&](const std::vector<double>& d, std::vector<double>& v) {
            for (std::size_t k = 0; k < v.size(); ++k) v[k] += length * d[k];
        };
        go(step_.x, at_.x);
        go(step_.y, at_.y);
        go(step_.z, at_.z);
        go(ds_, s_);
        tau_ += length * dtau_;
        kappa_ += length * dkappa_;
    }

    const ConicProgram& p_;
    double tolerance_;
    NewtonSystem system_;
    std::vector<ConeScaling> scaling_;
    double c_ = 0.0, size_of_b_ = 1.0, size_of_h_ = 1.0;  // of the multiplier; norms
    std::vector<double> h_;

    ConicVector at_;         // x, y, z
    std::vector<double> s_;  // (rows)
    double tau_ = 1.0, kappa_ = 1.0, mu_ = 0.0;

    ConicVector rest_, toward_, step_;
    std::vector<double> ds_, rows_, scaled_, corrector_, more_;
    double rest_tau_ = 0.0, without_c_ = 0.0, Ax_ = 0.0, Gx_s_ = 0.0;
    double dtau_ = 0.0, dkappa_ = 0.0, affine_product_ = 0.0;
    int stalled_ = 0;
    double left_ = std::numeric_limits<double>::infinity();  // mu when it last was halved
    ConicAnswer best_;
};

}  // namespace

ConicAnswer solve(const ConicProgram& program, double tolerance) { return Search(program, tolerance).run(); }

}  // namespace drystone
