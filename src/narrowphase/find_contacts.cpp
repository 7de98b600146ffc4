#include "narrowphase/find_contacts.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>

#include "core/index.h"
#include "narrowphase/ball_ball.h"
#include "narrowphase/ball_convex.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"
#include "narrowphase/flatness.h"
#include "narrowphase/seams.h"

namespace drystone {

namespace {

constexpr std::size_t look_ahead = 16;  // pairs

enum class PairRoutine {
    none,
    ball_ball,
    ball_plane,
    ball_drum,
    ball_solid,
    plane_ball,
    plane_solid,
    drum_ball,
    drum_solid,
    solid_ball,
    solid_plane,
    solid_drum,
    solid_solid,
    surface_other,
    other_surface,
    curved_pair,
    curved_plane,
    plane_curved,
    curved_drum,
    drum_curved
};
using enum PairRoutine;

// pair_routine[kind of a][kind of b]: which function answers for the pair.
// No surface of a deformable body meets a curved shape: make_world() refuses such a scene.
constexpr PairRoutine pair_routine[6][6] = {
    // ball       plane        drum        solid         surface      curved
    {ball_ball, ball_plane, ball_drum, ball_solid, other_surface, curved_pair},                         // ball
    {plane_ball, none, none, plane_solid, other_surface, plane_curved},                                 // plane
    {drum_ball, none, none, drum_solid, other_surface, drum_curved},                                    // drum
    {solid_ball, solid_plane, solid_drum, solid_solid, other_surface, curved_pair},                     // solid
    {surface_other, surface_other, surface_other, surface_other, surface_other, none},                  // surface
    {curved_pair, PairRoutine::curved_plane, PairRoutine::curved_drum, curved_pair, none, curved_pair}  // curved
};

/// Where a ball touches a ball or wall: keep(a, b, feature, touch) if that is near enough, its normal from part a to part b, a < b.
template <int D>
struct BallTouches {
    const Parts<D>& parts;
    std::span<const double> reach;

    template <class Keep>
    void balls(int a, int b, const Keep& keep) const {
        const Vec<D>&centre_a = parts.centre[at(a)], &centre_b = parts.centre[at(b)];
        const double radius_a = parts.radius[at(a)], radius_b = parts.radius[at(b)];
        const double most = limit(a, b, std::min(radius_a, radius_b));
        if (clearly_apart(centre_b - centre_a, radius_a + radius_b + most)) return;
        const Touch<D> touch = drystone::ball_ball(centre_a, radius_a, centre_b, radius_b);
        if (touch.gap <= most) keep(a, b, 0u, touch);
    }

    template <class Keep>
    void plane(int ball, int wall, const Keep& keep) const {
        in_order(ball, wall, 0, drystone::ball_plane(parts.centre[at(ball)], parts.radius[at(ball)], parts.centre[at(wall)], parts.axis[at(wall)]), keep);
    }

    template <class Keep>
    void drum(int ball, int wall, const Keep& keep) const {
        const Vec<D>&centre = parts.centre[at(ball)], &place = parts.centre[at(wall)],
              &axis = parts.axis[at(wall)];
        const double radius = parts.radius[at(ball)];
        in_order(ball, wall, 0, ball_drum_shell(centre, radius, place, axis, parts.radius[at(wall)]), keep);
        if constexpr (D == 3) {
            const double length = parts.length[at(wall)];
            in_order(ball, wall, 1, ball_drum_end(centre, radius, {place, axis, length, -1.0}), keep);
            in_order(ball, wall, 2, ball_drum_end(centre, radius, {place, axis, length, +1.0}), keep);
        }
    }

    /// `touch` leads from the first part (a ball, or a solid on a wall) to the second; the contact from the lower to the
    /// higher. Whether it was near enough.
    template <class Keep>
    bool in_order(int ball, int wall, std::uint32_t feature, Touch<D> touch, const Keep& keep) const {
        if (!(touch.gap <= limit(ball, wall))) return false;
        if (!(ball < wall)) touch.normal = -touch.normal;
        keep(std::min(ball, wall), std::max(ball, wall), feature, touch);
        return true;
    }

    /// Spares most listed pairs the root and the divisions; more cautious than rounding.
    static bool clearly_apart(const Vec<D>& d, double distance) {
        return dot(d, d) > (1.0 + 1e-12) * distance * distance;
    }

    double limit(int a, int b, double radius) const {
        return reach[at(a)] + reach[at(b)] + touching * radius;
    }
    double limit(int a, int b) const { return limit(a, b, std::min(parts.extent(a), parts.extent(b))); }
};

/// The contacts of one chunk, as they are found.
template <int D>
struct Finding {
    const Parts<D>& parts;
    std::span<const double> reach;
    std::vector<ContactPoint<D>>& found;
    SolidWork<D>& work;
    PointRule rule;
    BallTouches<D> touches{parts, reach};

