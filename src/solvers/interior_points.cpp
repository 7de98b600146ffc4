// Interior points for the convex problem of a held lift l, docs/theory.md (5.30)-(5.32): with s and z in the same cone at every contact,
//
//     z = v(r) + l n,   s o z = sigma mean(s . z) e,   linearised:   dr = a - A dv,   (U + U G A G^T U) dy = U G a
//
// A = T^2 in the coordinates of the contact; two right-hand sides a system, one factor.

#include "solvers/interior_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace drystone {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double delta_inside = 1e-8;    // proximal, of 1 / rho: bounds the condition of the systems
constexpr int refinements = 2;           // of their solutions
constexpr double impulse_inside = 0.03;  // how far from the edge of their cones impulses begin, in mean ones
constexpr double velocity_inside = 1e-3;
constexpr double short_of = 0.99;        // of the way to the edge
constexpr double exhausted = 1e-12;      // mean s . z, in mean impulses: here the lift decides, not the cones
constexpr int in_vain = 2;
constexpr double slower = 0.9;           // of |e| of the law, from one system to the next

/// (s_n - |s_t|)(s_n + |s_t|)
template <int D>
double determinant(const Vec<D>& s) {
    const double t = tangential_norm(s);
    return (s[0] - t) * (s[0] + t);
}

template <int D>
Vec<D> mirrored(const Vec<D>& s) {
    return 2.0 * s[0] * Vec<D>::axis(0) - s;
}

/// a o b = (a . b, a_n b_t + b_n a_t)
template <int D>
Vec<D> product(const Vec<D>& a, const Vec<D>& b) {
    Vec<D> c = a[0] * b + b[0] * a;
    c[0] = dot(a, b);
    return c;
}

/// x with a o x = b.
template <int D>
Vec<D> quotient(const Vec<D>& b, const Vec<D>& a) {
    const double normal = dot(mirrored(a), b) / determinant(a);
    Vec<D> x = (1.0 / a[0]) * (b - normal * a);
    x[0] = normal;
    return x;
}

/// The least positive share of d that takes s to the edge.
template <int D>
double way_out(const Vec<D>& s, const Vec<D>& d) {
    const double a = determinant(d), b = dot(mirrored(s), d), c = determinant(s);
    double way = d[0] < 0.0 ? -s[0] / d[0] : infinity;
    const double root = b * b - a * c;
    if (root < 0.0) return way;
    const double q = -(b + std::copysign(std::sqrt(root), b));
    for (const double x : {q / a, c / q}) {
        if (x > 0.0) way = std::min(way, x);  // false where there is none
    }
    return way;
}

/// s, moved along the axis until it is so far from the edge.
template <int D>
Vec<D> inside(Vec<D> s, double by) {
    s[0] += std::max(0.0, by - (s[0] - tangential_norm(s)));
    return s;
}

template <int D>
class Interior {
  public:
    Interior(const RigidProblem<D>& problem, InteriorScratch<D>& scratch) : problem_(problem), s_(scratch), count_(problem.b.size()) {
        s_.rows.set(problem);
        set_pattern();
        for (auto* each : {&s_.y, &s_.x, &s_.goal, &s_.rest}) each->resize(s_.rows.freedoms());
        for (auto* each : {&s_.r, &s_.velocity, &s_.push, &s_.at_rest}) each->resize(count_);
        for (auto* each : {&s_.A, &s_.damped}) each->resize(count_);
        s_.lift.resize(count_);
        s_.cone.clear();
        for (std::size_t i = 0; i < count_; ++i) s_.cone.emplace_back(problem.law[i].mu);
    }

    InteriorResult solve(const InteriorGoal& goal, std::span<Vec<D>> r) {
        std::copy(r.begin(), r.end(), s_.r.begin());
        begin(goal.at_rest);
        InteriorResult result{.error = infinity};
        double seen = infinity;
        for (int vain = 0;; ++result.systems) {
            const double error = find_velocities();
            if (!std::isfinite(error)) break;
            result.error = error;
            std::copy(s_.r.begin(), s_.r.end(), r.begin());
            if (error <= goal.target || result.systems >= goal.most) break;
            const bool better = error < slower * std::exchange(seen, std::min(seen, error));
            if (mean_product() < exhausted * mean_ && !better && ++vain >= in_vain) break;
            if (!step()) break;
        }
        return result;
    }

