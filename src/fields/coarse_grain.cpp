#include "fields/coarse_grain.h"

#include <cmath>

#include "fields/point_buckets.h"

namespace drystone {

void FieldSums::add(const FieldSums& other, double weight) {
    density += weight * other.density;
    energy += weight * other.energy;
    source += weight * other.source;
    momentum += weight * other.momentum;
    wall_force += weight * other.wall_force;
    energy_flux += weight * other.energy_flux;
    flux = flux + weight * other.flux;
    stress = stress + weight * other.stress;
}

double FieldSums::temperature(int dimension) const {
    const Mat<3> kinetic = kinetic_stress();
    return (kinetic[0][0] + kinetic[1][1] + kinetic[2][2]) / (dimension * density);
}

namespace {

/// Puts grains and contacts into the sums of the points near them.
class Spreading {
  public:
    Spreading(const Assembly& assembly, const std::vector<Vec<3>>& points, const Kernel& kernel)
        : grains_(assembly.grains), points_(points), kernel_(kernel), buckets_(points, 0.5 * kernel.reach()) {
        const GrainList& grains = assembly.grains;
        double longest_arm = 0.0;
        for (const GrainContact& contact : assembly.contacts)
            longest_arm = std::max({longest_arm, norm(contact.arm_a), norm(contact.arm_b)});
        // Points and contacts are in one cell, so that those nearer than the reach are less than 1 + reach / edge cells apart; the images of later edges
        // are shifted along this one by half an edge each, at the most.
        double shifted = 0.0;
        for (int c = 2; c >= 0 && grains.space.repeats(); --c) {
            if (!grains.space.repeats_along(c)) continue;
            const double reach = (kernel.reach() + longest_arm) / grains.space.edges()[c][c];
            images_[static_cast<std::size_t>(c)] = static_cast<int>(std::ceil(reach + shifted));
            shifted += is_sheared(grains.space) ? 0.5 * images_[static_cast<std::size_t>(c)] : 0.0;
        }
    }

    /// visit(point, shift of the image, velocity of the image) for points within reach of a line, and of its images.
    template <class Visit>
    void for_images(const Vec<3>& from, const Vec<3>& to, const Visit& visit) const {
        Vec<3> low, high;
        for (int c = 0; c < 3; ++c) {
            low[c] = std::min(from[c], to[c]) - kernel_.reach();
            high[c] = std::max(from[c], to[c]) + kernel_.reach();
        }
        for (int i = -images_[0]; i <= images_[0]; ++i) {
            for (int j = -images_[1]; j <= images_[1]; ++j) {
                for (int k = -images_[2]; k <= images_[2]; ++k) {
                    const Vec<3> shift = grains_.space.repeats() ? grains_.space.shift({i, j, k}) : Vec<3>{};
                    const Vec<3> rate = grains_.gradient * shift;
                    buckets_.for_near(low + shift, high + shift, [&](int p) { visit(static_cast<std::size_t>(p), shift, rate); });
                }
            }
        }
    }

    /// The image of x in the cell, and how its velocity differs.
    Vec<3> home(const Vec<3>& x) const { return grains_.space.wrap(x); }
    Vec<3> home_velocity(std::size_t i) const {
        return grains_.velocity[i] + grains_.gradient * (home(grains_.position[i]) - grains_.position[i]);
    }

    void grain(std::size_t i, double weight, std::vector<FieldSums>& sums) const {
        const Vec<3> x = home(grains_.position[i]), at_home = home_velocity(i);
        for_images(x, x, [&](std::size_t p, const Vec<3>& shift, const Vec<3>& rate) {
            const double phi = weight * grains_.mass[i] * kernel_.at(points_[p] - x - shift);
            if (phi == 0.0) return;
            const Vec<3> v = at_home + rate;
            FieldSums& sum = sums[p];
            const double energy = 0.5 * phi * dot(v, v);
            sum.density += phi;
            sum.momentum += phi * v;
            sum.flux = sum.flux + outer(phi * v, v);
            sum.energy += energy;
            sum.energy_flux += energy * v;
        });
    }

