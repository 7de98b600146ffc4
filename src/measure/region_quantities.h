#pragma once

#include <cstdint>
#include <memory>

#include "granular/contact_measures.h"
#include "granular/tensor.h"
#include "measure/assembly_of.h"
#include "measure/group_quantities.h"
#include "step/walls.h"

namespace drystone {

// What is in a region, Sample::region, or in the whole world where there is none. Bodies count where their centre of mass is, contacts where
// their point is; walls (step/walls.h) are the outside, as are links but for their forces. What contacts say is measured by granular/contact_measures.h,
// which has the definitions.
//
// Bodies that are cut by the region's border count as a whole or not at all, so the moments of regions that tile a larger one add
// up to its own. In a cell that repeats a body is inside where one of its images is.

/// The grains inside.
template <int D>
class Inside {
  public:
    explicit Inside(const Sample<D>& s) : world_(s.world), grain_(walls_of(s.world)) {
        for (std::size_t i = 0; i < grain_.size(); ++i) {
            const bool is_grain = world_.bodies.id[i] >= 0 && grain_[i] == 0;
            grain_[i] = is_grain && (!s.region || s.region->holds(world_.bodies.position[i]));
        }
    }

    bool operator()(int body) const { return grain_[static_cast<std::size_t>(body)] != 0; }

    /// visit(body)
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (int body = 0; body < world_.bodies.size(); ++body) {
            if ((*this)(body)) visit(body);
        }
    }

  private:
    const World<D>& world_;
    std::vector<std::uint8_t> grain_;  // (bodies)
};

/// Sum over the grains inside of term(the one as a Sample).
template <int D, auto quantity>
auto sum_inside(const Sample<D>& s) {
    decltype(quantity(s)) sum{};
    Inside<D>(s).for_each([&](int body) { sum += quantity(Sample<D>{s.world, body, s.h}); });
    return sum;
}

template <int D>
double one_body(const Sample<D>&) {
    return 1.0;
}

template <int D>
double count_inside(const Sample<D>& s) {
    return sum_inside<D, one_body<D>>(s);
}

/// What leads from a body to the image of it that is inside: zero without a cell.
template <int D>
Vec<D> to_image_inside(const Sample<D>& s, int body) {
    return s.region ? s.region->image_within(s.world.bodies.position[body]).value_or(Vec<D>{}) : Vec<D>{};
}

/// By what that image is faster: images move apart as the cell deforms.
template <int D>
Vec<D> velocity_of_image_inside(const Sample<D>& s, int body) {
    return velocity_gradient(s.world) * to_image_inside(s, body);
}

template <int D>
Vec<D> momentum_inside(const Sample<D>& s) {
    Vec<D> sum{};
    Inside<D>(s).for_each([&](int body) {
        sum += s.world.matter.mass[body] * (s.world.bodies.velocity[body].v + velocity_of_image_inside(s, body));
    });
    return sum;
}

template <int D>
double kinetic_energy_inside(const Sample<D>& s) {
    double sum = 0.0;
    Inside<D>(s).for_each([&](int body) {
        const Vec<D> faster = velocity_of_image_inside(s, body), v = s.world.bodies.velocity[body].v;
        sum += body_kinetic_energy(Sample<D>{s.world, body, s.h}) + s.world.matter.mass[body] * dot(faster, v + 0.5 * faster);
    });
    return sum;
}

template <int D>
Vec<D> mean_velocity_inside(const Sample<D>& s) {
    Vec<D> sum{};
    double count = 0.0;
    Inside<D>(s).for_each([&](int body) {
        sum += s.world.bodies.velocity[body].v + velocity_of_image_inside(s, body);
        count += 1.0;
    });
    return (1.0 / count) * sum;
}

template <int D>
Vec<D> centre_inside(const Sample<D>& s) {
    Vec<D> sum{};
    double mass = 0.0;
    Inside<D>(s).for_each([&](int body) {
        sum += s.world.matter.mass[body] * (s.world.bodies.position[body] + to_image_inside(s, body));
        mass += s.world.matter.mass[body];
    });
    return (1.0 / mass) * sum;
}

/// The grains of the sample's world; made once for all quantities of a probe.
template <int D>
const Assembly& assembly_in(const Sample<D>& s) {
    if (!s.assembly) s.assembly = std::make_shared<const Assembly>(assembly_of(s.world, s.h));
    return *s.assembly;
}

/// Those in the region.
template <int D>
GrainSelection selection_in(const Sample<D>& s) {
    if (!s.region) return everybody(assembly_in(s));
    const auto holds = [&](const Vec<3>& x) {
        Vec<D> at;
        for (int c = 0; c < D; ++c) at[c] = x[c];
        return s.region->holds(at);
    };
    return select(assembly_in(s), holds, s.region->volume());
}

/// A measure of the assembly and those selected.
template <int D, auto measure>
auto inside(const Sample<D>& s) {
    return measure(assembly_in(s), selection_in(s));
}

template <int D>
Mat<D> flattened(const Mat<3>& tensor) {
    Mat<D> out;
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) out[i][j] = tensor[i][j];
    }
    return out;
}

/// A symmetric tensor over the volume.
template <int D, auto moments>
StrainColumns<D> density_inside(const Sample<D>& s) {
    const GrainSelection selection = selection_in(s);
    return {(1.0 / selection.volume) * flattened<D>(moments(assembly_in(s), selection))};
}

inline Mat<3> strong_moments(const Assembly& assembly, const GrainSelection& selection) {
    return network_moments(assembly, selection).strong;
}
inline Mat<3> weak_moments(const Assembly& assembly, const GrainSelection& selection) {
    return network_moments(assembly, selection).weak;
}

/// In the plane moments are about z: zx, zy; in space component ij is moment i along j.
template <int D>
struct CoupleColumns {
    static constexpr std::string_view components = D == 2 ? "zx,zy" : "xx,xy,xz,yx,yy,yz,zx,zy,zz";
    Mat<3> tensor{};
};
template <int D>
CoupleColumns<D> couple_stress_inside(const Sample<D>& s) {
    const GrainSelection selection = selection_in(s);
    return {(1.0 / selection.volume) * couple_moments(assembly_in(s), selection)};
}

template <int D>
StrainColumns<D> fabric_inside(const Sample<D>& s) {
    return {flattened<D>(inside<D, fabric>(s))};
}

template <int D, auto part>
double coordination_part(const Sample<D>& s) {
    return inside<D, coordination_of>(s).*part;
}

template <int D>
double deviator_ratio_inside(const Sample<D>& s) {
    return deviator_ratio(inside<D, internal_moments>(s), D);
}

/// Anisotropies: of contacts, branches, normal and tangential forces.
struct AnisotropyColumns {
    static constexpr std::string_view components = "contacts,branches,normal,tangential";
    Anisotropies value;
};
template <int D>
AnisotropyColumns anisotropy_inside(const Sample<D>& s) {
    return {inside<D, anisotropies>(s)};
}

/// Of every grain what is within, whether its centre is or not. Curved bodies, and clumps whose balls overlap, have their exact volume
/// where they are within; where the border cuts them, the share of it that their drawn faces, or balls, have within.
template <int D>
double solid_fraction_inside(const Sample<D>& s) {
    return solid_volume_in(*s.region, s.world) / s.region->volume();
}

}  // namespace drystone
