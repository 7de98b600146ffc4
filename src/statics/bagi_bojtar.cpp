#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/index.h"
#include "statics/mixing.h"
#include "statics/statics.h"

namespace drystone {

namespace {

// So many systems without a new best: contact states go to and fro. [-]
constexpr int patience = 15;
constexpr double most_rho = 0.1;

/// Newton-Raphson on the whole K + <rho> (Bagi 6.2.3). Springs are stretched from where the increment began, so that an
/// iteration on the way leaves no trace in friction.
template <int D>
class Newton {
  public:
    Newton(StiffAssembly<D>& assembly, std::vector<Generalised<D>> driven)
        : assembly_(assembly), start_(assembly.link), moved_(std::move(driven)) {
        evaluate(moved_, now_, residual_);
    }

    bool balanced() const {
        double worst = 0.0;
        for (std::size_t e = 0; e < residual_.size(); ++e)
            worst = std::max(worst, assembly_.error(assembly_.element[e], residual_[e]));
        return worst <= assembly_.settings().tolerance * assembly_.force_scale(now_);
    }

    /// One system solved, one step taken.
    void iterate(Increment& increment) {
        const double rho = std::min(most_rho, assembly_.settings().rho * stiffening_);
        const bool first = increment.iterations++ == 0;
        const auto acts = [&](const Link<D>& link) {
            return link.closed ||
                   (first && link.gap <= touching_gap(assembly_.world().parts, link.a, link.b));
        };
        const Stiffness<D> K = assemble_stiffness<D>(assembly_, now_, acts, Tangent::secant, rho);
        std::vector<Generalised<D>> u = residual_;
        if (!K.factorise(factor_)) {
            stiffening_ *= 10.0;
            return;
        }
        solve_in_place<D>(factor_, u);
        limit(acts, u);
        increment.rho = std::max(increment.rho, rho);
        step(u, increment);
        if (!within_margins()) look_around();
    }

    /// The world and its links go where the iteration has got.
    void commit() {
        assembly_.link = now_;
        for (int i = 0; i < assembly_.world().bodies.size(); ++i) assembly_.move_body(i, moved_[at(i)]);
        assembly_.refresh_links();
        begin_from_here();
    }

    void begin_from_here() {
        start_ = assembly_.link;
        moved_.assign(moved_.size(), {});
        evaluate(moved_, now_, residual_);
        best_ = std::numeric_limits<double>::infinity();
        mixing_.forget();
    }

    const std::vector<Generalised<D>>& residual() const { return residual_; }

  private:
    void evaluate(const std::vector<Generalised<D>>& moved, std::vector<Link<D>>& links,
                  std::vector<Generalised<D>>& residual) const {
        links.resize(start_.size());
        assembly_.pool().for_ranges(start_.size(), 512, [&](std::size_t begin, std::size_t end) {
            for (std::size_t l = begin; l < end; ++l)
                links[l] =
                    assembly_.after(start_[l], moved[at(start_[l].body_a)], moved[at(start_[l].body_b)]);
        });
        assembly_.residual(links, moved, residual);
    }

    double merit(const std::vector<Generalised<D>>& residual) const {
        double sum = 0.0;
        for (std::size_t e = 0; e < residual.size(); ++e) {
            const double error = assembly_.error(assembly_.element[e], residual[e]);
            sum += error * error;
        }
        return sum;
    }

    std::vector<Generalised<D>> tried(const std::vector<Generalised<D>>& u, double share) const {
        std::vector<Generalised<D>> moved = moved_;
        for (std::size_t e = 0; e < u.size(); ++e) {
            const RigidElement<D>& element = assembly_.element[e];
            moved[at(element.body)] += assembly_.free_part(element, share * u[e]);
        }
        return moved;
    }

    /// The full step as a rule, or that of the mixing where it leaves less: contacts that open and close make errors grow on
    /// the way to balance. Where states go to and fro, springs begin anew from here (their forces stay), and from then on
    /// a share of the step is taken where it leaves less.
    void step(const std::vector<Generalised<D>>& u, Increment& increment) {
        const bool damped = stuck_ > 0;
        Trial best = trial(tried(u, 1.0));
        Trial mixed = trial(tried(unscaled(mixing_.step(scaled(here()), scaled(u))), 1.0));
        if (mixed.merit < best.merit) best = std::move(mixed);
        for (double share = 0.5; damped && share >= 1.0 / 8.0; share *= 0.5) {
            Trial shorter = trial(tried(u, share));
            if (shorter.merit < best.merit) best = std::move(shorter);
        }
        moved_ = std::move(best.moved);
        now_ = std::move(best.links);
        residual_ = std::move(best.residual);
        increment.damped += damped;
        if (best.merit < best_) {
            best_ = best.merit;
            since_best_ = 0;
        } else if (++since_best_ >= patience) {
            since_best_ = 0;
            ++stuck_;
            commit();
        }
    }

