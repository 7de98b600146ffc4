// Loads whose multiplier is found, docs/theory.md (7.16): lambda such that
//
//     g(lambda) = d . (x_c(t + h; lambda) - x_c(0)) - u(t + h) = 0
//
// g does not fall with lambda, and has kinks where contacts change: bracketed by growing steps, then closed in on.

#include "step/control.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "core/index.h"
#include "step/drives.h"
#include "step/halve.h"
#include "step/loads.h"
#include "step/state.h"

namespace drystone {

namespace {

constexpr double precision = 1e-6, coarsest = 1e-2;  // of the displacement of a step, or what stands for it where there is none
constexpr int most_trials = 80;

/// A multiplier and what came of it.
struct Trial {
    double lambda = 0.0;
    double error = 0.0;  // g [m]
};

/// Displacement that loads of multiplier 1 would give their bodies in a step if nothing held them: what the first trial goes by.
template <int D>
double free_slope(const World<D>& world, double h) {
    double slope = 0.0;
    for (const Load<D>& load : world.description.loads) {
        if (load.control < 0) continue;
        const Twist<D> f = force_and_torque<D>(world.matter, world.bodies, load);
        slope = std::max(slope, h * h * norm(world.matter.inverse_mass[load.body] * f.v));
    }
    return slope;
}

/// Trial steps from one state. The world is left as the last of them made it.
template <int D>
class Trials {
  public:
    Trials(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take, const TrialsAmong& among)
        : world_(world), settings_(settings), pool_(pool), take_(take), among_(among) {
        if (!among.restore) before_ = world;
        const LoadControl<D>& control = world.description.controls[0];
        target_ = control.displacement.held(world.time + settings.step);
        way_ = std::max(std::abs(target_ - controlled_displacement<D>(world, world, control)), coarsest * std::abs(target_));
        rounding_ = 1e-9 * std::abs(target_) + 1e-14 * norm(world.bodies.position[control.body]);
        first_ = world.factor[0];
        slope_ = free_slope(world, settings.step);
        if (among.largest) slope_ = among.largest(slope_);
    }

    /// A multiplier that does it, or the nearest that was found.
    StepReport find() {
        Trial low = at_multiplier(first_.value);
        if (is_there(low)) return end(true);
        const double towards = low.error < 0.0 ? 1.0 : -1.0;
        double stride = towards * std::abs(low.error) / (first_.slope > 0.0 ? first_.slope : slope_);
        Trial high = at_multiplier(low.lambda + stride);
        while (!is_there(high) && high.error * towards < 0.0 && count_ < most_trials && report_.finite) {
            const double gained = (high.error - low.error) * towards;
            const double wanted = gained > 0.0 ? 1.5 * std::abs(high.error) / gained : growth;
            stride *= std::clamp(wanted, 0.1, growth);
            low = high;
            high = at_multiplier(low.lambda + stride);
        }
        return is_there(high) ? end(true) : close_in(low, high);
    }

  private:
    static constexpr double growth = 8.0;

    /// To `precision`, or where the solver's tolerance does not know places so well, to what it knows.
    bool is_there(const Trial& trial) const {
        const double h = settings_.step, size = std::abs(trial.lambda) * slope_ + h * h * norm(world_.gravity);
        const double noise = std::min(10.0 * settings_.solver.tolerance * size, coarsest * way_);
        return std::abs(trial.error) <= std::max(precision * way_, noise) + rounding_;
    }

    void restore() {
        if (among_.restore)
            among_.restore();
        else
            put_state<D>(before_, world_, pool_);
    }

    Trial at_multiplier(double lambda) {
        if (count_++ > 0) restore();
        world_.factor[0].value = lambda;
        const StepReport tried = report_;
        report_ = take_(world_, settings_, pool_);
        pay_for(tried, report_);
        const Trial trial{lambda, controlled_displacement<D>(world_, world_, world_.description.controls[0]) - target_};
        if (count_ > 1 && lambda != last_.lambda) {
            const double slope = (trial.error - last_.error) / (lambda - last_.lambda);
            if (slope > 0.0) seen_ = slope;
        }
        return last_ = trial;
    }

