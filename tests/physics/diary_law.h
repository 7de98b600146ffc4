#pragma once

#include <cmath>

#include "laws/law.h"

namespace drystone {

/// A law of a user's own, whose memory has a field of every kind by names that no law of the program uses: friction that wears
/// down with the path slid, and marks that are made when a contact is new.
///
///     mu = mu_0 / (1 + path / wear),   path += h |u_t|,   slid += h u_t
struct Diary {
    double friction = 0.0;  // mu_0 [-]
    double wear = 1.0;      // [m]
    int thick = 1;          // layers

    template <int D>
    struct Memory {
        double path = 0.0;  // [m]
        Vec<D> slid{};      // of b against a, tangential [m]
        Vec<D> heading{};   // a direction in space
        Vec<D> mark_a{};    // a direction fixed to each body
        Vec<D> mark_b{};
        bool marked = false;
        double pages = 0.0;  // settled steps, told to all layers by the first
        double own = -1.0;   // the same less one, of each layer

        static constexpr auto fields() {
            return std::tuple{remember::number("path", "m", &Memory::path),
                              remember::tangent("slid", "m", &Memory::slid),
                              remember::vector("heading", "-", &Memory::heading),
                              remember::on_a("mark_a", "-", &Memory::mark_a),
                              remember::on_b("mark_b", "-", &Memory::mark_b),
                              remember::flag("marked", &Memory::marked).inner(),
                              remember::number("pages", "-", &Memory::pages).shared(),
                              remember::number("own", "-", &Memory::own)};
        }
    };

    int layers() const { return thick; }

    /// What the marks are in the frame of the contact where it was made: no component is another's.
    template <int D>
    static Vec<D> mark() {
        Vec<D> v;
        for (int i = 0; i < D; ++i) v[i] = 1.0 + i;
        return v;
    }

    template <int D>
    void meet(const Encounter& now, Memory<D>& memory) const {
        if (!now.fresh) return;
        memory.heading = memory.mark_a = memory.mark_b = mark<D>();
        memory.marked = true;
    }

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const {
        LocalLaw<D> law;
        law.mu = friction / (1.0 + memory.path / wear);
        if (in.closes_gap && in.gap > 0.0) law.velocity_shift[0] = in.gap / in.step;
        return law;
    }

    template <int D>
    Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const {
        memory.path += out.in.step * tangential_norm(out.after);
        Vec<D> moved = out.in.step * out.after;
        moved[0] = 0.0;
        memory.slid += moved;
        memory.pages += out.in.layer == 0 ? 1.0 : 0.0;
        memory.own += 1.0;
        return dry_losses(out);
    }
};

}  // namespace drystone
