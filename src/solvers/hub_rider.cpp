#include "solvers/hub_rider.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

constexpr int fewest_contacts = 64;   // below, its share in a contact's own answer counts
constexpr int most_rounds = 16;       // beyond, it is too light
constexpr double gain = 0.5;          // of a contact's own answer: what those of one round may do to it through the hub
constexpr std::size_t bodies_chunk = 1024;  // bodies per partial sum
constexpr std::size_t bodies_grain = 4096;  // bodies worth waking a thread for

}  // namespace

int HubWeight::rounds() const {
    if (contacts < fewest_contacts || odd > 0.0) return 0;
    const double ratio = contacts * through_hub / (gain * own);
    return ratio < most_rounds ? std::max(1, static_cast<int>(std::ceil(ratio))) : 0;
}

/// What all contacts together do to one through the hub, and what it does to itself.
template <int D>
HubWeight weigh_hub(const RigidProblem<D>& problem) {
    const BodyMap<D>& map = problem.W;
    HubWeight weight;
    weight.contacts = map.size();
    for (const ContactArms<D>& arms : map.contact) {
        if (arms.is_of_one_body() || (arms.body_a < 0 && arms.body_b < 0)) weight.odd += 1.0;
        for (const int body : {arms.body_a, arms.body_b}) {
            if (body >= 0) weight.own += map.body[static_cast<std::size_t>(body)].inverse_mass[0][0];
        }
        for (int g = arms.first_grip; g < arms.first_grip + arms.grips; ++g) {
            const Grip<D>& grip = map.grip[static_cast<std::size_t>(g)];
            const CompliantBody<D>& hub = map.compliant[static_cast<std::size_t>(grip.body)];
            for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) {
                for (int axis = 0; axis < D; ++axis)
                    weight.through_hub += grip.weight[k] * grip.weight[k] * hub.answer(grip.dof[k], axis)[grip.dof[k] * D + axis] / D;
            }
        }
    }
    return weight;
}

template <int D>
HubRider<D>::HubRider(const RigidProblem<D>& problem, SweepOrder order, ThreadPool& pool, HubScratch<D>& scratch)
    : problem_(problem), pool_(pool), s_(scratch) {
    s_.border.clear();
    const BodyMap<D>& map = problem.W;
    if (map.hub_place.empty() || order != SweepOrder::coloured) return;
    rounds_ = s_.told.rounds > 0 ? s_.told.rounds : weigh_hub(problem).rounds();
    if (rounds_ == 0) return;
    for (std::size_t i = 0; i < map.hub_extra.size(); ++i) {
        if (!(map.hub_extra[i] == Vec<D>{})) s_.border.push_back({static_cast<int>(i), map.hub_extra[i], {}});
    }
}

template <int D>
Mat<D> HubRider<D>::answer(const Mat<D>& pull) const {
    const CompliantBody<D>& hub = problem_.W.compliant[0];
    Mat<D> M{};
    for (int j = 0; j < D; ++j) {
        for (int i = 0; i < D; ++i) M[i][j] = hub.answer(j, i)[j * D + i] * pull[i][j];
    }
    return M;
}

template <int D>
void HubRider<D>::move(const Mat<D>& M, std::vector<SweepBody<D>>& bodies) {
    const std::vector<Vec<D>>& place = problem_.W.hub_place;
    const Mat<D> change = M - M_;
    pool_.for_ranges(place.size(), bodies_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) bodies[i].v += change * place[i];
    });
    M_ = M;
}

template <int D>
void HubRider<D>::settle(const Mat<D>& pull, std::vector<SweepBody<D>>& bodies) {
    const std::vector<Vec<D>>& place = problem_.W.hub_place;
    const std::vector<char>& elsewhere = s_.told.elsewhere;
    const HubMoment<D> of_bodies =
        pool_.sum_in_order(place.size(), bodies_chunk, s_.partial, [&](std::size_t begin, std::size_t end) {
            HubMoment<D> part;
            for (std::size_t i = begin; i < end; ++i) {
                if (!(bodies[i].inverse_mass > 0.0) || (!elsewhere.empty() && elsewhere[i])) continue;
                const Vec<D> given = (1.0 / bodies[i].inverse_mass) * (bodies[i].v - M_ * place[i]);
                part.sum = part.sum + outer(given, place[i]);
            }
            return part;
        });
    pull_ = pull + of_bodies.sum;
    if (s_.told.rounds == 0) return move(answer(pull_), bodies);
    move(agreed_ + (1.0 / s_.told.mass) * answer(pull_ - agreed_pull_), bodies);
}

template <int D>
void HubRider<D>::agree(const Mat<D>& pull_of_all, std::vector<SweepBody<D>>& bodies) {
    agreed_ = answer(pull_of_all);
    agreed_pull_ = pull_;
    move(agreed_, bodies);
}

template HubWeight weigh_hub(const RigidProblem<2>&);
template HubWeight weigh_hub(const RigidProblem<3>&);
template class HubRider<2>;
template class HubRider<3>;

}  // namespace drystone
