#include "scene/read_laws.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace drystone {

namespace {

Restitution read_restitution(const Table& table) {
    Restitution restitution{.threshold = table.not_negative("restitution_threshold", 0.0)};
    const Node* node = table.find("restitution");
    if (!node) return restitution;
    const auto* pair = node->as<Node::Array>();
    if (!pair || pair->size() != 2) {
        refuse(node->place, fmt::format("restitution must be two numbers, [normal, tangential], found {}",
                                        describe(*node)));
    }
    restitution.normal = number_between((*pair)[0], "restitution", 0.0, 1.0);
    restitution.tangential = number_between((*pair)[1], "restitution", 0.0, 1.0);
    return restitution;
}

void refuse_torsion_in_the_plane(const Table& table, int dimension) {
    if (dimension == 2 && table.has("torsion_friction")) {
        refuse(table.at("torsion_friction").place,
               "torsion is about the normal: there is none in 2D; use rolling_friction");
    }
}

/// L: Rolling, or a law with the same fields.
template <class L>
void read_rolling(const Table& table, int dimension, L& law) {
    refuse_torsion_in_the_plane(table, dimension);
    law.rolling_friction = table.not_negative("rolling_friction", 0.0);
    law.rolling_friction_ratio = table.not_negative("rolling_friction_ratio", 0.0);
    law.rolling_growth = table.not_negative("rolling_growth", 0.0);
    law.rolling_viscosity = table.not_negative("rolling_viscosity", 0.0);
    law.torsion_friction = table.not_negative("torsion_friction", 0.0);
    const char* lengths[] = {"rolling_friction", "rolling_friction_ratio", "rolling_growth"};
    if (std::count_if(std::begin(lengths), std::end(lengths),
                      [&](const char* key) { return table.has(key); }) > 1) {
        refuse(table.place(),
               "rolling_friction, rolling_friction_ratio and rolling_growth are three ways to say one "
               "thing: keep one of them");
    }
}

Law read_coulomb(const Table& table, int dimension) {
    Coulomb law;
    law.friction = table.not_negative("friction");
    law.static_friction = table.not_negative("static_friction", 0.0);
    if (table.has("static_friction") && law.static_friction < law.friction) {
        refuse(table.at("static_friction").place,
               fmt::format("static_friction must be at least friction, {}, found {}", law.friction,
                           law.static_friction));
    }
    const Restitution restitution = read_restitution(table);
    law.restitution_normal = restitution.normal;
    law.restitution_tangential = restitution.tangential;
    law.restitution_threshold = restitution.threshold;
    read_rolling(table, dimension, law);
    law.cohesion.force = table.not_negative("cohesion_force", 0.0);
    law.cohesion.range = table.not_negative("cohesion_range", 0.0);
    if (table.has("cohesion_range") && !table.has("cohesion_force")) {
        refuse(table.at("cohesion_range").place,
               "cohesion_range is the distance over which cohesion_force acts: give that too");
    }
    return law;
}

/// A joint that pulls harder than its shear line reaches would have a tip beyond its own limit.
struct ShearLine {
    const char* strength;  // the key of the tension
    const char* shear;     // that of the shear without pressure
    double tension, cohesion, friction;
};

void check_tip(const Table& table, const ShearLine& line) {
    if (!(line.friction > 0.0 && line.tension * line.friction > line.cohesion)) return;
    refuse(table.has(line.strength) ? table.at(line.strength).place : table.place(),
           fmt::format("{} must be at most {} / friction = {:.6g}, where the shear line ends", line.strength,
                       line.shear, line.cohesion / line.friction));
}

/// What joints have as `coulomb` does.
template <class L>
void read_dry_part(const Table& table, int dimension, L& law) {
    law.restitution = read_restitution(table);
    read_rolling(table, dimension, law.rolling);
}

Law read_mohr_coulomb(const Table& table, int dimension) {
    MohrCoulomb law;
    law.tensile_strength = table.not_negative("tensile_strength");
    law.cohesion = table.not_negative("cohesion");
    law.friction = table.not_negative("friction");
    if (table.has("compressive_strength")) law.compressive_strength = table.positive("compressive_strength");
    law.residual_tensile_strength = table.not_negative("residual_tensile_strength", 0.0);
    law.residual_cohesion = table.not_negative("residual_cohesion", 0.0);
    law.residual_friction = table.not_negative("residual_friction", law.friction);
    check_tip(table, {"tensile_strength", "cohesion", law.tensile_strength, law.cohesion, law.friction});
    check_tip(table, {"residual_tensile_strength", "cohesion", law.residual_tensile_strength, law.residual_cohesion,
                      law.residual_friction});
    law.joint = read_joint_area(table);
    law.joining = read_joining(table);
    read_dry_part(table, dimension, law);
    return law;
}

Law read_elastic(const Table& table, int dimension) {
    Elastic law;
    law.normal_stiffness = table.positive("normal_stiffness");
    law.shear_stiffness = table.positive("shear_stiffness");
    law.friction = table.not_negative("friction");
    law.joint = read_joint_area(table);
    read_dry_part(table, dimension, law);
    return law;
}

/// Below this much fracture energy the springs hold enough at the strength to tear the joint at once.
double read_fracture_energy(const Table& table, const char* key, double strength, double stiffness,
                            Softening softening) {
    const bool linear = softening == Softening::linear;
    const double energy = table.positive(key), least = (linear ? 0.5 : 1.0) * strength * strength / stiffness;
    if (energy <= least) {
        refuse(table.at(key).place,
               fmt::format("{} must be more than strength^2 / {} = {:.6g}, or the joint tears at "
                           "once; found {}",
                           key, linear ? "(2 stiffness)" : "stiffness", least, energy));
    }
    return energy;
}

/// The cap of a joint that softens.
void read_crushing(const Table& table, CohesiveZone& law) {
    const auto needs = [&](const char* key, const char* other) {
        if (table.has(key) && !table.has(other))
            refuse(table.at(key).place, fmt::format("{} is of joints that crush: it needs {}", key, other));
    };
    needs("energy_crushing", "compressive_strength");
    needs("residual_compressive_strength", "energy_crushing");
    if (!table.has("compressive_strength")) return;
    law.compressive_strength = table.positive("compressive_strength");
    if (!table.has("energy_crushing")) return;
    constexpr double rubble = 1.0 / 7.0;  // of f_c, after Lourenco and Rots (1997)
    law.residual_compressive_strength =
        table.not_negative("residual_compressive_strength", rubble * law.compressive_strength);
    const double falls = law.compressive_strength - law.residual_compressive_strength;
    if (!(falls > 0.0))
        refuse(table.at("residual_compressive_strength").place,
               fmt::format("residual_compressive_strength must be less than compressive_strength, {}",
                           law.compressive_strength));
    law.energy_crushing =
        read_fracture_energy(table, "energy_crushing", falls, law.normal_stiffness, law.softening);
}

Law read_cohesive_zone(const Table& table, int dimension) {
    CohesiveZone law;
    law.normal_stiffness = table.positive("normal_stiffness");
    law.shear_stiffness = table.positive("shear_stiffness");
    law.tensile_strength = table.positive("tensile_strength");
    law.shear_strength = table.positive("shear_strength");
    law.softening =
        table.choice<Softening>("softening", Softening::linear,
                                {{"linear", Softening::linear}, {"exponential", Softening::exponential}});
    law.energy_opening = read_fracture_energy(table, "energy_opening", law.tensile_strength,
                                              law.normal_stiffness, law.softening);
    law.energy_shear =
        read_fracture_energy(table, "energy_shear", law.shear_strength, law.shear_stiffness, law.softening);
    law.friction = table.not_negative("friction");
    check_tip(table, {"tensile_strength", "shear_strength", law.tensile_strength, law.shear_strength, law.friction});
    read_crushing(table, law);
    law.dilatancy = table.not_negative("dilatancy", 0.0);
    if (law.dilatancy > law.friction)
        refuse(table.at("dilatancy").place,
               fmt::format("dilatancy must be at most friction, {}: more would make energy", law.friction));
    law.joint = read_joint_area(table);
    law.joining = read_joining(table);
    read_dry_part(table, dimension, law);
    return law;
}

Law read_bonded(const Table& table, int dimension) {
    Bonded law;
    if (table.has("tensile_force")) law.tensile_force = table.not_negative("tensile_force");
    if (table.has("shear_force")) law.shear_force = table.not_negative("shear_force");
    if (table.has("bending_moment")) law.bending_moment = table.positive("bending_moment");
    if (table.has("twisting_moment")) law.twisting_moment = table.positive("twisting_moment");
    law.moments = table.truth("moments", true);
    law.friction = table.not_negative("friction");
    law.joining = read_joining(table);
    read_dry_part(table, dimension, law);
    for (const char* key : {"bending_moment", "twisting_moment"}) {
        if (table.has(key) && !law.moments)
            refuse(table.at(key).place, fmt::format("moments = false: then there is no {}", key));
    }
    if (dimension == 2 && table.has("twisting_moment"))
        refuse(table.at("twisting_moment").place, "twisting is about the normal: there is none in 2D");
    return law;
}

void read_damping(const Table& table, Spring& law) {
    const Restitution restitution = read_restitution(table);
    law.restitution_normal = restitution.normal;
    law.restitution_tangential = restitution.tangential;
    if (table.has("normal_damping")) {
        if (law.restitution_normal > 0.0)
            refuse(table.at("normal_damping").place,
                   "normal_damping and a normal restitution are two ways to say one thing: keep one of them");
        law.normal_damping = table.not_negative("normal_damping");
    }
    law.tangential_damping = table.not_negative("tangential_damping", 0.0);
}

void read_strengths(const Table& table, Spring& law) {
    law.bonded = table.truth("bonded", false);
    const std::pair<const char*, double*> strengths[] = {{"tension_strength", &law.tension_strength},
                                                         {"shear_strength", &law.shear_strength},
                                                         {"bend_strength", &law.bend_strength},
                                                         {"twist_strength", &law.twist_strength}};
    for (const auto& [key, value] : strengths) {
        if (!table.has(key)) continue;
        if (!law.bonded)
            refuse(table.at(key).place, fmt::format("{} is that of a bond: it needs bonded = true", key));
        *value = table.positive(key);
    }
    const auto needs = [&](const char* strength, const char* stiffness, double value) {
        if (table.has(strength) && value == 0.0)
            refuse(table.at(strength).place, fmt::format("{} needs {} > 0", strength, stiffness));
    };
    needs("shear_strength", "tangential_stiffness", law.tangential_stiffness);
    needs("bend_strength", "bend_stiffness", law.bend_stiffness);
    needs("twist_strength", "twist_stiffness", law.twist_stiffness);
}

Law read_spring(const Table& table, int dimension) {
    refuse_torsion_in_the_plane(table, dimension);
    for (const char* key : {"twist_stiffness", "twist_strength"}) {
        if (dimension == 2 && table.has(key))
            refuse(table.at(key).place, "twisting is about the normal: there is none in 2D");
    }
    Spring law;
    law.normal_stiffness = table.positive("normal_stiffness");
    law.tangential_stiffness = table.not_negative("tangential_stiffness", 0.0);
    law.twist_stiffness = table.not_negative("twist_stiffness", 0.0);
    law.bend_stiffness = table.not_negative("bend_stiffness", 0.0);
    law.friction = table.not_negative("friction");
    read_damping(table, law);
    if (law.friction > 0.0 && law.tangential_stiffness == 0.0 && law.tangential_damping == 0.0) {
        refuse(table.at("friction").place,
               "friction needs tangential_stiffness > 0: without it no tangential force arises");
    }
    law.rolling_friction = table.not_negative("rolling_friction", 0.0);
    law.torsion_friction = table.not_negative("torsion_friction", 0.0);
    read_strengths(table, law);
    return law;
}

}  // namespace

