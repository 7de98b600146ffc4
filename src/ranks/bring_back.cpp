// The whole world as output sees it, from the ranks: their bodies, and the contacts that each keeps.

#include <algorithm>
#include <numeric>
#include <tuple>

#include "bodies/move.h"
#include "core/index.h"
#include "ranks/rank_step.h"

namespace drystone::ranks {

namespace {

template <int D>
struct SeenBody {
    int slot = 0;  // in the whole
    Vec<D> position{}, detected{};
    Rotation<D> rotation{}, turned{};
    Twist<D> velocity{}, applied{};
};

/// What those who look at a contact may ask besides what travels with it.
template <int D>
struct SeenArms {
    Mat<D> frame{};
    Vec<D> arm_a{}, arm_b{};
    Vec<D> r{};
};

}  // namespace

template <int D>
Bytes RankStep<D>::pack() const {
    const World<D>& world = domain_->world;
    Bytes out;
    std::int64_t own = 0;
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) own += domain_->owner[i] == team_.rank();
    out.put(own);
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) {
        if (domain_->owner[i] != team_.rank()) continue;
        const bool found = detected_position_.size() == domain_->owner.size();
        out.put(SeenBody<D>{domain_->slots[i], world.bodies.position[i], found ? detected_position_[i] : world.bodies.position[i],
                            world.bodies.rotation[i], found ? detected_rotation_[i] : world.bodies.rotation[i], world.bodies.velocity[i],
                            i < world.applied.size() ? world.applied[i] : Twist<D>{}});
    }
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        put_contact(world, domain_->numbers(), c, out);
        SeenArms<D> seen;
        if (c < world.problem.W.contact.size() && c < world.impulse.size()) {
            const ContactArms<D>& arms = world.problem.W.contact[c];
            seen = {arms.frame, arms.arm_a, arms.arm_b, world.impulse[c]};
        }
        out.put(seen);
    }
    return out;
}

template <int D>
void RankStep<D>::unpack(const std::vector<Bytes>& all, World<D>& whole) const {
    const auto width = static_cast<std::size_t>(whole.contacts.memory.schema.width);
    std::vector<SeenBody<D>> bodies;
    std::vector<TravellingContact<D>> contact;
    std::vector<SeenArms<D>> seen;
    std::vector<double> memory;
    for (const Bytes& bytes : all) {
        Unpacking in(bytes);
        for (auto own = in.take<std::int64_t>(); own > 0; --own) bodies.push_back(in.take<SeenBody<D>>());
        while (!in.is_done()) {
            TravellingContact<D>& c = contact.emplace_back(in.take<TravellingContact<D>>());
            arrive(whole, {}, {c.body_a, c.body_b}, c);
            memory.resize(memory.size() + width);
            in.take_numbers(memory.data() + memory.size() - width, width);
            seen.push_back(in.take<SeenArms<D>>());
        }
    }
    ThreadPool alone(1);
    whole.cell = domain_->world.cell;
    place_cell(whole);
    whole.applied.resize(whole.bodies.position.size());
    for (const SeenBody<D>& body : bodies) {
        whole.bodies.position[at(body.slot)] = body.detected;
        whole.bodies.rotation[at(body.slot)] = body.turned;
    }
    place_parts(whole.bodies, alone, whole.parts);
    for (const SeenBody<D>& body : bodies) {
        const std::size_t i = at(body.slot);
        whole.bodies.position[i] = body.position;
        whole.bodies.rotation[i] = body.rotation;
        whole.bodies.velocity[i] = body.velocity;
        if (whole.matter.freedom[i] == Freedom::general) refresh_inverse_inertia(whole.matter, whole.bodies, body.slot);
        whole.applied[i] = body.applied;
    }
    std::vector<std::size_t> order(contact.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto name = [&](std::size_t k) {
        const ContactPoint<D>& p = contact[k].point;
        return std::tie(p.a, p.b, p.image, p.feature, p.layer);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return name(j) < name(k); });
    Contacts<D>& contacts = whole.contacts;
    const std::size_t n = order.size();
    contacts.point.resize(n);
    contacts.impulse.resize(n);
    contacts.moment.resize(n);
    contacts.status.resize(n);
    contacts.memory.resize(width > 0 ? n : 0);
    std::vector<ContactArms<D>>& arms_of = whole.problem.W.contact.whole();
    arms_of.resize(n);
    whole.impulse.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const TravellingContact<D>& c = contact[order[i]];
        contacts.point[i] = c.point;
        contacts.impulse[i] = c.impulse;
        contacts.moment.set(i, c.moment);
        contacts.status[i] = c.status;
        if (width > 0) contacts.memory.copy_row(memory.data() + order[i] * width, i);
        ContactArms<D>& arms = arms_of[i];
        arms = {};
        arms.frame = seen[order[i]].frame;
        arms.arm_a = seen[order[i]].arm_a;
        arms.arm_b = seen[order[i]].arm_b;
        whole.impulse[i] = seen[order[i]].r;
    }
    whole.listed = {};
    whole.factor = domain_->world.factor;
    whole.sensed = domain_->world.sensed;
    whole.skins = domain_->world.skins;
}

template Bytes RankStep<2>::pack() const;
template Bytes RankStep<3>::pack() const;
template void RankStep<2>::unpack(const std::vector<Bytes>&, World<2>&) const;
template void RankStep<3>::unpack(const std::vector<Bytes>&, World<3>&) const;

}  // namespace drystone::ranks
