#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/motion.h"
#include "core/random.h"
#include "solvers/fallbacks.h"
#include "solvers/solver.h"

namespace drystone {

/// Impulses and moments as they stood at a few marks, kept between solves so that none is allocated after the first.
template <int D>
struct StrideScratch {
    struct Snapshot {
        std::vector<Vec<D>> r;   // (contacts)
        std::vector<Spin<D>> m;  // (turning)
    };
    Snapshot first, second, third, trial;
};

/// Takes thousands of like sweeps at once.
///
/// Where sticking contacts close loops, their velocities often cannot all vanish while impulses may still grow: then sweep
/// after sweep adds the same small step, until some contact reaches its limit and lets go. In long chains the slowest mode
/// does nearly the same, each window of sweeps a little less. Two windows that changed the impulses by d and q d show it.
/// q < 1: the rest of the way is q / (1 - q) d (Aitken). q near 1: strides along d grow while the residual does not, then
/// close in on the longest that is not too long. docs/theory.md section 5.4.
template <class Sweep, int D>
class Strides {
  public:
    static constexpr int window = fallbacks::window;  // sweeps

    Strides(Sweep& sweep, std::size_t contacts, std::size_t turning, StrideScratch<D>& scratch)
        : sweep_(sweep), s_(scratch), contacts_(contacts), turning_(turning) {}

    /// Forgets earlier windows: the next mark begins the first.
    void restart() { marks_ = 0; }

    /// To be called after every window of sweeps (and before the first). Returns whether the last two agree.
    bool drifts() {
        make_room();
        std::swap(s_.first, s_.second);
        std::swap(s_.second, s_.third);
        sweep_.store(s_.third.r, s_.third.m);
        if (++marks_ < 3) return false;
        double now_now = 0.0, now_was = 0.0, was_was = 0.0;
        for (std::size_t i = 0; i < s_.third.r.size(); ++i) {
            const Vec<D> now = s_.third.r[i] - s_.second.r[i], was = s_.second.r[i] - s_.first.r[i];
            now_now += dot(now, now);
            now_was += dot(now, was);
            was_was += dot(was, was);
        }
        ratio_ = now_was / was_was;
        return now_was > 0.0 && now_now - ratio_ * now_was <= fallbacks::alike * fallbacks::alike * now_now;
    }

    /// The impulses at the last mark and at the one before it.
    const typename StrideScratch<D>::Snapshot& now() const { return s_.third; }
    const typename StrideScratch<D>::Snapshot& before() const { return s_.second; }

    /// Strides on from the last mark, where the sweep was looked at. Returns the residual where it ends. (The residual alone
    /// forgives large impulses: along a slow mode they would grow for ever. So |e| must not grow either.)
    double stride(double residual, int most, Random& random, SolveReport& report) {
        constexpr double growth = 4.0, close_enough = 1.2, steady = 0.95;
        const double error = sweep_.last().error;
        const auto is_no_worse = [&](double reached, double by) {
            return reached <= by * residual && sweep_.last().error <= by * by * error;
        };
        marks_ = 0;
        if (ratio_ < steady) {
            const double whole_way = ratio_ / (1.0 - ratio_),
                         reached = residual_at(whole_way, random, report);
            return is_no_worse(reached, 1.0) ? reached : residual_at(0.0, random, report);
        }
        double good = 0.0, bad = 0.0;
        for (double length = growth; report.iterations < most;) {
            const double reached = residual_at(length, random, report);
            (is_no_worse(reached, bearable) ? good : bad) = length;
            if (bad > 0.0 && (good == 0.0 || bad <= close_enough * good)) break;
            length = bad == 0.0 ? growth * good : std::sqrt(good * bad);
        }
        return residual_at(good, random, report);
    }

  private:
    static constexpr double bearable = 1.02;

    /// Most solves have no use for marks.
    void make_room() {
        for (auto* snapshot : {&s_.first, &s_.second, &s_.third, &s_.trial}) {
            snapshot->r.resize(contacts_);
            snapshot->m.resize(turning_);
        }
    }

    /// The residual after so many windows at once, and the sweep that mends what they broke.
    double residual_at(double length, Random& random, SolveReport& report) {
        const auto extend = [&](const auto& from, const auto& to, auto& out) {
            for (std::size_t i = 0; i < to.size(); ++i) out[i] = to[i] + length * (to[i] - from[i]);
        };
        extend(s_.second.r, s_.third.r, s_.trial.r);
        extend(s_.second.m, s_.third.m, s_.trial.m);
        sweep_.load(s_.trial.r, s_.trial.m);
        sweep_.residual();
        sweep_.sweep(random);
        ++report.iterations;
        return sweep_.residual().relative();
    }

    Sweep& sweep_;
    StrideScratch<D>& s_;
    std::size_t contacts_, turning_;
    int marks_ = 0;
    double ratio_ = 0.0;  // q
};

}  // namespace drystone
