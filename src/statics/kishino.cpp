#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "statics/error_heap.h"
#include "statics/statics.h"

namespace drystone {

namespace {

/// RigidElement by element, the largest equilibrium error first (Bagi 6.2.2). Springs are stretched from where the increment
/// began, so that an update that goes too far leaves no trace in friction.
template <int D>
class Relaxation {
  public:
    Relaxation(StiffAssembly<D>& assembly, std::vector<Generalised<D>> driven)
        : assembly_(assembly), start_(assembly.link), moved_(std::move(driven)) {
        stretch_links();
    }

    /// The world goes where the relaxation has got, and springs begin anew from there.
    void commit() {
        for (int i = 0; i < assembly_.world().bodies.size(); ++i) assembly_.move_body(i, moved_[at(i)]);
        moved_.assign(moved_.size(), {});
        assembly_.refresh_links();
        start_ = assembly_.link;
        take_stock();
    }

    /// What was seen from where the increment began may no longer be all that is near.
    void look_around() {
        for (int i = 0; i < assembly_.world().bodies.size(); ++i)
            if (!keep_near(i)) return;
    }

    /// All errors anew, from the links.
    void take_stock() {
        assembly_.residual(assembly_.link, moved_, residual_);
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
        keep_near(element.body);
    }

  private:
    void stretch_links() {
        assembly_.link.resize(start_.size());
        for (std::size_t l = 0; l < start_.size(); ++l)
            assembly_.link[l] =
                assembly_.after(start_[l], moved_[at(start_[l].body_a)], moved_[at(start_[l].body_b)]);
    }

    /// False where the body had left what was seen of it, and pairs were listed anew.
    bool keep_near(int body) {
        if (assembly_.within_margin(body, moved_[at(body)])) return true;
        if (assembly_.far_off(body, moved_[at(body)])) {
            commit();
        } else {
            assembly_.link = start_;
            assembly_.list_links_for(moved_);
            start_ = assembly_.link;
            stretch_links();
            take_stock();
        }
        return false;
    }

    /// A link of the element, were this moved by u more.
    Link<D> after(std::size_t l, const RigidElement<D>& element, const Generalised<D>& u) const {
        const Link<D>& link = start_[l];
        const auto of = [&](int body) {
            return body == element.body ? moved_[at(body)] + u : moved_[at(body)];
        };
        return assembly_.after(link, of(link.body_a), of(link.body_b));
    }

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
            K = K + coupled<D>(A, link.secant_stiffness(), A);
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
        Generalised<D> f = assembly_.outer_force(element, moved_[at(element.body)] + u);
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const Link<D> now = after(at(assembly_.links_of[at(k)]), element, u);
            if (now.closed) f += now.body_a == element.body ? now.on_a() : now.on_b();
        }
        return assembly_.error(element, assembly_.free_part(element, f));
    }

    /// Links of the element follow; its error and its neighbours' change by what their forces change.
    void move(std::size_t e, const Generalised<D>& u) {
        const RigidElement<D>& element = assembly_.element[e];
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const std::size_t l = at(assembly_.links_of[at(k)]);
            Link<D>& link = assembly_.link[l];
            const bool first = link.body_a == element.body;
            const Link<D> now = after(l, element, u);
            const int other = assembly_.element_of[at(first ? link.body_b : link.body_a)];
            if (other >= 0 && (link.closed || now.closed)) {
                const auto o = at(other);
                const Generalised<D> change = first ? now.on_b() - link.on_b() : now.on_a() - link.on_a();
                residual_[o] += assembly_.free_part(assembly_.element[o], change);
                heap_.set(o, error(o));
            }
            link = now;
        }
        moved_[at(element.body)] += u;
        Generalised<D> f = assembly_.outer_force(element, moved_[at(element.body)]);
        for (int k = assembly_.first_link[e]; k < assembly_.first_link[e + 1]; ++k) {
            const Link<D>& link = assembly_.link[at(assembly_.links_of[at(k)])];
            if (link.closed) f += link.body_a == element.body ? link.on_a() : link.on_b();
        }
        residual_[e] = assembly_.free_part(element, f);
        heap_.set(e, error(e));
    }

    StiffAssembly<D>& assembly_;
    std::vector<Link<D>> start_;            // (links)  where the increment began
    std::vector<Generalised<D>> moved_;     // (bodies)  since then
    std::vector<Generalised<D>> residual_;  // (elements)
    ErrorHeap heap_;
    double scale_ = 0.0;  // [N]
};

}  // namespace

template <int D>
Increment kishino_increment(StiffAssembly<D>& assembly, double from, double to) {
    Increment increment;
    const std::vector<Link<D>> before = assembly.link;
    std::vector<Generalised<D>> driven = assembly.prescribed(from, to);
    assembly.load(to);
    Relaxation<D> relaxation(assembly, std::move(driven));
    const long elements = static_cast<long>(assembly.element.size());
    const long most = static_cast<long>(assembly.settings().iterations()) * elements;
    relaxation.take_stock();
    relaxation.look_around();
    // Errors are kept up by differences, and all taken anew now and then, and before they are believed.
    for (;;) {
        const long stock = increment.iterations + 20 * elements + 100;
        while (!relaxation.balanced() && increment.iterations < std::min(most, stock)) {
            relaxation.update();
            ++increment.iterations;
        }
        relaxation.take_stock();
        if (relaxation.balanced()) {
            relaxation.commit();
            const int broken = break_bonds(assembly.link);
            increment.broken += broken;
            if (broken == 0) break;
            relaxation.commit();
        } else if (increment.iterations >= most) {
            relaxation.commit();
            break;
        }
    }
    judge(assembly, before, relaxation.residual(), increment);
    return increment;
}

template Increment kishino_increment(StiffAssembly<2>&, double, double);
template Increment kishino_increment(StiffAssembly<3>&, double, double);

}  // namespace drystone
