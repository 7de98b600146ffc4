#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/room.h"
#include "core/walk.h"
#include "narrowphase/contact_point.h"
#include "narrowphase/touch.h"

namespace drystone {

/// Points of balls on balls, planes and drums: 64 bytes each in space instead of 104. Names are apart, for they are compared with those of the last step,
/// and become them, without a look at the rest.
template <int D>
struct BriefPoints {
    std::vector<ContactName> name;
    std::vector<Touch<D>> touch;

    std::size_t size() const { return name.size(); }
    std::size_t capacity() const { return std::min(name.capacity(), touch.capacity()); }
    void reserve(std::size_t count) { name.reserve(count), touch.reserve(count); }
    void resize(std::size_t count) { name.resize(count), touch.resize(count); }
    void clear() { name.clear(), touch.clear(); }
    void add(const ContactName& its_name, const Touch<D>& its_touch) { name.push_back(its_name), touch.push_back(its_touch); }
    std::size_t bytes() const { return name.capacity() * sizeof(ContactName) + touch.capacity() * sizeof(Touch<D>); }

    ContactPoint<D> operator[](std::size_t i) const { return whole(name[i], touch[i]); }
    void set(std::size_t i, const ContactPoint<D>& c) { name[i] = {c.a, c.b, c.feature}, touch[i] = {c.gap, c.normal, c.point}; }

    static ContactPoint<D> whole(const ContactName& name, const Touch<D>& touch) {
        return {.a = name.a(), .b = name.b(), .feature = name.feature(), .layer = 0, .point = touch.point, .normal = touch.normal, .gap = touch.gap};
    }
    static bool say_all_of(const ContactPoint<D>& c) {
        return c.a >= 0 && c.b >= 0 && c.feature < ContactName::most_features && c.layer == 0 && c.area == 0.0 && c.element_a == -1 &&
               c.element_b == -1 && c.image == std::array<int, D>{};
    }
};

template <int D>
void resize_with_room(BriefPoints<D>& points, std::size_t size) {
    resize_with_room(points.name, size);
    resize_with_room(points.touch, size);
}

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
        return is_brief_ ? brief_[i] : whole_[i];
    }
    const ContactPoint<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    /// Of brief ones.
    const std::vector<ContactName>& names() const {
        assert(is_brief_);
        return brief_.name;
    }

    /// Brief ones remain so while points are such as balls have.
    void set(std::size_t i, const ContactPoint<D>& point) {
        if (is_brief_ && BriefPoints<D>::say_all_of(point))
            brief_.set(i, point);
        else
            whole()[i] = point;
    }
    void copy(std::size_t from, std::size_t to) {
        if (is_brief_)
            brief_.set(to, brief_[from]);
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
        if (is_brief_ && BriefPoints<D>::say_all_of(point))
            brief_.resize(size() + 1), brief_.set(size() - 1, point);
        else
            whole().push_back(point);
    }

    bool is_brief() const { return is_brief_; }
    /// Whether it is brief, now that it is asked to be: where all points are such as balls have.
    bool become_brief() {
        if (is_brief_ || !std::all_of(whole_.begin(), whole_.end(), BriefPoints<D>::say_all_of)) return is_brief_;
        const std::vector<ContactPoint<D>> all = std::move(whole_);
        begin_brief().resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) brief_.set(i, all[i]);
        return true;
    }
    /// The list of brief points, which it is from now on. What it held before is not there.
    BriefPoints<D>& begin_brief() {
        if (!is_brief_) std::vector<ContactPoint<D>>().swap(whole_), brief_.clear();  // its memory too: `= {}` would keep that
        is_brief_ = true;
        return brief_;
    }
    /// All as a plain list, which it is from now on.
    std::vector<ContactPoint<D>>& whole() {
        if (is_brief_) whole_ = all(), brief_ = BriefPoints<D>();
        is_brief_ = false;
        return whole_;
    }
    std::vector<ContactPoint<D>> all() const { return is_brief_ ? std::vector<ContactPoint<D>>(begin(), end()) : whole_; }

    /// Brief points have these names from now on, and `names` theirs; where they are is not known until they are found anew.
    void swap_names(std::vector<ContactName>& names) {
        begin_brief().name.swap(names);
        resize_with_room(brief_.touch, brief_.name.size());
    }
    void swap(PointList& other) {
        std::swap(is_brief_, other.is_brief_);
        std::swap(brief_, other.brief_);
        whole_.swap(other.whole_);
    }
    std::size_t bytes() const { return brief_.bytes() + whole_.capacity() * sizeof(ContactPoint<D>); }

    Walk<PointList> begin() const { return {*this, 0}; }
    Walk<PointList> end() const { return {*this, size()}; }

  private:
    bool is_brief_ = false;
    BriefPoints<D> brief_;                // (contacts, or none)
    std::vector<ContactPoint<D>> whole_;  // (contacts, or none)
};

}  // namespace drystone
