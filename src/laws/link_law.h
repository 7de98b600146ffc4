#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "laws/local_law.h"
#include "laws/memory_schema.h"

namespace drystone {

/// What a link carries and how it gives way, as a scene states it. What is not given is not there.
struct LinkProperties {
    static constexpr double never = Yielding::never;
    enum class Motor : std::uint8_t { none, velocity, displacement };

    double stiffness = 0.0;          // k [N/m]; 0: it does not stretch
    double axial_stiffness = 0.0;    // EA [N], instead: k = EA over the unstretched length
    double prestress = 0.0;          // tension at time 0 [N]
    double damping = 0.0;            // [N s/m]
    double yield = never;            // [N]
    double strength = never;         // [N]
    double moment_strength = never;  // [N m]
    double friction = 0.0;           // of a hinge [N m], of a slider [N]
    double low = -never;             // limits of a hinge [rad], of a slider [m]
    double high = never;
    Motor motor = Motor::none;
    double most = never;  // of the motor [N m], [N]

    bool has_limits() const { return low > -never || high < never; }
    bool has_motor() const { return motor != Motor::none; }
    bool breaks() const { return strength < never || moment_strength < never; }
    bool stretches() const { return stiffness > 0.0 || axial_stiffness > 0.0; }
    bool operator==(const LinkProperties&) const = default;
};

/// What a probe calls `status`; but `gives_way`, which it is for the rest of the step in which it breaks.
enum class LinkStatus : std::uint8_t { broken, holds, slack, yields, gives_way };

/// What a link remembers.
struct LinkMemory {
    double stored = 0.0;       // elastic energy [J]
    double angle = 0.0;        // of a hinge when the last step ended, near enough to count its turns [rad]
    double plastic = 0.0;      // elongation that stays [m]
    double link_status = 1.0;  // a LinkStatus

    LinkStatus status() const { return static_cast<LinkStatus>(static_cast<int>(link_status)); }
    void become(LinkStatus status) { link_status = static_cast<double>(status); }

    static constexpr auto fields() {
        return std::tuple{remember::number("stored", "J", &LinkMemory::stored),
                          remember::number("link_angle", "rad", &LinkMemory::angle).inner(),
                          remember::number("link_plastic", "m", &LinkMemory::plastic).inner(),
                          remember::number("link_status", "", &LinkMemory::link_status).inner()};
    }
    bool operator==(const LinkMemory&) const = default;
};

/// Where a step stands when its problem is made: places are those of `ahead` h before its end (moreau: half way; euler: the
/// beginning).
struct LinkStep {
    double h = 0.0;      // [s]
    double ahead = 0.5;  // 1/2 moreau, 1 euler
    double theta = 0.5;  // of springs: force at (1 - theta) beginning + theta end
};

/// A row that carries nothing.
template <int D>
LocalLaw<D> no_force() {
    LocalLaw<D> law;
    law.yields.gives_at = 0.0;
    return law;
}

/// Shift that makes what is `apart` now one at the end of this step and of the next ones, although it moves on a curve:
/// `swerve` is the second derivative of apart where nothing pushes.
///
///     moreau:  apart / h + 3/8 h swerve        euler:  apart / h + 1/2 h swerve              docs/theory.md (3.41)
template <class Vector>
Vector shift_to_close(const LinkStep& step, const Vector& apart, const Vector& swerve) {
    const double bends = step.ahead == 1.0 ? 0.5 : 0.375;
    return (1.0 / step.h) * apart + (bends * step.h) * swerve;
}

/// Two points stay together, up to the force that breaks them.
///
///     u + shift = 0,   r any up to h F                                                       docs/theory.md (3.22)
template <int D>
LocalLaw<D> held_point(const Vec<D>& shift, double most) {
    LocalLaw<D> law{.velocity_shift = shift, .tension = most, .cohesion = most};
    law.yields.gives_at = most;
    return law;
}

/// A number x that may change within a box of impulses: friction, a motor.
///
///     -h F <= r <= h F,   x' + shift = 0 within                                              docs/theory.md (3.43)
template <int D>
void bound_normal(double most, double shift, LocalLaw<D>& law) {
    law.tension = law.yields.gives_at = most;
    law.velocity_shift[0] = shift;
}

/// A number x between two stops: r >= 0 at the lower, r <= 0 at the upper, none between.     docs/theory.md (3.44)
template <int D>
void stop_normal(const LinkProperties& is, double x, double h, LocalLaw<D>& law) {
    law.tension = LinkProperties::never;
    law.yields.gives_at = 0.0;
    law.yields.gives_by = (is.high - is.low) / h;
    law.velocity_shift[0] = (x - is.high) / h;
}

/// The same of the turn about the axis of a hinge; the shift is the affair of who lists the moments.
template <int D>
void bound_turn(double most, LocalLaw<D>& law) {
    (D == 2 ? law.turning.bending : law.turning.twisting) = most;
}
template <int D>
void stop_turn(const LinkProperties& is, double h, LocalLaw<D>& law) {
    bound_turn(LinkProperties::never, law);
    law.turning.play = (is.high - is.low) / h;
}

/// How a rod, cable or spring stands: along its line.
struct Stretch {
    double by = 0.0;      // elongation that is elastic, or for a rigid one has to go [m]
    double rate = 0.0;    // of elongation before the step [m/s]
    double swerve = 0.0;  // its second derivative where nothing pushes [m/s2]
};

/// A spring k with a dashpot c beside it, force by the theta mean of the step: r = -A u+ - B.
///
///     r / h = -k ((1 - theta) e- + theta e+) - c ((1 - theta) u- + theta u+)                 docs/theory.md (3.42)
struct StretchTerms {
    double A = 0.0;  // [kg]
    double B = 0.0;  // [N s]
};

inline StretchTerms stretch_terms(const LinkStep& step, double k, double c, const Stretch& now) {
    const double h = step.h, theta = step.theta, behind = (1.0 - step.ahead) * h;
    const double e = now.by + 0.5 * step.ahead * step.ahead * h * h * now.swerve;
    return {.A = h * theta * (k * step.ahead * h + c),
            .B = h * (k * (e - (1.0 - theta) * behind * now.rate) + c * (1.0 - theta) * now.rate)};
}

/// Along the line between two points, nothing across it. `pushes`: it also carries compression.
template <int D>
LocalLaw<D> along_line(const LinkProperties& is, double k, const LinkStep& step, const Stretch& now,
                       bool pushes) {
    LocalLaw<D> law;
    law.tension = step.h * std::min(is.yield, is.strength);
    law.yields.gives_at = pushes ? law.tension : 0.0;
    if (k > 0.0) {
        const StretchTerms terms = stretch_terms(step, k, is.damping, now);
        law.yields.pulled = law.yields.pressed = 1.0 / terms.A;
        law.velocity_shift[0] = terms.B / terms.A;
    } else {
        law.velocity_shift[0] = shift_to_close(step, now.by, now.swerve);
    }
    return law;
}

}  // namespace drystone
