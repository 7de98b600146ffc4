#include <algorithm>
#include <cmath>

#include "core/index.h"
#include "statics/statics.h"

#include "core/index.h"

namespace drystone {

namespace {

/// A rotation that no spring resists and no load drives, as of smooth disks, is nobody's mechanism: it is given a stiffness.
template <int D>
int hold_idle_rotations(const StiffAssembly<D>& assembly, Stiffness<D>& K,
                        const std::vector<Generalised<D>>& load) {
    int held = 0;
    for (std::size_t b = 0; b < K.place.size(); ++b) {
        if (K.place[b].row != K.place[b].column) continue;
        const auto e = at(K.place[b].row);
        for (int k = D; k < freedoms<D>; ++k) {
            const double size = assembly.element[e].size, unit = assembly.mean_stiffness * size * size;
            double most = 0.0;
            for (int j = 0; j < freedoms<D>; ++j)
                most = std::max(most, std::abs(K.block[b][k][j]) * (j < D ? size : 1.0));
            if (most > 1e-12 * unit || std::abs(load[e][k]) > 0.0) continue;
            K.block[b][k][k] = unit;
            ++held;
        }
    }
    return held;
}

template <int D>
void count_unbonded(const StiffAssembly<D>& assembly, QuasistaticReport<D>& report) {
    for (const Link<D>& link : assembly.link) {
        if (!link.closed || link.law->bonded) continue;
        const double rounding = 1e-12 * norm(link.force());
        report.in_tension += link.press < -rounding;
        report.beyond_friction +=
            link.press > rounding && norm(link.shear) > link.law->friction * link.press + rounding;
    }
}

}  // namespace

/// K u = f once, geometry as it was (Bagi 6.2.1).
template <int D>
Increment serrano_step(StiffAssembly<D>& assembly, double to, QuasistaticReport<D>& report) {
    Increment increment;
    increment.iterations = 1;
    const std::vector<Link<D>> before = assembly.link;
    std::vector<Generalised<D>> moved = assembly.prescribed(0.0, to), residual;
    assembly.load(to);
    const auto stretch_all = [&] {
        std::vector<Link<D>> links = before;
        for (std::size_t l = 0; l < links.size(); ++l) {
            if (!links[l].bonded) continue;
            links[l] = assembly.after(before[l], moved[at(links[l].body_a)], moved[at(links[l].body_b)]);
        }
        return links;
    };
    // Contacts that were not there at the start are not there at all.
    for (Link<D>& link : assembly.link) link.closed = link.bonded;
    const auto acts = [](const Link<D>& link) { return link.bonded; };
    Stiffness<D> K = assemble_stiffness<D>(assembly, before, acts, Tangent::elastic, 0.0);
    std::vector<Link<D>> links = stretch_all();
    for (Link<D>& link : links) link.closed = link.bonded;
    assembly.residual(links, moved, residual);
    report.left_out = hold_idle_rotations(assembly, K, residual);
    report.mechanisms = find_mechanisms(assembly, K);
    SparseCholesky factor;
    if (report.mechanisms.count == 0 && !assembly.element.empty() && K.factorise(factor)) {
        std::vector<Generalised<D>> u = residual;
        for (int pass = 0; pass < 3; ++pass) {  // twice more with what is left: refinement
            solve_in_place<D>(factor, u);
            for (std::size_t e = 0; e < u.size(); ++e)
                moved[at(assembly.element[e].body)] += assembly.free_part(assembly.element[e], u[e]);
            links = stretch_all();
            for (Link<D>& link : links) link.closed = link.bonded;
            assembly.residual(links, moved, u);
        }
        residual = u;
    }
    assembly.link = links;
    for (int i = 0; i < assembly.world().bodies.size(); ++i) assembly.move_body(i, moved[at(i)]);
    std::vector<Generalised<D>> none(moved.size());
    judge(assembly, before, residual, increment);
    count_unbonded(assembly, report);
    increment.converged = increment.converged && report.mechanisms.count == 0;
    return increment;
}

template Increment serrano_step(StiffAssembly<2>&, double, QuasistaticReport<2>&);
template Increment serrano_step(StiffAssembly<3>&, double, QuasistaticReport<3>&);

}  // namespace drystone
