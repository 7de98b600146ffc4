// Steiner's pieces of a polytope rounded by r; n: unit normals, e: unit direction of an edge out of a vertex v:
//
//     slab over a face        x = p + t n,  0 <= t <= r
//     sector along an edge    x = p + y,    |y| <= r between the normals of its two faces
//     sector at a vertex      x = v + y,    |y| <= r, y/|y| in the spherical polygon of the normals of its faces
//
// Of a spherical polygon, with theta the angle of the arc across edge e,
//
//     int dO = 2 pi - sum of the faces' angles at v,       int n dO = - 1/2 sum_e theta e      (Stokes on the sphere)
//
// and int n n^T dO adds up to 4 pi / 3 1 over all vertices, where all of them make the whole sphere: that is counted as O/3 1 each.

#include "geometry/hull.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.h"

namespace drystone {

namespace {

using std::numbers::pi;

template <int N>
Mat<N> symmetric(const Vec<N>& a, const Vec<N>& b) {
    return outer(a, b) + outer(b, a);
}

/// Moments of a region moved by c, from those about its own origin.
template <int D>
Moments<D> moved(const Moments<D>& m, const Vec<D>& c) {
    return {m.volume, m.first + m.volume * c, m.second + symmetric(m.first, c) + m.volume * outer(c, c)};
}

/// A flat region of moments m (of area) swept by r along its normal.
template <int D>
Moments<D> swept(const Moments<D>& m, const Vec<D>& n, double r) {
    return {
        r * m.volume, r * m.first + (0.5 * r * r * m.volume) * n,
        r * m.second + (0.5 * r * r) * symmetric(m.first, n) + (r * r * r / 3.0 * m.volume) * outer(n, n)};
}

double angle_between(const Vec<3>& a, const Vec<3>& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }
double angle_between(const Vec<2>& a, const Vec<2>& b) {
    return std::atan2(std::abs(a[0] * b[1] - a[1] * b[0]), dot(a, b));
}

/// Of the sector of a disk between two unit normals; `side`: square to their bisector.
template <int D>
Moments<D> sector(const Vec<D>& n0, const Vec<D>& n1, const Vec<D>& side, double r) {
    const double angle = angle_between(n0, n1), r2 = r * r;
    const Vec<D> b = unit(n0 + n1);
    return {0.5 * angle * r2, (2.0 / 3.0 * r * r2 * std::sin(0.5 * angle)) * b,
            (r2 * r2 / 8.0) *
                ((angle + std::sin(angle)) * outer(b, b) + (angle - std::sin(angle)) * outer(side, side))};
}

/// A length l along e of something flat.
Moments<3> drawn_out(const Moments<3>& m, const Vec<3>& e, double l) {
    Moments<3> out = l * m;
    out.second = out.second + (m.volume * l * l * l / 12.0) * outer(e, e);
    return out;
}

Moments<3> triangle(const Vec<3>& p, const Vec<3>& q, const Vec<3>& r) {
    const double area = 0.5 * norm(cross(q - p, r - p));
    const Vec<3> sum = p + q + r;
    return {area, (area / 3.0) * sum,
            (area / 12.0) * (outer(p, p) + outer(q, q) + outer(r, r) + outer(sum, sum))};
}

Vec<2> side_of(const Vec<2>& v) { return {{-v[1], v[0]}}; }

Moments<2> rounding_of(const Convex<2>& shape, double r) {
    Moments<2> m;
    for (int i = 0, n = shape.size(); i < n; ++i) {
        const Vec<2>&p = shape.vertex[at(i)], &q = shape.vertex[at((i + 1) % n)], e = q - p;
        const double l = norm(e);
        const Moments<2> edge{l, (0.5 * l) * (p + q),
                              (l / 6.0) * (outer(p, p) + outer(q, q) + outer(p + q, p + q))};
        m += swept(edge, shape.normal[at(i)], r);
        const Vec<2>&before = shape.normal[at(i)], &after = shape.normal[at((i + 1) % n)];
        m += moved(sector(before, after, side_of(unit(before + after)), r), q);
    }
    return m;
}

Moments<3> face_slab(const Convex<3>& shape, int f, double r) {
    Moments<3> area;
    const auto corner = [&](int c) { return shape.vertex[at(shape.face_vertex[at(c)])]; };
    const int first = shape.face_start[at(f)];
    for (int c = first + 1; c + 1 < shape.face_start[at(f) + 1]; ++c)
        area += triangle(corner(first), corner(c), corner(c + 1));
    return swept(area, shape.normal[at(f)], r);
}

Moments<3> edge_sector(const Convex<3>& shape, const ConvexEdge& edge, double r) {
    const Vec<3>&p = shape.vertex[at(edge.vertex[0])], &q = shape.vertex[at(edge.vertex[1])],
          &n0 = shape.normal[at(edge.face[0])], &n1 = shape.normal[at(edge.face[1])], e = unit(q - p);
    const Moments<3> across = sector(n0, n1, cross(e, unit(n0 + n1)), r);
    return moved(drawn_out(across, e, norm(q - p)), 0.5 * (p + q));
}

/// The angle of face f at vertex v.
double face_angle(const Convex<3>& shape, int f, int v) {
    const int first = shape.face_start[at(f)], n = shape.corners(f);
    for (int c = 0; c < n; ++c) {
        if (shape.face_vertex[at(first + c)] != v) continue;
        const auto corner = [&](int k) { return shape.vertex[at(shape.face_vertex[at(first + k % n)])]; };
        return angle_between(corner(c + 1) - corner(c), corner(c + n - 1) - corner(c));
    }
    return 0.0;
}

Moments<3> vertex_sector(const Convex<3>& shape, int v, double r) {
    double solid_angle = 2.0 * pi;
    Vec<3> first{};
    for (int i = shape.vertex_start[at(v)]; i < shape.vertex_start[at(v) + 1]; ++i) {
        solid_angle -= face_angle(shape, shape.vertex_face[at(i)], v);
        const ConvexEdge& edge = shape.edge[at(shape.vertex_edge[at(i)])];
        const int other = edge.vertex[0] == v ? edge.vertex[1] : edge.vertex[0];
        const Vec<3> e = unit(shape.vertex[at(other)] - shape.vertex[at(v)]),
                     &n0 = shape.normal[at(edge.face[0])], &n1 = shape.normal[at(edge.face[1])];
        first -= (0.5 * angle_between(n0, n1)) * e;
    }
    const double r3 = r * r * r;
    return moved<3>({r3 / 3.0 * solid_angle, (r3 * r / 4.0) * first,
                     Mat<3>::scaled_identity(r3 * r * r / 15.0 * solid_angle)},
                    shape.vertex[at(v)]);
}

Moments<3> rounding_of(const Convex<3>& shape, double r) {
    Moments<3> m;
    for (int f = 0; f < shape.faces(); ++f) m += face_slab(shape, f, r);
    for (const ConvexEdge& edge : shape.edge) m += edge_sector(shape, edge, r);
    for (int v = 0; v < shape.size(); ++v) m += vertex_sector(shape, v, r);
    return m;
}

/// A point of the arc between two unit vectors.
Vec<3> between(const Vec<3>& a, const Vec<3>& b, int k, int pieces) {
    return unit((1.0 - static_cast<double>(k) / pieces) * a + (static_cast<double>(k) / pieces) * b);
}

/// The triangle of unit vectors a, b, c, divided `pieces` times along its sides, on the ball of radius r about v.
void draw_triangle(const Vec<3>& v, double r, const std::array<Vec<3>, 3>& t, int pieces, Skin<3>& skin) {
    std::vector<int> above;
    for (int i = 0; i <= pieces; ++i) {
        std::vector<int> row;
        const Vec<3> from = between(t[0], t[1], i, pieces), to = between(t[0], t[2], i, pieces);
        for (int k = 0; k <= i; ++k)
            row.push_back(skin.add(v + r * (i == 0 ? t[0] : between(from, to, k, i))));
        for (int k = 0; k < i; ++k) {
            skin.faces.push_back({above[at(k)], row[at(k)], row[at(k) + 1]});
            if (k > 0) skin.faces.push_back({above[at(k) - 1], row[at(k)], above[at(k)]});
        }
        above = row;
    }
}

/// Every arc is drawn in as many pieces as the longest, so that those of neighbours meet.
int arc_pieces(const Convex<3>& shape) {
    double most = 0.0;
    for (const ConvexEdge& edge : shape.edge)
        most = std::max(most, angle_between(shape.normal[at(edge.face[0])], shape.normal[at(edge.face[1])]));
    return drawn_pieces(most);
}

void draw_edge(const Convex<3>& shape, const ConvexEdge& edge, double r, Skin<3>& skin) {
    // normal[face[0]] x normal[face[1]] points along the axis: from the vertex that comes first along it.
    const Vec<3>&n0 = shape.normal[at(edge.face[0])], &n1 = shape.normal[at(edge.face[1])];
    Vec<3> p = shape.vertex[at(edge.vertex[0])], q = shape.vertex[at(edge.vertex[1])];
    if (dot(q - p, cross(n0, n1)) < 0.0) std::swap(p, q);
    const int pieces = arc_pieces(shape);
    for (int k = 0; k < pieces; ++k) {
        const Vec<3> from = r * between(n0, n1, k, pieces), to = r * between(n0, n1, k + 1, pieces);
        skin.faces.push_back({skin.add(p + from), skin.add(q + from), skin.add(q + to), skin.add(p + to)});
        std::reverse(skin.faces.back().begin(), skin.faces.back().end());
    }
}

void draw_vertex(const Convex<3>& shape, int v, double r, Skin<3>& skin) {
    Vec<3> middle{};
    for (int i = shape.vertex_start[at(v)]; i < shape.vertex_start[at(v) + 1]; ++i)
        middle += shape.normal[at(shape.vertex_face[at(i)])];
    middle = unit(middle);
    for (int i = shape.vertex_start[at(v)]; i < shape.vertex_start[at(v) + 1]; ++i) {
        const ConvexEdge& edge = shape.edge[at(shape.vertex_edge[at(i)])];
        Vec<3> n0 = shape.normal[at(edge.face[0])], n1 = shape.normal[at(edge.face[1])];
        if (dot(middle, cross(n0, n1)) < 0.0) std::swap(n0, n1);
        draw_triangle(shape.vertex[at(v)], r, {middle, n0, n1}, arc_pieces(shape), skin);
    }
}

}  // namespace

template <>
bool Hull<2>::face(const Vec<2>& d, double flat, CoreFeature<2>* out) const {
    const int n = shape->size(), v = bit_at(d), before = (v + n - 1) % n;
    const int edge = dot(shape->normal[at(before)], d) > dot(shape->normal[at(v)], d) ? before : v;
    const Vec<2>& m = shape->normal[at(edge)];
    if (!(dot(m, d) > 0.0) || !(std::abs(m[0] * d[1] - m[1] * d[0]) <= flat)) return false;
    if (!out) return true;
    out->clear();
    out->normal = m;
    out->id = edge;
    for (const int end : {edge, (edge + 1) % n}) out->add(vertex(end), end);
    return true;
}

template <>
bool Hull<2>::line(const Vec<2>&, double, CoreFeature<2>*) const {
    return false;
}

template <>
bool Hull<3>::face(const Vec<3>& d, double flat, CoreFeature<3>* out) const {
    const int v = bit_at(d);
    int best = shape->vertex_face[at(shape->vertex_start[at(v)])];
    for (int i = shape->vertex_start[at(v)] + 1; i < shape->vertex_start[at(v) + 1]; ++i) {
        const int f = shape->vertex_face[at(i)];
        if (dot(shape->normal[at(f)] - shape->normal[at(best)], d) > 0.0) best = f;
    }
    const Vec<3>& m = shape->normal[at(best)];
    if (!(dot(m, d) > 0.0) || !(norm(cross(m, d)) <= flat)) return false;
    if (!out) return true;
    out->clear();
    out->normal = m;
    out->id = best;
    for (int c = shape->face_start[at(best)]; c < shape->face_start[at(best) + 1]; ++c)
        out->add(vertex(shape->face_vertex[at(c)]), shape->face_vertex[at(c)]);
    return true;
}

template <>
bool Hull<3>::line(const Vec<3>& d, double flat, CoreFeature<3>* out) const {
    const int v = bit_at(d);
    int best = -1;
    double least = flat;
    for (int i = shape->vertex_start[at(v)]; i < shape->vertex_start[at(v) + 1]; ++i) {
        const int e = shape->vertex_edge[at(i)];
        const double sine = std::abs(dot(shape->axis[at(shape->edge[at(e)].axis)], d));
        if (sine <= least) best = e, least = sine;
    }
    if (best < 0) return false;
    const Vec<3>& axis = shape->axis[at(shape->edge[at(best)].axis)];
    if (!out) return true;
    out->clear();
    out->normal = unit(d - dot(d, axis) * axis);
    out->id = best;
    for (const int k : {0, 1}) {
        out->bit[k] = shape->edge[at(best)].vertex[k];
        out->add(vertex(out->bit[k]), out->bit[k]);
    }
    return true;
}

template <int D>
Moments<D> Hull<D>::moments(double rounding) const {
    Moments<D> m = moved(moments_about_middle(*shape), shape->middle);
    if (rounding > 0.0) m += rounding_of(*shape, rounding);
    return m;
}

template <>
Skin<2> Hull<2>::skin(double r) const {
    if (r == 0.0) return skin_of(*shape);
    Skin<2> skin{{}, {{}}};
    for (int v = 0, n = shape->size(); v < n; ++v) {
        const Vec<2>&from = shape->normal[at((v + n - 1) % n)], &to = shape->normal[at(v)];
        const int pieces = drawn_pieces(angle_between(from, to));
        for (int k = 0; k <= pieces; ++k) {
            const double t = static_cast<double>(k) / pieces;
            skin.faces[0].push_back(skin.add(vertex(v) + r * unit((1.0 - t) * from + t * to)));
        }
    }
    return skin;
}

template <>
Skin<3> Hull<3>::skin(double r) const {
    Skin<3> skin = skin_of(*shape);
    if (r == 0.0) return skin;
    Skin<3> rounded;
    for (std::size_t f = 0; f < skin.faces.size(); ++f) {
        std::vector<int> face;
        for (const int v : skin.faces[f]) face.push_back(rounded.add(vertex(v) + r * shape->normal[f]));
        rounded.faces.push_back(face);
    }
    for (const ConvexEdge& edge : shape->edge) draw_edge(*shape, edge, r, rounded);
    for (int v = 0; v < shape->size(); ++v) draw_vertex(*shape, v, r, rounded);
    return rounded;
}

template struct Hull<2>;
template struct Hull<3>;

}  // namespace drystone