    void contact(const GrainContact& contact, double weight, std::vector<FieldSums>& sums) const;

  private:
    static bool is_sheared(const Space<3>& space) {
        return space.edges()[0][1] != 0.0 || space.edges()[0][2] != 0.0 || space.edges()[1][2] != 0.0;
    }

    const GrainList& grains_;
    const std::vector<Vec<3>>& points_;
    const Kernel& kernel_;
    PointBuckets buckets_;
    std::array<int, 3> images_{};
};

void Spreading::contact(const GrainContact& contact, double weight, std::vector<FieldSums>& sums) const {
    const Vec<3> point = home(contact.point);
    // Velocities of the images of the two grains that touch at the point; of a wall that of the grain.
    const auto velocity_of = [&](int i, const Vec<3>& arm) {
        const auto row = static_cast<std::size_t>(i);
        return grains_.velocity[row] + grains_.gradient * (point - arm - grains_.position[row]);
    };
    const bool at_wall = contact.is_at_wall();
    const Vec<3> va = velocity_of(contact.a >= 0 ? contact.a : contact.b, contact.a >= 0 ? contact.arm_a : contact.arm_b);
    const Vec<3> vb = velocity_of(contact.b >= 0 ? contact.b : contact.a, contact.b >= 0 ? contact.arm_b : contact.arm_a);
    const Vec<3> mean = 0.5 * (va + vb);
    const auto spread = [&](int i, const Vec<3>& arm, const Vec<3>& v, double side) {
        if (i < 0 || arm == Vec<3>{}) return;
        const Vec<3> centre = point - arm, force = side * contact.force;
        for_images(centre, point, [&](std::size_t p, const Vec<3>& shift, const Vec<3>& rate) {
            const double line = weight * kernel_.along(points_[p] - point - shift, -arm);
            const double phi = weight * kernel_.at(points_[p] - centre - shift);
            FieldSums& sum = sums[p];
            if (line != 0.0) {
                sum.stress = sum.stress - outer(line * force, arm);
                sum.energy_flux -= line * dot(force, mean + rate) * arm;
            }
            if (phi != 0.0) sum.source += phi * dot(force, v - mean);
        });
    };
    spread(contact.a, contact.arm_a, va, -1.0);
    spread(contact.b, contact.arm_b, vb, 1.0);
    if (!at_wall) return;
    const Vec<3> force = contact.b >= 0 ? contact.force : -contact.force;  // on the grain
    for_images(point, point, [&](std::size_t p, const Vec<3>& shift, const Vec<3>& rate) {
        const double phi = weight * kernel_.at(points_[p] - point - shift);
        sums[p].wall_force += phi * force;
        sums[p].source += phi * dot(force, mean + rate);
    });
}

}  // namespace

void add_coarse_grained(const Assembly& assembly, const std::vector<Vec<3>>& points, const Kernel& kernel, double weight,
                        std::vector<FieldSums>& sums) {
    if (points.empty()) return;
    std::vector<Vec<3>> home = points;
    if (assembly.grains.space.repeats()) {
        for (Vec<3>& x : home) x = assembly.grains.space.wrap(x);
    }
    const Spreading spreading(assembly, home, kernel);
    for (std::size_t i = 0; i < assembly.grains.size(); ++i) spreading.grain(i, weight, sums);
    for (const GrainContact& contact : assembly.contacts) {
        if (contact.force != Vec<3>{}) spreading.contact(contact, weight, sums);
    }
}

std::vector<FieldSums> coarse_grain(const Assembly& assembly, const std::vector<Vec<3>>& points, const Kernel& kernel) {
    std::vector<FieldSums> sums(points.size());
    add_coarse_grained(assembly, points, kernel, 1.0, sums);
    return sums;
}

}  // namespace drystone