    void balls(int a, int b) {
        touches.balls(a, b, [&](int, int, std::uint32_t, const Touch<D>& touch) {
            ContactPoint<D>& c = found.emplace_back();  // and filled where it is: a copy would be read before it is written
            c.a = a;
            c.b = b;
            c.point = touch.point;
            c.normal = touch.normal;
            c.gap = touch.gap;
        });
    }

    void plane(int ball, int wall) { touches.plane(ball, wall, add()); }

    void drum(int ball, int wall) { touches.drum(ball, wall, add()); }

    void solids(int a, int b) {
        if (clearly_apart(parts.centre[at(b)] - parts.centre[at(a)],
                          parts.radius[at(a)] + parts.radius[at(b)] + limit(a, b)))
            return;
        if (!convex_convex({shape(a), pose(a)}, {shape(b), pose(b)}, {limit(a, b), rule}, work.pair, work.manifold))
            return;
        if (has_seams(parts, a) || has_seams(parts, b)) SeamsOf(PartTable<D>{parts}).leave(a, b, limit(a, b), work.manifold);
        for (const ManifoldPoint<D>& p : work.manifold.points)
            found.push_back({a, b, p.feature, 0, p.point, work.manifold.normal, p.gap, p.area, -1, -1});
        sort_last(work.manifold.points.size());
    }

    void ball_in_front_of_solid(int ball, int solid) {
        const Touch<D> touch =
            ball_convex(parts.centre[at(ball)], parts.radius[at(ball)], shape(solid), pose(solid), limit(ball, solid));
        if (!(touch.gap <= limit(ball, solid)) || !is_open(solid, touch.point + 0.5 * touch.gap * touch.normal, -touch.normal, exact)) return;
        keep(ball, solid, 0, touch);
    }

    void solid_on_plane(int solid, int wall) {
        const bool near =
            convex_plane<D>({shape(solid), pose(solid)}, {parts.centre[at(wall)], parts.axis[at(wall)]},
                            {limit(solid, wall), rule}, work.flat, work.manifold);
        if (!near) return;
        for (const ManifoldPoint<D>& p : work.manifold.points)
            keep(solid, wall, p.feature, {p.gap, work.manifold.normal, p.point}, p.area);
        sort_last(work.manifold.points.size());
    }

    void solid_in_drum(int solid, int wall) {
        if (!convex_drum<D>({shape(solid), pose(solid)}, hollow(wall), {limit(solid, wall), rule}, work.flat, work.drum))
            return;
        for (const DrumTouch<D>& p : work.drum) keep(solid, wall, p.feature, p.touch, p.area);
        sort_last(work.drum.size());
    }

    /// `own` is a deformable surface; `other` anything.
    void surface(int own, int other) {
        const Surface<D>& s = parts.surfaces[at(parts.surface[at(own)])];
        const double most = limit(own, other);
        work.surface.clear();
        switch (parts.kind[at(other)]) {
            case PartKind::ball:
                surface_ball(s, parts.centre[at(other)], parts.radius[at(other)], most, work.surface);
                break;
            case PartKind::plane:
                surface_plane(s, parts.centre[at(other)], parts.axis[at(other)], most, work.surface);
                break;
            case PartKind::drum:
                surface_drum(s, hollow(other), most, work.surface);
                break;
            case PartKind::solid:
                surface_convex(s, shape(other), pose(other), most, work.surface);
                break;
            case PartKind::surface:
                surface_surface(s, parts.surfaces[at(parts.surface[at(other)])], most, work.surface);
                break;
            case PartKind::curved:
            case PartKind::handle:
            case PartKind::none:
                break;
        }
        for (const SurfaceTouch<D>& t : work.surface) {
            const Vec<D> there = t.touch.point + (t.feature & of_second ? 0.0 : t.touch.gap) * t.touch.normal;
            if (parts.kind[at(other)] == PartKind::solid && !is_open(other, there, -t.touch.normal, always_flat)) continue;
            if (!keep(own, other, t.feature, t.touch, t.area)) continue;
            const bool in_order = own < other;
            found.back().element_a = in_order ? t.element_first : t.element_second;
            found.back().element_b = in_order ? t.element_second : t.element_first;
        }
    }

    /// Two grains of which one is curved.
    void curved(int a, int b) {
        const double most = limit(a, b);
        if (clearly_apart(parts.centre[at(b)] - parts.centre[at(a)], parts.radius[at(a)] + parts.radius[at(b)] + most)) return;
        const Vec<D>& reference = parts.centre[at(a)];
        const Core<D> core_a = core_of(a), core_b = core_of(b);
        if (!curved_contact(supported(a, core_a, reference), supported(b, core_b, reference), {reference, most, rule},
                            work.curved, work.manifold))
            return;
        if (has_seams(parts, a) || has_seams(parts, b)) SeamsOf(PartTable<D>{parts}).drop_hidden(a, b, exact, work.manifold);
        for (const ManifoldPoint<D>& p : work.manifold.points)
            found.push_back({a, b, p.feature, 0, p.point, work.manifold.normal, p.gap, p.area, -1, -1});
        sort_last(work.manifold.points.size());
    }

