#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "statics/contact_stiffness.h"

namespace drystone {

/// Anderson's mixing of the last few iterations x -> x + u(x): the combination whose steps u cancel best, and a step from there.
/// Near balance, where contacts no longer change their states, it does for a tangent that leaves out what friction couples
/// what conjugate directions do for a matrix. docs/theory.md (12.9).
template <int D>
class Mixing {
  public:
    using Field = std::vector<Generalised<D>>;  // (elements)  rotations times the element's size [m]

    void forget() { past_.clear(); }

    /// The step to take at x instead of u; u itself while nothing is known.
    Field step(const Field& x, const Field& u) {
        Field out = u;
        const std::size_t m = past_.size();
        std::vector<std::vector<double>> A(m, std::vector<double>(m + 1));
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t j = 0; j <= i; ++j)
                A[i][j] = A[j][i] = inner(minus(u, past_[i].u), minus(u, past_[j].u));
            A[i][m] = inner(minus(u, past_[i].u), u);
        }
        const std::vector<double> gamma = solved(std::move(A));
        for (std::size_t i = 0; i < gamma.size(); ++i) {
            for (std::size_t e = 0; e < u.size(); ++e)
                out[e] -= gamma[i] * ((x[e] - past_[i].x[e]) + (u[e] - past_[i].u[e]));
        }
        past_.push_back({x, u});
        if (past_.size() > most) past_.pop_front();
        return out;
    }

  private:
    static constexpr std::size_t most = 10;
    struct Visit {
        Field x, u;
    };

    static Field minus(const Field& a, const Field& b) {
        Field c = a;
        for (std::size_t e = 0; e < c.size(); ++e) c[e] -= b[e];
        return c;
    }
    static double inner(const Field& a, const Field& b) {
        double sum = 0.0;
        for (std::size_t e = 0; e < a.size(); ++e) sum += dot(a[e], b[e]);
        return sum;
    }
    /// Normal equations, a trace of the diagonal added; empty where they say nothing.
    static std::vector<double> solved(std::vector<std::vector<double>> A) {
        const std::size_t m = A.size();
        double trace = 0.0;
        for (std::size_t i = 0; i < m; ++i) trace += A[i][i];
        if (!(trace > 0.0)) return {};
        for (std::size_t i = 0; i < m; ++i) A[i][i] += 1e-14 * trace;
        for (std::size_t p = 0; p < m; ++p) {
            for (std::size_t i = p + 1; i < m; ++i) {
                const double l = A[i][p] / A[p][p];
                for (std::size_t j = p; j <= m; ++j) A[i][j] -= l * A[p][j];
            }
        }
        std::vector<double> x(m);
        for (std::size_t p = m; p-- > 0;) {
            x[p] = A[p][m];
            for (std::size_t j = p + 1; j < m; ++j) x[p] -= A[p][j] * x[j];
            x[p] /= A[p][p];
            if (!std::isfinite(x[p])) return {};
        }
        return x;
    }

    std::deque<Visit> past_;
};

}  // namespace drystone
