#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/room.h"
#include "core/walk.h"
#include "narrowphase/contact_point.h"
#include "narrowphase/touch.h"

namespace drystone {

/// The point of a ball on a ball, plane or drum: 64 bytes in space instead of 104.
template <int D>
struct BriefPoint {
    static constexpr std::uint32_t bit = 1u << 31, most_features = 4;

    std::uint32_t a = 0, b = 0;  // parts; the highest bit of each: of the feature
    double gap = 0.0;
    Vec<D> normal{}, point{};

    BriefPoint() = default;
    BriefPoint(int part_a, int part_b, std::uint32_t feature, const Touch<D>& touch)
        : a(static_cast<std::uint32_t>(part_a) | (feature & 1u ? bit : 0u)),
          b(static_cast<std::uint32_t>(part_b) | (feature & 2u ? bit : 0u)),
          gap(touch.gap),
          normal(touch.normal),
          point(touch.point) {
        assert(part_a >= 0 && part_b >= 0 && feature < most_features);
    }
    explicit BriefPoint(const ContactPoint<D>& c) : BriefPoint(c.a, c.b, c.feature, {c.gap, c.normal, c.point}) { assert(says_all_of(c)); }

    static bool says_all_of(const ContactPoint<D>& c) {
        return c.a >= 0 && c.b >= 0 && c.feature < most_features && c.layer == 0 && c.area == 0.0 && c.element_a == -1 && c.element_b == -1 &&
               c.image == std::array<int, D>{};
    }
    int part_a() const { return static_cast<int>(a & ~bit); }
    int part_b() const { return static_cast<int>(b & ~bit); }
    std::uint32_t feature() const { return (a >> 31) | (b >> 31) << 1; }
    ContactPoint<D> whole() const {
        return {.a = part_a(), .b = part_b(), .feature = feature(), .layer = 0, .point = point, .normal = normal, .gap = gap};
    }
};

/// One ContactPoint per contact; those of balls in little space, where detection says that there are no others.
///
/// What is read is a value, made on the spot; what is written is written by set(), or into whole().
template <int D>
class PointList {
  public:
    using value_type = ContactPoint<D>;

    PointList() = default;
    PointList(std::vector<ContactPoint<D>> all) : whole_(std::move(all)) {}

    std::size_t size() const { return is_brief_ ? brief_.size() : whole_.size(); }
    bool empty() const { return size() == 0; }
    void clear() { brief_.clear(), whole_.clear(); }

    const ContactPoint<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        return is_brief_ ? brief_[i].whole() : whole_[i];
    }
    const ContactPoint<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    ContactName name(std::size_t i) const {
        if (is_brief_) return {brief_[i].part_a(), brief_[i].part_b(), brief_[i].feature(), 0};
        return {whole_[i].a, whole_[i].b, whole_[i].feature, whole_[i].layer};
    }

    /// Brief ones remain so while points are such as balls have.
    void set(std::size_t i, const ContactPoint<D>& point) {
        if (is_brief_ && BriefPoint<D>::says_all_of(point))
            brief_[i] = BriefPoint<D>(point);
        else
            whole()[i] = point;
    }
    void copy(std::size_t from, std::size_t to) {
        if (is_brief_)
            brief_[to] = brief_[from];
        else
            whole_[to] = whole_[from];
    }
    void resize(std::size_t size) {
        if (is_brief_)
            resize_with_room(brief_, size);
        else
            resize_with_room(whole_, size);
    }
    void push_back(const ContactPoint<D>& point) {
        if (is_brief_ && BriefPoint<D>::says_all_of(point))
            brief_.emplace_back(point);
        else
            whole().push_back(point);
    }

    bool is_brief() const { return is_brief_; }
    /// The list of brief points, which it is from now on. What it held before is not there.
    std::vector<BriefPoint<D>>& begin_brief() {
        if (!is_brief_) std::vector<ContactPoint<D>>().swap(whole_), brief_.clear();  // its memory too: `= {}` would keep that
        is_brief_ = true;
        return brief_;
    }
    /// All as a plain list, which it is from now on.
    std::vector<ContactPoint<D>>& whole() {
        if (is_brief_) whole_ = all(), std::vector<BriefPoint<D>>().swap(brief_);
        is_brief_ = false;
        return whole_;
    }
    std::vector<ContactPoint<D>> all() const { return is_brief_ ? std::vector<ContactPoint<D>>(begin(), end()) : whole_; }

    void swap(PointList& other) {
        std::swap(is_brief_, other.is_brief_);
        brief_.swap(other.brief_);
        whole_.swap(other.whole_);
    }
    std::size_t bytes() const { return brief_.capacity() * sizeof(BriefPoint<D>) + whole_.capacity() * sizeof(ContactPoint<D>); }

    Walk<PointList> begin() const { return {*this, 0}; }
    Walk<PointList> end() const { return {*this, size()}; }

  private:
    bool is_brief_ = false;
    std::vector<BriefPoint<D>> brief_;    // (contacts, or none)
    std::vector<ContactPoint<D>> whole_;  // (contacts, or none)
};

}  // namespace drystone
