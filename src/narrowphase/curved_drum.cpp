// A curved shape in the hollow of a drum: curved_contact.h has the equation. The stationary directions u of a bit are bracketed on
// a circle of `around` directions by the sign of  f(phi) = u'(phi) . s_bit(u),  and found by false position (Illinois).

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/motion.h"
#include "narrowphase/curved_contact.h"

namespace drystone {

namespace {

constexpr int around = 32;

/// One bit in the plane across the axis.
template <int D>
struct Around {
    const Supported<D>& shape;
    const Vec<D>& place;  // of the axis
    int bit;
    Vec<D> e1, e2;  // across the axis

    Vec<D> direction(double phi) const { return std::cos(phi) * e1 + std::sin(phi) * e2; }
    Vec<D> point(double phi) const { return shape.support(direction(phi), bit) - place; }
    double rise(double phi) const { return dot(std::cos(phi) * e2 - std::sin(phi) * e1, point(phi)); }

    /// Between two angles where f falls through zero.
    double top(double low, double high, double at_low, double at_high) const {
        for (int k = 0; k < 60 && high - low > 1e-15 * std::numbers::pi; ++k) {
            double middle = (low * at_high - high * at_low) / (at_high - at_low);
            if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
            const double here = rise(middle);
            if (here == 0.0) return middle;
            if (here > 0.0) {
                low = middle, at_low = here, at_high *= 0.5;
            } else {
                high = middle, at_high = here, at_low *= 0.5;
            }
        }
        return 0.5 * (low + high);
    }
};

/// On which side of a bit a point lies, so that its two farthest points keep their names: by the longest extent of the core.
template <int D>
std::uint32_t side_of(const Supported<D>& shape, const Vec<D>& x) {
    int longest = 0;
    double most = 0.0;
    for (int k = 0; k < D; ++k) {
        const Vec<D> axis = transpose(shape.pose.turn)[k];
        const double extent = dot(axis, shape.support(axis) - shape.support(-axis));
        if (extent > (1.0 + 1e-9) * most) most = extent, longest = k;
    }
    const Vec<D> axis = transpose(shape.pose.turn)[longest];
    return dot(axis, x - shape.pose.position) > 0.0 ? 1U : 0U;
}

template <int D>
Mat<D> across(const Hollow<D>& drum) {
    if constexpr (D == 2) return {{Vec<2>::axis(0), Vec<2>::axis(1)}};
    if constexpr (D == 3) {
        const Mat<3> frame = contact_frame(drum.axis);
        return {{frame[1], frame[2], frame[0]}};
    }
}

template <int D>
struct Shell {
    const Supported<D>& shape;
    const Hollow<D>& drum;
    const Sought<D>& sought;
    std::vector<DrumTouch<D>>& touches;

    /// Of equal names the deeper one stays.
    void add(const Vec<D>& x, const Vec<D>& u, double off_axis, int bit) {
        const double gap = drum.radius - off_axis - shape.rounding;
        if (!(gap <= sought.reach)) return;
        const std::uint32_t feature = 2U * static_cast<std::uint32_t>(bit) + side_of(shape, x);
        const DrumTouch<D> touch{
            {gap, u, sought.reference + x + (shape.rounding + 0.5 * gap) * u}, 0.0, feature};
        for (DrumTouch<D>& other : touches) {
            if (other.feature != feature) continue;
            if (gap < other.touch.gap) other = touch;
            return;
        }
        touches.push_back(touch);
    }

    void add_bit(const Around<D>& bit) {
        constexpr double step = 2.0 * std::numbers::pi / around;
        double before = bit.rise(0.0);
        for (int k = 0; k < around; ++k) {
            const double after = bit.rise((k + 1) % around * step);
            if (before >= 0.0 && after < 0.0) {
                const double phi =
                    before == 0.0 ? k * step : bit.top(k * step, (k + 1) * step, before, after);
                const Vec<D> u = bit.direction(phi), x = bit.shape.support(u, bit.bit);
                add(x, u, dot(u, x - bit.place), bit.bit);
            }
            before = after;
        }
    }
};

}  // namespace

template <int D>
bool curved_drum(const Supported<D>& shape, const Hollow<D>& drum, const Sought<D>& sought,
                 CurvedScratch<D>& scratch, std::vector<DrumTouch<D>>& touches) {
    touches.clear();
    const Vec<D> place = drum.place - sought.reference;
    const Mat<D> frame = across(drum);
    const Vec<D> d = shape.middle - place;
    const double off_axis = std::hypot(dot(frame[0], d), dot(frame[1], d));
    if (drum.radius - off_axis - shape.radius - shape.rounding <= sought.reach) {
        Shell<D> shell{shape, drum, sought, touches};
        const int bits = std::visit([](const auto& core) { return core.bits(); }, *shape.core);
        for (int bit = 0; bit < bits; ++bit) shell.add_bit({shape, place, bit, frame[0], frame[1]});
    }
    if constexpr (D == 3) {
        if (!(drum.length < std::numeric_limits<double>::infinity())) return !touches.empty();
        for (const double side : {-1.0, 1.0}) {
            const Vec<3> inwards = -side * drum.axis;
            curved_plane(shape, {drum.place - (0.5 * drum.length) * inwards, inwards}, sought, scratch,
                         scratch.manifold);
            for (const ManifoldPoint<3>& p : scratch.manifold.points)
                touches.push_back({{p.gap, scratch.manifold.normal, p.point},
                                   p.area,
                                   (p.feature >> 15 & 0x7fffU) | (side < 0.0 ? 1U << 30 : 1U << 31)});
        }
    }
    return !touches.empty();
}

template bool curved_drum(const Supported<2>&, const Hollow<2>&, const Sought<2>&, CurvedScratch<2>&,
                          std::vector<DrumTouch<2>>&);
template bool curved_drum(const Supported<3>&, const Hollow<3>&, const Sought<3>&, CurvedScratch<3>&,
                          std::vector<DrumTouch<3>>&);

}  // namespace drystone
