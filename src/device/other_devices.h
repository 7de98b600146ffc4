#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/arrays.h"

namespace drystone::device {

// Several devices take the steps of one world, each those of its share of the bodies. A share has bodies that other devices know, too: its border.
// What is here is said of slots of the share; who the others are, and how they are reached, is not this room's to know.

/// Of a share, when a device takes it over.
struct ShareOfWorld {
    std::vector<int> border;          // movable bodies that others know, ascending
    std::vector<char> own;            // (bodies)  1: this device counts it in sums; another counts the rest
    std::vector<std::int64_t> order;  // (bodies)  of two that may touch the one that comes first is whose device keeps their contacts
};

/// A contact that touches a body of the border.
template <int D>
struct BorderContact {
    int contact = 0;  // its place in the list
    int a = 0, b = 0, feature = 0;
    Image<D> image{};
};

/// Rows of bodies that go from one device to another together.
struct BorderParcel {
    int phase = 0;   // after which colour of a sweep it is sent
    int rank = 0;    // to whom, or from whom
    int needed = 0;  // before which colour it has to be here
    std::vector<int> bodies;
};

/// What devices agree on in a step: colours of the contacts on bodies that several of them touch, and the way of these bodies through a sweep
/// (ranks/phases.h).
struct BorderPlan {
    std::vector<int> contact, colour;  // places in the list of contacts, and their colours
    int colours = 0;                   // of all devices
    std::vector<BorderParcel> sent, expected;            // in a sweep, by phase, then rank
    std::vector<BorderParcel> last_sent, last_expected;  // after it: who touches a body gets it as the last one left it
};

/// What a step asks other devices. All of them ask the same, in the same order.
template <int D>
class OtherDevices {
  public:
    virtual ~OtherDevices() = default;

    virtual ShareOfWorld share() = 0;
    virtual bool any(bool here) = 0;
    /// Sums over all devices, in their order.
    virtual void sum(std::span<double> numbers) = 0;
    /// (border)  Each number becomes the largest that somebody has for its body.
    virtual void raise(std::span<double> of_border) = 0;
    /// (border)  Everyone gets what those have whose contacts touch a body.
    virtual void settle(std::span<Twist<D>> of_border) = 0;
    virtual BorderPlan agree(std::span<const BorderContact<D>> contacts) = 0;

    /// In the middle of a step, the world as it is then: bodies go to the shares in whose boxes they are. `may_be_undone`: the step under way.
    virtual void share_out(bool may_be_undone) = 0;
    /// A step begins that may be undone; it is: true where bodies were shared out in it, and the world is again as before that.
    virtual void begin() = 0;
    virtual bool undo() = 0;

    // Parcels on their way (ranks/team.h). Where pointers of a device may be sent, they are.
    virtual bool takes_device_memory() const = 0;
    virtual void send(int to, std::span<const double> numbers) = 0;
    virtual int expect(int from, std::span<double> numbers) = 0;
    virtual void await(int ticket) = 0;
    virtual void finish_sending() = 0;
};

}  // namespace drystone::device
