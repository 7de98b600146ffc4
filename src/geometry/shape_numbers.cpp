// By fields() (core/fields.h). A geometry is the number of its parts, and of each its kind
// (the place in the variant), its fields, its position and its rotation.

#include "geometry/shape_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/fields.h"
#include "core/input_error.h"
#include "geometry/convex.h"
#include "geometry/curved.h"

namespace drystone {

namespace {

[[noreturn]] void refuse_numbers() { throw InputError("", "these numbers are no shape"); }

struct Writer {
    std::vector<double> numbers;

    void number(double& x) { numbers.push_back(x); }
    void whole(int& k) { numbers.push_back(k); }
    template <class T>
    void length(std::vector<T>& list) {
        numbers.push_back(static_cast<double>(list.size()));
    }
};

struct Reader {
    std::span<const double> numbers;

    void number(double& x) {
        if (numbers.empty()) refuse_numbers();
        x = numbers.front();
        numbers = numbers.subspan(1);
    }
    void whole(int& k) {
        double x = 0.0;
        number(x);
        if (!(std::abs(x) <= 1e9) || x != std::round(x)) refuse_numbers();
        k = static_cast<int>(x);
    }
    template <class T>
    void length(std::vector<T>& list) {  // an entry is a number at least
        int count = 0;
        whole(count);
        if (count < 0 || static_cast<std::size_t>(count) > numbers.size()) refuse_numbers();
        list.resize(static_cast<std::size_t>(count));
    }
};

template <class A>
void fields(A& a, double& x) {
    a.number(x);
}
template <class A>
void fields(A& a, int& k) {
    a.whole(k);
}
template <class A>
void fields(A& a, ConvexEdge& edge) {
    for (int* k : {&edge.vertex[0], &edge.vertex[1], &edge.face[0], &edge.face[1], &edge.axis}) a.whole(*k);
}
template <class A, class... T>
void lists(A& a, std::vector<T>&... list) {
    const auto one = [&a](auto& items) {
        a.length(items);
        for (auto& item : items) fields(a, item);
    };
    (one(list), ...);
}
template <class A, int D>
void sizes(A& a, Convex<D>& c) {
    fields(a, c.middle);
    for (double* x : {&c.radius, &c.inner_radius, &c.flatness}) a.number(*x);
}
template <class A>
void fields(A& a, Convex<2>& c) {
    lists(a, c.vertex, c.normal, c.offset, c.corner);
    sizes(a, c);
}
template <class A>
void fields(A& a, Convex<3>& c) {
    lists(a, c.vertex, c.face_start, c.face_vertex, c.face_edge, c.normal, c.offset, c.corner, c.edge, c.axis,
          c.vertex_start, c.vertex_face, c.vertex_edge);
    sizes(a, c);
}

// What a number names is there.

bool are_below(const std::vector<int>& names, std::size_t end) {
    return std::all_of(names.begin(), names.end(), [end](int k) { return k >= 0 && static_cast<std::size_t>(k) < end; });
}

bool are_starts(const std::vector<int>& starts, std::size_t rows, std::size_t end) {
    return starts.size() == rows + 1 && starts.front() == 0 && std::is_sorted(starts.begin(), starts.end()) &&
           static_cast<std::size_t>(starts.back()) == end;
}

bool is_whole(const Convex<2>& c) {
    const std::size_t n = c.vertex.size();
    return n >= 3 && c.normal.size() == n && c.offset.size() == n && c.corner.size() == n;
}

bool is_whole(const Convex<3>& c) {
    const std::size_t vertices = c.vertex.size(), faces = c.normal.size(), edges = c.edge.size();
    const auto is_edge = [&](const ConvexEdge& e) {
        return are_below({e.vertex[0], e.vertex[1]}, vertices) && are_below({e.face[0], e.face[1]}, faces) &&
               are_below({e.axis}, c.axis.size());
    };
    return vertices >= 4 && c.offset.size() == faces && c.corner.size() == faces &&
           are_starts(c.face_start, faces, c.face_vertex.size()) && c.face_edge.size() == c.face_vertex.size() &&
           are_starts(c.vertex_start, vertices, c.vertex_face.size()) && c.vertex_edge.size() == c.vertex_face.size() &&
           are_below(c.face_vertex, vertices) && are_below(c.face_edge, edges) && are_below(c.vertex_face, faces) &&
           are_below(c.vertex_edge, edges) && std::all_of(c.edge.begin(), c.edge.end(), is_edge);
}

template <int D>
void fields(Writer& a, std::shared_ptr<const Convex<D>>& convex) {
    Convex<D> copy = *convex;
    fields(a, copy);
}
template <int D>
void fields(Reader& a, std::shared_ptr<const Convex<D>>& convex) {
    Convex<D> read;
    fields(a, read);
    if (!is_whole(read)) refuse_numbers();
    convex = std::make_shared<const Convex<D>>(std::move(read));
}

template <class A, int D>
void fields(A&, Dot<D>&) {}
template <class A, int D>
void fields(A&, Hull<D>&) {}  // it looks at the hull beside it
template <class A, int D>
void fields(A& a, Segment<D>& core) {
    a.number(core.half);
}
template <class A>
void fields(A& a, Frustum& core) {
    for (double* x : {&core.low, &core.high, &core.half}) a.number(*x);
}
template <class A, int D>
void fields(A& a, Ellipsoid<D>& core) {
    fields(a, core.half);
}
template <class A, int D>
void fields(A& a, Superquadric<D>& core) {
    fields(a, core.half);
    a.number(core.across);
    a.number(core.along);
}

template <class A, int D>
void fields(A& a, Ball<D>& ball) {
    a.number(ball.radius);
}
template <class A, int D>
void fields(A& a, Plane<D>& plane) {
    fields(a, plane.normal);
}
template <class A, int D>
void fields(A& a, Drum<D>& drum) {
    a.number(drum.radius);
    a.number(drum.length);
}
template <class A, int D>
void fields(A& a, Solid<D>& solid) {
    fields(a, solid.convex);
}

/// Which of a variant it is, and that one.
template <class... Kinds>
void which(Writer& a, std::variant<Kinds...>& any) {
    int kind = static_cast<int>(any.index());
    a.whole(kind);
    std::visit([&a](auto& one) { fields(a, one); }, any);
}
template <class... Kinds>
void which(Reader& a, std::variant<Kinds...>& any) {
    int kind = 0, k = 0;
    a.whole(kind);
    if (kind < 0 || kind >= static_cast<int>(sizeof...(Kinds))) refuse_numbers();
    ((k++ == kind ? void(any = Kinds{}) : void()), ...);
    std::visit([&a](auto& one) { fields(a, one); }, any);
}

template <int D>
void fields(Writer& a, CurvedSolid<D>& solid) {
    const Curved<D>& curved = *solid.curved;
    Core<D> core = curved.core;
    which(a, core);
    double rounding = curved.rounding;
    a.number(rounding);
    std::shared_ptr<const Convex<D>> hull = curved.hull;
    if (hull) fields(a, hull);
}
/// What follows from core, rounding and hull is computed again, to the same bits.
template <int D>
void fields(Reader& a, CurvedSolid<D>& solid) {
    Core<D> core;
    which(a, core);
    double rounding = 0.0;
    a.number(rounding);
    std::shared_ptr<const Convex<D>> hull;
    if (auto* looks = std::get_if<Hull<D>>(&core)) {
        fields(a, hull);
        looks->shape = hull.get();
    }
    solid.curved = std::make_shared<const Curved<D>>(make_curved<D>(core, rounding, hull));
}

template <class A, int D>
void fields(A& a, PlacedShape<D>& part) {
    which(a, part.shape);
    fields(a, part.position);
    fields(a, part.rotation);
}

}  // namespace

template <int D>
std::vector<double> numbers_of(const Geometry<D>& geometry) {
    Geometry<D> copy = geometry;  // fields() are for reading, too
    Writer writer;
    lists(writer, copy);
    return writer.numbers;
}

template <int D>
Geometry<D> geometry_of(std::span<const double> numbers) {
    Reader reader{numbers};
    Geometry<D> geometry;
    lists(reader, geometry);
    if (!reader.numbers.empty()) refuse_numbers();
    return geometry;
}

template std::vector<double> numbers_of(const Geometry<2>&);
template std::vector<double> numbers_of(const Geometry<3>&);
template Geometry<2> geometry_of<2>(std::span<const double>);
template Geometry<3> geometry_of<3>(std::span<const double>);

}  // namespace drystone
