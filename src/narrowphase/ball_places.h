#pragma once

#include <vector>

#include "core/parallel.h"
#include "core/read_ahead.h"
#include "geometry/parts.h"
#include "narrowphase/ball_ball.h"
#include "narrowphase/ball_wall.h"
#include "narrowphase/contact_point.h"

namespace drystone {

/// Where balls, and the planes and drums that they touch, were when their contacts were found: all that the points of these follow from, with the same
/// bits every time (ball_ball.h, ball_plane.h, ball_drum.h). 32 bytes a ball in space instead of 56 a contact.
template <int D>
class BallPlaces {
  public:
    struct Ball {
        Vec<D> centre{};      // [m]
        double radius = 0.0;  // [m]; below zero: it is the wall of number -1 - radius
    };

    /// As they are now; `parts` are balls, planes, drums, and parts that touch nothing.
    void take(const Parts<D>& parts, ThreadPool& pool);

    std::size_t size() const { return ball_.size(); }
    bool is_ball(int part) const { return ball_[static_cast<std::size_t>(part)].radius >= 0.0; }
    const Vec<D>& centre(int part) const { return ball_[static_cast<std::size_t>(part)].centre; }

    [[gnu::always_inline]] Touch<D> touch(const ContactName& name) const {
        const Ball&a = ball_[static_cast<std::size_t>(name.a())], &b = ball_[static_cast<std::size_t>(name.b())];
        Touch<D> touch;
        if (a.radius >= 0.0 && b.radius >= 0.0) [[likely]] {
            touch = ball_ball(a.centre, a.radius, b.centre, b.radius);
        } else {  // a record of its own: of one whose address goes elsewhere all would go through the memory
            const Touch<D> there = touch_at_wall(name);
            touch.gap = there.gap, touch.normal = there.normal, touch.point = there.point;
        }
        return touch;
    }

    /// Asks for what a contact follows from, to be read soon.
    void fetch(const ContactName& name) const {
        read_ahead(&ball_[static_cast<std::size_t>(name.a())]);
        read_ahead(&ball_[static_cast<std::size_t>(name.b())]);
    }

    std::size_t bytes() const { return ball_.capacity() * sizeof(Ball) + wall_.capacity() * sizeof(BallWall<D>); }

  private:
    [[gnu::pure, gnu::noinline]] Touch<D> touch_at_wall(const ContactName& name) const;

    std::vector<Ball> ball_;  // (parts)
    std::vector<BallWall<D>> wall_;
};

}  // namespace drystone
