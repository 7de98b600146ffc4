#include "narrowphase/find_contacts.h"

#include <algorithm>

#include "narrowphase/ball_ball.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"

namespace drystone {

namespace {

constexpr std::size_t chunk = 2048;     // pairs
constexpr std::size_t look_ahead = 16;  // pairs
constexpr std::size_t grain = 8;        // chunks worth waking a thread for

enum class Meeting { none, ball_ball, ball_plane, ball_drum, plane_ball, drum_ball };
using enum Meeting;

// meeting[kind of a][kind of b]: which function answers for the pair.
constexpr Meeting meeting[3][3] = {
    // ball       plane       drum
    {ball_ball, ball_plane, ball_drum},  // ball
    {plane_ball, none, none},            // plane
    {drum_ball, none, none},             // drum
};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The contacts of one chunk, as they are found.
template <int D>
struct Finding {
    const Parts<D>& parts;
    std::span<const double> reach;
    std::vector<ContactPoint<D>>& found;

    void balls(int a, int b) {
        const Vec<D>&centre_a = parts.centre[at(a)], &centre_b = parts.centre[at(b)];
        const double radius_a = parts.radius[at(a)], radius_b = parts.radius[at(b)];
        const double most = limit(a, b, std::min(radius_a, radius_b));
        if (clearly_apart(centre_b - centre_a, radius_a + radius_b + most)) return;
        const Touch<D> touch = drystone::ball_ball(centre_a, radius_a, centre_b, radius_b);
        if (touch.gap <= most) found.push_back({a, b, 0, 0, touch.point, touch.normal, touch.gap});
    }

    void plane(int ball, int wall) {
        keep(ball, wall, 0,
             drystone::ball_plane(parts.centre[at(ball)], parts.radius[at(ball)], parts.centre[at(wall)],
                                  parts.axis[at(wall)]));
    }

    void drum(int ball, int wall) {
        const Vec<D>&centre = parts.centre[at(ball)], &place = parts.centre[at(wall)],
              &axis = parts.axis[at(wall)];
        const double radius = parts.radius[at(ball)];
        keep(ball, wall, 0, ball_drum_shell(centre, radius, place, axis, parts.radius[at(wall)]));
        if constexpr (D == 3) {
            const double length = parts.length[at(wall)];
            keep(ball, wall, 1, ball_drum_end(centre, radius, place, axis, length, -1.0));
            keep(ball, wall, 2, ball_drum_end(centre, radius, place, axis, length, +1.0));
        }
    }

  private:
    /// Spares most listed pairs the root and the divisions; more cautious than rounding.
    static bool clearly_apart(const Vec<D>& d, double distance) {
        return dot(d, d) > (1.0 + 1e-12) * distance * distance;
    }

    double limit(int a, int b, double radius) const {
        return reach[at(a)] + reach[at(b)] + touching * radius;
    }

    /// `touch` leads from the ball to the wall; the contact from the lower part to the higher.
    void keep(int ball, int wall, std::uint32_t feature, const Touch<D>& touch) {
        if (!(touch.gap <= limit(ball, wall, parts.radius[at(ball)]))) return;
        const Vec<D> normal = ball < wall ? touch.normal : -touch.normal;
        found.push_back(
            {std::min(ball, wall), std::max(ball, wall), feature, 0, touch.point, normal, touch.gap});
    }
};

/// Asks for what a part's contacts will need. Parts are numbered as the scene names them, not as they lie in
/// space, so b is anywhere in memory: with a million balls in random order this took a pair from 49 to 30 ns.
template <int D>
void fetch(const Parts<D>& parts, std::span<const double> reach, int part) {
    __builtin_prefetch(&parts.centre[at(part)]);
    __builtin_prefetch(&parts.radius[at(part)]);
    __builtin_prefetch(&reach[at(part)]);
}

template <int D>
void find_in_chunk(const Parts<D>& parts, std::span<const PartPair> pairs, std::span<const double> reach,
                   std::vector<ContactPoint<D>>& found) {
    Finding<D> finding{parts, reach, found};
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (k + look_ahead < pairs.size()) fetch(parts, reach, pairs[k + look_ahead].b);
        const auto [a, b] = pairs[k];
        switch (meeting[static_cast<int>(parts.kind[at(a)])][static_cast<int>(parts.kind[at(b)])]) {
            case ball_ball:
                finding.balls(a, b);
                break;
            case ball_plane:
                finding.plane(a, b);
                break;
            case ball_drum:
                finding.drum(a, b);
                break;
            case plane_ball:
                finding.plane(b, a);
                break;
            case drum_ball:
                finding.drum(b, a);
                break;
            case none:
                break;
        }
    }
}

}  // namespace

template <int D>
void ContactFinder<D>::find(const Parts<D>& parts, std::span<const PartPair> pairs,
                            std::span<const double> reach, ThreadPool& pool,
                            std::vector<ContactPoint<D>>& contacts) {
    const std::size_t chunks = (pairs.size() + chunk - 1) / chunk;
    if (found.size() < chunks) found.resize(chunks);
    pool.for_ranges(chunks, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            found[k].clear();
            find_in_chunk(parts, pairs.subspan(k * chunk, std::min(chunk, pairs.size() - k * chunk)), reach,
                          found[k]);
        }
    });
    first.resize(chunks);
    std::size_t total = 0;
    for (std::size_t k = 0; k < chunks; ++k) {
        first[k] = total;
        total += found[k].size();
    }
    contacts.resize(total);
    pool.for_ranges(chunks, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            std::copy(found[k].begin(), found[k].end(),
                      contacts.begin() + static_cast<std::ptrdiff_t>(first[k]));
        }
    });
}

template struct ContactFinder<2>;
template struct ContactFinder<3>;

}  // namespace drystone
