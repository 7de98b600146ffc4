#pragma once

// The stages of a step, written once for the memory of this processor (OnHost) and for a GPU (OnCuda). Each loop is one that the CPU's
// step has in the file named beside it; what is computed at one body, pair or contact is the text that the CPU compiles.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "device/at_contact.h"
#include "device/border_on.h"
#include "device/contacts_on.h"
#include "device/detect.h"
#include "device/energies_on.h"
#include "device/neighbours_on.h"
#include "device/numbering_on.h"
#include "device/pipeline.h"
#include "device/problem_on.h"
#include "device/riding_on.h"
#include "device/shapes_on.h"

namespace drystone::device {

template <int D, class B>
struct PipelineOn : Pipeline<D> {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    B on;

    // (bodies)
    Buffer<Vec<D>> position, detected;
    Buffer<Rotation<D>> rotation, turned;  // `turned`: at detection, where several devices have a world
    Buffer<Twist<D>> velocity, before;
    Buffer<double> mass, inverse_mass, inertia, inverse_inertia, closing, spread, turning;
    Buffer<Spin<D>> moments;  // of inertia; none where all bodies have one number
    Buffer<int> surface, moving, row;
    Buffer<Mat<D>> free_directions;  // none where who moves is wholly free
    Buffer<Mat<spin_dim<D>>> free_rotations;
    Buffer<char> known;
    Buffer<char> rides;  // none where no cell moves
    Buffer<PrescribedBody<D>> held_rows;
    Buffer<int> looked_at;
    Buffer<BodyState<D>> states;
    LoadsOn<D, B> loads;
    Buffer<DrivenBody<D>> driven_rows;

    // (parts)
    Buffer<int> part_body, part_wall, grains;
    Buffer<double> radius, extent, reach;
    Buffer<Vec<D>> offset, placed;  // of grains that are not balls about the centres of their bodies; none where all are
    Buffer<SolidPart<D>> solid;     // none where all grains are balls
    Buffer<Pose<D>> pose;
    ShapesOn<D, B> shapes;
    PointRule rule = PointRule::vertices;
    int shape_parts = 0;
    ContactsAre contacts_are = ContactsAre::round;
    double smallest_radius = 0.0;

    // Laws
    Buffer<AnyLaw> law;
    Buffer<Closing> closing_of;
    Buffer<int> between, places, anchor_places;
    LawView law_view{};

    BorderOn<D, B> border;
    NeighboursOn<D, B> near;
    Buffer<Wall<D>> walls;
    ContactsOn<D, B> found;
    Buffer<Vec<D>> link_impulse;
    Buffer<Spin<D>> link_moment;

    // The contact problem
    NumberingOn<D, B> numbering;
    ProblemOn<RoundKind<D>, B> round;
    ProblemOn<PlainKind<D>, B> plain;
    ProblemOn<GeneralKind<D>, B> general;

    struct Kept {
        Buffer<Vec<D>> position;
        Buffer<Rotation<D>> rotation;
        Buffer<Twist<D>> velocity;
    };
    std::array<Kept, 16> kept;

    BodyView<D> bodies() {
        return {position.data(), rotation.data(), velocity.data(), before.data(), detected.data(), closing.data(), turning.data(),
                mass.data(), inverse_mass.data(), inertia.data(), inverse_inertia.data(),
                moments.size() > 0 ? moments.data() : nullptr, surface.data(),
                free_directions.size() > 0 ? free_directions.data() : nullptr, free_rotations.size() > 0 ? free_rotations.data() : nullptr,
                loads.growth.size() > 0 ? loads.growth.data() : nullptr, loads.applied.size() > 0 ? loads.applied.data() : nullptr,
                rides.size() > 0 ? rides.data() : nullptr,
                border.others ? border.own.data() : nullptr};
    }
    PartView<D> parts() {
        const bool off = offset.size() > 0;
        const bool flat = solid.size() > 0;
        return {part_body.data(), radius.data(), extent.data(), part_wall.data(), reach.data(), off ? offset.data() : nullptr,
                off ? placed.data() : nullptr, shape_parts, flat ? solid.data() : nullptr, shapes.views.data(), flat ? pose.data() : nullptr, rule};
    }
    LawView laws() { return law_view; }
    ContactListOn<D, B>& list() { return found.list; }
    ProblemInput<D> input(const StepView<D>& step) {
        return {step, bodies(), parts(), walls.data(), laws(), list().view(), list().size, moving.data(), static_cast<int>(moving.size()), row.data()};
    }
    /// Of the kind that the contacts of this world are.
    template <class Work>
    auto with_problem(const Work& work) {
        if (contacts_are == ContactsAre::general) return work(general);
        return contacts_are == ContactsAre::plain ? work(plain) : work(round);
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
        shape_parts = s.shape_parts;
        near.box = s.box;
        smallest_radius = s.smallest_radius;
        contacts_are = s.contacts_are;
        up(s.free_directions, free_directions), up(s.free_rotations, free_rotations), up(s.known, known), up(s.rides, rides);
        loads.begin(on, s.loads, s.position.size());
        begin_laws(s);
        const std::size_t n = s.position.size(), p = s.part_body.size();
        on.copy(velocity, before);
        on.copy(position, detected);
        on.fill(closing, n, 0.0);
        on.fill(turning, n, 0.0);
        on.fill(row, n, -1);
        on.fill(reach, p, 0.0);
        take_contacts(s);
        place_parts();
        near.is_listed = false;
    }

