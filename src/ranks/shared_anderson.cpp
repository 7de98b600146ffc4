#include "ranks/shared_anderson.h"

#include <algorithm>
#include <cmath>

#include "solvers/solve_leading.h"

namespace drystone::ranks {

template <int D>
template <class Visit>
void SharedAnderson<D>::for_all(const Visit& visit) {
    std::size_t at = 0;
    for (const StateRun& run : runs_) {
        for (std::size_t g = 0; g < run.groups; ++g) {
            double* x = run.at(g);
            for (std::size_t i = 0; i < run.doubles; ++i, ++at) visit(x[i], at);
        }
    }
}

template <int D>
SharedAnderson<D>::SharedAnderson(BodySweep<D>& sweep, const Units& units, Team& team) : team_(team), runs_(sweep.state()), exact_(units.exact) {
    for (std::size_t k = 0; k < runs_.size(); ++k) {
        for (std::size_t g = 0; g < runs_[k].groups; ++g) {
            for (std::size_t i = 0; i < runs_[k].doubles; ++i) weight_.push_back(sweep.state_weight(static_cast<int>(k), g, i));
        }
    }
    const std::size_t n = weight_.size();
    begin_.resize(n);
    last_.resize(n);
    moved_.resize(n);
    for (auto& list : change_) list.resize(n);
    for (auto& list : bend_) list.resize(n);
    // Differences are kept in single precision: in units near their size, by a power of two so that other units leave the same digits.
    if (units.size > 0.0 && std::isfinite(units.size)) scale_ = std::ldexp(1.0, -std::ilogb(units.size));
    forget();
}

template <int D>
void SharedAnderson<D>::forget() {
    begun_ = jumped_ = false;
    kept_ = 0;
    for_all([&](double& x, std::size_t i) { begin_[i] = x; });
}

/// Of kinds with many groups one in so many is asked, as in solvers/sweep_state.h: which, depends on who has what.
template <int D>
std::size_t SharedAnderson<D>::sampling(const StateRun& run) const {
    constexpr std::size_t many = 1024, sparse = 8;
    return !exact_ && run.groups >= many ? sparse : 1;
}

/// |f|^2, f . bend_j and newest bend . bend_j, over all ranks.
template <int D>
auto SharedAnderson<D>::learn(bool first) -> std::array<double, products> {
    std::array<double, products> sums{};
    std::vector<float>& newest = bend_[static_cast<std::size_t>(newest_)];
    std::size_t start = 0;
    for (const StateRun& run : runs_) {
        const std::size_t every = sampling(run);
        for (std::size_t g = 0; g < run.groups; g += every) {
            const double* x = run.at(g);
            for (std::size_t k = 0, i = start + g * run.doubles; k < run.doubles; ++k, ++i) {
                const double f = x[k] - begin_[i], w = static_cast<double>(every) * weight_[i];
                newest[i] = static_cast<float>(first ? 0.0 : scale_ * (f - moved_[i]));
                moved_[i] = f;
                if (exact_) continue;
                sums[0] += w * f * f;
                for (std::size_t j = 0; j < depth; ++j) {
                    sums[1 + j] += w * f * bend_[j][i];
                    sums[1 + depth + j] += w * newest[i] * bend_[j][i];
                }
            }
        }
        start += run.groups * run.doubles;
    }
    if (exact_) return exact_products();
    team_.sum(sums);
    return sums;
}

/// Each contact's part by itself, and all of them without rounding.
template <int D>
auto SharedAnderson<D>::exact_products() const -> std::array<double, products> {
    constexpr std::size_t lanes = 8;
    std::array<ExactSum, products> sums;
    const std::vector<float>& newest = bend_[static_cast<std::size_t>(newest_)];
    std::size_t first = 0;
    for (const StateRun& run : runs_) {
        const std::size_t step = run.doubles % lanes == 0 ? lanes : 1, across = run.doubles / step;  // numbers of a contact are `step` apart
        for (std::size_t g = 0; g < run.groups; ++g, first += run.doubles) {
            for (std::size_t lane = 0; lane < step; ++lane) {
                std::array<double, products> part{};
                for (std::size_t d = 0; d < across; ++d) {
                    const std::size_t i = first + d * step + lane;
                    const double w = weight_[i], f = moved_[i];
                    part[0] += w * f * f;
                    for (std::size_t j = 0; j < depth; ++j) {
                        part[1 + j] += w * f * bend_[j][i];
                        part[1 + depth + j] += w * newest[i] * bend_[j][i];
                    }
                }
                for (std::size_t k = 0; k < products; ++k) sums[k].add(part[k]);
            }
        }
    }
    add_up(sums, team_);
    std::array<double, products> values;
    for (std::size_t k = 0; k < products; ++k) values[k] = sums[k].value();
    return values;
}

template <int D>
int SharedAnderson<D>::choose(std::array<double, depth>& gamma) const {
    std::array<std::array<double, depth>, depth> A{};
    std::array<double, depth> b{};
    for (int i = 0; i < kept_; ++i) {
        const auto slot = [&](int j) { return static_cast<std::size_t>((newest_ + depth - j) % depth); };
        b[static_cast<std::size_t>(i)] = with_moved_[slot(i)];
        for (int j = 0; j < kept_; ++j) A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = gram_[slot(i)][slot(j)];
    }
    int used = kept_;  // the newest first: older ones that say the same are left out
    while (used > 0 && !solve_leading<depth>(A, b, used, gamma)) --used;
    return used;
}

template <int D>
bool SharedAnderson<D>::jump() {
    const bool first = !begun_;
    newest_ = first ? 0 : (newest_ + 1) % depth;
    const std::array<double, products> sums = learn(first);
    if (jumped_ && !(sums[0] <= length2_)) {
        for_all([&](double& x, std::size_t i) { x = last_[i]; });
        forget();
        return true;
    }
    for (std::size_t j = 0; j < depth; ++j) {
        with_moved_[j] = sums[1 + j];
        gram_[static_cast<std::size_t>(newest_)][j] = gram_[j][static_cast<std::size_t>(newest_)] = sums[1 + depth + j];
    }
    kept_ = first ? 0 : std::min(depth, kept_ + 1);
    length2_ = sums[0];
    begun_ = true;
    std::array<double, depth> gamma{};
    const int used = choose(gamma);
    std::vector<float>& newest = change_[static_cast<std::size_t>(newest_)];
    for_all([&](double& x, std::size_t i) {
        const double g = x;
        if (!first) newest[i] = static_cast<float>(scale_ * (g - last_[i]));
        last_[i] = g;
        for (int j = 0; j < used; ++j)
            x -= gamma[static_cast<std::size_t>(j)] * change_[static_cast<std::size_t>((newest_ + depth - j) % depth)][i];
        begin_[i] = x;
    });
    jumped_ = used > 0;
    return jumped_;
}

template class SharedAnderson<2>;
template class SharedAnderson<3>;

}  // namespace drystone::ranks
