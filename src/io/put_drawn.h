#pragma once

#include <vector>

#include "core/reduced_space.h"
#include "step/world.h"

namespace drystone {

/// Places and velocities of points of bodies, as ParaView reads them: floats, three components also in the plane. In a cell that
/// repeats, of the image whose centre is in it.
struct DrawnPoints {
    std::vector<float> place, velocity;

    template <int D>
    void add(const World<D>& world, int body, const Vec<D>& arm) {
        const Twist<D>& u = world.bodies.velocity[body];
        Vec<D> x = world.bodies.position[body], v = u.v;
        if (world.parts.space.repeats()) {
            const Vec<D> home = between_edges(reduced(world.parts.space), x);
            v += velocity_gradient(world) * (home - x);
            x = home;
        }
        put(x + arm, place);
        put(v + turn(u.w, arm), velocity);
    }

    /// Part p, a ball.
    template <int D>
    void add_ball(const World<D>& world, int p) {
        const int body = world.parts.body[p];
        add(world, body, rotate(world.bodies.rotation[body], world.parts.local_centre[p]));
    }

    /// The vertices of part p, a solid.
    template <int D>
    void add_solid(const World<D>& world, int p) {
        const Solids<D>& solids = world.parts.solids;
        const int body = world.parts.body[p], k = world.parts.solid[p];
        const Mat<D> turn = matrix(world.bodies.rotation[body]);
        for (const Vec<D>& v : solids.vertices(k))
            add(world, body, turn * (solids.local_origin[k] + solids.local_turn[k] * v));
    }

  private:
    static void put(const Vec<2>& v, std::vector<float>& out) {
        for (const double value : {v[0], v[1], 0.0}) out.push_back(static_cast<float>(value));
    }
    static void put(const Vec<3>& v, std::vector<float>& out) {
        for (const double value : v.c) out.push_back(static_cast<float>(value));
    }
};

/// Corners of the faces of a shape: XDMF's mixed cells, each "3, number of corners, corners" (3: a polygon).
template <int D>
void put_faces(const Skin<D>& skin, std::int32_t first, std::vector<std::int32_t>& out) {
    for (const std::vector<int>& face : skin.faces) {
        out.insert(out.end(), {3, static_cast<std::int32_t>(face.size())});
        for (const int vertex : face) out.push_back(first + vertex);
    }
}

}  // namespace drystone
