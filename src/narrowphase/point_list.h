#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/read_ahead.h"
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

/// What a PointList holds, for those who share it.
template <int D>
struct PointStore {
    bool is_brief = false;
    BriefPoints<D> brief;                // (contacts, or none)
    std::vector<ContactPoint<D>> whole;  // (contacts, or none)

    std::size_t size() const { return is_brief ? brief.size() : whole.size(); }
    ContactPoint<D> operator[](std::size_t i) const { return is_brief ? brief[i] : whole[i]; }
    /// Asks for point i, to be read soon.
    void fetch(std::size_t i) const { is_brief ? (read_ahead(&brief.name[i]), read_all_ahead(brief.touch[i])) : read_all_ahead(whole[i]); }
    std::vector<ContactPoint<D>> all() const {
        std::vector<ContactPoint<D>> points(whole);
        for (std::size_t i = 0; i < brief.size(); ++i) points.push_back(brief[i]);
        return points;
    }
};

/// One ContactPoint per contact; those of balls in little space, where detection says that there are no others.
///
/// What is read is a value, made on the spot; what is written is written by set(), or into whole(). Who needs the points as they are now
/// may share() them: then who writes to the list writes to a copy.
template <int D>
class PointList {
  public:
    using value_type = ContactPoint<D>;

    PointList() = default;
    PointList(std::vector<ContactPoint<D>> all) { store_->whole = std::move(all); }
    PointList(const PointList& other) : store_(std::make_shared<PointStore<D>>(*other.store_)) {}
    PointList(PointList&& other) : PointList() { swap(other); }
    PointList& operator=(const PointList& other) {
        if (this != &other) own() = *other.store_;
        return *this;
    }
    PointList& operator=(PointList&& other) noexcept {
        swap(other);
        return *this;
    }

    std::size_t size() const { return store_->size(); }
    bool empty() const { return size() == 0; }
    void clear() { anew().brief.clear(), store_->whole.clear(); }

    const ContactPoint<D> operator[](std::size_t i) const { return (*store_)[i]; }  // const: who assigned to it would change nothing
    const ContactPoint<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    /// Of brief ones.
    const std::vector<ContactName>& names() const {
        assert(is_brief());
        return store_->brief.name;
    }

    /// The points as they are now, whatever becomes of the list.
    std::shared_ptr<const PointStore<D>> share() const { return store_; }

    /// Brief ones remain so while points are such as balls have.
    void set(std::size_t i, const ContactPoint<D>& point) {
        if (is_brief() && BriefPoints<D>::say_all_of(point))
            own().brief.set(i, point);
        else
            whole()[i] = point;
    }
    void copy(std::size_t from, std::size_t to) {
        PointStore<D>& points = own();
        if (points.is_brief)
            points.brief.set(to, points.brief[from]);
        else
            points.whole[to] = points.whole[from];
    }
    void resize(std::size_t size) {
        PointStore<D>& points = own();
        if (points.is_brief)
            resize_with_room(points.brief, size);
        else
            resize_with_room(points.whole, size);
    }
    void push_back(const ContactPoint<D>& point) {
        if (is_brief() && BriefPoints<D>::say_all_of(point)) {
            BriefPoints<D>& brief = own().brief;
            brief.resize(brief.size() + 1), brief.set(brief.size() - 1, point);
        } else {
            whole().push_back(point);
        }
    }

    bool is_brief() const { return store_->is_brief; }
    /// Whether it is brief, now that it is asked to be: where all points are such as balls have.
    bool become_brief() {
        if (is_brief() || !std::all_of(store_->whole.begin(), store_->whole.end(), BriefPoints<D>::say_all_of)) return is_brief();
        const std::vector<ContactPoint<D>> points = std::move(own().whole);
        begin_brief().resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) store_->brief.set(i, points[i]);
        return true;
    }
    /// The list of brief points, which it is from now on. What it held before is not there.
    BriefPoints<D>& begin_brief() {
        PointStore<D>& points = anew();
        if (!points.is_brief) std::vector<ContactPoint<D>>().swap(points.whole), points.brief.clear();  // its memory too: `= {}` would keep that
        points.is_brief = true;
        return points.brief;
    }
    /// All as a plain list, which it is from now on.
    std::vector<ContactPoint<D>>& whole() {
        PointStore<D>& points = own();
        if (points.is_brief) points.whole = points.all(), points.brief = BriefPoints<D>();
        points.is_brief = false;
        return points.whole;
    }
    std::vector<ContactPoint<D>> all() const { return store_->all(); }

    /// Brief points have these names from now on, and `names` theirs; where they are is not known until they are found anew.
    void swap_names(std::vector<ContactName>& names) {
        own();
        begin_brief().name.swap(names);
        resize_with_room(store_->brief.touch, store_->brief.name.size());
    }
    void swap(PointList& other) noexcept { store_.swap(other.store_); }
    std::size_t bytes() const { return store_->brief.bytes() + store_->whole.capacity() * sizeof(ContactPoint<D>); }

    Walk<PointList> begin() const { return {*this, 0}; }
    Walk<PointList> end() const { return {*this, size()}; }

  private:
    /// To be written to: nobody shares it.
    PointStore<D>& own() {
        if (store_.use_count() > 1) store_ = std::make_shared<PointStore<D>>(*store_);
        return *store_;
    }
    /// The same for who does not ask what it held.
    PointStore<D>& anew() {
        if (store_.use_count() > 1) store_ = std::make_shared<PointStore<D>>();
        return *store_;
    }

    std::shared_ptr<PointStore<D>> store_ = std::make_shared<PointStore<D>>();
};

}  // namespace drystone