    /// Between two trials of unlike signs: on along the line through the last two of one side, which a kink between them does not
    /// disturb; else false position; and halving where neither gets on.
    StepReport close_in(Trial a, Trial b) {
        std::optional<Trial> behind_a, behind_b;
        double width = std::abs(b.lambda - a.lambda);
        for (int k = 0; count_ < most_trials && report_.finite && a.error * b.error < 0.0; ++k) {
            const double now = std::abs(b.lambda - a.lambda);
            const bool stalls = k % 3 == 2 && now > 0.5 * width;
            if (k % 3 == 2) width = now;
            const double half = 0.5 * (a.lambda + b.lambda);
            double lambda = stalls ? half : line_through(b, behind_b ? *behind_b : a, half);
            if (!is_between(a, lambda, b)) lambda = half;
            if (!is_between(a, lambda, b)) break;
            const Trial middle = at_multiplier(lambda);
            if (is_there(middle)) return end(true);
            if (middle.error * b.error > 0.0) {
                behind_b = b;
                b = middle;
            } else {
                behind_a = a;
                a = middle;
                std::swap(a, b);  // b is always the last
                std::swap(behind_a, behind_b);
            }
        }
        return end(false);
    }

    static bool is_between(const Trial& a, double lambda, const Trial& b) {
        return std::min(a.lambda, b.lambda) < lambda && lambda < std::max(a.lambda, b.lambda);
    }

    /// Where the line through two trials is zero; `otherwise` where it is not, or the two are too unlike to go by.
    static double line_through(const Trial& one, const Trial& other, double otherwise) {
        constexpr double too_unlike = 100.0;
        const bool opposite = one.error * other.error < 0.0;
        const auto [least, most] = std::minmax({std::abs(one.error), std::abs(other.error)});
        if (one.error == other.error || (opposite && most > too_unlike * least)) return otherwise;
        return one.lambda - one.error * (other.lambda - one.lambda) / (other.error - one.error);
    }

    StepReport end(bool found) {
        world_.factor[0].slope = seen_ > 0.0 ? seen_ : first_.slope;
        report_.solve.converged = report_.solve.converged && found;
        return report_;
    }

    World<D>& world_;
    const StepSettings& settings_;
    ThreadPool& pool_;
    const TakeStep<D>& take_;
    const TrialsAmong& among_;
    State<D> before_;
    LoadFactor first_{};
    double target_ = 0.0, way_ = 0.0, rounding_ = 0.0;  // [m]
    double slope_ = 0.0;                                // of the displacement against the multiplier, were bodies free [m]
    double seen_ = 0.0;                                 // .. between the last two trials [m]
    int count_ = 0;
    Trial last_{};
    StepReport report_{};
};

}  // namespace

template <int D>
double controlled_displacement(const Model<D>& model, const State<D>& state, const LoadControl<D>& control) {
    const auto i = at(control.body);
    const Vec<D> arm = control.has_point
                           ? model.matter.shape_origin[i] + rotate(model.matter.shape_rotation[i], control.point)
                           : Vec<D>{};
    const Vec<D> now = state.bodies.position[i] + rotate(state.bodies.rotation[i], arm);
    const DrivenPose<D> base = drive_base(model, control.body);
    const Vec<D> first = base.position + rotate(base.rotation, arm);
    return dot(control.direction, now - first);
}

template <int D>
StepReport controlled_step(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take,
                           const TrialsAmong& among) {
    assert(world.description.controls.size() == 1);
    return Trials<D>(world, settings, pool, take, among).find();
}

#define DRYSTONE_CONTROL(D)                                                                                \
    template double controlled_displacement(const Model<D>&, const State<D>&, const LoadControl<D>&);      \
    template StepReport controlled_step(World<D>&, const StepSettings&, ThreadPool&, const TakeStep<D>&, const TrialsAmong&);
DRYSTONE_CONTROL(2)
DRYSTONE_CONTROL(3)
#undef DRYSTONE_CONTROL

}  // namespace drystone
