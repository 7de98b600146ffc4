#pragma once

// Overlaps are taken out where they are, as step/project.cpp does it: of the contacts of bodies that overlap deeply, and of those up to
// projection_hops - 1 contacts farther, a plan of their own in the order of the whole one, whose colours are colours of it, too.

#include <span>
#include <vector>

#include "device/kernel.h"
#include "device/sweep_plan_on.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// Marks of bodies: 1 of those that overlap deeply, 1 + hop of those so many contacts away, 0 else. Several threads may write a mark, all
/// of them the same.
struct NearDeep {
    int* near;  // (rows)
    int rows;   // that beyond the last stands for all that cannot move
    const int* body_a;
    const int* body_b;
    const char* stays;  // (rows)  1: joints hold it, it is not moved; none: nobody is held

    DRYSTONE_ON_DEVICE bool may_move(int row) const { return row < rows && !(stays && stays[row]); }
    DRYSTONE_ON_DEVICE bool is_near(int row, int most) const { return row < rows && near[row] > 0 && near[row] <= most; }
    DRYSTONE_ON_DEVICE void begin(int slot) const {
        if (may_move(body_a[slot])) near[body_a[slot]] = 1;
        if (may_move(body_b[slot])) near[body_b[slot]] = 1;
    }
    DRYSTONE_ON_DEVICE void spread(int slot, int hop) const {
        const int a = body_a[slot], b = body_b[slot];
        const bool of_a = is_near(a, hop), of_b = is_near(b, hop);
        if (of_a && !of_b && may_move(b)) near[b] = hop + 1;
        if (of_b && !of_a && may_move(a)) near[a] = hop + 1;
    }
    DRYSTONE_ON_DEVICE bool is_chosen(int slot) const { return is_near(body_a[slot], projection_hops) || is_near(body_b[slot], projection_hops); }
};

/// Some slots of a plan, in their order.
template <class B>
struct SomeSlotsOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    Buffer<int> slot;  // (chosen)  of the whole plan
    Buffer<int> count, first, body_a, body_b, inside, starts, told_starts;
    std::vector<int> told_first;  // as of the whole plan
    SweepOrderView view;

    /// Returns how many there are.
    std::size_t choose(B& on, SweepPlanOn<B>& plan, const NearDeep& marks) {
        const SweepOrderView whole = plan.view;
        const auto n = static_cast<std::size_t>(whole.slots);
        count.resize(n);
        int* counts = count.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) { counts[k] = marks.is_chosen(k) ? 1 : 0; });
        const auto chosen = static_cast<std::size_t>(on.scan(count, n, first));
        slot.resize(chosen), body_a.resize(chosen), body_b.resize(chosen);
        counts = count.data();
        int *slots = slot.data(), *own_a = body_a.data(), *own_b = body_b.data();
        const int* firsts = first.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            if (counts[k] == 0) return;
            slots[firsts[k]] = k;
            own_a[firsts[k]] = whole.body_a[k];
            own_b[firsts[k]] = whole.body_b[k];
        });
        inside.resize(plan.inside.size());
        starts.resize(most_colours + 1);
        int *own_inside = inside.data(), *own_starts = starts.data();
        on.for_each(inside.size(), [=] DRYSTONE_KERNEL(int k) { own_inside[k] = firsts[whole.inside[k]]; });
        on.for_each(most_colours + 1, [=] DRYSTONE_KERNEL(int k) { own_starts[k] = firsts[whole.between[k]]; });
        std::vector<int> known;
        on.download(starts, known);
        view = {whole.bodies, static_cast<int>(chosen), whole.chunks, inside.data(), {}, body_a.data(), body_b.data()};
        std::copy(known.begin(), known.end(), view.between);
        if (!plan.told.is_there) return chosen;
        on.upload(std::span<const int>(plan.told_first), told_starts);
        int* told_from = told_starts.data();
        on.for_each(told_starts.size(), [=] DRYSTONE_KERNEL(int k) { told_from[k] = firsts[told_from[k]]; });
        on.download(told_starts, told_first);
        return chosen;
    }
};

}  // namespace drystone::device
