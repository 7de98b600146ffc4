#include "devices/rank_device.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "bodies/move.h"
#include "core/index.h"
#include "devices/what_it_can.h"
#include "step/stages.h"

namespace drystone::devices {

namespace {

template <int D>
Twist<D> one(double number) {
    Twist<D> t;
    t.v[0] = number;
    return t;
}

template <class Message>
std::vector<device::BorderParcel> parcels(const std::vector<Message>& messages) {
    std::vector<device::BorderParcel> list;
    constexpr int after_the_sweep = std::numeric_limits<int>::max();
    for (const Message& message : messages) list.push_back({message.phase, message.rank, message.wraps ? after_the_sweep : message.needed, message.slots});
    return list;
}

}  // namespace

template <int D>
RankDevice<D>::RankDevice(ranks::Domain<D>& domain, ranks::Team& team, std::unique_ptr<device::Pipeline<D>> pipeline,
                          std::optional<bool> direct)
    : domain_(domain), team_(team), direct_(direct.value_or(team.takes_device_memory())) {
    device::OtherDevices<D>& others = *this;
    domain_.world.listed = {};
    steps_ = std::make_unique<device::DeviceStep<D>>(domain_.world, std::move(pipeline), others);
}

template <int D>
StepReport RankDevice<D>::take(const StepSettings& settings) {
    settings_ = settings;
    return steps_->take_share(domain_.world, settings);
}

template <int D>
void RankDevice<D>::bring_back(typename ranks::StepsOfRank<D>::Found& found) {
    steps_->bring_back(domain_.world);
    found.position = steps_->seen().detected;
    found.rotation = steps_->seen().turned;
}

template <int D>
void RankDevice<D>::take_over() {
    domain_.world.listed = {};
    steps_->take_over(domain_.world);
}

template <int D>
std::optional<Missing> RankDevice<D>::what_it_lacks(const World<D>& whole, const StepSettings& settings) const {
    return what_is_missing(whole, settings);
}

/// Who keeps a contact: ranks/domain.h keeps().
template <int D>
device::ShareOfWorld RankDevice<D>::share() {
    const ranks::Catalogue<D>& c = *domain_.catalogue;
    const std::size_t n = domain_.slots.size();
    device::ShareOfWorld share;
    place_.assign(n, -1);
    for (const auto& neighbour : domain_.halo.neighbours()) {
        for (const int slot : neighbour.mine) place_[at(slot)] = 0;
        for (const int slot : neighbour.theirs) place_[at(slot)] = 0;
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (place_[i] < 0) continue;
        place_[i] = static_cast<int>(share.border.size());
        share.border.push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < n; ++i) {
        const int whole = domain_.slots[i];
        share.own.push_back(domain_.owner[i] == team_.rank());
        const int last = whole < 0 || !c.moves[at(whole)] ? 2 : c.everywhere[at(whole)] ? 1 : 0;
        share.order.push_back(static_cast<std::int64_t>(last) << 32 | (whole < 0 ? 0 : c.frame.ids[at(whole)]));
    }
    return share;
}

template <int D>
void RankDevice<D>::raise(std::span<double> of_border) {
    const auto number = [&](int slot) -> double& { return of_border[at(place_[at(slot)])]; };
    const auto load = [&](int slot) { return one<D>(number(slot)); };
    domain_.halo.merge_copies(load, [&](int slot, const Twist<D>& t) { number(slot) = std::max(number(slot), t.v[0]); }, team_);
    domain_.halo.publish(load, [&](int slot, const Twist<D>& t) { number(slot) = t.v[0]; }, team_);
}

/// All who touch a body have the same.
template <int D>
void RankDevice<D>::settle(std::span<Twist<D>> of_border) {
    const auto twist = [&](int slot) -> Twist<D>& { return of_border[at(place_[at(slot)])]; };
    domain_.halo.collect(twist, [&](int slot, const Twist<D>& t) {
        if (!domain_.halo.touched()[at(slot)]) twist(slot) = t;
    }, team_);
    domain_.halo.publish(twist, [&](int slot, const Twist<D>& t) { twist(slot) = t; }, team_);
}

template <int D>
device::BorderPlan RankDevice<D>::agree(std::span<const device::BorderContact<D>> contacts) {
    const World<D>& world = domain_.world;
    ranks::Colouring& c = scratch_.colouring;
    c.bodies.clear();
    c.priority.clear();
    const auto mover = [&](int body) { return world.matter.freedom[at(body)] != Freedom::immovable ? body : -1; };
    for (const device::BorderContact<D>& contact : contacts) {
        ContactPoint<D> point;
        point.a = contact.a, point.b = contact.b, point.feature = static_cast<std::uint32_t>(contact.feature), point.image = contact.image;
        c.bodies.push_back({mover(world.parts.body[at(contact.a)]), mover(world.parts.body[at(contact.b)])});
        c.priority.push_back(ranks::priority_of(world, point));
    }
    ranks::share_listed<D>(domain_.slots.size(), domain_.halo, team_, scratch_);
    to_.clear(), from_.clear();
    ranks::plan_by_colour(domain_.halo, team_, scratch_);  // closes all channels
    device::BorderPlan plan;
    plan.colours = c.colours;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (!scratch_.chosen[i]) continue;
        plan.contact.push_back(contacts[i].contact);
        plan.colour.push_back(c.colour[i]);
    }
    const ranks::Phases<D>& phases = scratch_.phases;
    plan.sent = parcels(phases.sent()), plan.expected = parcels(phases.expected());
    plan.last_sent = parcels(phases.last_sent()), plan.last_expected = parcels(phases.last_expected());
    return plan;
}

template <int D>
void RankDevice<D>::send(int to, std::span<const double> numbers) {
    const auto [channel, is_new] = to_.try_emplace(std::pair(to, numbers.data()), -1);
    if (is_new) channel->second = team_.open_to(to, numbers);
    team_.start(channel->second);
}

template <int D>
int RankDevice<D>::expect(int from, std::span<double> numbers) {
    const auto [channel, is_new] = from_.try_emplace(std::pair(from, numbers.data()), -1);
    if (is_new) channel->second = team_.open_from(from, numbers);
    team_.start(channel->second);
    return channel->second;
}

template <int D>
void RankDevice<D>::finish_sending() {
    for (const auto& [parcel, channel] : to_) team_.await(channel);
}

template <int D>
void RankDevice<D>::share_out(bool may_be_undone) {
    World<D>& world = domain_.world;
    if (may_be_undone && !undo_) undo_ = std::make_unique<ranks::Domain<D>>(domain_);
    place_parts(world.bodies, alone_, world.parts);
    look_ahead(world, settings_, alone_);
    ranks::share_out(domain_, team_);
}

template <int D>
bool RankDevice<D>::undo() {
    if (!undo_) return false;
    domain_ = std::move(*undo_);
    undo_.reset();
    domain_.world.listed = {};
    return true;
}

template class RankDevice<2>;
template class RankDevice<3>;

}  // namespace drystone::devices
