#pragma once

// The stages of a step, written once for the memory of this processor (OnHost) and for a GPU (OnCuda). Each loop is one that the CPU's
// step has in the file named beside it; what is computed at one body, pair or contact is the text that the CPU compiles.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "device/anderson_on.h"
#include "device/at_contact.h"
#include "device/contact_list_on.h"
#include "device/detect.h"
#include "device/neighbours_on.h"
#include "device/pipeline.h"
#include "device/round_view.h"
#include "device/solve_on.h"
#include "device/sweep_plan_on.h"

namespace drystone::device {

template <int D, class B>
struct PipelineOn : Pipeline<D> {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    B on;

    // (bodies)
    Buffer<Vec<D>> position, detected;
    Buffer<Rotation<D>> rotation;
    Buffer<Twist<D>> velocity, before;
    Buffer<double> mass, inverse_mass, inertia, inverse_inertia, closing, spread, turning;
    Buffer<int> surface, moving, row;
    Buffer<DrivenBody<D>> driven_rows;

    // (parts)
    Buffer<int> part_body, part_wall, balls;
    Buffer<double> radius, reach;
    double smallest_radius = 0.0;

    // Laws
    Buffer<Coulomb> law;
    Buffer<char> bounces;
    Buffer<int> between;
    int surfaces = 1;

    NeighboursOn<D, B> near;
    Buffer<Wall<D>> walls;
    Buffer<int> count, first;  // of contacts, by pair

    // Contacts
    ContactListOn<D, B> list, old;

    // The contact problem
    Buffer<std::uint64_t> along;  // the curve
    Buffer<int> by_curve, row_a, row_b, slot_a, slot_b;
    SweepPlanOn<B> plan;
    Buffer<double> fields, slack, push;
    Buffer<SweepBody<D>> table;
    AndersonOn<D, B> anderson;
    double free = 0.0;

    struct Kept {
        Buffer<Vec<D>> position;
        Buffer<Rotation<D>> rotation;
        Buffer<Twist<D>> velocity;
    };
    std::array<Kept, 16> kept;

    BodyView<D> bodies() {
        return {position.data(), rotation.data(), velocity.data(), before.data(), detected.data(), closing.data(), turning.data(),
                mass.data(), inverse_mass.data(), inertia.data(), inverse_inertia.data(), surface.data()};
    }
    PartView parts() { return {part_body.data(), radius.data(), part_wall.data(), reach.data()}; }
    LawView laws() { return {law.data(), bounces.data(), between.data(), surfaces}; }
    RoundView<D> round() { return {fields.data(), static_cast<long>(list.size)}; }

    void begin(const Setup<D>& s) override {
        const auto up = [&](const auto& from, auto& to) { on.upload(std::span(from), to); };
        up(s.position, position), up(s.rotation, rotation), up(s.velocity, velocity);
        up(s.mass, mass), up(s.inverse_mass, inverse_mass), up(s.inertia, inertia), up(s.inverse_inertia, inverse_inertia);
        up(s.surface, surface), up(s.moving, moving);
        up(s.part_body, part_body), up(s.radius, radius), up(s.wall, part_wall), up(s.balls, balls);
        up(s.law, law), up(s.bounces, bounces), up(s.between, between);
        surfaces = s.surfaces;
        smallest_radius = s.smallest_radius;
        const std::size_t n = s.position.size(), p = s.part_body.size();
        on.copy(velocity, before);
        on.copy(position, detected);
        on.fill(closing, n, 0.0);
        on.fill(turning, n, 0.0);
        on.fill(row, n, -1);
        on.fill(reach, p, 0.0);
        list.resize(s.contact_a.size());
        up(s.contact_a, list.a), up(s.contact_b, list.b), up(s.feature, list.feature), up(s.impulse, list.impulse);
        near.is_listed = false;
    }

    void look(Seen<D>& seen) override {
        on.download(position, seen.position), on.download(detected, seen.detected);
        on.download(rotation, seen.rotation), on.download(velocity, seen.velocity);
        on.download(list.a, seen.contact_a), on.download(list.b, seen.contact_b), on.download(list.feature, seen.feature);
        on.download(list.point, seen.point), on.download(list.normal, seen.normal);
        on.download(list.impulse, seen.impulse), on.download(list.gap, seen.gap), on.download(list.status, seen.status);
        if (!near.is_listed) return;
        on.download(near.centre, seen.listed_centre), on.download(near.margin, seen.listed_margin);
    }

    // bodies/move.cpp, step/drives.cpp

