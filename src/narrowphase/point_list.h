#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/in_parallel.h"
#include "core/read_ahead.h"
#include "core/room.h"
#include "core/walk.h"
#include "geometry/part_pair.h"
#include "narrowphase/ball_places.h"
#include "narrowphase/contact_point.h"
#include "narrowphase/touch.h"

namespace drystone {

/// The contact of that name, at the point that is told.
template <int D>
[[gnu::always_inline]] inline ContactPoint<D> whole_point(const ContactName& name, const Touch<D>& touch) {
    return {.a = name.a(), .b = name.b(), .feature = name.feature(), .layer = 0, .point = touch.point, .normal = touch.normal, .gap = touch.gap};
}

/// What a PointList holds, for those who share it.
template <int D>
struct PointStore {
    bool is_brief = false;
    std::vector<ContactName> name;       // (contacts, or none)  of brief ones
    BallPlaces<D> places;                // of these
    double deepest = 0.0;                // the largest overlap that they had when they were found [m]
    std::vector<ContactPoint<D>> whole;  // (contacts, or none)

    std::size_t size() const { return is_brief ? name.size() : whole.size(); }
    [[gnu::always_inline]] ContactPoint<D> operator[](std::size_t i) const { return is_brief ? whole_point(name[i], places.touch(name[i])) : whole[i]; }
    // Some of it alone, for those who go through many.
    [[gnu::always_inline]] PartPair parts(std::size_t i) const { return is_brief ? PartPair{name[i].a(), name[i].b()} : PartPair{whole[i].a, whole[i].b}; }
    [[gnu::always_inline]] Touch<D> touch(std::size_t i) const {
        if (is_brief) return places.touch(name[i]);
        return {whole[i].gap, whole[i].normal, whole[i].point};
    }
    [[gnu::always_inline]] std::array<int, D> image(std::size_t i) const { return is_brief ? std::array<int, D>{} : whole[i].image; }
    /// Asks for point i, to be read soon.
    void fetch(std::size_t i) const { is_brief ? places.fetch(name[i]) : read_all_ahead(whole[i]); }
    std::vector<ContactPoint<D>> all() const {
        std::vector<ContactPoint<D>> points(whole);
        points.reserve(size());
        for (const ContactName& each : name) points.push_back(whole_point(each, places.touch(each)));
        return points;
    }
};

/// One ContactPoint per contact; those of balls on balls, planes and drums in little space, where detection says that there are no others: their names,
/// 8 bytes each instead of 104 in space, and where the parts were. Names are compared with those of the last step, and become them.
///
/// What is read is a value, made on the spot; what is written is written by set(), or into whole(). Who needs the points as they are now
/// may share() them: then who writes to the list writes to a copy.
template <int D>
class PointList {
  public:
    using value_type = ContactPoint<D>;

    PointList() : store_(std::make_shared<PointStore<D>>()) {}
    PointList(std::vector<ContactPoint<D>> all) : PointList() { store_->whole = std::move(all); }
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
    void clear() { anew().name.clear(), store_->whole.clear(); }

    [[gnu::always_inline]] const ContactPoint<D> operator[](std::size_t i) const { return (*store_)[i]; }  // const: who assigned to it would change nothing
    [[gnu::always_inline]] const ContactPoint<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    [[gnu::always_inline]] PartPair parts(std::size_t i) const { return store_->parts(i); }
    [[gnu::always_inline]] Touch<D> touch(std::size_t i) const { return store_->touch(i); }
    void fetch(std::size_t i) const { store_->fetch(i); }
    /// Of brief ones.
    const std::vector<ContactName>& names() const {
        assert(is_brief());
        return store_->name;
    }

    /// The points as they are now, whatever becomes of the list.
    std::shared_ptr<const PointStore<D>> share() const { return store_; }