  private:
    static constexpr int B = BodyRows<D>::B;

    /// Lifts, and s and z inside of their cones.
    void begin(double at_rest) {
        find_velocities();
        double sum = 0.0;
        for (const Vec<D>& r : s_.r) sum += dot(r, r);
        const double size = std::sqrt(sum / static_cast<double>(count_));
        mean_ = size * size;
        for (std::size_t i = 0; i < count_; ++i) {
            InteriorCone<D>& cone = s_.cone[i];
            const double slip = tangential_norm(s_.velocity[i]), rho = s_.rows[i].rho_unit;
            s_.lift[i] = rho * slip < at_rest * size ? 0.0 : cone.mu() * slip;
            const double scale = cone.mu() > 0.0 ? cone.mu() : 1.0;
            cone.s = inside(cone.of_impulse(s_.r[i]), impulse_inside * size * scale);
            cone.z = inside(cone.of_velocity(lifted(i)), velocity_inside * size / rho);
            s_.r[i] = cone.impulse(cone.s);
        }
    }

    Vec<D> lifted(std::size_t i) const { return s_.velocity[i] + s_.lift[i] * Vec<D>::axis(0); }

    /// v of s_.r; returns |e| of the law itself.
    double find_velocities() {
        s_.rows.gather(s_.r, {}, s_.y);
        double sum = 0.0;
        for (std::size_t i = 0; i < count_; ++i) {
            s_.velocity[i] = s_.rows.template velocity<D>(s_.rows[i], s_.y) + problem_.b[i] + problem_.law[i].velocity_shift;
            const Vec<D> e = natural_map(problem_.law[i], s_.r[i], s_.velocity[i], s_.rows[i].rho_unit);
            sum += dot(e, e);
        }
        return std::sqrt(sum);
    }

