#include <algorithm>
#include <cmath>
#include <limits>

#include "quasistatic/error_heap.h"
#include "quasistatic/statics.h"

namespace drystone {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// RigidElement by element, the largest equilibrium error first (Bagi 6.2.2).
template <int D>
class Relaxation {
  public:
    explicit Relaxation(Assembly<D>& assembly)
        : assembly_(assembly), rest_(at(assembly.world().bodies.size())) {}

    /// All errors anew, from the links.
    void take_stock() {
        assembly_.residual(assembly_.link, rest_, residual_);
        std::vector<double> errors(residual_.size());
        for (std::size_t e = 0; e < errors.size(); ++e) errors[e] = error(e);
        if (!errors.empty()) heap_.assign(errors);
        scale_ = assembly_.force_scale(assembly_.link);
    }

    bool balanced() const {
        return assembly_.element.empty() || heap_.largest() <= assembly_.settings().tolerance * scale_;
    }

    const std::vector<Generalised<D>>& residual() const { return residual_; }

    /// Moves the element that is worst off towards where it would be in balance if nothing else moved. A step that leaves it
    /// worse off than before, because contacts slid or opened on the way, is halved.
    void update() {
        const std::size_t e = heap_.top();
        const RigidElement<D>& element = assembly_.element[e];
        const double was = heap_.largest();
        const Generalised<D> full = assembly_.free_part(element, limited(element, solve_element(e)));
        Generalised<D> u = full;
        double least = std::numeric_limits<double>::infinity();
        for (double share = 1.0; share >= 1.0 / 64.0; share *= 0.5) {
            const double error = error_after(e, share * full);
            if (error >= least) continue;
            least = error;
            u = share * full;
            if (error <= was) break;
        }
        move(e, u);
        if (assembly_.within_margin(element.body, 0.0)) return;
        if (assembly_.refresh_links()) take_stock();
    }

  private:
    double error(std::size_t e) const { return assembly_.error(assembly_.element[e], residual_[e]); }

    /// A contact that is about to close counts: without it nothing would hold the element.
    bool resists(const Link<D>& link, const RigidElement<D>& element, const Generalised<D>& f) const {
        if (link.closed) return true;
        if (link.gap > touching_gap(assembly_.world().parts, link.a, link.b)) return false;
        const double closing = dot(link.normal, translation<D>(f));
        return link.body_a == element.body ? closing > 0.0 : closing < 0.0;
    }

    /// k^pp u = f by L D L^T; where a pivot vanishes a fictitious stiffness takes its place.
    Generalised<D> solve_element(std::size_t e) const {
        constexpr int n = freedoms<D>;
        const RigidElement<D>& element = assembly_.element[e];
        const Generalised<D>& f = residual_[e];
        ElementBlock<D> K = ElementBlock<D>::diagonal(element.support);
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const Link<D>& link = assembly_.link[at(assembly_.links_of[at(k)])];
            if (!resists(link, element, f)) continue;
            const Vec<D>& arm = link.body_a == element.body ? link.arm_a : link.arm_b;
            const ElementBlock<D> A = transition<D>(arm) * transformation<D>(contact_frame(link.normal));
            K = K + coupled<D>(A, link.stiffness(), A);
        }
        Generalised<D> unit, L_f = f;
        for (int k = 0; k < n; ++k)
            unit[k] = assembly_.mean_stiffness * (k < D ? 1.0 : element.size * element.size);
        if (!element.all_free) {
            for (int k = 0; k < n; ++k) {  // only what is free answers
                Generalised<D> column;
                for (int i = 0; i < n; ++i) column[i] = K[i][k];
                column = assembly_.free_part(element, column);
                for (int i = 0; i < n; ++i) K[i][k] = column[i];
            }
            for (int i = 0; i < n; ++i) K[i] = assembly_.free_part(element, K[i]);
        }
        Generalised<D> pivot;
        for (int j = 0; j < n; ++j) {
            double d = K[j][j];
            if (!(d > 1e-9 * unit[j])) d = std::max(d, 0.0) + assembly_.settings().fictitious * unit[j];
            pivot[j] = d;
            for (int i = j + 1; i < n; ++i) {
                const double l = K[i][j] / d;
                for (int k = j + 1; k < n; ++k) K[i][k] -= l * K[j][k];
                L_f[i] -= l * L_f[j];
                K[i][j] = l;
            }
        }
        Generalised<D> u;
        for (int j = n - 1; j >= 0; --j) {
            u[j] = L_f[j] / pivot[j];
            for (int i = j + 1; i < n; ++i) u[j] -= K[i][j] * u[i];
        }
        return u;
    }

