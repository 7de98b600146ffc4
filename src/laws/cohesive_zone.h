#pragma once

#include <array>

#include "laws/dry_contact.h"
#include "laws/joining.h"
#include "laws/losses.h"
#include "laws/rolling.h"
#include "laws/softening.h"

namespace drystone {

/// A mortar joint of area A: springs, a tension and a cohesion that soften together, friction throughout, and a cap.
///
///     r_n >= -h A f_t S,    |r_t| <= h A c S + mu r_n,    r_n <= h A (f_r + (f_c - f_r) S_c)        docs/theory.md (3.16)
///
/// S falls with what the joint has opened and slipped beyond its springs, in units of G_I / f_t and G_II / c: the coupling of
/// Lourenco and Rots (1997). S_c falls likewise with what it has crushed. Opening is damage: it unloads to where it began. Slip
/// and crushing are plastic: they unload along the springs and stay. Nothing heals. When S = 0 a dry elastic joint is left.
/// Slip lifts the joint by tan(psi) S per slip (dilatancy), which fades with the cohesion.
///
/// Strengths hold as they were when the step began, so that no force exceeds them at any step; when it is accepted S and S_c
/// move to where springs and strengths agree at the displacement reached (soften), whatever the step. docs/theory.md (3.17), (3.18).
struct CohesiveZone {
    double normal_stiffness = 0.0;                  // k_n [Pa/m]
    double shear_stiffness = 0.0;                   // k_t [Pa/m]
    double tensile_strength = 0.0;                  // f_t [Pa], at most c / mu
    double shear_strength = 0.0;                    // c, without pressure [Pa]
    double energy_opening = 0.0;                    // G_I [J/m2], > f_t^2 / 2 k_n (exponential: f_t^2 / k_n)
    double energy_shear = 0.0;                      // G_II [J/m2], > c^2 / 2 k_t (likewise)
    double friction = 0.0;                          // mu [-]
    double compressive_strength = Yielding::never;  // f_c [Pa]
    double energy_crushing = 0.0;                   // G_c [J/m2], spent above f_r; 0: f_c does not fall
    double residual_compressive_strength = 0.0;     // f_r [Pa]
    double dilatancy = 0.0;                         // tan(psi) of the first slip [-], at most mu
    Softening softening = Softening::linear;
    JointArea joint{};
    Joining joining{};
    Restitution restitution{};  // of what is not joined, or no longer
    Rolling rolling{};

    template <int D>
    struct Memory : JointMemory<D> {
        double damage = 0.0;       // 1 - S, 0: whole, 1: gone [-]
        double opened = 0.0;       // the widest opening at the strength [m]
        double crushed = 0.0;      // 1 - S_c [-]
        double stored = 0.0;       // elastic energy [J]
        double steps_apart = 1e9;  // since it last carried force, or was made

        static constexpr auto fields() {
            return std::tuple_cat(JointMemory<D>::fields(),
                                  std::tuple{remember::number("damage", "-", &Memory::damage),
                                             remember::number("opened", "m", &Memory::opened),
                                             remember::number("crushed", "-", &Memory::crushed),
                                             remember::number("stored", "J", &Memory::stored),
                                             remember::number("steps_apart", "-", &Memory::steps_apart).inner()});
        }
        DRYSTONE_ON_DEVICE double left() const { return 1.0 - damage; }
    };

    bool remembers() const { return true; }
    DRYSTONE_ON_DEVICE bool looks_ahead() const { return true; }

    template <int D>
    DRYSTONE_ON_DEVICE bool keeps_gap(const Memory<D>&) const {
        return true;
    }
    double reach() const {
        return joining.gap + longest_opening(softening, energy_opening / tensile_strength) +
               dilatancy * energy_shear / shear_strength;
    }

    template <int D>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, Memory<D>& memory) const {
        joining.meet(now, memory);
        if (!memory.made && !now.fresh) return;
        memory.damage = memory.intact ? 0.0 : 1.0;
        memory.opened = memory.crushed = 0.0;
        memory.slip = {};
    }

