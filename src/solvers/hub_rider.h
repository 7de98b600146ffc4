#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "contact/body_map.h"
#include "core/parallel.h"
#include "solvers/nlgs_contacts.h"
#include "solvers/solver.h"

namespace drystone {

/// A contact that leads out of the cell, as far as the hub is concerned.
template <int D>
struct HubBorder {
    int contact = 0;
    Vec<D> extra{};  // BodyMap::hub_extra
    Vec<D> free{};   // its free velocity as it was packed, axes of its record [m/s]
};

/// sum r p^T [N s].
template <int D>
struct HubMoment {
    Mat<D> sum{};
    HubMoment& operator+=(const HubMoment& other) {
        sum = sum + other.sum;
        return *this;
    }
};

/// Storage of HubRider, kept between steps.
template <int D>
struct HubScratch {
    std::vector<HubBorder<D>> border;  // by contact
    std::vector<HubMoment<D>> partial;
};

/// A hub (CompliantBody::hub), a cell that repeats under stress, carried by the bodies of the sweeps: with M = [v_1 .. v_D] its degrees of
/// freedom and p_i the places of bodies,
///
///     table: V_i + M p_i       so that a contact's velocity is the difference of its bodies', + M e where it leads out of the cell
///     M = C o (sum_i m_i V_i p_i^T + sum_border r e^T)           docs/theory.md (16.5): the pull of all contacts, by their bodies
///
/// and sweeps need not know of it. It is settled several times a sweep, after so few contacts that these cannot overshoot together.
template <int D>
class HubRider {
  public:
    HubRider(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool, HubScratch<D>& scratch);

    /// Whether there is such a hub, contacts are visited by colours, and it is heavy enough. (Else its contacts are those of CompliantSweep.)
    bool rides() const { return rounds_ > 0; }
    /// Times a sweep that it has to be settled.
    std::size_t rounds() const { return static_cast<std::size_t>(rounds_); }

    std::span<HubBorder<D>> border() { return s_.border; }
    Vec<D> gives(const HubBorder<D>& one) const { return M_ * one.extra; }

    /// M of nothing; the caller has stopped the bodies.
    void stop() { M_ = {}; }
    /// M of the impulses that bodies have and of those on the border, sum r e^T; bodies move with it.
    void settle(const Mat<D>& border_pull, std::vector<SweepBody<D>>& bodies);

  private:
    int rounds_needed() const;

    const RigidProblem<D>& problem_;
    ThreadPool& pool_;
    HubScratch<D>& s_;
    Mat<D> M_{};
    int rounds_ = 0;
};

}  // namespace drystone
