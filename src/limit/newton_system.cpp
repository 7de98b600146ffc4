#include "limit/newton_system.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

// Rows of A are of order 1. These bend the system by less than refinement takes back.
constexpr double softening = 1e-4, least_softening = 1e-12;  // added to Q, of mu and at least: forces that are far from all limits
constexpr double least_stiffness = 1e-13;  // added to A Q^-1 A^T: bodies that nothing holds
constexpr double first_share = 1e-15, last_share = 1e-7;  // of its diagonal, likewise, where the factor breaks down without
constexpr int refinements = 4;
constexpr double share_allowed = 1e-3;  // of mu: errors of a step that do not matter to it

ConeElement element(std::span<const double> v, const ConicProgram::Cone& cone) {
    ConeElement out{};
    std::copy_n(v.begin() + cone.first_row, cone.size, out.begin());
    return out;
}

void add_to(std::span<const double> v, std::span<double> sum) {
    for (std::size_t k = 0; k < v.size(); ++k) sum[k] += v[k];
}

}  // namespace

void ConicVector::resize(const ConicProgram& p) {
    x.resize(static_cast<std::size_t>(p.variables()));
    y.resize(p.b.size());
    z.resize(p.row.size());
}

double ConicVector::largest() const {
    double size = 0.0;
    for (const auto* part : {&x, &y, &z})
        for (const double value : *part) size = std::max(size, std::abs(value));
    return size;
}

NewtonSystem::NewtonSystem(const ConicProgram& program)
    : p_(program), places_(program.block.size()), roots_(program.block.size()), from_live_(program.live.size()) {
    list_pattern();
    for (ConicVector* v : {&error_, &correction_}) v->resize(p_);
    in_x_.resize(static_cast<std::size_t>(p_.variables()));
    in_y_.resize(p_.b.size());
    diagonal_.resize(p_.b.size());
    in_z_.resize(p_.row.size());
}

void NewtonSystem::list_pattern() {
    for (int i = 0; i < p_.bodies(); ++i) pattern_.push_back({i, i});
    for (const ConicProgram::Block& block : p_.block) {
        if (block.body_a < 0 || block.body_b < 0 || block.body_a == block.body_b) continue;
        pattern_.push_back({std::max(block.body_a, block.body_b), std::min(block.body_a, block.body_b)});
    }
    const auto by_column = [](const auto& a, const auto& b) {
        return std::pair(a.column, a.row) < std::pair(b.column, b.row);
    };
    std::sort(pattern_.begin(), pattern_.end(), by_column);
    pattern_.erase(std::unique(pattern_.begin(), pattern_.end()), pattern_.end());
    const auto place = [&](int a, int b) {
        const SparseCholesky::Block wanted{std::max(a, b), std::min(a, b)};
        return static_cast<std::size_t>(std::lower_bound(pattern_.begin(), pattern_.end(), wanted, by_column) - pattern_.begin());
    };
    for (std::size_t k = 0; k < p_.block.size(); ++k) {
        const int a = p_.block[k].body_a, b = p_.block[k].body_b;
        if (a >= 0) places_[k].aa = place(a, a);
        if (b >= 0) places_[k].bb = place(b, b);
        if (a >= 0 && b >= 0 && a != b) places_[k].ab = place(a, b);
    }
    factor_.set_pattern(p_.bodies(), p_.rows_per_body, pattern_);
}

/// Q of a block as a root of its rows, W^-1 G, graded, and of a little of every variable.
void NewtonSystem::root_block(const ConicProgram::Block& block, SmallRoot& root) {
    std::array<SmallRoot::Numbers, 24> rows{};
    std::size_t count = 0;
    for (int c = block.first_cone; c < block.first_cone + block.cones; ++c) {
        const ConicProgram::Cone& cone = p_.cone[static_cast<std::size_t>(c)];
        const ConeScaling& scaling = scaling_[static_cast<std::size_t>(c)];
        const auto of = [&](int r) -> const auto& { return p_.row[static_cast<std::size_t>(cone.first_row + r)].g; };
        if (cone.size == 1) {
            for (std::size_t k = 0; k < rows[0].size(); ++k) rows[count][k] = of(0)[k] / scaling.eta;
            ++count;
            continue;
        }
        const auto graded = scaling.graded_rows();
        for (int r = 0; r < cone.size; ++r, ++count) {
            for (int j = 0; j < cone.size; ++j) {
                for (std::size_t k = 0; k < rows[0].size(); ++k)
                    rows[count][k] += graded[static_cast<std::size_t>(r)][static_cast<std::size_t>(j)] * of(j)[k];
            }
        }
    }
    for (int k = 0; k < block.variables; ++k) rows[count++][static_cast<std::size_t>(k)] = soft_;
    assert(count <= rows.size() && count >= static_cast<std::size_t>(block.variables));
    root.set({rows.data(), count}, block.variables);
}

