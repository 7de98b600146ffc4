#pragma once

#include <vector>

#include "laws/law.h"
#include "laws/local_solve.h"

namespace drystone {

/// One contact on its own: a body of inverse mass W against a wall. The law compiles, is solved exactly and settles, step by
/// step, with its memory in a row as contacts keep it. Gap at the start of the steps, as under euler.
template <int D>
struct LoneContact {
    Law law;
    Mat<D> W;
    double h = 1e-3;
    double gap = 0.0;           // [m]
    Vec<D> velocity{};          // of the body [m/s]
    double area = 1.0;          // of faces [m2]; 0: round
    double least_radius = 1.0;  // [m]
    MemorySchema schema{};
    MemoryPlaces places{};
    std::vector<double> row{};
    bool first = true;

    struct Step {
        Approach<D> in;
        LocalLaw<D> law;
        Vec<D> r, v;  // v: with the law's shift
        Dissipation losses;
        double work;  // of the contact on the body, less what the load did [J]
    };

    LoneContact(Law which, const Mat<D>& inverse_mass) : law(std::move(which)), W(inverse_mass) {
        schema.add(fields_of<StandingMemory>());
        if (remembers(law)) places = schema.add(fields_of<D>(law));
        row.assign(static_cast<std::size_t>(schema.width), 0.0);
    }

    double number(const char* name) const {
        const MemoryField* field = schema.find(name);
        return field ? row[static_cast<std::size_t>(field->first)] : 0.0;
    }

    /// `push`: an impulse of the load, contact frame [N s].
    Step step(const Vec<D>& push = {}) {
        const Mat<D> frame = Mat<D>::scaled_identity(1.0);
        const Rotation<D> still{};
        const MemoryRow<D> memory(row.data(), places, {&frame, &still, &still});
        const double touching = 1e-9 * least_radius;
        meet(law,
             {.gap = gap,
              .area = area,
              .closed = gap <= touching,
              .rests = gap <= touching,
              .fresh = first,
              .first = first},
             memory);
        first = false;
        Step now{};
        now.in = {.velocity = velocity,
                  .gap = gap,
                  .step = h,
                  .radius = least_radius,
                  .least_radius = least_radius,
                  .area = area,
                  .bearing = area,
                  .closed = gap <= touching,
                  .rests = gap <= touching,
                  .closes_gap = true};
        now.law = compile(law, now.in, memory.view);
        const Vec<D> free = velocity + W * push;
        now.r = solve_local(now.law, W, free + now.law.velocity_shift);
        const Vec<D> after = free + W * now.r;
        now.v = after + now.law.velocity_shift;
        const Outcome<D> out{.in = now.in, .law = now.law, .r = now.r, .after = after, .mass = 1.0 / W[0][0]};
        now.losses = settle(law, out, memory);
        now.work = dot(now.r, 0.5 * (velocity + after));
        velocity = after;
        gap += h * after[0];
        return now;
    }
};

struct NamedLaw {
    const char* name;
    Law law;
};

/// Every law, with and without what it may have besides.
inline std::vector<NamedLaw> every_law() {
    const CohesiveZone zone{.normal_stiffness = 1e8,
                            .shear_stiffness = 5e7,
                            .tensile_strength = 1e4,
                            .shear_strength = 2e4,
                            .energy_opening = 4.0,
                            .energy_shear = 16.0,
                            .friction = 0.4};
    CohesiveZone exponential = zone;
    exponential.softening = Softening::exponential;
    CohesiveZone mortar = zone;
    mortar.compressive_strength = 100.0;
    mortar.energy_crushing = 1e-2;
    mortar.residual_compressive_strength = 20.0;
    mortar.dilatancy = 0.25;
    mortar.restitution = {.normal = 0.5};
    return {
        {"coulomb", Coulomb{.friction = 0.5}},
        {"coulomb without friction", Coulomb{}},
        {"coulomb with static friction", Coulomb{.friction = 0.25, .static_friction = 0.5}},
        {"coulomb with cohesion", Coulomb{.friction = 0.5, .cohesion = {.force = 64.0, .range = 0.0}}},
        {"coulomb with cohesion of finite range",
         Coulomb{.friction = 0.5, .cohesion = {.force = 64.0, .range = 1e-3}}},
        {"mohr_coulomb",
         MohrCoulomb{
             .tensile_strength = 100.0, .cohesion = 200.0, .friction = 0.5, .residual_friction = 0.25}},
        {"mohr_coulomb that crushes", MohrCoulomb{.tensile_strength = 100.0,
                                                  .cohesion = 200.0,
                                                  .friction = 0.5,
                                                  .compressive_strength = 100.0,
                                                  .residual_friction = 0.25}},
        {"elastic", Elastic{.normal_stiffness = 1e6, .shear_stiffness = 5e5, .friction = 0.5}},
        {"elastic with restitution", Elastic{.normal_stiffness = 1e6,
                                             .shear_stiffness = 5e5,
                                             .friction = 0.5,
                                             .restitution = {.normal = 0.5}}},
        {"cohesive_zone", zone},
        {"cohesive_zone, exponential", exponential},
        {"cohesive_zone that crushes and dilates", mortar},
        {"bonded", Bonded{.tensile_force = 100.0, .shear_force = 80.0, .friction = 0.5}},
        {"spring", Spring{.normal_stiffness = 1e6, .tangential_stiffness = 1e6, .friction = 0.5}},
        {"spring, bonded", Spring{.normal_stiffness = 1e6,
                                  .tangential_stiffness = 1e6,
                                  .friction = 0.5,
                                  .bonded = true,
                                  .tension_strength = 100.0,
                                  .shear_strength = 80.0}},
    };
}

}  // namespace drystone