    /// What somebody says of a point need not be what follows from places: all are kept whole from then on.
    void set(std::size_t i, const ContactPoint<D>& point) { whole()[i] = point; }
    void push_back(const ContactPoint<D>& point) { whole().push_back(point); }
    void copy(std::size_t from, std::size_t to) {
        PointStore<D>& points = own();
        if (points.is_brief)
            points.name[to] = points.name[from];
        else
            points.whole[to] = points.whole[from];
    }
    /// Those that are new are whole.
    void resize(std::size_t size) {
        if (is_brief() && size <= this->size())
            own().name.resize(size);
        else
            resize_with_room(whole(), size);
    }

    bool is_brief() const { return store_->is_brief; }

    /// How deep contacts overlap at most, of those that were found; 0: not at all. [m]
    double deepest(ThreadPool& pool) const {
        if (is_brief()) return store_->deepest;
        double deepest = 0.0;
        pool.for_ranges(size(), array_grain, [&](std::size_t begin, std::size_t end) {
            double own = 0.0;
            for (std::size_t i = begin; i < end; ++i) own = std::max(own, -store_->whole[i].gap);
            raise(deepest, own);
        });
        return deepest;
    }
    /// Of brief ones that are being found, from several threads at once.
    void note_overlap(double overlap) { raise(store_->deepest, overlap); }

    /// Brief contacts of these parts, as they stand, from now on: the list of their names, to be filled. What it held before is not there.
    std::vector<ContactName>& begin_brief(const Parts<D>& parts, ThreadPool& pool) {
        PointStore<D>& points = be_brief();
        points.places.take(parts, pool);
        points.deepest = 0.0;
        return points.name;
    }
    /// As many whole ones, to be set.
    std::vector<ContactPoint<D>>& begin_whole(std::size_t size) {
        PointStore<D>& points = anew();
        points.is_brief = false;
        std::vector<ContactName>().swap(points.name), points.places = {};
        points.whole.resize(size);
        return points.whole;
    }
    /// All as a plain list, which it is from now on.
    std::vector<ContactPoint<D>>& whole() {
        PointStore<D>& points = own();
        if (points.is_brief) {
            points.whole = points.all();
            std::vector<ContactName>().swap(points.name), points.places = {};
        }
        points.is_brief = false;
        return points.whole;
    }
    std::vector<ContactPoint<D>> all() const { return store_->all(); }

    /// Where all contacts are such as balls have: `names` become theirs, and they are of no use until they are found anew. Else nothing happens. Returns
    /// which of the two.
    bool give_names(std::vector<ContactName>& names) {
        const std::vector<ContactPoint<D>>& points = store_->whole;
        if (!is_brief() && !std::all_of(points.begin(), points.end(), is_of_ball)) return false;
        if (!is_brief()) {
            resize_with_room(names, points.size());
            for (std::size_t i = 0; i < points.size(); ++i) names[i] = {points[i].a, points[i].b, points[i].feature};
            be_brief();
        } else {
            own().name.swap(names);
        }
        return true;
    }
    /// Brief ones have these names from now on, and `names` theirs; they are of no use until they are found anew.
    void swap_names(std::vector<ContactName>& names) {
        assert(is_brief());
        own().name.swap(names);
    }

    void swap(PointList& other) noexcept { store_.swap(other.store_); }
    std::size_t bytes() const {
        return store_->name.capacity() * sizeof(ContactName) + store_->places.bytes() + store_->whole.capacity() * sizeof(ContactPoint<D>);
    }

    Walk<PointList> begin() const { return {*this, 0}; }
    Walk<PointList> end() const { return {*this, size()}; }

  private:
    static bool is_of_ball(const ContactPoint<D>& c) {
        return c.a >= 0 && c.b >= 0 && c.feature < ContactName::most_features && c.layer == 0 && c.area == 0.0 && c.element_a == -1 &&
               c.element_b == -1 && c.image == std::array<int, D>{};
    }

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
    PointStore<D>& be_brief() {
        PointStore<D>& points = anew();
        if (!points.is_brief) std::vector<ContactPoint<D>>().swap(points.whole);  // its memory too: `= {}` would keep that
        points.is_brief = true;
        return points;
    }

    std::shared_ptr<PointStore<D>> store_;
};

}  // namespace drystone