    struct Trial {
        std::vector<Generalised<D>> moved, residual;
        std::vector<Link<D>> links;
        double merit = 0.0;
    };

    Trial trial(std::vector<Generalised<D>> moved) const {
        Trial out{std::move(moved), {}, {}, 0.0};
        evaluate(out.moved, out.links, out.residual);
        out.merit = merit(out.residual);
        if (!std::isfinite(out.merit)) out.merit = std::numeric_limits<double>::infinity();
        return out;
    }

    /// Displacements of the elements since the start.
    std::vector<Generalised<D>> here() const {
        std::vector<Generalised<D>> x;
        for (const RigidElement<D>& e : assembly_.element) x.push_back(moved_[at(e.body)]);
        return x;
    }

    /// Rotations as lengths, and back.
    std::vector<Generalised<D>> scaled(std::vector<Generalised<D>> x) const {
        for (std::size_t e = 0; e < x.size(); ++e)
            for (int k = D; k < freedoms<D>; ++k) x[e][k] *= assembly_.element[e].size;
        return x;
    }
    std::vector<Generalised<D>> unscaled(std::vector<Generalised<D>> x) const {
        for (std::size_t e = 0; e < x.size(); ++e)
            for (int k = D; k < freedoms<D>; ++k) x[e][k] /= assembly_.element[e].size;
        return x;
    }

    /// No element moves by more than max_move of its size; those it is linked with slow down with it.
    void limit(const auto& acts, std::vector<Generalised<D>>& u) const {
        std::vector<int> root(u.size());
        std::iota(root.begin(), root.end(), 0);
        const auto find = [&](int e) {
            while (root[at(e)] != e) e = root[at(e)] = root[at(root[at(e)])];
            return e;
        };
        for (const Link<D>& link : now_) {
            const int a = assembly_.element_of[at(link.body_a)], b = assembly_.element_of[at(link.body_b)];
            if (a >= 0 && b >= 0 && acts(link))
                root[at(std::max(find(a), find(b)))] = std::min(find(a), find(b));
        }
        std::vector<double> share(u.size(), 1.0);
        for (std::size_t e = 0; e < u.size(); ++e) {
            const RigidElement<D>& element = assembly_.element[e];
            const double size = std::max(norm(translation<D>(u[e])), element.size * norm(rotation<D>(u[e])));
            const double most = assembly_.settings().max_move * element.size;
            if (size > most)
                share[at(find(static_cast<int>(e)))] =
                    std::min(share[at(find(static_cast<int>(e)))], most / size);
        }
        for (std::size_t e = 0; e < u.size(); ++e) u[e] = share[at(find(static_cast<int>(e)))] * u[e];
    }

    bool within_margins() const {
        for (int i = 0; i < assembly_.world().bodies.size(); ++i)
            if (!assembly_.within_margin(i, moved_[at(i)])) return false;
        return true;
    }

    /// Pairs anew, from where the iteration has got; springs as they were.
    void look_around() {
        for (int i = 0; i < assembly_.world().bodies.size(); ++i)
            if (assembly_.far_off(i, moved_[at(i)])) return commit();
        assembly_.list_links_for(moved_);
        start_ = assembly_.link;
        evaluate(moved_, now_, residual_);
        best_ = std::numeric_limits<double>::infinity();
        mixing_.forget();
    }

    StiffAssembly<D>& assembly_;
    std::vector<Link<D>> start_, now_;
    std::vector<Generalised<D>> moved_;     // (bodies)  since start_
    std::vector<Generalised<D>> residual_;  // (elements)
    SparseCholesky factor_;
    Mixing<D> mixing_;
    double best_ = std::numeric_limits<double>::infinity();
    int since_best_ = 0;
    int stuck_ = 0;            // how often states went to and fro
    double stiffening_ = 1.0;  // of rho
};

}  // namespace

template <int D>
Increment bagi_bojtar_increment(StiffAssembly<D>& assembly, double from, double to) {
    Increment increment;
    const std::vector<Link<D>> before = assembly.link;
    std::vector<Generalised<D>> driven = assembly.prescribed(from, to);
    assembly.load(to);
    Newton<D> newton(assembly, std::move(driven));
    while (increment.iterations < assembly.settings().iterations()) {
        if (!newton.balanced()) {
            newton.iterate(increment);
            continue;
        }
        newton.commit();
        const int broken = break_bonds(assembly.link);
        if (broken == 0) break;
        increment.broken += broken;
        newton.begin_from_here();
    }
    newton.commit();
    judge(assembly, before, newton.residual(), increment);
    return increment;
}

template Increment bagi_bojtar_increment(StiffAssembly<2>&, double, double);
template Increment bagi_bojtar_increment(StiffAssembly<3>&, double, double);

}  // namespace drystone