    void curved_on_plane(int shape, int wall) {
        const Vec<D>& reference = parts.centre[at(shape)];
        const Core<D> core = core_of(shape);
        if (!drystone::curved_plane(supported(shape, core, reference), {parts.centre[at(wall)], parts.axis[at(wall)]},
                                    {reference, limit(shape, wall), rule}, work.curved, work.manifold))
            return;
        for (const ManifoldPoint<D>& p : work.manifold.points)
            keep(shape, wall, p.feature, {p.gap, work.manifold.normal, p.point}, p.area);
        sort_last(work.manifold.points.size());
    }

    void curved_in_drum(int shape, int wall) {
        const Vec<D>& reference = parts.centre[at(shape)];
        const Core<D> core = core_of(shape);
        if (!drystone::curved_drum(supported(shape, core, reference), hollow(wall), {reference, limit(shape, wall), rule},
                                   work.curved, work.drum))
            return;
        for (const DrumTouch<D>& p : work.drum) keep(shape, wall, p.feature, p.touch, p.area);
        sort_last(work.drum.size());
    }

  private:
    static constexpr double exact = SeamsOf<PartTable<D>>::exact;

    bool is_open(int p, const Vec<D>& x, const Vec<D>& outward, double tilt) const {
        const PartTable<D> table{parts};
        return SeamsOf(table).is_open(p, x, outward, tilt);
    }

    /// What curved shapes see of any grain.
    Core<D> core_of(int p) const {
        if (parts.kind[at(p)] == PartKind::ball) return Dot<D>{};
        if (parts.kind[at(p)] == PartKind::solid) return Hull<D>{&shape(p)};
        return parts.solids.curved[at(parts.solid[at(p)])]->core;
    }
    Supported<D> supported(int p, const Core<D>& core, const Vec<D>& reference) const {
        Supported<D> out;
        out.core = &core;
        out.middle = parts.centre[at(p)] - reference;
        out.size = parts.extent(p);
        if (parts.kind[at(p)] == PartKind::ball) {
            out.pose.position = out.middle;
            out.rounding = parts.radius[at(p)];
            return out;
        }
        out.pose = pose(p);
        out.pose.position = out.pose.position - reference;
        if (parts.kind[at(p)] == PartKind::curved) out.rounding = parts.solids.curved[at(parts.solid[at(p)])]->rounding;
        out.radius = parts.radius[at(p)] - out.rounding;
        return out;
    }

    Hollow<D> hollow(int wall) const {
        return {parts.centre[at(wall)], parts.axis[at(wall)], parts.radius[at(wall)],
                D == 3 ? parts.length[at(wall)] : std::numeric_limits<double>::infinity()};
    }
    const Convex<D>& shape(int p) const { return *parts.solids.shape[at(parts.solid[at(p)])]; }
    Pose<D> pose(int p) const {
        const std::size_t k = at(parts.solid[at(p)]);
        return {parts.solids.origin[k], parts.solids.turn[k]};
    }

    /// Contacts are known by their feature, so those of a pair stand in its order.
    void sort_last(std::size_t count) {
        std::sort(found.end() - static_cast<std::ptrdiff_t>(std::min(count, found.size())), found.end(),
                  [](const auto& x, const auto& y) {
                      return std::tie(x.a, x.b, x.feature) < std::tie(y.a, y.b, y.feature);
                  });
    }

    static bool clearly_apart(const Vec<D>& d, double distance) { return BallTouches<D>::clearly_apart(d, distance); }
    double limit(int a, int b) const { return touches.limit(a, b); }

    auto add(double area = 0.0) {
        return [this, area](int a, int b, std::uint32_t feature, const Touch<D>& touch) {
            found.push_back({a, b, feature, 0, touch.point, touch.normal, touch.gap, area, -1, -1});
        };
    }
    bool keep(int ball, int wall, std::uint32_t feature, const Touch<D>& touch, double area = 0.0) {
        return touches.in_order(ball, wall, feature, touch, add(area));
    }
};

/// The same of balls on balls and walls alone.
template <int D>
struct FindingBalls {
    const Parts<D>& parts;
    const Sight<D>& sight;
    std::vector<ContactName>& found;
    bool chooses = static_cast<bool>(sight.leaves_out);
    BallTouches<D> touches{parts, sight.reach};
    double deepest = 0.0;  // overlap [m]

