#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "solvers/nlgs_sweep.h"

namespace drystone {

/// All impulses and moments of a sweep as one long row of numbers, and a sample of it: of kinds with many groups every eighth one. For those who
/// change impulses between sweeps (anderson.cpp, momentum.h) and ask how far sweeps have moved them.
template <int D>
class SweepState {
  public:
    static constexpr std::size_t kinds = BodySweep<D>::kinds;

    SweepState(BodySweep<D>& sweep, ThreadPool& pool) : pool_(pool), runs_(sweep.state()) {
        for (std::size_t k = 0; k < kinds; ++k) {
            first_[k] = size_;
            sampled_first_[k] = sampled_;
            every_[k] = runs_[k].groups >= many ? sparse : 1;
            size_ += runs_[k].groups * runs_[k].doubles;
            sampled_ += samples(k) * runs_[k].doubles;
        }
    }

    std::size_t size() const { return size_; }
    std::size_t sampled() const { return sampled_; }

    /// Nothing but cones of friction, and moments: no joints, no bodies that deform, no cell under stress.
    bool is_of_cones() const { return runs_[full].groups == 0 && runs_[compliant].groups == 0; }

    /// work(kind, group, its numbers, how many, where they are in the row) for all groups, on all threads.
    template <class Work>
    void for_groups(const Work& work) {
        for (std::size_t k = 0; k < kinds; ++k) {
            const StateRun& run = runs_[k];
            pool_.for_ranges(run.groups, grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t g = begin; g < end; ++g) work(run.at(g), run.doubles, first_[k] + g * run.doubles);
            });
        }
    }

    /// work(kind, group, its numbers, how many, where they are in the sample).
    template <class Work>
    void for_sampled(const Work& work) {
        for (std::size_t k = 0; k < kinds; ++k) {
            pool_.for_ranges(samples(k), grain, [&](std::size_t begin, std::size_t end) { visit(k, begin, end, work); });
        }
    }

    /// weight: of each number of the sample, so that squares of impulses are energies. Components of a lane weigh the same.
    void weigh(const BodySweep<D>& sweep, std::span<double> weight) {
        for_sampled([&](std::size_t kind, std::size_t group, const double*, std::size_t count, std::size_t at) {
            const std::size_t alike = kind < 2 ? lanes : count;
            for (std::size_t i = 0; i < count; ++i)
                weight[at + i] = i < alike ? sweep.state_weight(static_cast<int>(kind), group, i) : weight[at + i - alike];
        });
    }

    /// Sums of what add(its numbers, how many, where they are in the sample, sum) adds; the same bits on any number of threads.
    template <class T, class Add>
    T sum_sampled(std::vector<T>& scratch, const Add& add) {
        T sums{};
        for (std::size_t k = 0; k < kinds; ++k) {
            sums += pool_.sum_in_order(samples(k), sum_chunk, scratch, [&](std::size_t begin, std::size_t end) {
                T part{};
                visit(k, begin, end, [&](std::size_t, std::size_t, const double* now, std::size_t count, std::size_t at) {
                    add(now, count, at, part);
                });
                return part;
            });
        }
        return sums;
    }

  private:
    static constexpr std::size_t full = 2, compliant = 4;  // kinds, as BodySweep::state() has them
    static constexpr std::size_t lanes = 8;        // of a group of round or plain contacts
    static constexpr std::size_t sparse = 8;       // one group in so many is sampled,
    static constexpr std::size_t many = 1024;      // of kinds with at least so many groups
    static constexpr std::size_t grain = 512;      // groups a thread takes at least
    static constexpr std::size_t sum_chunk = 256;  // sampled groups per partial sum

    std::size_t samples(std::size_t k) const { return (runs_[k].groups + every_[k] - 1) / every_[k]; }

    template <class Work>
    void visit(std::size_t k, std::size_t begin, std::size_t end, const Work& work) const {
        for (std::size_t sample = begin; sample < end; ++sample) {
            const std::size_t group = sample * every_[k], count = runs_[k].doubles;
            work(k, group, runs_[k].at(group), count, sampled_first_[k] + sample * count);
        }
    }

    ThreadPool& pool_;
    std::array<StateRun, kinds> runs_;
    std::array<std::size_t, kinds> first_{}, sampled_first_{}, every_{};
    std::size_t size_ = 0, sampled_ = 0;
};

}  // namespace drystone