/// A Q^-1 A^T of one block: rows of A by R^-T are multiplied with each other.
void NewtonSystem::add_block(std::size_t k) {
    const ConicProgram::Block& block = p_.block[k];
    const int B = p_.rows_per_body;
    const auto half = [&](const auto& columns, auto& out) {
        for (int i = 0; i < B; ++i) {
            SmallRoot::Numbers v{};
            for (int j = 0; j < block.variables; ++j)
                v[static_cast<std::size_t>(j)] =
                    columns[static_cast<std::size_t>(block.first_variable + j)][static_cast<std::size_t>(i)];
            roots_[k].half_solve(v);
            out[static_cast<std::size_t>(i)] = v;
        }
    };
    const auto product = [&](const SmallRoot::Numbers& u, const SmallRoot::Numbers& v) {
        double sum = 0.0;
        for (std::size_t j = 0; j < static_cast<std::size_t>(block.variables); ++j) sum += u[j] * v[j];
        return sum;
    };
    std::array<SmallRoot::Numbers, ConicProgram::most_variables> a{}, b{};
    if (block.body_a >= 0) half(p_.on_a, a);
    if (block.body_b >= 0) half(p_.on_b, b);
    const bool both = block.body_a >= 0 && block.body_b >= 0 && block.body_a != block.body_b;
    const auto &lower = block.body_a > block.body_b ? a : b, &upper = block.body_a > block.body_b ? b : a;
    const auto count = [&](int body, const auto& rows) {
        for (int i = 0; body >= 0 && i < B; ++i) {
            const auto r = static_cast<std::size_t>(i);
            diagonal_[static_cast<std::size_t>(body * B + i)] += product(rows[r], rows[r]);
        }
    };
    count(block.body_a, a);
    count(block.body_b, b);
    for (int i = 0; i < B; ++i) {
        for (int j = 0; j < B; ++j) {
            const auto r = static_cast<std::size_t>(i), c = static_cast<std::size_t>(j);
            if (block.body_a >= 0 && j <= i) factor_.add(places_[k].aa, i, j, product(a[r], a[c]));
            if (block.body_b >= 0 && j <= i) factor_.add(places_[k].bb, i, j, product(b[r], b[c]));
            if (both) factor_.add(places_[k].ab, i, j, product(lower[r], upper[c]));
        }
    }
}

void NewtonSystem::stiffen(double share) {
    for (std::size_t k = 0; k < pattern_.size(); ++k) {
        if (pattern_[k].row != pattern_[k].column) continue;
        for (int i = 0; i < p_.rows_per_body; ++i)
            factor_.add(k, i, i, least_stiffness + share * diagonal_[static_cast<std::size_t>(pattern_[k].row * p_.rows_per_body + i)]);
    }
}

bool NewtonSystem::factorise(std::span<const ConeScaling> scaling, double mu) {
    scaling_ = scaling;
    good_ = share_allowed * mu;
    soft_ = std::sqrt(std::max(softening * mu, least_softening));
    factor_.clear();
    std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
    for (std::size_t k = 0; k < p_.block.size(); ++k) {
        root_block(p_.block[k], roots_[k]);
        add_block(k);
    }
    stiffen(0.0);
    for (double share = first_share; !factor_.factorise(); share *= 100.0) {
        if (share > last_share) return false;
        stiffen(share);
    }
    if (!p_.has_multiplier()) return true;
    std::copy(p_.live.begin(), p_.live.end(), from_live_.begin());
    factor_.solve(from_live_);
    SmallRoot::Numbers one{1.0};
    roots_.back().half_solve(one);
    pivot_ = 1.0 / (one[0] * one[0]) + dot(p_.live, from_live_);
    return std::isfinite(pivot_);
}

