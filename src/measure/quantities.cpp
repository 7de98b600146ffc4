#include "measure/quantities.h"

#include <utility>

#include "measure/body_quantities.h"
#include "measure/cell_quantities.h"
#include "measure/cut_quantities.h"
#include "measure/drive_quantities.h"
#include "measure/group_quantities.h"
#include "measure/joint_quantities.h"
#include "measure/link_quantities.h"
#include "measure/membrane_quantities.h"
#include "measure/region_quantities.h"
#include "measure/deformable_quantities.h"
#include "measure/world_quantities.h"

namespace drystone {

namespace {

// What a quantity's function returns decides its columns.
template <class Value>
constexpr std::string_view
    components{};  // a number, a spin or an angle in the plane: one column of that name
template <>
constexpr std::string_view components<Vec<2>> = "x,y";
template <>
constexpr std::string_view components<Vec<3>> = "x,y,z";
template <>
constexpr std::string_view components<Rotation<3>> = "w,x,y,z";
template <class Value>
    requires requires { Value::components; }
constexpr std::string_view components<Value> = Value::components;

void put(double value, std::vector<double>& values) { values.push_back(value); }
void put(const Rotation<2>& r, std::vector<double>& values) { values.push_back(r.angle); }
template <int N>
void put(const Vec<N>& v, std::vector<double>& values) {
    values.insert(values.end(), v.c.begin(), v.c.end());
}
void put(const Rotation<3>& r, std::vector<double>& values) {
    put(r.w, values);
    put(r.q, values);
}

void put(const StrainColumns<2>& s, std::vector<double>& values) {
    values.insert(values.end(), {s.tensor[0][0], s.tensor[1][1], s.tensor[0][1]});
}
void put(const StrainColumns<3>& s, std::vector<double>& values) {
    const Mat<3>& t = s.tensor;
    values.insert(values.end(), {t[0][0], t[1][1], t[2][2], t[0][1], t[1][2], t[0][2]});
}
template <int D>
void put(const StressColumns<D>& s, std::vector<double>& values) {
    put(StrainColumns<D>{s.tensor}, values);
    if (D == 2) values.push_back(s.across);
}
void put(const CoupleColumns<2>& c, std::vector<double>& values) {
    values.insert(values.end(), {c.tensor[2][0], c.tensor[2][1]});
}
void put(const CoupleColumns<3>& c, std::vector<double>& values) {
    for (const Vec<3>& row : c.tensor.row) put(row, values);
}
void put(const AnisotropyColumns& a, std::vector<double>& values) {
    values.insert(values.end(), {a.value.contacts, a.value.branches, a.value.normal, a.value.tangential});
}
template <int D>
void put(const PrincipalColumns<D>& p, std::vector<double>& values) {
    put(p.value, values);
}

template <int D, auto value>
constexpr Quantity<D> row(std::string_view name, Subject subject) {
    using Value = decltype(value(std::declval<const Sample<D>&>()));
    return {name, subject, components<Value>,
            [](const Sample<D>& sample, std::vector<double>& values) { put(value(sample), values); }};
}

template <int D>
constexpr Quantity<D> table[] = {
    row<D, position<D>>("position", Subject::body),
    row<D, body_centre_of_mass<D>>("centre_of_mass", Subject::body),
    row<D, velocity<D>>("velocity", Subject::body),
    row<D, angular_velocity<D>>("angular_velocity", Subject::body),
    row<D, orientation<D>>(D == 2 ? "angle" : "orientation", Subject::body),
    row<D, body_momentum<D>>("momentum", Subject::body),
    row<D, body_angular_momentum<D>>("angular_momentum", Subject::body),
    row<D, body_kinetic_energy<D>>("kinetic_energy", Subject::body),
    row<D, contact_force<D>>("contact_force", Subject::body),
    row<D, contact_torque<D>>("contact_torque", Subject::body),
    row<D, body_contacts<D>>("contacts", Subject::body),
    row<D, body_mass<D>>("mass", Subject::body),
    row<D, face_area<D>>("face_area", Subject::body),
    row<D, face_stress<D>>("face_stress", Subject::body),

    row<D, stress<D>>("stress", Subject::body),
    row<D, strain<D>>("strain", Subject::body),
    row<D, principal_stress<D>>("principal_stress", Subject::body),
    row<D, max_stress<D>>("max_stress", Subject::body),
    row<D, min_stress<D>>("min_stress", Subject::body),
    row<D, body_strain_energy<D>>("strain_energy", Subject::body),
    row<D, reaction<D>>("reaction", Subject::body),

    row<D, mean_of<D, position<D>>>("position", Subject::bodies),
    row<D, common_centre<D>>("centre_of_mass", Subject::bodies),
    row<D, mean_of<D, velocity<D>>>("velocity", Subject::bodies),
    row<D, mean_of<D, angular_velocity<D>>>("angular_velocity", Subject::bodies),
    row<D, sum_of<D, body_mass<D>>>("mass", Subject::bodies),
    row<D, sum_of<D, body_momentum<D>>>("momentum", Subject::bodies),
    row<D, common_angular_momentum<D>>("angular_momentum", Subject::bodies),
    row<D, sum_of<D, body_kinetic_energy<D>>>("kinetic_energy", Subject::bodies),
    row<D, common_contact_force<D>>("contact_force", Subject::bodies),
    row<D, common_contact_torque<D>>("contact_torque", Subject::bodies),
    row<D, common_contacts<D>>("contacts", Subject::bodies),

    row<D, point_position<D>>("position", Subject::point),
    row<D, point_displacement<D>>("displacement", Subject::point),
    row<D, point_velocity<D>>("velocity", Subject::point),
    row<D, stress<D>>("stress", Subject::point),
    row<D, strain<D>>("strain", Subject::point),
    row<D, principal_stress<D>>("principal_stress", Subject::point),

    row<D, joint_force<D>>("force", Subject::joint),
    row<D, joint_number<D, &Joint<D>::normal>>("normal", Subject::joint),
    row<D, joint_number<D, &Joint<D>::shear>>("shear", Subject::joint),
    row<D, joint_point<D>>("point", Subject::joint),
    row<D, joint_number<D, &Joint<D>::opening>>("opening", Subject::joint),
    row<D, joint_number<D, &Joint<D>::slip>>("slip", Subject::joint),
    row<D, joint_number<D, &Joint<D>::damage>>("damage", Subject::joint),
    row<D, joint_number<D, &Joint<D>::utilisation>>("utilisation", Subject::joint),
    row<D, joint_number<D, &Joint<D>::area>>("area", Subject::joint),
    row<D, joint_contacts<D>>("contacts", Subject::joint),
    row<D, joint_status<D>>("status", Subject::joint),

    row<D, link_force<D>>("force", Subject::link),
    row<D, link_tension<D>>("tension", Subject::link),
    row<D, link_moment<D>>("moment", Subject::link),
    row<D, link_elongation<D>>("elongation", Subject::link),
    row<D, link_angle<D>>("angle", Subject::link),
    row<D, link_status<D>>("status", Subject::link),

    row<D, drive_multiplier<D>>("multiplier", Subject::drive),
    row<D, drive_displacement<D>>("displacement", Subject::drive),
    row<D, drive_position<D>>("position", Subject::drive),
    row<D, drive_pressure<D>>("pressure", Subject::drive),
    row<D, drive_area<D>>("area", Subject::drive),
    row<D, drive_force<D>>("force", Subject::drive),
    row<D, drive_stress<D>>("stress", Subject::drive),

    row<D, membrane_volume<D>>("volume", Subject::membrane),
    row<D, membrane_area<D>>("area", Subject::membrane),
    row<D, membrane_force<D>>("force", Subject::membrane),
    row<D, membrane_pressure<D>>("pressure", Subject::membrane),
    row<D, membrane_outside<D>>("outside", Subject::membrane),

    row<D, count_inside<D>>("count", Subject::region),
    row<D, sum_inside<D, body_mass<D>>>("mass", Subject::region),
    row<D, momentum_inside<D>>("momentum", Subject::region),
    row<D, kinetic_energy_inside<D>>("kinetic_energy", Subject::region),
    row<D, mean_velocity_inside<D>>("velocity", Subject::region),
    row<D, centre_inside<D>>("centre_of_mass", Subject::region),
    row<D, inside<D, bearing_contacts>>("contacts", Subject::region),
    row<D, coordination_part<D, &Coordination::all>>("coordination", Subject::region),
    row<D, coordination_part<D, &Coordination::without_rattlers>>("coordination_without_rattlers", Subject::region),
    row<D, coordination_part<D, &Coordination::rattlers>>("rattlers", Subject::region),
    row<D, solid_fraction_inside<D>>("solid_fraction", Subject::region),
    row<D, density_inside<D, internal_moments>>("stress", Subject::region),
    row<D, density_inside<D, fluctuation_moments>>("kinetic_stress", Subject::region),
    row<D, density_inside<D, strong_moments>>("strong_stress", Subject::region),
    row<D, density_inside<D, weak_moments>>("weak_stress", Subject::region),
    row<D, couple_stress_inside<D>>("couple_stress", Subject::region),
    row<D, deviator_ratio_inside<D>>("deviator_ratio", Subject::region),
    row<D, fabric_inside<D>>("fabric", Subject::region),
    row<D, inside<D, strong_fraction>>("strong_fraction", Subject::region),
    row<D, inside<D, mean_mobilisation>>("mobilisation", Subject::region),
    row<D, anisotropy_inside<D>>("anisotropy", Subject::region),
    row<D, inside<D, granular_temperature>>("granular_temperature", Subject::region),

    row<D, cut_force<D>>("force", Subject::cut),
    row<D, cut_moment<D>>("moment", Subject::cut),
    row<D, cut_flux<D>>("flux", Subject::cut),

    row<D, energy<D, &Energy::kinetic>>("kinetic_energy", Subject::world),
    row<D, energy<D, &Energy::potential>>("potential_energy", Subject::world),
    row<D, energy<D, &Energy::work>>("work", Subject::world),
    row<D, dissipated<D>>("dissipated", Subject::world),
    row<D, energy<D, &Energy::stored>>("stored_energy", Subject::world),
    row<D, energy<D, &Energy::strain>>("strain_energy", Subject::world),
    row<D, dissipation<D, &Dissipation::friction>>("dissipation.friction", Subject::world),
    row<D, dissipation<D, &Dissipation::impact>>("dissipation.impact", Subject::world),
    row<D, dissipation<D, &Dissipation::damage>>("dissipation.damage", Subject::world),
    row<D, dissipation<D, &Dissipation::cohesion>>("dissipation.cohesion", Subject::world),
    row<D, dissipation<D, &Dissipation::damping>>("dissipation.damping", Subject::world),
    row<D, balance_error<D>>("balance_error", Subject::world),
    row<D, contacts<D>>("contacts", Subject::world),
    row<D, active_contacts<D>>("active_contacts", Subject::world),
    row<D, sliding_contacts<D>>("sliding_contacts", Subject::world),
    row<D, intact_joints<D>>("intact_joints", Subject::world),
    row<D, coordination<D>>("coordination", Subject::world),
    row<D, coordination_part<D, &Coordination::without_rattlers>>("coordination_without_rattlers", Subject::world),
    row<D, coordination_part<D, &Coordination::rattlers>>("rattlers", Subject::world),
    row<D, deviator_ratio_inside<D>>("deviator_ratio", Subject::world),
    row<D, fabric_inside<D>>("fabric", Subject::world),
    row<D, inside<D, strong_fraction>>("strong_fraction", Subject::world),
    row<D, inside<D, mean_mobilisation>>("mobilisation", Subject::world),
    row<D, anisotropy_inside<D>>("anisotropy", Subject::world),
    row<D, inside<D, granular_temperature>>("granular_temperature", Subject::world),
    row<D, unbalanced_force<D>>("unbalanced", Subject::world),
    row<D, kinetic_ratio<D>>("kinetic_ratio", Subject::world),
    row<D, iterations<D>>("iterations", Subject::world),
    row<D, residual<D>>("residual", Subject::world),
    row<D, max_penetration<D>>("max_penetration", Subject::world),
    row<D, world_momentum<D>>("momentum", Subject::world),
    row<D, world_angular_momentum<D>>("angular_momentum", Subject::world),
    row<D, world_centre_of_mass<D>>("centre_of_mass", Subject::world),

    row<D, cell_size<D>>("cell.size", Subject::world),
    row<D, cell_strain<D>>("cell.strain", Subject::world),
    row<D, cell_stress<D>>("cell.stress", Subject::world),
    row<D, density_inside<D, strong_moments>>("cell.strong_stress", Subject::world),
    row<D, density_inside<D, weak_moments>>("cell.weak_stress", Subject::world),
    row<D, couple_stress_inside<D>>("cell.couple_stress", Subject::world),
    row<D, cell_solid_fraction<D>>("cell.solid_fraction", Subject::world),
    row<D, cell_inertial_number<D>>("cell.inertial_number", Subject::world),
};

}  // namespace

template <int D>
std::span<const Quantity<D>> quantities() {
    return table<D>;
}

template <int D>
const Quantity<D>* find_quantity(std::string_view name, Subject subject) {
    for (const Quantity<D>& quantity : table<D>) {
        if (quantity.name == name && quantity.subject == subject) return &quantity;
    }
    return nullptr;
}

template std::span<const Quantity<2>> quantities<2>();
template std::span<const Quantity<3>> quantities<3>();
template const Quantity<2>* find_quantity<2>(std::string_view, Subject);
template const Quantity<3>* find_quantity<3>(std::string_view, Subject);

}  // namespace drystone