    void find(int a, int b) {
        const auto add = [&](int first, int second, std::uint32_t feature, const Touch<D>& touch) {
            const ContactName name(first, second, feature);
            if (chooses && touch.gap > 0.0 && sight.leaves_out(whole_point(name, touch))) return;
            found.push_back(name);
            deepest = std::max(deepest, -touch.gap);
        };
        switch (pair_routine[static_cast<int>(parts.kind[at(a)])][static_cast<int>(parts.kind[at(b)])]) {
            case ball_ball:
                return touches.balls(a, b, add);
            case ball_plane:
                return touches.plane(a, b, add);
            case plane_ball:
                return touches.plane(b, a, add);
            case ball_drum:
                return touches.drum(a, b, add);
            case drum_ball:
                return touches.drum(b, a, add);
            default:  // two walls
                return;
        }
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

/// Takes the points behind the first `known` out of the list that nobody needs.
template <int D>
void leave_out(const Sight<D>& sight, std::size_t known, std::vector<ContactPoint<D>>& found) {
    std::size_t kept = known;
    for (std::size_t k = known; k < found.size(); ++k) {
        if (found[k].gap > 0.0 && sight.leaves_out(found[k])) continue;
        if (kept < k) found[kept] = found[k];
        ++kept;
    }
    found.resize(kept);
}

template <int D>
void find_in_chunk(FindingBalls<D>& finding, std::span<const PartPair> pairs) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (k + look_ahead < pairs.size()) fetch(finding.parts, finding.sight.reach, pairs[k + look_ahead].b);
        finding.find(pairs[k].a, pairs[k].b);
    }
}

template <int D>
void find_in_chunk(Finding<D>& finding, std::span<const PartPair> pairs, const Sight<D>& sight) {
    const Parts<D>& parts = finding.parts;
    const bool chooses = static_cast<bool>(sight.leaves_out);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (k + look_ahead < pairs.size()) fetch(parts, sight.reach, pairs[k + look_ahead].b);
        const auto [a, b] = pairs[k];
        const std::size_t known = finding.found.size();
        switch (pair_routine[static_cast<int>(parts.kind[at(a)])][static_cast<int>(parts.kind[at(b)])]) {
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
            case ball_solid:
                finding.ball_in_front_of_solid(a, b);
                break;
            case solid_ball:
                finding.ball_in_front_of_solid(b, a);
                break;
            case solid_plane:
                finding.solid_on_plane(a, b);
                break;
            case plane_solid:
                finding.solid_on_plane(b, a);
                break;
            case solid_drum:
                finding.solid_in_drum(a, b);
                break;
            case drum_solid:
                finding.solid_in_drum(b, a);
                break;
            case solid_solid:
                finding.solids(a, b);
                break;
            case surface_other:
                finding.surface(a, b);
                break;
            case other_surface:
                finding.surface(b, a);
                break;
            case curved_pair:
                finding.curved(a, b);
                break;
            case PairRoutine::curved_plane:
                finding.curved_on_plane(a, b);
                break;
            case plane_curved:
                finding.curved_on_plane(b, a);
                break;
            case PairRoutine::curved_drum:
                finding.curved_in_drum(a, b);
                break;
            case drum_curved:
                finding.curved_in_drum(b, a);
                break;
            case none:
                break;
        }
        if (chooses && finding.found.size() > known) leave_out(sight, known, finding.found);
    }
}

}  // namespace

template <int D>
void ContactFinder<D>::find(const Parts<D>& parts, std::span<const PartPair> pairs,
                            const Sight<D>& sight, ThreadPool& pool, std::vector<ContactPoint<D>>& contacts) {
    const std::size_t at_once = found.chunks_at_once(pairs.size(), pool);
    if (work.size() < at_once) work.resize(at_once);
    found.list(pairs.size(), pool, contacts, [&](const PairChunk& chunk, std::vector<ContactPoint<D>>& points) {
        Finding<D> finding{parts, sight.reach, points, work[chunk.number], rule};
        find_in_chunk(finding, pairs.subspan(chunk.first, chunk.end - chunk.first), sight);
    });
}

template <int D>
void ContactFinder<D>::find_balls(const Parts<D>& parts, std::span<const PartPair> pairs, const Sight<D>& sight, ThreadPool& pool,
                                  PointList<D>& contacts) {
    assert(parts.solids.shape.empty() && parts.surfaces.empty());
    found_balls.list(pairs.size(), pool, contacts.begin_brief(parts, pool), [&](const PairChunk& chunk, std::vector<ContactName>& points) {
        FindingBalls<D> finding{parts, sight, points};
        find_in_chunk(finding, pairs.subspan(chunk.first, chunk.end - chunk.first));
        contacts.note_overlap(finding.deepest);
    });
}

template struct ContactFinder<2>;
template struct ContactFinder<3>;

}  // namespace drystone