    void place(std::span<const DrivenBody<D>> driven) override {
        if (driven.empty()) return;
        on.upload(driven, driven_rows);
        const BodyView<D> body = bodies();
        const DrivenBody<D>* from = driven_rows.data();
        on.for_each(driven.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = from[k].body;
            body.position[i] = from[k].position;
            body.rotation[i] = from[k].rotation;
            body.velocity[i] = from[k].velocity;
            body.turning[i] = from[k].turning;
        });
    }

    void drift(double dt) override {
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            body.position[i] += dt * body.velocity[i].v;
            body.rotation[i] = normalised(rotation_by(dt * body.velocity[i].w) * body.rotation[i]);
        });
    }

    // step/look_ahead.cpp, broadphase/neighbours.cpp

    double span_from(const Vec<D>& point, bool with_margins) override {
        const BodyView<D> body = bodies();
        const PartView part = parts();
        const int* which = balls.data();
        const Vec<D>* centre = near.centre.data();
        const double* margin = near.margin.data();
        return on.template sum<Largest>(balls.size(), [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            if (with_margins) return Largest{norm(centre[p] - point) + part.radius[p] + margin[p]};
            return Largest{body.inverse_mass[part.body[p]] > 0.0 ? norm(body.position[part.body[p]] - point) + part.radius[p] : 0.0};
        }).value;
    }

    bool look_ahead(const StepView<D>& step) override {
        const BodyView<D> body = bodies();
        const PartView part = parts();
        const int* which = balls.data();
        const Vec<D>* centre = near.centre.data();
        const double* margin = near.margin.data();
        const bool listed = near.is_listed, looks = step.euler || step.foresees;
        const double g = norm(step.gravity);
        const Largest beyond = on.template sum<Largest>(balls.size(), [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k], i = part.body[p];
            const double speed = norm(body.velocity[i].v) + (body.inverse_mass[i] > 0.0 ? step.h * g : 0.0);
            const double own = (step.euler ? least_reach * part.radius[p] : 0.0) +
                               (looks ? (step.euler ? reach_safety : 1.0) * step.h * speed : 0.0);
            part.reach[p] = own;
            if (!listed) return Largest{1.0};
            const double left = may_move(margin[p], part.radius[p], own);
            const Vec<D> moved = body.position[i] - centre[p];
            return Largest{left >= 0.0 && dot(moved, moved) <= left * left ? 0.0 : 1.0};
        });
        return listed && !(beyond.value > 0.0);
    }

    void take_places() override {
        const BodyView<D> body = bodies();
        const PartView part = parts();
        near.centre.resize(part_body.size());
        on.fill(near.margin, part_body.size(), 0.0);
        Vec<D>* centre = near.centre.data();
        double* margin = near.margin.data();
        on.for_each(part_body.size(), [=] DRYSTONE_KERNEL(int p) {
            centre[p] = body.position[part.body[p]];
            if (part.wall[p] == -1) margin[p] = choose_margin(part.radius[p], part.reach[p]);
        });
    }

    void take_places(std::span<const Vec<D>> centre, std::span<const double> margin) override {
        on.upload(centre, near.centre);
        on.upload(margin, near.margin);
    }

    void list_pairs(std::span<const NearbyWall<D>> given) override {
        near.list(on, given, {part_body.data(), radius.data(), inverse_mass.data(), balls});
    }

    long pairs() const override { return static_cast<long>(near.pair_count); }

    // step/stages.cpp

    void free_velocities(const StepView<D>& step) override {
        on.copy(velocity, before);
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        const Vec<D> falling = step.h * step.gravity;
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) { body.velocity[which[k]].v += falling; });
    }

    void foresee_impacts(const StepView<D>& step) override {
        const BodyView<D> body = bodies();
        const PartView part = parts();
        const std::uint64_t* pairs = near.pair.data();
        const int bits = near.pair_bits;
        const double h = step.h;
        on.fill(closing, position.size(), 0.0);
        double* far = closing.data();
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            const int a = part.body[first_of(pairs[k], bits)], b = part.body[second_of(pairs[k], bits)];
            const double moves = h * (norm(body.velocity[b].v - body.velocity[a].v) + body.turning[a] + body.turning[b]);
            if (body.inverse_mass[a] > 0.0) raise_to(far + a, moves);
            if (body.inverse_mass[b] > 0.0) raise_to(far + b, moves);
        });
        const double largest = on.template sum<Largest>(position.size(), [=] DRYSTONE_KERNEL(int i) { return Largest{far[i]}; }).value;
        if (!(largest > slow_closing * smallest_radius)) return;
        for (int hop = 0; hop < foreseen_hops; ++hop) {
            on.copy(closing, spread);
            const double* from = closing.data();
            double* to = spread.data();
            on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
                const int a = part.body[first_of(pairs[k], bits)], b = part.body[second_of(pairs[k], bits)];
                if (body.inverse_mass[a] > 0.0) raise_to(to + a, from[b]);
                if (body.inverse_mass[b] > 0.0) raise_to(to + b, from[a]);
            });
            closing.swap(spread);
        }
    }

    DRYSTONE_ON_DEVICE static int first_of(std::uint64_t key, int bits) { return static_cast<int>(key >> bits); }
    DRYSTONE_ON_DEVICE static int second_of(std::uint64_t key, int bits) {
        return static_cast<int>(key & ((std::uint64_t{1} << bits) - 1));
    }

    // narrowphase/find_contacts.cpp, step/look_ahead.cpp drop_distant(), contact/contacts.cpp carry_over()

    int contacts() const override { return list.size; }

    void find_contacts(std::span<const Wall<D>> given, const StepView<D>& step) override {
        on.upload(given, walls);
        on.copy(position, detected);
        const PairView<D> view{bodies(), parts(), walls.data(), laws(), step};
        const std::uint64_t* pairs = near.pair.data();
        const int bits = near.pair_bits;
        count.resize(near.pair_count);
        int* counts = count.data();
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            int found = 0;
            view.contacts(first_of(pairs[k], bits), second_of(pairs[k], bits), [&](int, const Touch<D>&) { ++found; });
            counts[k] = found;
        });
        const long total = on.scan(count, near.pair_count, first);
        list.swap(old);
        list.resize(static_cast<std::size_t>(total));
        const int* firsts = first.data();
        counts = count.data();
        const ContactView<D> now = list.view(), was = old.view();
        const int had = old.size;
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            if (counts[k] == 0) return;
            const int a = first_of(pairs[k], bits), b = second_of(pairs[k], bits);
            int at = firsts[k];
            view.contacts(a, b, [&](int feature, const Touch<D>& touch) {
                const int place = place_of(was, had, a, b, feature);
                now.a[at] = a;
                now.b[at] = b;
                now.feature[at] = feature;
                now.point[at] = touch.point;
                now.normal[at] = touch.normal;
                now.gap[at] = touch.gap;
                now.impulse[at] = place >= 0 ? was.impulse[place] : Vec<D>{};
                now.status[at] = 0;
                ++at;
            });
        });
    }

    void forget_contacts() override { list.swap(old); }

    void scale_impulses(double factor) override {
        Vec<D>* impulse = list.impulse.data();
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) { impulse[i] = factor * impulse[i]; });
    }

    // contact/number_bodies.cpp, contact/assemble.cpp, solvers/nlgs_pack.h

    void number_bodies() {
        constexpr std::size_t small = 2048;
        const std::size_t n = moving.size();
        const int* which = moving.data();
        int* rows = row.data();
        if (n <= small) {
            on.for_each(n, [=] DRYSTONE_KERNEL(int k) { rows[which[k]] = k; });
            return;
        }
        const CurveCube<D> cube(bounds_of<D>(on, position, moving));
        along.resize(n);
        by_curve.resize(n);
        std::uint64_t* keys = along.data();
        int* sorted = by_curve.data();
        const Vec<D>* x = position.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            keys[k] = cube.along_curve(x[which[k]]);
            sorted[k] = which[k];
        });
        on.sort(along, by_curve, n, D * curve_bits);
        sorted = by_curve.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) { rows[sorted[k]] = k; });
    }

    void assemble(const StepView<D>& step) override {
        number_bodies();
        const auto n = static_cast<std::size_t>(list.size);
        const int bodies_that_move = static_cast<int>(moving.size());
        row_a.resize(n);
        row_b.resize(n);
        int *rows_a = row_a.data(), *rows_b = row_b.data();
        const int* rows = row.data();
        const ContactView<D> each = list.view();
        const PartView part = parts();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            rows_a[i] = rows[part.body[each.a[i]]];
            rows_b[i] = rows[part.body[each.b[i]]];
        });
        plan.make(on, list.size, bodies_that_move, rows_a, rows_b);
        fill_table();
        free = pack(step);
    }

    void fill_table() {
        const BodyView<D> body = bodies();
        const int *which = moving.data(), *rows = row.data();
        const auto n = moving.size();
        table.resize(n + 1);
        SweepBody<D>* out = table.data();
        on.for_each(n + 1, [=] DRYSTONE_KERNEL(int k) {
            SweepBody<D> one;
            if (k == static_cast<int>(n)) {
                out[k] = one;
                return;
            }
            const int i = which[k];
            one.inverse_mass = body.inverse_mass[i];
            one.inverse_inertia = body.inverse_inertia[i];
            out[rows[i]] = one;
        });
    }

    /// Contacts into their slots. Returns sum |rho b|^2.
    double pack(const StepView<D>& step) {
        const auto n = static_cast<std::size_t>(list.size);
        fields.resize(RoundView<D>::numbers * n);
        slot_a.resize(n);
        slot_b.resize(n);
        int *bodies_a = slot_a.data(), *bodies_b = slot_b.data();
        const PackContact<D> packed{step, bodies(), parts(), laws(), list.view(), plan.order.data(), row_a.data(), row_b.data(),
                                    table.data(), static_cast<int>(moving.size()), round(), bodies_a, bodies_b};
        const double sum = on.template sum<Amount>(n, packed).value;
        plan.view.body_a = bodies_a;
        plan.view.body_b = bodies_b;
        return sum;
    }

    SolveOn<D, B> solver() {
        return {on, plan.view, round(), table.data(), plan.order.data(), list.impulse.data(), free, anderson, {}};
    }

    SolveReport solve(const SolverSettings& settings) override { return solver().solve(settings); }

    void sweep(int times) override {
        auto own = solver();
        for (int k = 0; k < times; ++k) own.sweep();
        on.finish();
    }

    double residual() override { return solver().residual().relative(); }

    // step/stages.cpp apply_impulses(), step/outcomes.cpp

    void apply_impulses() override {
        const RoundView<D> view = round();
        const ContactView<D> each = list.view();
        const int* order = plan.order.data();
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int slot) {
            const RoundContact<D> c = view.load(slot);
            const int i = order[slot];
            const double r_n = dot(c.n, c.r);
            constexpr double on_the_cone = 1.0 - 1e-9;
            const bool slides = norm(c.r - r_n * c.n) >= on_the_cone * c.mu * r_n;
            each.impulse[i] = c.r;
            each.status[i] = static_cast<char>(!(r_n > 0.0) ? ContactStatus::open : slides ? ContactStatus::sliding : ContactStatus::sticking);
        });
        const BodyView<D> body = bodies();
        const int *which = moving.data(), *rows = row.data();
        const SweepBody<D>* all = table.data();
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            body.velocity[i].v += all[rows[i]].v;
            body.velocity[i].w += all[rows[i]].w;
        });
    }

    Settled settle_contacts(const StepView<D>& step) override {
        return on.template sum<Settled>(static_cast<std::size_t>(list.size), SettleContact<D>{step, bodies(), parts(), list.view()});
    }

    // step/project.cpp

    double project_overlaps(const StepView<D>& step) override {
        const auto n = static_cast<std::size_t>(list.size);
        on.fill(push, n, 0.0);
        slack.resize(n);
        double* may_lose = slack.data();
        const BodyView<D> body = bodies();
        const PartView part = parts();
        const ContactView<D> each = list.view();
        const int* order = plan.order.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int slot) {
            const int i = order[slot], a = part.body[each.a[i]], b = part.body[each.b[i]];
            const Vec<D> u = relative_velocity(body.velocity, a, each.point[i] - body.detected[a], b, each.point[i] - body.detected[b]);
            may_lose[slot] = overlap_slack(each.gap[i], size_of(part, each.a[i], each.b[i]), step.h, dot(each.normal[i], u));
        });
        fill_table();
        for (int k = 0; k < projection_sweeps; ++k)
            on.sweep(plan.view, table.data(), PushRound<D>{round(), slack.data(), push.data()});
        const SweepBody<D>* moved = table.data();
        const int *which = moving.data(), *rows = row.data();
        return on.template sum<Amount>(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            const Vec<D> by = moved[rows[i]].v;
            body.position[i] += by;
            return Amount{-body.mass[i] * dot(step.gravity, by)};
        }).value;
    }

    // step/energy.cpp

    StateEnergy energy(const Vec<D>& gravity) override {
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        return on.template sum<StateEnergy>(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            const Twist<D>& t = body.velocity[i];
            return StateEnergy{0.5 * body.mass[i] * dot(t.v, t.v) + 0.5 * body.inertia[i] * dot(t.w, t.w),
                               -(body.mass[i] * dot(gravity, body.position[i]))};
        });
    }

    double lost_by_euler(const StepView<D>& step) override {
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        return on.template sum<Amount>(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            return Amount{0.5 * step.h * body.mass[i] * dot(step.gravity, body.velocity[i].v - body.before[i].v)};
        }).value;
    }

    void keep(int level) override {
        Kept& own = kept[static_cast<std::size_t>(level)];
        on.copy(position, own.position), on.copy(rotation, own.rotation), on.copy(velocity, own.velocity);
    }

    void take_back(int level) override {
        Kept& own = kept[static_cast<std::size_t>(level)];
        on.copy(own.position, position), on.copy(own.rotation, rotation), on.copy(own.velocity, velocity);
    }

    void finish() override { on.finish(); }
};

}  // namespace drystone::device
