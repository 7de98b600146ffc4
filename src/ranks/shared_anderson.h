#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/exact_sum.h"
#include "ranks/team.h"
#include "solvers/nlgs_sweep.h"

namespace drystone::ranks {

/// Anderson's acceleration, docs/theory.md (5.14), of sweeps whose impulses are all over the team: every rank keeps the history of its own, and
/// one sum over the ranks a jump says how much of it is taken.
template <int D>
class SharedAnderson {
  public:
    struct Units {
        double size = 0.0;   // of impulses, over all ranks [N s]
        bool exact = false;  // sums are the same whoever has which contact
    };
    SharedAnderson(BodySweep<D>& sweep, const Units& units, Team& team);

    /// The present impulses are where the next sweeps begin, and nothing is known of earlier ones.
    void forget();

    /// After some sweeps: jumps, or takes the last jump back. False: nothing was changed. The same on all ranks.
    bool jump();

  private:
    static constexpr int depth = 3;
    static constexpr std::size_t products = 2 * depth + 1;

    template <class Visit>
    void for_all(const Visit& visit);
    std::size_t sampling(const StateRun& run) const;
    std::array<double, products> learn(bool first);
    std::array<double, products> exact_products() const;
    int choose(std::array<double, depth>& gamma) const;

    Team& team_;
    std::array<StateRun, BodySweep<D>::kinds> runs_;
    std::vector<double> weight_, begin_, last_, moved_;
    std::array<std::vector<float>, depth> change_, bend_;
    std::array<std::array<double, depth>, depth> gram_{};
    std::array<double, depth> with_moved_{};
    double length2_ = 0.0;
    int newest_ = 0, kept_ = 0;
    bool begun_ = false, jumped_ = false;
    double scale_ = 1.0;
    bool exact_ = false;
};

/// Sums over all ranks: each gets them all.
template <std::size_t N>
void add_up(std::array<ExactSum, N>& sums, Team& team) {
    std::vector<std::int64_t> numbers;
    for (ExactSum& sum : sums) {
        sum.carry();
        numbers.insert(numbers.end(), sum.numbers().begin(), sum.numbers().end());
    }
    team.sum(std::span<std::int64_t>(numbers));
    for (std::size_t k = 0; k < N; ++k) std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(k * ExactSum::limbs), ExactSum::limbs, sums[k].numbers().begin());
}

}  // namespace drystone::ranks
