#pragma once

#include "core/random.h"
#include "granular/assembly.h"

namespace drystone {

inline Vec<3> random_vector(Random& random, int d, double low = 0.0, double high = 1.0) {
    Vec<3> out{};
    for (int c = 0; c < d; ++c) out[c] = random.uniform(low, high);
    return out;
}

/// What nobody needs to have been solved for: grains anywhere in the unit box, forces anyhow, between near grains and with walls. Measures that are
/// identities hold for these too. `cell`: in a sheared cell that repeats and deforms; grains are then many cells away from each other.
struct AnyAssembly {
    int dimension = 2, grains = 40;
    bool repeats = false, round = false;
    std::uint64_t seed = 1;

    Assembly made() const {
        Random random(seed, 9);
        Assembly out;
        GrainList& list = out.grains;
        list.dimension = dimension;
        if (repeats) place_in_cell(random, list);
        for (int i = 0; i < grains; ++i) {
            list.id.push_back(2 * i);
            list.position.push_back(random_vector(random, dimension));
            list.velocity.push_back(random_vector(random, dimension, -1.0, 1.0));
            list.spin.push_back({{0.0, 0.0, random.uniform(-1.0, 1.0)}});
            list.mass.push_back(random.uniform(1.0, 2.0));
            list.radius.push_back(0.05 * random.uniform(1.0, 2.0));
        }
        for (int k = 0; k < 3 * grains; ++k) add_contact(random, k % 5 == 0 && !repeats, out);
        return out;
    }

  private:
    void place_in_cell(Random& random, GrainList& list) const {
        Mat<3> edges = Mat<3>::scaled_identity(1.0);
        std::array<bool, 3> periodic{};
        for (int i = 0; i < dimension; ++i) {
            periodic[static_cast<std::size_t>(i)] = true;
            for (int j = i + 1; j < dimension; ++j) edges[i][j] = random.uniform(-0.5, 0.5);
            for (int j = i; j < dimension; ++j) list.gradient[i][j] = random.uniform(-1.0, 1.0);
        }
        list.edges = edges;
        list.space = reduced(Space<3>({}, edges, periodic));
    }

    /// Round: the point lies between the centres, and the normal along them.
    void add_contact(Random& random, bool at_wall, Assembly& out) const {
        const GrainList& list = out.grains;
        GrainContact& contact = out.contacts.emplace_back();
        contact.a = static_cast<int>(random.uniform() * grains);
        contact.b = static_cast<int>(random.uniform() * grains);
        if (contact.a == contact.b) contact.b = (contact.a + 1) % grains;
        const Vec<3>&a = list.position[static_cast<std::size_t>(contact.a)], &b = list.position[static_cast<std::size_t>(contact.b)];
        const Vec<3> branch = nearest_difference(list.space, b, a);
        contact.normal = (1.0 / norm(branch)) * branch;
        contact.arm_a = 0.4 * branch;
        if (!round) contact.arm_a += random_vector(random, dimension, -0.05, 0.05);
        contact.arm_b = contact.arm_a - branch;
        contact.point = a + contact.arm_a;
        contact.force = random.uniform(0.0, 4.0) * contact.normal + random_vector(random, dimension, -0.5, 0.5);
        contact.moment = {{0.0, 0.0, random.uniform(-1.0, 1.0)}};
        contact.mobilisation = random.uniform();
        if (!at_wall) return;
        contact.b = -1;
        contact.arm_b = {};
    }
};

/// Of all contacts on each grain.
inline std::vector<Vec<3>> resultants(const Assembly& assembly) {
    std::vector<Vec<3>> out(assembly.grains.size());
    for (const GrainContact& contact : assembly.contacts) {
        if (contact.a >= 0) out[static_cast<std::size_t>(contact.a)] -= contact.force;
        if (contact.b >= 0) out[static_cast<std::size_t>(contact.b)] += contact.force;
    }
    return out;
}

}  // namespace drystone
