#pragma once

// Jumps ahead from the last few sweeps, as solvers/anderson.cpp has them, docs/theory.md (5.14), over the impulses as they lie in the order
// of a sweep. The least squares are taken over a sample of the slots.

#include <array>
#include <cmath>
#include <span>

#include "device/kernel.h"
#include "device/other_devices.h"
#include "device/visits.h"
#include "solvers/solve_leading.h"

namespace drystone::device {

inline constexpr int jump_depth = 3;

struct JumpProducts {
    double with_moved[jump_depth] = {}, with_newest[jump_depth] = {};
    DRYSTONE_ON_DEVICE JumpProducts& operator+=(const JumpProducts& other) {
        for (int j = 0; j < jump_depth; ++j) {
            with_moved[j] += other.with_moved[j];
            with_newest[j] += other.with_newest[j];
        }
        return *this;
    }
};

/// Which slots are looked at: 32 of each 256, or all of a few.
struct SampledSlots {
    int slots = 0;
    bool all = false;

    explicit SampledSlots(int count) : slots(count), all(count < 8192) {}
    std::size_t size() const { return static_cast<std::size_t>(all ? slots : (slots + 255) / 256 * 32); }
    /// How many stand behind each that is looked at.
    double of_each() const { return all ? 1.0 : 8.0; }
    /// May be beyond the last.
    DRYSTONE_ON_DEVICE int slot(int k) const { return all ? k : k / 32 * 256 + k % 32; }
};

template <class Kind, class B>
struct AndersonOn {
    typename B::template Buffer<double> last, begun_at, moved;
    std::array<typename B::template Buffer<float>, jump_depth> change;
    std::array<typename B::template Buffer<double>, jump_depth> bend;
    Slots<Kind> contacts;
    int slots = 0;
    int unknowns = 0;  // of a contact
    double scale = 1.0;
    std::array<std::array<double, jump_depth>, jump_depth> gram{};
    std::array<double, jump_depth> with_moved{};
    double length2 = 0.0;
    int newest = 0, kept = 0;
    bool begun = false, jumped = false;
    OtherDevices<Kind::dim>* others = nullptr;  // whose slots count, too

    /// Sums over the slots that are looked at become those of all devices.
    void over_all(std::span<double> sums) {
        if (!others) return;
        for (double& sum : sums) sum *= SampledSlots(slots).of_each();
        others->sum(sums);
    }

    /// size: of the impulses, for a power of two that keeps single precision within its exponents.
    void start(B& on, const Slots<Kind>& view, int count, double size) {
        contacts = view;
        slots = count;
        unknowns = view.unknowns();
        const auto numbers = static_cast<std::size_t>(unknowns) * static_cast<std::size_t>(count);
        const std::size_t sampled = static_cast<std::size_t>(unknowns) * SampledSlots(count).size();
        last.resize(numbers);
        for (auto& one : change) one.resize(numbers);
        begun_at.resize(sampled);
        moved.resize(sampled);
        for (auto& one : bend) on.fill(one, sampled, 0.0);
        on.fill(moved, sampled, 0.0);
        scale = size > 0.0 && std::isfinite(size) ? std::ldexp(1.0, -std::ilogb(size)) : 1.0;
        forget(on);
    }

    /// Where the next sweeps begin.
    void mark(B& on) {
        const SampledSlots sample(slots);
        const Slots<Kind> view = contacts;
        double* out = begun_at.data();
        const auto many = static_cast<int>(sample.size());
        const int many_unknowns = unknowns;
        on.for_each(sample.size(), [=] DRYSTONE_KERNEL(int k) {
            const int slot = sample.slot(k);
            for (int d = 0; d < many_unknowns; ++d) out[d * many + k] = slot < sample.slots ? view.state.at(d, slot) : 0.0;
        });
    }

    void forget(B& on) {
        begun = jumped = false;
        kept = 0;
        mark(on);
    }

    /// After some sweeps: jumps, or takes the last jump back; the velocities of bodies must then be made anew. False: nothing changed.
    bool jump(B& on) {
        const double now = measure(on);
        if (jumped && !(now <= length2)) {
            take_back(on);
            return true;
        }
        const bool first = !begun;
        newest = begun ? (newest + 1) % jump_depth : 0;
        learn(on, first);
        kept = first ? 0 : std::min(jump_depth, kept + 1);
        length2 = now;
        begun = true;
        jumped = go_on(on, first) > 0;
        mark(on);
        return jumped;
    }

