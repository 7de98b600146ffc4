#pragma once

// Bodies that a cell takes along as it moves, and the contacts that push it: the sums and loops of step/cell.cpp.

#include "device/contact_list_on.h"
#include "device/law_at.h"
#include "device/solve_on.h"

namespace drystone::device {

/// A change of L about a point.
template <int D>
struct GradientChange {
    Vec<D> origin{};
    Mat<D> by{};
};

template <int D, class B, class Which>
void carry_bodies(B& on, const BodyView<D>& body, Which& moving, const std::type_identity_t<GradientChange<D>>& change) {
    if (change.by == Mat<D>{}) return;
    const int* which = moving.data();
    on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) {
        const int i = which[k];
        if (body.rides[i]) body.velocity[i].v += change.by * (body.position[i] - change.origin);
    });
}

template <int D, class B, class Which>
RidingSums<D> riding_sums(B& on, const BodyView<D>& body, Which& moving, const CellMotion<D>& cell) {
    const int* which = moving.data();
    return on.template sum<RidingSums<D>>(moving.size(), [=] DRYSTONE_KERNEL(int k) {
        const int i = which[k];
        if (!body.rides[i]) return RidingSums<D>{};
        const Vec<D> c = body.velocity[i].v - cell.carried(body.position[i]);
        return RidingSums<D>{0.5 * body.mass[i] * dot(c, c), body.mass[i] * outer(c, c)};
    });
}

/// sum r b; `place`: of the bodies when contacts were found.
template <int D, class B>
Mat<D> sum_branches(B& on, const Vec<D>* place, const PartView<D>& part, ContactListOn<D, B>& list) {
    const ContactView<D> all = list.view();
    return on.template sum<MatrixSum<D>>(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) {
        return MatrixSum<D>{outer(all.impulse[i], branch_of(place, part, all, i))};
    }).value;
}

}  // namespace drystone::device
