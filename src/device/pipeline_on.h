#pragma once

// The stages of a step, written once for the memory of this processor (OnHost) and for a GPU (OnCuda). Each loop is one that the CPU's
// step has in the file named beside it; what is computed at one body, pair or contact is the text that the CPU compiles.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "bodies/top.h"
#include "device/at_contact.h"
#include "device/contact_list_on.h"
#include "device/detect.h"
#include "device/neighbours_on.h"
#include "device/pipeline.h"
#include "device/problem_on.h"
#include "device/shapes_on.h"

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
    Buffer<Spin<D>> moments;  // of inertia; none where all bodies have one number
    Buffer<int> surface, moving, row;
    Buffer<DrivenBody<D>> driven_rows;

    // (parts)
    Buffer<int> part_body, part_wall, grains;
    Buffer<double> radius, extent, reach;
    Buffer<Vec<D>> offset, placed;  // of grains that are not balls about the centres of their bodies; none where all are
    Buffer<SolidPart<D>> solid;     // none where all grains are balls
    Buffer<Pose<D>> pose;
    ShapesOn<D, B> shapes;
    PointRule rule = PointRule::vertices;
    bool is_plain = false;  // some are not, or some body is a top: contacts are of the plain kind
    double smallest_radius = 0.0;

    // Laws
    Buffer<Coulomb> law;
    Buffer<char> bounces;
    Buffer<int> between;
    int surfaces = 1;
    bool laws_turn = false;

    NeighboursOn<D, B> near;
    Buffer<Wall<D>> walls;
    Buffer<int> count, first;  // of contacts, by pair

    // Contacts
    ContactListOn<D, B> list, old;

    // The contact problem
    Buffer<std::uint64_t> along;  // the curve
    Buffer<int> by_curve;
    ProblemOn<RoundKind<D>, B> round;
    ProblemOn<PlainKind<D>, B> plain;

    struct Kept {
        Buffer<Vec<D>> position;
        Buffer<Rotation<D>> rotation;
        Buffer<Twist<D>> velocity;
    };
    std::array<Kept, 16> kept;

    BodyView<D> bodies() {
        return {position.data(), rotation.data(), velocity.data(), before.data(), detected.data(), closing.data(), turning.data(),
                mass.data(), inverse_mass.data(), inertia.data(), inverse_inertia.data(),
                moments.size() > 0 ? moments.data() : nullptr, surface.data()};
    }
    PartView<D> parts() {
        const bool off = offset.size() > 0;
        const bool flat = solid.size() > 0;
        return {part_body.data(), radius.data(), extent.data(), part_wall.data(), reach.data(), off ? offset.data() : nullptr,
                off ? placed.data() : nullptr, flat ? solid.data() : nullptr, shapes.views.data(), flat ? pose.data() : nullptr, rule};
    }
    LawView laws() { return {law.data(), bounces.data(), between.data(), surfaces, laws_turn}; }
    ProblemInput<D> input(const StepView<D>& step) {
        return {step, bodies(), parts(), walls.data(), laws(), list.view(), list.size, moving.data(), static_cast<int>(moving.size()), row.data()};
    }
    /// Of the kind that the contacts of this world are.
    template <class Work>
    auto with_problem(const Work& work) {
        return is_plain ? work(plain) : work(round);
    }

    void begin(const Setup<D>& s) override {
        const auto up = [&](const auto& from, auto& to) { on.upload(std::span(from), to); };
        up(s.position, position), up(s.rotation, rotation), up(s.velocity, velocity);
        up(s.mass, mass), up(s.inverse_mass, inverse_mass), up(s.inertia, inertia), up(s.inverse_inertia, inverse_inertia);
        up(s.moments, moments), up(s.offset, offset), up(s.offset, placed);
        up(s.surface, surface), up(s.moving, moving);
        up(s.part_body, part_body), up(s.radius, radius), up(s.extent, extent), up(s.wall, part_wall), up(s.grains, grains);
        up(s.solid, solid);
        shapes.upload(on, s.shapes);
        pose.resize(s.solid.size());
        rule = s.rule;
        up(s.law, law), up(s.bounces, bounces), up(s.between, between);
        surfaces = s.surfaces;
        smallest_radius = s.smallest_radius;
        is_plain = s.is_plain;
        laws_turn = list.turns = old.turns = s.laws_turn;
        list.has_areas = old.has_areas = !s.solid.empty();
        const std::size_t n = s.position.size(), p = s.part_body.size();
        on.copy(velocity, before);
        on.copy(position, detected);
        on.fill(closing, n, 0.0);
        on.fill(turning, n, 0.0);
        on.fill(row, n, -1);
        on.fill(reach, p, 0.0);
        list.resize(s.contact_a.size());
        up(s.contact_a, list.a), up(s.contact_b, list.b), up(s.feature, list.feature), up(s.impulse, list.impulse);
        if (laws_turn) up(s.moment, list.moment);
        place_parts();
        near.is_listed = false;
    }

    void look(Seen<D>& seen) override {
        on.download(position, seen.position), on.download(detected, seen.detected);
        on.download(rotation, seen.rotation), on.download(velocity, seen.velocity);
        on.download(list.a, seen.contact_a), on.download(list.b, seen.contact_b), on.download(list.feature, seen.feature);
        on.download(list.point, seen.point), on.download(list.normal, seen.normal);
        on.download(list.impulse, seen.impulse), on.download(list.gap, seen.gap), on.download(list.status, seen.status);
        if (laws_turn) on.download(list.moment, seen.moment);
        if (offset.size() > 0) on.download(placed, seen.part_centre);
        if (solid.size() > 0) on.download(pose, seen.pose), on.download(list.area, seen.area);
        if (!near.is_listed) return;
        on.download(near.centre, seen.listed_centre), on.download(near.margin, seen.listed_margin);
    }

    void look(std::vector<Vec<D>>& places) override { on.download(position, places); }

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

    double drift(double dt) override {
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        if (moments.size() > 0)
            return on.template sum<Amount>(moving.size(), [=] DRYSTONE_KERNEL(int k) { return Amount{drift_one(body, which[k], dt)}; }).value;
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) { drift_one(body, which[k], dt); });
        return 0.0;
    }

    DRYSTONE_ON_DEVICE static double drift_one(const BodyView<D>& body, int i, double dt) {
        body.position[i] += dt * body.velocity[i].v;
        if constexpr (D == 3) {
            if (body.is_top(i)) return drift_top(body.moments[i], dt, body.rotation[i], body.velocity[i].w);
        }
        body.rotation[i] = normalised(rotation_by(dt * body.velocity[i].w) * body.rotation[i]);
        return 0.0;
    }

    /// Grains that are not balls about the centres of their bodies: bodies/move.cpp place_part().
    void place_parts() override {
        if (offset.size() == 0) return;
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        on.for_each(part_body.size(), [=] DRYSTONE_KERNEL(int p) {
            const int i = part.body[p];
            part.placed[p] = body.position[i];
            if (part.offset[p] == Vec<D>{} && !part.is_solid(p)) return;
            const Mat<D> axes = matrix(body.rotation[i]);
            part.placed[p] += axes * part.offset[p];
            if (part.is_solid(p)) part.pose[p] = {body.position[i] + axes * part.solid[p].origin, axes * part.solid[p].turn};
        });
    }

    // step/look_ahead.cpp, broadphase/neighbours.cpp

    double span_from(const Vec<D>& point, bool with_margins) override {
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        const int* which = grains.data();
        const Vec<D>* centre = near.centre.data();
        const double* margin = near.margin.data();
        return on.template sum<Largest>(grains.size(), [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k];
            if (with_margins) return Largest{norm(centre[p] - point) + part.radius[p] + margin[p]};
            return Largest{body.inverse_mass[part.body[p]] > 0.0 ? norm(part.centre(body, p) - point) + part.radius[p] : 0.0};
        }).value;
    }

    bool look_ahead(const StepView<D>& step) override {
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        const int* which = grains.data();
        const Vec<D>* centre = near.centre.data();
        const double* margin = near.margin.data();
        const bool listed = near.is_listed, looks = step.euler || step.foresees;
        const double g = norm(step.gravity);
        const Largest beyond = on.template sum<Largest>(grains.size(), [=] DRYSTONE_KERNEL(int k) {
            const int p = which[k], i = part.body[p];
            const double speed = norm(body.velocity[i].v) + part.turning_speed(body, p) + (body.inverse_mass[i] > 0.0 ? step.h * g : 0.0);
            const double own = (step.euler ? least_reach * part.extent[p] : standing_reach(part, p)) +
                               (looks ? (step.euler ? reach_safety : 1.0) * step.h * speed : 0.0);
            part.reach[p] = own;
            if (!listed) return Largest{1.0};
            const double left = may_move(margin[p], part.radius[p], own);
            const Vec<D> moved = part.centre(body, p) - centre[p];
            return Largest{left >= 0.0 && dot(moved, moved) <= left * left ? 0.0 : 1.0};
        });
        return listed && !(beyond.value > 0.0);
    }

    void take_places() override {
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        near.centre.resize(part_body.size());
        on.fill(near.margin, part_body.size(), 0.0);
        Vec<D>* centre = near.centre.data();
        double* margin = near.margin.data();
        on.for_each(part_body.size(), [=] DRYSTONE_KERNEL(int p) {
            centre[p] = part.centre(body, p);
            if (part.wall[p] == -1) margin[p] = choose_margin(part.radius[p], part.reach[p]);
        });
    }

    void take_places(std::span<const Vec<D>> centre, std::span<const double> margin) override {
        on.upload(centre, near.centre);
        on.upload(margin, near.margin);
    }

    void list_pairs(std::span<const NearbyWall<D>> given) override {
        near.list(on, given, {part_body.data(), radius.data(), inverse_mass.data(), grains});
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

    /// Bodies that drives turn have told theirs (place()).
    void raise_turning() {
        if (offset.size() == 0) return;
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        const int *which = moving.data(), *grain = grains.data();
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) { body.turning[which[k]] = 0.0; });
        on.for_each(grains.size(), [=] DRYSTONE_KERNEL(int k) { raise_to(body.turning + part.body[grain[k]], part.turning_speed(body, grain[k])); });
    }

    void foresee_impacts(const StepView<D>& step) override {
        const BodyView<D> body = bodies();
        const PartView<D> part = parts();
        const std::uint64_t* pairs = near.pair.data();
        const int bits = near.pair_bits;
        const double h = step.h;
        raise_turning();
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
        if (solid.size() > 0)
            find_contacts(PairView<D, true>{bodies(), parts(), walls.data(), laws(), step});
        else
            find_contacts(PairView<D, false>{bodies(), parts(), walls.data(), laws(), step});
    }

    template <bool solids>
    void find_contacts(const PairView<D, solids>& view) {
        const std::uint64_t* pairs = near.pair.data();
        const int bits = near.pair_bits;
        count.resize(near.pair_count);
        int* counts = count.data();
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            int found = 0;
            view.contacts(first_of(pairs[k], bits), second_of(pairs[k], bits), [&](int, const Touch<D>&, double) { ++found; });
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
            view.contacts(a, b, [&](int feature, const Touch<D>& touch, double area) {
                const int place = place_of(was, had, a, b, feature);
                now.a[at] = a;
                now.b[at] = b;
                now.feature[at] = feature;
                now.point[at] = touch.point;
                now.normal[at] = touch.normal;
                now.gap[at] = touch.gap;
                if (now.area) now.area[at] = area;
                now.impulse[at] = place >= 0 ? was.impulse[place] : Vec<D>{};
                if (now.moment) now.moment[at] = place >= 0 ? was.moment[place] : Spin<D>{};
                now.status[at] = 0;
                ++at;
            });
        });
    }

    void forget_contacts() override { list.swap(old); }

    void scale_impulses(double factor) override {
        Vec<D>* impulse = list.impulse.data();
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) { impulse[i] = factor * impulse[i]; });
        if (!laws_turn) return;
        Spin<D>* moment = list.moment.data();
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) { moment[i] = factor * moment[i]; });
    }

    // contact/number_bodies.cpp

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
        with_problem([&](auto& problem) { problem.assemble(on, input(step)); });
    }

    SolveReport solve(const SolverSettings& settings) override {
        return with_problem([&](auto& problem) { return problem.solver(on, list.view()).solve(settings); });
    }

    void sweep(int times) override {
        with_problem([&](auto& problem) {
            auto own = problem.solver(on, list.view());
            for (int k = 0; k < times; ++k) own.sweep();
        });
        on.finish();
    }

    double residual() override {
        return with_problem([&](auto& problem) { return problem.solver(on, list.view()).residual().relative(); });
    }

    // step/stages.cpp apply_impulses(), step/outcomes.cpp, step/project.cpp

    void apply_impulses() override {
        with_problem([&](auto& problem) { problem.apply_impulses(on, input({})); });
    }

    double project_overlaps(const StepView<D>& step) override {
        return with_problem([&](auto& problem) { return problem.project_overlaps(on, input(step)); });
    }

    Settled settle_contacts(const StepView<D>& step) override {
        return on.template sum<Settled>(static_cast<std::size_t>(list.size), SettleContact<D>{step, bodies(), parts(), list.view()});
    }

    // step/energy.cpp

    StateEnergy energy(const Vec<D>& gravity) override {
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        return on.template sum<StateEnergy>(moving.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = which[k];
            const Twist<D>& t = body.velocity[i];
            return StateEnergy{0.5 * body.mass[i] * dot(t.v, t.v) + turning_energy(body, i),
                               -(body.mass[i] * dot(gravity, body.position[i]))};
        });
    }

    DRYSTONE_ON_DEVICE static double turning_energy(const BodyView<D>& body, int i) {
        const Spin<D>& w = body.velocity[i].w;
        if constexpr (D == 3) {
            if (body.is_top(i)) {
                const Vec<3> own = rotate_back(body.rotation[i], w);
                double sum = 0.0;
                for (int k = 0; k < 3; ++k) sum += 0.5 * body.moments[i][k] * own[k] * own[k];
                return sum;
            }
        }
        return 0.5 * body.inertia[i] * dot(w, w);
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