JointArea read_joint_area(const Table& table) {
    if (table.has("area") && table.has("area_ratio"))
        refuse(table.place(), "area and area_ratio are two ways to say one thing: keep one of them");
    JointArea joint;
    if (table.has("area")) joint.area = table.positive("area");
    if (table.has("area_ratio")) joint.ratio = table.positive("area_ratio");
    return joint;
}

Joining read_joining(const Table& table) {
    Joining joining;
    joining.initially = table.choice<bool>("initially", true, {{"intact", true}, {"broken", false}});
    joining.by_touch = table.truth("joins_by_touch", false);
    joining.gap = table.not_negative("joint_gap", 0.0);
    return joining;
}

Keys with_joint_keys(Keys keys) {
    keys.insert(keys.end(), {"area", "area_ratio", "initially", "joins_by_touch", "joint_gap"});
    return keys;
}

Keys with_dry_keys(Keys keys) {
    keys.insert(keys.end(), {"restitution", "restitution_threshold", "rolling_friction", "rolling_friction_ratio",
                             "rolling_growth", "rolling_viscosity", "torsion_friction"});
    return keys;
}

const LawReaders& known_laws() {
    static const LawReaders laws = {
        {"coulomb",
         {with_dry_keys({"friction", "static_friction", "cohesion_force", "cohesion_range"}), read_coulomb}},
        {"mohr_coulomb",
         {with_dry_keys(with_joint_keys({"tensile_strength", "cohesion", "friction", "compressive_strength",
                                         "residual_tensile_strength", "residual_cohesion", "residual_friction"})),
          read_mohr_coulomb}},
        {"elastic",
         {with_dry_keys({"normal_stiffness", "shear_stiffness", "friction", "area", "area_ratio"}), read_elastic}},
        {"cohesive_zone",
         {with_dry_keys(with_joint_keys({"normal_stiffness", "shear_stiffness", "tensile_strength", "shear_strength",
                                         "energy_opening", "energy_shear", "friction", "softening",
                                         "compressive_strength", "energy_crushing", "residual_compressive_strength",
                                         "dilatancy"})),
          read_cohesive_zone}},
        {"bonded",
         {with_dry_keys({"tensile_force", "shear_force", "bending_moment", "twisting_moment", "moments", "friction",
                         "initially", "joins_by_touch", "joint_gap"}),
          read_bonded}},
        {"spring",
         {{"normal_stiffness", "tangential_stiffness", "twist_stiffness", "bend_stiffness", "friction",
           "restitution", "normal_damping", "tangential_damping", "rolling_friction", "torsion_friction",
           "bonded", "tension_strength", "shear_strength", "bend_strength", "twist_strength"},
          read_spring}},
    };
    return laws;
}

}  // namespace drystone