void NewtonSystem::eliminate(std::span<const double> v, std::span<double> out) const {
    for (std::size_t k = 0; k < p_.block.size(); ++k) {
        const ConicProgram::Block& block = p_.block[k];
        SmallRoot::Numbers u{};
        std::copy_n(v.begin() + block.first_variable, block.variables, u.begin());
        roots_[k].half_solve(u);
        roots_[k].other_half(u);
        std::copy_n(u.begin(), block.variables, out.begin() + block.first_variable);
    }
}

void NewtonSystem::times_W2(std::span<const double> z, std::span<double> out, bool inverse) const {
    for (std::size_t c = 0; c < p_.cone.size(); ++c) {
        const ConicProgram::Cone& cone = p_.cone[c];
        const ConeScaling& W = scaling_[c];
        ConeElement v = element(z, cone);
        v = inverse ? W.times_inverse(W.times_inverse(v)) : W.times(W.times(v));
        std::copy_n(v.begin(), cone.size, out.begin() + cone.first_row);
    }
}

void NewtonSystem::apply(const ConicVector& v, ConicVector& out) const {
    times_A_transposed(p_, v.y, out.x);
    std::vector<double> more(out.x.size());
    times_G_transposed(p_, v.z, more);
    add_to(more, out.x);
    times_A(p_, v.x, out.y);
    times_W2(v.z, out.z, false);
    std::vector<double> rows(out.z.size());
    times_G(p_, v.x, rows);
    for (std::size_t k = 0; k < rows.size(); ++k) out.z[k] = rows[k] - out.z[k];
}

void NewtonSystem::solve_once(ConicVector& v) {
    // g = bx + G^T W^-2 bz
    times_W2(v.z, in_z_, true);
    times_G_transposed(p_, in_z_, in_x_);
    add_to(in_x_, v.x);
    // (A Q^-1 A^T) y - live m = A Q^-1 g - by, forces without the multiplier
    const double g_multiplier = p_.has_multiplier() ? v.x.back() : 0.0;
    if (p_.has_multiplier()) v.x.back() = 0.0;
    eliminate(v.x, in_x_);
    times_A(p_, in_x_, in_y_);
    for (std::size_t k = 0; k < in_y_.size(); ++k) v.y[k] = in_y_[k] - v.y[k];
    factor_.solve(v.y);
    double multiplier = 0.0;
    if (p_.has_multiplier()) {
        multiplier = (g_multiplier - dot(p_.live, v.y)) / pivot_;
        for (std::size_t k = 0; k < v.y.size(); ++k) v.y[k] += multiplier * from_live_[k];
    }
    // x = Q^-1 (g - A^T y),  z = W^-2 (G x - bz)
    times_A_transposed(p_, v.y, in_x_);
    for (std::size_t k = 0; k < in_x_.size(); ++k) in_x_[k] = v.x[k] - in_x_[k];
    eliminate(in_x_, v.x);
    if (p_.has_multiplier()) v.x.back() = multiplier;
    times_G(p_, v.x, in_z_);
    for (std::size_t k = 0; k < in_z_.size(); ++k) in_z_[k] -= v.z[k];
    times_W2(in_z_, v.z, true);
}

void NewtonSystem::solve(ConicVector& v) {
    const ConicVector wanted = v;
    solve_once(v);
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k < refinements; ++k) {
        apply(v, error_);
        for (std::size_t i = 0; i < error_.x.size(); ++i) error_.x[i] = wanted.x[i] - error_.x[i];
        for (std::size_t i = 0; i < error_.y.size(); ++i) error_.y[i] = wanted.y[i] - error_.y[i];
        for (std::size_t i = 0; i < error_.z.size(); ++i) error_.z[i] = wanted.z[i] - error_.z[i];
        const double now = error_.largest();
        if (!(now < 0.5 * before) || now <= good_) {
            if (!(now <= before)) {  // the last correction did harm
                for (std::size_t i = 0; i < v.x.size(); ++i) v.x[i] -= correction_.x[i];
                for (std::size_t i = 0; i < v.y.size(); ++i) v.y[i] -= correction_.y[i];
                for (std::size_t i = 0; i < v.z.size(); ++i) v.z[i] -= correction_.z[i];
            }
            return;
        }
        before = now;
        correction_ = error_;
        solve_once(correction_);
        add_to(correction_.x, v.x);
        add_to(correction_.y, v.y);
        add_to(correction_.z, v.z);
    }
}

}  // namespace drystone