    Generalised<D> limited(const RigidElement<D>& element, const Generalised<D>& u) const {
        const double most = assembly_.settings().max_move * element.size;
        const double size = std::max(norm(translation<D>(u)), element.size * norm(rotation<D>(u)));
        return size > most ? (most / size) * u : u;
    }

    /// Error of the element alone, were it moved.
    double error_after(std::size_t e, const Generalised<D>& u) const {
        const RigidElement<D>& element = assembly_.element[e];
        const Generalised<D> none{};
        Generalised<D> f = assembly_.outer_force(element, u);
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const Link<D>& link = assembly_.link[at(assembly_.links_of[at(k)])];
            const bool first = link.body_a == element.body;
            const Link<D> now = assembly_.after(link, first ? u : none, first ? none : u);
            if (now.closed) f += first ? now.on_a() : now.on_b();
        }
        return assembly_.error(element, assembly_.free_part(element, f));
    }

    /// Links of the element follow; its error and its neighbours' change by what their forces change.
    void move(std::size_t e, const Generalised<D>& u) {
        const RigidElement<D>& element = assembly_.element[e];
        const Generalised<D> none{};
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            Link<D>& link = assembly_.link[at(assembly_.links_of[at(k)])];
            const bool first = link.body_a == element.body;
            const Link<D> now = assembly_.after(link, first ? u : none, first ? none : u);
            const int other = assembly_.element_of[at(first ? link.body_b : link.body_a)];
            if (other >= 0 && (link.closed || now.closed)) {
                const auto o = at(other);
                const Generalised<D> change = first ? now.on_b() - link.on_b() : now.on_a() - link.on_a();
                residual_[o] += assembly_.free_part(assembly_.element[o], change);
                heap_.set(o, error(o));
            }
            link = now;
        }
        assembly_.move_body(element.body, u);
        Generalised<D> f = assembly_.outer_force(element, none);
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const Link<D>& link = assembly_.link[at(assembly_.links_of[at(k)])];
            if (link.closed) f += link.body_a == element.body ? link.on_a() : link.on_b();
        }
        residual_[e] = assembly_.free_part(element, f);
        heap_.set(e, error(e));
    }

    Assembly<D>& assembly_;
    std::vector<Generalised<D>> rest_;  // (bodies)  zero
    std::vector<Generalised<D>> residual_;
    ErrorHeap heap_;
    double scale_ = 0.0;  // [N]
};

}  // namespace

template <int D>
Increment kishino_increment(Assembly<D>& assembly, double from, double to) {
    Increment increment;
    const std::vector<Link<D>> before = assembly.link;
    const std::vector<Generalised<D>> driven = assembly.prescribed(from, to);
    for (Link<D>& link : assembly.link)
        link = assembly.after(link, driven[at(link.body_a)], driven[at(link.body_b)]);
    for (int i = 0; i < assembly.world().bodies.size(); ++i) assembly.move_body(i, driven[at(i)]);
    assembly.refresh_links();
    assembly.load(to);

    Relaxation<D> relaxation(assembly);
    const long elements = static_cast<long>(assembly.element.size());
    const long most = static_cast<long>(assembly.settings().iterations()) * elements;
    relaxation.take_stock();
    // Errors are kept up by differences, and all taken anew now and then, and before they are believed.
    for (;;) {
        const long stock = increment.iterations + 20 * elements + 100;
        while (!relaxation.balanced() && increment.iterations < std::min(most, stock)) {
            relaxation.update();
            ++increment.iterations;
        }
        relaxation.take_stock();
        if (relaxation.balanced()) {
            const int broken = break_bonds(assembly.link);
            increment.broken += broken;
            if (broken == 0) break;
            relaxation.take_stock();
        } else if (increment.iterations >= most) {
            break;
        }
    }
    judge(assembly, before, relaxation.residual(), increment);
    return increment;
}

template Increment kishino_increment(Assembly<2>&, double, double);
template Increment kishino_increment(Assembly<3>&, double, double);

}  // namespace drystone
