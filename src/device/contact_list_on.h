#pragma once

#include <limits>

#include "device/arrays.h"

namespace drystone::device {

/// The contacts of a step where a memory has them, in the order of (part a, part b, feature), rows of links last.
template <int D, class B>
struct ContactListOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    /// What there is to know of contacts besides where they are.
    struct Has {
        bool moments = false, areas = false, fresh = false, shares = false, joints = false, images = false;
        int width = 0;  // of memory
    };

    Buffer<int> a, b, feature;
    Buffer<Vec<D>> point, normal, impulse;
    Buffer<Spin<D>> moment;  // none where no law has them
    Buffer<double> gap;
    Buffer<double> area;  // none where all grains are balls
    Buffer<char> status;
    Buffer<double> memory, share;
    Buffer<char> fresh, joined;
    Buffer<Image<D>> image;  // none where there is no cell
    Buffer<Vec<D>> shift;
    Buffer<LocalLaw<D>> link_law;
    Buffer<Spin<D>> link_shift;
    int size = 0;
    int links = 0;  // of them, rows of links
    Has has;

    void resize(std::size_t n) {
        size = static_cast<int>(n);
        links = 0;
        a.resize(n), b.resize(n), feature.resize(n);
        point.resize(n), normal.resize(n), impulse.resize(n);
        gap.resize(n), status.resize(n);
        if (has.moments) moment.resize(n);
        if (has.areas) area.resize(n);
        if (has.fresh) fresh.resize(n);
        if (has.shares) share.resize(n);
        if (has.joints) joined.resize(n);
        if (has.images) image.resize(n), shift.resize(n);
        if (has.width > 0) memory.resize(n * static_cast<std::size_t>(has.width));
    }
    ContactView<D> view() {
        ContactView<D> v{};
        v.a = a.data(), v.b = b.data(), v.feature = feature.data();
        v.point = point.data(), v.normal = normal.data(), v.gap = gap.data(), v.impulse = impulse.data(), v.status = status.data();
        if (has.areas) v.area = area.data();
        if (has.moments) v.moment = moment.data();
        if (has.fresh) v.fresh = fresh.data();
        if (has.shares) v.share = share.data();
        if (has.joints) v.joined = joined.data();
        if (has.images) v.image = image.data(), v.shift = shift.data();
        if (has.width > 0) v.memory = memory.data();
        v.width = has.width;
        v.links_from = links > 0 ? size - links : std::numeric_limits<int>::max();
        v.link_law = link_law.data();
        v.link_shift = link_shift.data();
        return v;
    }
    void swap(ContactListOn& other) {
        a.swap(other.a), b.swap(other.b), feature.swap(other.feature);
        point.swap(other.point), normal.swap(other.normal), impulse.swap(other.impulse), moment.swap(other.moment);
        gap.swap(other.gap), area.swap(other.area), status.swap(other.status);
        memory.swap(other.memory), share.swap(other.share), fresh.swap(other.fresh), joined.swap(other.joined);
        image.swap(other.image), shift.swap(other.shift);
        link_law.swap(other.link_law), link_shift.swap(other.link_shift);
        std::swap(size, other.size), std::swap(links, other.links), std::swap(has, other.has);
    }
};

}  // namespace drystone::device
