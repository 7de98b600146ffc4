#include "narrowphase/ball_places.h"

namespace drystone {

template <int D>
void BallPlaces<D>::take(const Parts<D>& parts, ThreadPool& pool) {
    constexpr std::size_t grain = 8192;  // parts worth waking a thread for
    ball_.resize(parts.body.size());
    pool.for_ranges(ball_.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) ball_[p] = {parts.centre[p], parts.is_wall(static_cast<int>(p)) ? -1.0 : parts.radius[p]};
    });
    wall_.clear();
    for (std::size_t p = 0; p < ball_.size(); ++p) {
        if (!parts.is_wall(static_cast<int>(p))) continue;
        ball_[p].radius = -1.0 - static_cast<double>(wall_.size());
        wall_.push_back(wall_of(parts, static_cast<int>(p)));
    }
}

template <int D>
Touch<D> BallPlaces<D>::touch_at_wall(const ContactName& name) const {
    const auto at = [](int part) { return static_cast<std::size_t>(part); };
    const bool ball_first = is_ball(name.a());
    const Ball &ball = ball_[at(ball_first ? name.a() : name.b())], &other = ball_[at(ball_first ? name.b() : name.a())];
    Touch<D> touch = ball_wall(ball.centre, ball.radius, wall_[static_cast<std::size_t>(-1.0 - other.radius)], name.feature());
    if (!ball_first) touch.normal = -touch.normal;
    return touch;
}

template class BallPlaces<2>;
template class BallPlaces<3>;

}  // namespace drystone
