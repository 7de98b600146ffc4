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

/// What decides how often a hub has to be settled, summed over contacts; over those of several processes where they are there.
struct HubWeight {
    double contacts = 0.0;
    double odd = 0.0;                     // contacts that cannot be swept with it: of a body with itself, or of none that moves
    double through_hub = 0.0, own = 0.0;  // what impulses do to their contact, through the hub and through its bodies [1/kg]

    /// Times a sweep, so that contacts cannot overshoot together; 0: it is too light, or there are too few of them.
    int rounds() const;
};

template <int D>
HubWeight weigh_hub(const RigidProblem<D>& problem);

/// Of a hub whose contacts are all over several processes (ranks/): said by them before a solve. Each has a share of its mass, and
/// from time to time they agree() on what all have done to it.
struct HubShare {
    int rounds = 0;               // 0: nobody says
    double mass = 1.0;            // of the whole: those of all add up to 1
    std::vector<char> elsewhere;  // (mobile bodies)  1: contacts of others touch it too, so that its velocity is not of impulses here
    std::vector<int> contacts;    // that touch such bodies
};

/// Storage of HubRider, kept between steps.
template <int D>
struct HubScratch {
    HubShare told;
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
///
/// Where P processes have contacts of it each, they go on from the M_0 and pull Q_0 on which they agreed last, with a share s_k of its mass:
///
///     M_k = M_0 + C o (Q_k - Q_0k) / s_k,    then M = C o sum Q_k = sum s_k M_k          |sum q_k|^2 <= sum |q_k|^2 / s_k: they cannot overshoot, either
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

    const HubShare& told() const { return s_.told; }
    const Mat<D>& motion() const { return M_; }
    /// What it gives a body of the table.
    Vec<D> carries(int body) const { return M_ * problem_.W.hub_place[static_cast<std::size_t>(body)]; }

    /// M of nothing; the caller has stopped the bodies.
    void stop() { M_ = agreed_ = pull_ = agreed_pull_ = {}; }
    /// M of the impulses that bodies have, and of `pull`: of those on the border, sum r e^T, and on bodies that others touch too, sum r p^T.
    /// Bodies move with it.
    void settle(const Mat<D>& pull, std::vector<SweepBody<D>>& bodies);

    /// The pull of impulses here when it was settled last, and M of those of all.
    const Mat<D>& pull() const { return pull_; }
    void agree(const Mat<D>& pull_of_all, std::vector<SweepBody<D>>& bodies);

  private:
    Mat<D> answer(const Mat<D>& pull) const;
    void move(const Mat<D>& M, std::vector<SweepBody<D>>& bodies);

    const RigidProblem<D>& problem_;
    ThreadPool& pool_;
    HubScratch<D>& s_;
    Mat<D> M_{}, pull_{};
    Mat<D> agreed_{}, agreed_pull_{};  // M_0, and what of its pull was from here
    int rounds_ = 0;
};

}  // namespace drystone