    void among(OtherDevices<D>& others, const ShareOfWorld& share) override {
        border.begin(on, others, share);
        round.border = plain.border = general.border = &border;
        on.copy(rotation, turned);
    }

    void begin_laws(const Setup<D>& s) {
        const auto up = [&](const auto& from, auto& to) { on.upload(std::span(from), to); };
        up(s.law, law), up(s.closing, closing_of), up(s.between, between), up(s.places, places), up(s.anchor_places, anchor_places);
        law_view = {law.data(), closing_of.data(), between.data(), places.data(), s.anchor_places.empty() ? nullptr : anchor_places.data(),
                    s.surfaces, s.width, s.reach, s.laws_turn, s.remembers, s.looks_ahead};
    }

    void take_contacts(const Setup<D>& s) override {
        const auto up = [&](const auto& from, auto& to) { on.upload(std::span(from), to); };
        found.set({.moments = s.laws_turn, .areas = !s.solid.empty(), .fresh = s.remembers || !s.solid.empty(), .shares = s.shares_force,
                   .joints = s.joins, .images = s.box.repeats, .width = s.width});
        list().resize(s.contact_a.size());
        up(s.contact_a, list().a), up(s.contact_b, list().b), up(s.feature, list().feature), up(s.impulse, list().impulse);
        up(s.point, list().point), up(s.normal, list().normal), up(s.gap, list().gap);
        if (!s.solid.empty()) up(s.area, list().area);
        if (s.laws_turn) up(s.moment, list().moment);
        if (s.width > 0) up(s.memory, list().memory);
        if (s.box.repeats) up(s.image, list().image), on.upload(std::span<const Vec<D>>(shifts_of(s)), list().shift);
    }

    static std::vector<Vec<D>> shifts_of(const Setup<D>& s) {
        std::vector<Vec<D>> shifts;
        for (const Image<D>& k : s.image) shifts.push_back(s.box.shift(k));
        return shifts;
    }

    void look(Seen<D>& seen) override {
        on.download(position, seen.position), on.download(detected, seen.detected);
        on.download(rotation, seen.rotation), on.download(velocity, seen.velocity);
        if (border.others) on.download(turned, seen.turned);
        ContactListOn<D, B>& all = list();
        on.download(all.a, seen.contact_a), on.download(all.b, seen.contact_b), on.download(all.feature, seen.feature);
        on.download(all.point, seen.point), on.download(all.normal, seen.normal);
        on.download(all.impulse, seen.impulse), on.download(all.gap, seen.gap), on.download(all.status, seen.status);
        if (all.has.moments) on.download(all.moment, seen.moment);
        if (all.has.width > 0) on.download(all.memory, seen.memory);
        if (all.has.images) on.download(all.image, seen.image), on.download(all.shift, seen.shift);
        seen.links = all.links;
        if (offset.size() > 0) on.download(placed, seen.part_centre);
        if (solid.size() > 0) on.download(pose, seen.pose), on.download(all.area, seen.area);
        seen.listed_centre.clear(), seen.listed_margin.clear();
        if (!near.is_listed) return;
        on.download(near.centre, seen.listed_centre), on.download(near.margin, seen.listed_margin);
    }

    void look(std::vector<Vec<D>>& places_now) override { on.download(position, places_now); }

    void look(std::span<const int> which, std::vector<BodyState<D>>& seen) override {
        on.upload(which, looked_at);
        states.resize(which.size());
        const BodyView<D> body = bodies();
        const int* chosen = looked_at.data();
        BodyState<D>* out = states.data();
        on.for_each(which.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = chosen[k];
            out[k] = {body.position[i], body.rotation[i], body.velocity[i], body.before[i], body.applied ? body.applied[i] : Twist<D>{}};
        });
        on.download(states, seen);
    }