    /// Mean of s . z, in the units of mean_.
    double mean_product() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < count_; ++i) sum += s_.rows[i].rho_unit * dot(s_.cone[i].s, s_.cone[i].z);
        return sum / static_cast<double>(count_);
    }

    bool step() {
        double together = 0.0;
        s_.cholesky.clear();
        for (std::size_t b = 0; b < s_.blocks.size(); ++b) {
            if (s_.blocks[b].row != s_.blocks[b].column) continue;
            for (int i = 0; i < B; ++i) s_.cholesky.add(b, i, i, s_.rows.unit()[i]);
        }
        for (std::size_t i = 0; i < count_; ++i) {
            InteriorCone<D>& cone = s_.cone[i];
            cone.scale();
            together += dot(cone.s, cone.z);
            find_answer(i);
            add_to_matrix(i);
            s_.push[i] = -cone.middle();
        }
        if (!s_.cholesky.factorise()) return false;
        find_direction();
        aim(together);
        find_direction();
        const double way = short_of * longest_step(short_of);
        for (std::size_t i = 0; i < count_; ++i) {
            InteriorCone<D>& cone = s_.cone[i];
            cone.s += way * cone.ds;
            cone.z += way * cone.dz;
            s_.r[i] = cone.impulse(cone.s);
        }
        return true;
    }

    double longest_step(double stop) const {
        double way = 1.0 / stop;
        for (const InteriorCone<D>& cone : s_.cone) way = std::min(way, cone.longest_step(stop));
        return way;
    }

    /// s_.push of the corrector, from the predictor's ds and dz (Mehrotra).
    void aim(double together) {
        const double way = longest_step(1.0);
        double left = 0.0;
        for (const InteriorCone<D>& cone : s_.cone) left += dot(cone.s + way * cone.ds, cone.z + way * cone.dz);
        const double sigma = std::pow(left / together, 3);
        for (std::size_t i = 0; i < count_; ++i) {
            const InteriorCone<D>& cone = s_.cone[i];
            const Vec<D> middle = cone.middle();
            Vec<D> want = -(product(middle, middle) + product(cone.over(cone.ds), cone.times(cone.dz)));
            want[0] += sigma * together / static_cast<double>(count_);
            s_.push[i] = quotient(want, middle);
        }
    }

    /// A = damped T^2, damped = (1 + delta_inside / rho T^2)^-1, in the contact's own coordinates.
    void find_answer(std::size_t i) {
        const InteriorCone<D>& cone = s_.cone[i];
        Mat<D> A, bounded;
        for (int k = 0; k < D; ++k) {
            const Vec<D> column = cone.impulse(cone.times(cone.times(cone.impulse(Vec<D>::axis(k)))));
            for (int l = 0; l < D; ++l) {
                A[l][k] = column[l];
                bounded[l][k] = (l == k ? 1.0 : 0.0) + delta_inside / s_.rows[i].rho_unit * column[l];
            }
        }
        s_.damped[i] = inverse(bounded);
        s_.A[i] = s_.damped[i] * A;
    }

    void add_to_matrix(std::size_t i) {
        const BodyRow<D>& row = s_.rows[i];
        const Vec<B>& unit = s_.rows.unit();
        const auto add = [&](std::size_t block, int to, int from) {
            double* values = s_.cholesky.values(block);
            for (int j = 0; j < B; ++j) {
                Vec<D> asked;
                for (int l = 0; l < D; ++l) asked[l] = row.G[from][l][j] * unit[j];
                const Vec<D> answer = s_.A[i] * asked;
                for (int k = 0; k < B; ++k) {
                    double sum = 0.0;
                    for (int l = 0; l < D; ++l) sum += row.G[to][l][k] * answer[l];
                    values[k * B + j] += unit[k] * sum;
                }
            }
        };
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] >= 0) add(s_.place[i][static_cast<std::size_t>(side)], side, side);
        }
        if (row.body[0] >= 0 && row.body[1] >= 0) add(s_.place[i][2], row.body[0] > row.body[1] ? 0 : 1, row.body[0] > row.body[1] ? 1 : 0);
    }

    /// ds and dz of all cones, from s_.push.
    void find_direction() {
        std::fill(s_.x.begin(), s_.x.end(), 0.0);
        for (std::size_t i = 0; i < count_; ++i) {
            const InteriorCone<D>& cone = s_.cone[i];
            const Vec<D> missing = cone.of_velocity(lifted(i)) - cone.z;
            s_.at_rest[i] = s_.damped[i] * cone.impulse(cone.times(s_.push[i] - cone.times(missing)));
            s_.rows.add(s_.rows[i], s_.at_rest[i], std::span(s_.x));
        }
        solve_system();
        for (std::size_t i = 0; i < count_; ++i) {
            InteriorCone<D>& cone = s_.cone[i];
            const Vec<D> dv = s_.rows.template velocity<D>(s_.rows[i], s_.x), dr = s_.at_rest[i] - s_.A[i] * dv;
            cone.ds = cone.of_impulse(dr);
            cone.dz = cone.of_velocity(lifted(i) + dv + delta_inside / s_.rows[i].rho_unit * dr) - cone.z;
        }
    }

    /// (1 + G A G^T U) x = x in place, refined.
    void solve_system() {
        s_.goal = s_.x;
        s_.rows.scale(s_.x);
        s_.cholesky.solve(s_.x);
        for (int k = 0; k < refinements; ++k) {
            for (std::size_t j = 0; j < s_.rest.size(); ++j) s_.rest[j] = s_.goal[j] - s_.x[j];
            for (std::size_t i = 0; i < count_; ++i)
                s_.rows.add(s_.rows[i], -(s_.A[i] * s_.rows.template velocity<D>(s_.rows[i], s_.x)), std::span(s_.rest));
            s_.rows.scale(s_.rest);
            s_.cholesky.solve(s_.rest);
            for (std::size_t j = 0; j < s_.rest.size(); ++j) s_.x[j] += s_.rest[j];
        }
    }

    void set_pattern() {
        using Block = BlockCholesky::Block;
        const auto by_column = [](const Block& a, const Block& b) { return std::pair(a.column, a.row) < std::pair(b.column, b.row); };
        const auto between = [](const BodyRow<D>& row) { return Block{std::max(row.body[0], row.body[1]), std::min(row.body[0], row.body[1])}; };
        s_.blocks.clear();
        for (int i = 0; i < s_.rows.bodies(); ++i) s_.blocks.push_back({i, i});
        for (const BodyRow<D>& row : s_.rows.row()) {
            if (row.body[0] >= 0 && row.body[1] >= 0) s_.blocks.push_back(between(row));
        }
        std::sort(s_.blocks.begin(), s_.blocks.end(), by_column);
        s_.blocks.erase(std::unique(s_.blocks.begin(), s_.blocks.end()), s_.blocks.end());
        s_.cholesky.set_pattern(s_.rows.bodies(), B, s_.blocks);
        const auto find = [&](const Block& block) {
            return static_cast<std::size_t>(std::lower_bound(s_.blocks.begin(), s_.blocks.end(), block, by_column) - s_.blocks.begin());
        };
        s_.place.assign(s_.rows.size(), {});
        for (std::size_t k = 0; k < s_.rows.size(); ++k) {
            const BodyRow<D>& row = s_.rows[k];
            for (std::size_t side = 0; side < 2; ++side) {
                if (row.body[side] >= 0) s_.place[k][side] = find({row.body[side], row.body[side]});
            }
            if (row.body[0] >= 0 && row.body[1] >= 0) s_.place[k][2] = find(between(row));
        }
    }

    const RigidProblem<D>& problem_;
    InteriorScratch<D>& s_;
    std::size_t count_;
    double mean_ = 0.0;  // square of the mean impulse
};

}  // namespace

