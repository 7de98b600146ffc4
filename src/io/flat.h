#pragma once

#include <vector>

#include "core/motion.h"
#include "core/rotation.h"

namespace drystone {

// Vectors and rotations as rows of numbers.

template <class T, int N>
void put(const Vec<N>& v, std::vector<T>& out) {
    for (const double value : v.c) out.push_back(static_cast<T>(value));
}
template <class T, int N>
void put(const Mat<N>& m, std::vector<T>& out) {
    for (int i = 0; i < N; ++i) put(m[i], out);
}
template <class T>
void put(const Rotation<2>& r, std::vector<T>& out) {
    out.push_back(static_cast<T>(r.angle));
}
template <class T>
void put(const Rotation<3>& r, std::vector<T>& out) {
    out.push_back(static_cast<T>(r.w));
    put(r.q, out);
}

// And back, from where `from` points; it moves on.

template <int N>
void take(const double*& from, Vec<N>& v) {
    for (double& value : v.c) value = *from++;
}
template <int N>
void take(const double*& from, Mat<N>& m) {
    for (int i = 0; i < N; ++i) take(from, m[i]);
}
inline void take(const double*& from, Rotation<2>& r) { r.angle = *from++; }
inline void take(const double*& from, Rotation<3>& r) {
    r.w = *from++;
    take(from, r.q);
}

template <class T = double, class Items>
std::vector<T> flat(const Items& items) {
    std::vector<T> out;
    for (const auto& item : items) {
        const bool is_first = out.empty();
        put(item, out);
        if (is_first) out.reserve(out.size() * items.size());  // all are as long
    }
    return out;
}

/// Entries of a list by their numbers.
template <class List>
auto picked(const List& list, const std::vector<int>& numbers) {
    std::vector<typename List::value_type> out;
    out.reserve(numbers.size());
    for (const int i : numbers) out.push_back(list[static_cast<std::size_t>(i)]);
    return out;
}

}  // namespace drystone