    double measure(B& on) {
        const SampledSlots sample(slots);
        const Slots<Kind> view = contacts;
        const double* from = begun_at.data();
        const auto many = static_cast<int>(sample.size());
        const int many_unknowns = unknowns;
        double length = on.template sum<Amount>(sample.size(), [=] DRYSTONE_KERNEL(int k) {
            const int slot = sample.slot(k);
            if (slot >= sample.slots) return Amount{};
            double sum = 0.0;
            for (int d = 0; d < many_unknowns; ++d) {
                const double f = view.state.at(d, slot) - from[d * many + k];
                sum += view.weight(d, slot) * (f * f);
            }
            return Amount{sum};
        }).value;
        over_all({&length, 1});
        return length;
    }

    void learn(B& on, bool first) {
        const SampledSlots sample(slots);
        const Slots<Kind> view = contacts;
        const double* from = begun_at.data();
        double* was = moved.data();
        double *bend0 = bend[0].data(), *bend1 = bend[1].data(), *bend2 = bend[2].data();
        const int own = newest;
        const auto many = static_cast<int>(sample.size());
        const int many_unknowns = unknowns;
        static_assert(jump_depth == 3);
        JumpProducts sums = on.template sum<JumpProducts>(sample.size(), [=] DRYSTONE_KERNEL(int k) {
            JumpProducts part;
            const int slot = sample.slot(k);
            if (slot >= sample.slots) return part;
            for (int d = 0; d < many_unknowns; ++d) {
                const int i = d * many + k;
                const double w = view.weight(d, slot);
                const double f = view.state.at(d, slot) - from[i], bent = f - was[i];
                (own == 0 ? bend0 : own == 1 ? bend1 : bend2)[i] = bent;
                was[i] = f;
                const double all[jump_depth] = {bend0[i], bend1[i], bend2[i]};
                for (int j = 0; j < jump_depth; ++j) {
                    part.with_moved[j] += w * f * all[j];
                    part.with_newest[j] += w * bent * all[j];
                }
            }
            return part;
        });
        over_all(sums.with_moved), over_all(sums.with_newest);
        std::copy_n(sums.with_moved, jump_depth, with_moved.begin());
        if (first) return;
        const auto at = static_cast<std::size_t>(newest);
        for (std::size_t j = 0; j < jump_depth; ++j) gram[at][j] = gram[j][at] = sums.with_newest[j];
    }

    /// change and last from where the sweeps ended, g, and g - sum gamma_j change_j in its place. Returns how many were taken.
    int go_on(B& on, bool first) {
        std::array<std::array<double, jump_depth>, jump_depth> A{};
        std::array<double, jump_depth> b{}, gamma{};
        std::array<int, jump_depth> from{};
        for (int j = 0; j < kept; ++j) from[j] = (newest + jump_depth - j) % jump_depth;
        for (int i = 0; i < kept; ++i) {
            b[i] = with_moved[from[i]];
            for (int j = 0; j < kept; ++j) A[i][j] = gram[from[i]][from[j]];
        }
        int used = kept;  // the newest first: older ones that say the same are left out
        while (used > 0 && !solve_leading<jump_depth>(A, b, used, gamma)) --used;
        const Slots<Kind> view = contacts;
        double* was = last.data();
        float* now = change[static_cast<std::size_t>(newest)].data();
        const float *second = change[static_cast<std::size_t>(from[1])].data(), *third = change[static_cast<std::size_t>(from[2])].data();
        const double by = scale, g0 = gamma[0] / scale, g1 = gamma[1] / scale, g2 = gamma[2] / scale;
        const int count = slots;
        on.for_each(static_cast<std::size_t>(unknowns) * static_cast<std::size_t>(slots), [=] DRYSTONE_KERNEL(int i) {
            double& r = view.state.at(i / count, i % count);
            const double g = r;
            const float d = first ? 0.0F : static_cast<float>(by * (g - was[i]));
            now[i] = d;
            was[i] = g;
            double x = g;
            if (used > 0) x -= g0 * d;
            if (used > 1) x -= g1 * second[i];
            if (used > 2) x -= g2 * third[i];
            r = x;
        });
        return used;
    }

    void take_back(B& on) {
        const Slots<Kind> view = contacts;
        const double* was = last.data();
        const int count = slots;
        on.for_each(static_cast<std::size_t>(unknowns) * static_cast<std::size_t>(slots),
                    [=] DRYSTONE_KERNEL(int i) { view.state.at(i / count, i % count) = was[i]; });
        forget(on);
    }
};

}  // namespace drystone::device