    void look(std::vector<Vec<D>>& impulse, std::vector<Spin<D>>& moment) override {
        const auto rows = static_cast<std::size_t>(list().links);
        link_impulse.resize(rows), link_moment.resize(rows);
        const ContactView<D> all = list().view();
        Vec<D>* r = link_impulse.data();
        Spin<D>* m = link_moment.data();
        on.for_each(rows, [=] DRYSTONE_KERNEL(int k) {
            r[k] = all.impulse[all.links_from + k];
            m[k] = all.moment ? all.moment[all.links_from + k] : Spin<D>{};
        });
        on.download(link_impulse, impulse), on.download(link_moment, moment);
    }

    void prescribe(std::span<const PrescribedBody<D>> held) override {
        if (held.empty()) return;
        on.upload(held, held_rows);
        const BodyView<D> body = bodies();
        const PrescribedBody<D>* from = held_rows.data();
        on.for_each(held.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = from[k].body;
            const Twist<D> free = body.free_part(i, body.velocity[i]);
            body.velocity[i] = {free.v + from[k].given.v, free.w + from[k].given.w};
        });
    }

    void apply_loads(std::span<const double> scales) override { loads.apply(on, scales, rotation.data()); }
    void damp(std::span<const double> growths) override { loads.grow(on, growths); }
    double work_of_loads(const StepView<D>& step) override { return loads.work(on, bodies(), step.h); }
    double damped_away() override { return loads.damped_away(on, bodies()); }

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
        if (moments.size() > 0 || free_rotations.size() > 0)
            return on.template sum<Amount>(moving.size(), [=] DRYSTONE_KERNEL(int k) { return Amount{body.counted(which[k], drift_one(body, which[k], dt))}; }).value;
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) { drift_one(body, which[k], dt); });
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
        const LookAhead<D> look{bodies(), parts(), laws(), step, step.cell.moves ? stretch_between(near.listed_edges, near.box) : Stretch<D>{},
                                near.is_listed ? near.centre.data() : nullptr, near.margin.data()};
        const int* which = grains.data();
        const Largest beyond = on.template sum<Largest>(grains.size(), [=] DRYSTONE_KERNEL(int k) { return look(which[k]); });
        return near.is_listed && !(beyond.value > 0.0);
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
        if (border.others) border.keep_own_pairs(on, part_body.data(), near);
    }

    long pairs() const override { return static_cast<long>(near.pair_count); }

    // step/stages.cpp

    void free_velocities(const StepView<D>& step) override {
        on.copy(velocity, before);
        const BodyView<D> body = bodies();
        const int* which = moving.data();
        on.for_each(moving.size(), [=] DRYSTONE_KERNEL(int k) { set_free(body, which[k], step.h, step.gravity); });
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
        const Image<D>* images = step.cell.moves ? near.image.data() : nullptr;
        raise_turning();
        on.fill(closing, position.size(), 0.0);
        double* far = closing.data();
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            const int a = part.body[ContactsOn<D, B>::first_of(pairs[k], bits)], b = part.body[ContactsOn<D, B>::second_of(pairs[k], bits)];
            Vec<D> u = body.velocity[b].v - body.velocity[a].v;
            if (images) u += times(step.cell.now, images[k]);
            const double moves = h * (norm(u) + body.turning[a] + body.turning[b]);
            if (body.inverse_mass[a] > 0.0) raise_to(far + a, moves);
            if (body.inverse_mass[b] > 0.0) raise_to(far + b, moves);
        });
        raise_closing();
        const double largest = on.template sum<Largest>(position.size(), [=] DRYSTONE_KERNEL(int i) { return Largest{far[i]}; }).value;
        const bool fast = largest > slow_closing * smallest_radius;
        if (!(border.others ? border.others->any(fast) : fast)) return;
        for (int hop = 0; hop < foreseen_hops; ++hop) {
            on.copy(closing, spread);
            const double* from = closing.data();
            double* to = spread.data();
            on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
                const int a = part.body[ContactsOn<D, B>::first_of(pairs[k], bits)], b = part.body[ContactsOn<D, B>::second_of(pairs[k], bits)];
                if (body.inverse_mass[a] > 0.0) raise_to(to + a, from[b]);
                if (body.inverse_mass[b] > 0.0) raise_to(to + b, from[a]);
            });
            closing.swap(spread);
            raise_closing();
        }
    }

    /// Pairs that other devices keep count, too.
    void raise_closing() {
        if (!border.others) return;
        double* far = closing.data();
        border.raise(on, [=] DRYSTONE_KERNEL(int i) { return far[i]; }, [=] DRYSTONE_KERNEL(int i, double largest) { far[i] = largest; });
    }

    // contacts_on.h

    int contacts() const override { return found.list.size; }

    double find_contacts(std::span<const Wall<D>> given, const StepView<D>& step) override {
        on.upload(given, walls);
        on.copy(position, detected);
        if (border.others) on.copy(rotation, turned);
        const char* met = step.first && known.size() > 0 ? known.data() : nullptr;
        if (solid.size() > 0) return found.find(on, PairView<D, true>{bodies(), parts(), walls.data(), laws(), step}, near, met);
        return found.find(on, PairView<D, false>{bodies(), parts(), walls.data(), laws(), step}, near, met);
    }

    void add_links(std::span<const LinkRowOn<D>> rows) override { found.add_links(on, rows); }

    void forget_contacts() override { found.list.swap(found.old); }

    void scale_impulses(double factor) override {
        Vec<D>* impulse = list().impulse.data();
        on.for_each(static_cast<std::size_t>(list().size), [=] DRYSTONE_KERNEL(int i) { impulse[i] = factor * impulse[i]; });
        if (!list().has.moments) return;
        Spin<D>* moment = list().moment.data();
        on.for_each(static_cast<std::size_t>(list().size), [=] DRYSTONE_KERNEL(int i) { moment[i] = factor * moment[i]; });
    }

    void assemble(const StepView<D>& step) override {
        numbering.number(on, position, moving, row);
        if (border.others) border.agree(on, list(), part_body.data(), row.data());
        with_problem([&](auto& problem) { problem.assemble(on, input(step)); });
    }

    SolveReport solve(const SolverSettings& settings) override {
        return with_problem([&](auto& problem) { return problem.solver(on, list().view()).solve(settings); });
    }

    void sweep(int times) override {
        with_problem([&](auto& problem) {
            auto own = problem.solver(on, list().view());
            for (int k = 0; k < times; ++k) own.sweep();
        });
        on.finish();
    }

    double residual() override {
        return with_problem([&](auto& problem) { return problem.solver(on, list().view()).residual().relative(); });
    }

    // step/stages.cpp apply_impulses(), step/outcomes.cpp, step/project.cpp

    void apply_impulses() override {
        with_problem([&](auto& problem) { problem.apply_impulses(on, input({})); });
    }

    double project_overlaps(const StepView<D>& step) override {
        return with_problem([&](auto& problem) { return problem.project_overlaps(on, input(step)); });
    }

    Settled settle_contacts(const StepView<D>& step, double unsure) override {
        const auto n = static_cast<std::size_t>(list().size);
        if (contacts_are != ContactsAre::general) return on.template sum<Settled>(n, SettleContact<D>{step, bodies(), parts(), list().view()});
        const Slots<GeneralKind<D>> slots = general.slots();
        double doubt = 0.0;
        if (law_view.remembers && n > 0) {
            const double square = on.template sum<Amount>(n, [=] DRYSTONE_KERNEL(int slot) {
                const Vec<D> r = slots.state.template vector<D>(0, slot);
                return Amount{dot(r, r)};
            }).value;
            doubt = unsure * std::sqrt(square / static_cast<double>(n));
        }
        const LawAt<D> at{step, bodies(), parts(), walls.data(), laws(), list().view()};
        return on.template sum<Settled>(n, SettleByLaw<D>{at, slots, general.plan.order.data(), doubt});
    }

    // energies_on.h

    StateEnergy energy(const StepView<D>& step) override { return energy_on(on, bodies(), moving, step); }
    double weight_at(const Vec<D>& gravity) override { return weight_on(on, bodies(), moving, gravity); }
    double lost_by_euler(const StepView<D>& step) override { return lost_by_euler_on(on, bodies(), moving, step); }

    // step/cell.cpp

    void place_cell(const CellView<D>& box) override { near.box = box; }

    void carry(const Vec<D>& origin, const Mat<D>& change) override { carry_bodies(on, bodies(), moving, {origin, change}); }
    RidingSums<D> riding(const CellMotion<D>& cell) override { return riding_sums(on, bodies(), moving, cell); }
    Mat<D> branch_moments() override { return sum_branches(on, detected.data(), parts(), list()); }

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
