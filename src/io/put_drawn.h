#pragma once

#include <vector>

#include "step/world.h"

namespace drystone {

/// Places and velocities of points of bodies, as ParaView reads them: floats, three components also in the plane.
struct DrawnPoints {
    std::vector<float> place, velocity;

    template <int D>
    void add(const Bodies<D>& bodies, int body, const Vec<D>& arm) {
        const Twist<D>& u = bodies.velocity[body];
        put(bodies.position[body] + arm, place);
        put(u.v + turn(u.w, arm), velocity);
    }

    /// Part p, a ball.
    template <int D>
    void add_ball(const World<D>& world, int p) {
        const int body = world.parts.body[p];
        add(world.bodies, body, rotate(world.bodies.rotation[body], world.parts.local_centre[p]));
    }

    /// The vertices of part p, a solid.
    template <int D>
    void add_solid(const World<D>& world, int p) {
        const Solids<D>& solids = world.parts.solids;
        const int body = world.parts.body[p], k = world.parts.solid[p];
        const Mat<D> turn = matrix(world.bodies.rotation[body]);
        for (const Vec<D>& v : solids.vertices(k))
            add(world.bodies, body, turn * (solids.local_origin[k] + solids.local_turn[k] * v));
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
