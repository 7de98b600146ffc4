#pragma once

#include "device/arrays.h"

namespace drystone::device {

/// The contacts of a step where a memory has them, in the order of (part a, part b, feature).
template <int D, class B>
struct ContactListOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    Buffer<int> a, b, feature;
    Buffer<Vec<D>> point, normal, impulse;
    Buffer<Spin<D>> moment;  // none where no law has them
    Buffer<double> gap;
    Buffer<double> area;  // none where all grains are balls
    Buffer<char> status;
    int size = 0;
    bool turns = false, has_areas = false;

    void resize(std::size_t n) {
        size = static_cast<int>(n);
        a.resize(n), b.resize(n), feature.resize(n);
        point.resize(n), normal.resize(n), impulse.resize(n);
        gap.resize(n), status.resize(n);
        if (turns) moment.resize(n);
        if (has_areas) area.resize(n);
    }
    ContactView<D> view() {
        return {a.data(), b.data(), feature.data(), point.data(), normal.data(), gap.data(), has_areas ? area.data() : nullptr, impulse.data(), turns ? moment.data() : nullptr,
                status.data()};
    }
    void swap(ContactListOn& other) {
        a.swap(other.a), b.swap(other.b), feature.swap(other.feature);
        point.swap(other.point), normal.swap(other.normal), impulse.swap(other.impulse), moment.swap(other.moment);
        gap.swap(other.gap), area.swap(other.area), status.swap(other.status);
        std::swap(size, other.size), std::swap(turns, other.turns), std::swap(has_areas, other.has_areas);
    }
};

}  // namespace drystone::device
