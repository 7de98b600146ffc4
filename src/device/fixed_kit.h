#pragma once

#include "geometry/convex_view.h"
#include "narrowphase/kit.h"

namespace drystone::device {

// Scratch of one thread that cannot grow. Shapes that would need more are refused before the first step (fits()).

inline constexpr int most_features = 40;  // vertices, edges, faces or edge directions (and one) of a shape
inline constexpr int most_vertices = 24, most_edges = 36, most_faces = 20, most_axes = 18;
inline constexpr int most_corners = 3 * most_vertices;  // of an overlap of two faces, or points in a drum

constexpr int room_of(Room room) {
    return room == Room::features ? most_features : room == Room::products ? most_axes * most_faces
           : room == Room::crossings                                       ? most_axes * most_edges
                                                                           : most_corners;
}

/// As much of std::vector as the narrow phase asks for. What does not fit is left out.
template <class T, int room>
class FixedRow {
  public:
    DRYSTONE_ON_DEVICE T& operator[](std::size_t i) { return value_[i]; }
    DRYSTONE_ON_DEVICE const T& operator[](std::size_t i) const { return value_[i]; }
    DRYSTONE_ON_DEVICE std::size_t size() const { return static_cast<std::size_t>(count_); }
    DRYSTONE_ON_DEVICE bool empty() const { return count_ == 0; }
    DRYSTONE_ON_DEVICE T* data() { return value_; }
    DRYSTONE_ON_DEVICE T* begin() { return value_; }
    DRYSTONE_ON_DEVICE T* end() { return value_ + count_; }
    DRYSTONE_ON_DEVICE const T* begin() const { return value_; }
    DRYSTONE_ON_DEVICE const T* end() const { return value_ + count_; }
    DRYSTONE_ON_DEVICE T& front() { return value_[0]; }
    DRYSTONE_ON_DEVICE T& back() { return value_[count_ - 1]; }
    DRYSTONE_ON_DEVICE void clear() { count_ = 0; }
    DRYSTONE_ON_DEVICE void resize(std::size_t n) { count_ = n < static_cast<std::size_t>(room) ? static_cast<int>(n) : room; }
    DRYSTONE_ON_DEVICE void push_back(const T& one) {
        if (count_ < room) value_[count_++] = one;
    }
    DRYSTONE_ON_DEVICE void pop_back() { --count_; }
    DRYSTONE_ON_DEVICE void assign(std::size_t n, const T& one) {
        resize(n);
        for (int i = 0; i < count_; ++i) value_[i] = one;
    }
    DRYSTONE_ON_DEVICE void swap(FixedRow& other) {
        const int longer = count_ > other.count_ ? count_ : other.count_;
        for (int i = 0; i < longer; ++i) {
            const T own = value_[i];
            value_[i] = other.value_[i];
            other.value_[i] = own;
        }
        const int own = count_;
        count_ = other.count_;
        other.count_ = own;
    }

  private:
    int count_ = 0;
    T value_[room];
};

/// The kit of one thread of a device (narrowphase/kit.h).
struct FixedKit {
    template <int D>
    using Shape = ConvexView<D>;
    template <class T, Room room>
    using Row = FixedRow<T, room_of(room)>;
};

/// Whether a shape is small enough.
inline bool fits(const Convex<2>& shape) { return shape.size() <= most_vertices; }
inline bool fits(const Convex<3>& shape) {
    return shape.size() <= most_vertices && shape.edges() <= most_edges && shape.faces() <= most_faces &&
           static_cast<int>(shape.axis.size()) <= most_axes;
}

}  // namespace drystone::device