    template <int D>
    DRYSTONE_ON_DEVICE LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        const double hA = in.step * joint.bearing(in, memory), glued = in.step * joint.glued(in, memory) * memory.left();
        Approach<D> from_rest = in;
        from_rest.gap -= memory.rest_gap;
        LocalLaw<D> law;
        law.mu = friction;
        law.turning = rolling.turning(in);
        law.yields.gives_at = hA * cap(memory.crushed);
        if (!memory.intact && restitution.strikes(from_rest, memory.steps_apart)) {
            law.velocity_shift = restitution.shift(from_rest);
            return law;
        }
        law.yields.pressed = law.yields.pulled = 1.0 / (normal_stiffness * in.step * hA);
        law.yields.slip = 1.0 / (shear_stiffness * in.step * hA);
        law.velocity_shift = (1.0 / in.step) * memory.slip;
        law.velocity_shift[0] = from_rest.gap / in.step;
        if (memory.intact && glued > 0.0) {
            law.tension = glued * tensile_strength;
            law.cohesion = glued * shear_strength;
            law.yields.pulled = 1.0 / (Tension(*this, in, memory).secant() * in.step * hA);
        }
        return law;
    }

    template <int D>
    DRYSTONE_ON_DEVICE Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        memory.steps_apart = out.r[0] > 0.0 ? 0.0 : memory.steps_apart + 1.0;
        if (out.law.yields.pressed == 0.0) {  // an impact
            memory.stored = 0.0;
            return dry_losses(out);
        }
        return Settling<D>(*this, out, memory).settle();
    }

  private:
    /// The compressive strength that is left.
    DRYSTONE_ON_DEVICE double cap(double crushed) const {
        if (energy_crushing == 0.0) return compressive_strength;
        return compressive_strength - (compressive_strength - residual_compressive_strength) * crushed;
    }

    /// The spring of an opening joint: k_n until it opens at its strength, from then on the straight line from nothing to that.
    struct Tension {
        double k, f, left, opened;

        template <int D>
        DRYSTONE_ON_DEVICE Tension(const CohesiveZone& law, const Approach<D>& in, const Memory<D>& memory)
            : k(law.normal_stiffness),
              f(law.tensile_strength * law.joint.glued(in, memory) / law.joint.bearing(in, memory)),
              left(memory.left()),
              opened(memory.opened) {}

        DRYSTONE_ON_DEVICE double limit() const { return std::max(opened, f * left / k); }  // the opening at which its strength is met
        DRYSTONE_ON_DEVICE double secant() const {
            if (left == 0.0) return 0.0;
            return opened * k > f * left ? f * left / opened : k;
        }
    };

    /// What a step that is accepted makes of a joint's memory, per area.
    template <int D>
    class Settling {
      public:
        DRYSTONE_ON_DEVICE Settling(const CohesiveZone& law, const Outcome<D>& out, Memory<D>& memory)
            : law_(law),
              out_(out),
              memory_(memory),
              A_(law.joint.bearing(out.in, memory)),
              pressure_(out.r[0] / (out.in.step * A_)),
              normal_(out.in.gap - memory.rest_gap + out.in.step * out.after[0]),
              trial_(memory.slip + out.in.step * out.after) {
            trial_[0] = 0.0;
        }

        DRYSTONE_ON_DEVICE Dissipation settle() {
            Dissipation losses;
            const Tension whole(law_, out_.in, memory_);
            const Slid slid = memory_.intact && whole.f > 0.0 ? weaken(whole, losses) : slide_dry();
            memory_.slip = slid.way > 0.0 ? (1.0 - slid.way / norm(trial_)) * trial_ : trial_;
            rub(slid, losses);
            crush(losses);
            memory_.stored = A_ * (opening_energy(Tension(law_, out_.in, memory_)) +
                                   0.5 * law_.shear_stiffness * dot(memory_.slip, memory_.slip));
            if (memory_.damage >= 1.0) memory_.intact = memory_.holds = false;
            return {.friction = A_ * losses.friction + out_.turning_loss, .damage = A_ * losses.damage};
        }

      private:
        struct Slid {
            double way = 0.0;    // that does not come back [m]
            double fresh = 0.0;  // int S over it [m]
        };

        DRYSTONE_ON_DEVICE double opening_energy(const Tension& spring) const {
            return 0.5 * (normal_ > 0.0 ? spring.secant() : law_.normal_stiffness) * normal_ * normal_;
        }

        DRYSTONE_ON_DEVICE Slid slide_dry() {
            memory_.damage = 1.0;
            return {std::max(0.0, norm(trial_) - law_.friction * std::max(0.0, pressure_) / law_.shear_stiffness)};
        }

        DRYSTONE_ON_DEVICE Slid weaken(const Tension& before, Dissipation& losses) {
            const double S = before.left, glued = before.f / law_.tensile_strength, c = law_.shear_strength * glued,
                         k = law_.shear_stiffness, limit = std::max(0.0, c * S + law_.friction * pressure_),
                         slip = norm(trial_);
            const double opened = normal_ - before.limit(), any = std::numeric_limits<double>::infinity();
            const std::array modes{
                SofteningMode{before.f, law_.energy_opening * glued, before.k, opened, opened > 0.0 ? any : 0.0},
                SofteningMode{c, law_.energy_shear * glued, k, slip - limit / k, slip}};
            const double left = soften(law_.softening, S, modes), lost = S - left;
            const double opening = modes[0].share(lost), shear = modes[1].share(lost);
            const double spent = spent_at(law_.softening, left) - spent_at(law_.softening, S);
            const double by_shear = shear > 0.0 ? spent * modes[1].energy * shear / (opening + shear) : 0.0;
            const double by_opening = opening > 0.0 ? spent * modes[0].energy * opening / (opening + shear) : 0.0;
            memory_.damage = 1.0 - left;
            losses.damage += by_shear + open(before, by_opening);
            return {modes[1].gives(lost), by_shear / c};
        }

        /// What opening took: the work since the limit was met less what the springs hold of it; `spent` int f S dkappa. Where
        /// the joint did not open further but was weakened by slip, the springs let go of some of what they held.
        DRYSTONE_ON_DEVICE double open(const Tension& before, double spent) {
            if (normal_ <= 0.0) return 0.0;
            const double held = opening_energy(before), left = memory_.left(), met = before.limit();
            if (normal_ * before.k > before.f * left) memory_.opened = std::max(memory_.opened, normal_);
            if (normal_ <= met) return held - opening_energy(Tension(law_, out_.in, memory_));
            return spent + 0.5 * before.f * before.f / before.k * (left * left - before.left * before.left) -
                   0.5 * before.f * (left * normal_ - before.left * met);
        }

        /// Friction on what slid, less the work of lifting the joint.
        DRYSTONE_ON_DEVICE void rub(const Slid& slid, Dissipation& losses) {
            const double work = law_.friction * pressure_ * slid.way;
            if (pressure_ <= 0.0) {  // pulled: cohesion has that much less to do
                losses.damage += work;
                return;
            }
            const double lifted = law_.dilatancy * slid.fresh;
            losses.friction += work - pressure_ * lifted;
            memory_.rest_gap += lifted;
            normal_ -= lifted;
        }

        DRYSTONE_ON_DEVICE void crush(Dissipation& losses) {
            const double f = law_.cap(memory_.crushed), k = law_.normal_stiffness, beyond = -normal_ - f / k;
            if (!(beyond > 0.0)) return;
            double sunk = beyond;
            if (law_.energy_crushing > 0.0) {
                const double residual = law_.residual_compressive_strength, S = 1.0 - memory_.crushed;
                const std::array mode{
                    SofteningMode{law_.compressive_strength - residual, law_.energy_crushing, k, beyond}};
                const double left = soften(law_.softening, S, mode);
                const double spent = spent_at(law_.softening, left) - spent_at(law_.softening, S);
                sunk = mode[0].gives(S - left);
                memory_.crushed = 1.0 - left;
                losses.damage += law_.energy_crushing * spent + residual * sunk;
            } else {
                losses.damage += f * sunk;
            }
            memory_.rest_gap -= sunk;
            normal_ += sunk;
        }

        const CohesiveZone& law_;
        const Outcome<D>& out_;
        Memory<D>& memory_;
        double A_;         // [m2, 2D: m]
        double pressure_;  // [Pa]
        double normal_;    // beyond the place of rest; > 0: open [m]
        Vec<D> trial_;     // slip if nothing slides [m]
    };
};

}  // namespace drystone