template <int D>
void InteriorCone<D>::scale() {
    const double of_s = std::sqrt(determinant(s)), of_z = std::sqrt(determinant(z));
    const Vec<D> a = (1.0 / of_s) * s, b = (1.0 / of_z) * z;
    w_ = (0.5 / std::sqrt(0.5 * (1.0 + dot(a, b)))) * (a + mirrored(b));
    const double t = tangential_norm(w_);
    w_[0] = std::sqrt(1.0 + t * t);
    size_ = std::sqrt(of_s / of_z);
}

template <int D>
Vec<D> InteriorCone<D>::times(const Vec<D>& x) const {
    const double along = dot(w_, x) - w_[0] * x[0];
    Vec<D> y = x + (x[0] + along / (1.0 + w_[0])) * w_;
    y[0] = w_[0] * x[0] + along;
    return size_ * y;
}

template <int D>
Vec<D> InteriorCone<D>::over(const Vec<D>& x) const {
    const double along = dot(w_, x) - w_[0] * x[0];
    Vec<D> y = x - (x[0] - along / (1.0 + w_[0])) * w_;
    y[0] = w_[0] * x[0] - along;
    return (1.0 / size_) * y;
}

template <int D>
double InteriorCone<D>::longest_step(double stop) const {
    return std::min({1.0 / stop, way_out(s, ds), way_out(z, dz)});
}

template <int D>
bool has_interior(const RigidProblem<D>& problem) {
    return problem.W.compliant.empty() && problem.turning.empty() && problem.law.all_dry() &&
           std::all_of(problem.W.contact.begin(), problem.W.contact.end(), [](const ContactArms<D>& c) { return c.body_a >= 0 || c.body_b >= 0; });
}

template <int D>
InteriorResult solve_interior(const RigidProblem<D>& problem, const InteriorGoal& goal, InteriorScratch<D>& scratch, std::span<Vec<D>> r) {
    return Interior<D>(problem, scratch).solve(goal, r);
}

#define DRYSTONE_INTERIOR(D)                                                                                                      \
    template class InteriorCone<D>;                                                                                               \
    template bool has_interior(const RigidProblem<D>&);                                                                           \
    template InteriorResult solve_interior(const RigidProblem<D>&, const InteriorGoal&, InteriorScratch<D>&, std::span<Vec<D>>);
DRYSTONE_INTERIOR(2)
DRYSTONE_INTERIOR(3)
#undef DRYSTONE_INTERIOR

}  // namespace drystone
