#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/few.h"
#include "core/mat.h"
#include "core/motion.h"
#include "core/parallel.h"
#include "core/read_ahead.h"
#include "core/space.h"
#include "core/walk.h"
#include "narrowphase/point_list.h"

namespace drystone {

/// One contact seen from its two bodies. Index -1: a body that impulses cannot move, whose velocity is in b, or a compliant one,
/// which has a grip.
template <int D>
struct ContactArms {
    int body_a = -1;     // mobile body that receives -r
    int body_b = -1;     // mobile body that receives +r
    bool round = false;  // bodies isotropic and both lever arms along n: W_ii is diagonal, tangents alike
    Mat<D> frame{};      // rows n, t..., world axes
    Vec<D> arm_a{};      // from the centre of mass of a to the contact point [m]
    Vec<D> arm_b{};      // likewise of b [m]
    int first_grip = 0;  // its grips are first_grip .. first_grip + grips
    int grips = 0;
    /// In a cell that repeats, a body that touches its own image.
    bool is_of_one_body() const { return body_a >= 0 && body_a == body_b; }
    bool operator==(const ContactArms&) const = default;
};

/// What a part's contacts know of its body: where that was when they were assembled, and who answers their impulses.
template <int D>
struct Seat {
    Vec<D> place{};  // of the centre of mass [m]
    int row = -1;    // as ContactArms::body_a
    bool round = false;
};

/// One ContactArms per contact. Of balls on walls and each other nothing is kept contact by contact: their points, which they share, and the seats of
/// their parts say all, 4 bytes a ball instead of 144 a contact in space.
///
///     frame = contact_frame(n),   l_a = x - x_a,   l_b = x - x_b,   x_b: the body of part b where it is seen
///
/// What is read is a value, made on the spot, with the same bits every time; who writes other contacts than the assembly's takes whole().
template <int D>
class ArmsList {
  public:
    using value_type = ContactArms<D>;

    ArmsList() = default;
    ArmsList(std::vector<ContactArms<D>> all) : whole_(std::move(all)) {}

    std::size_t size() const { return points_ ? points_->size() : whole_.size(); }
    bool empty() const { return size() == 0; }
    /// Lets go of the points, too: before who has the list of them writes to it.
    void clear() { points_.reset(), whole_.clear(); }

    /// Of these points from now on, each part on the seat that seat_of(part) says. A round part that sits where the points say its ball is needs no more
    /// than its row.
    template <class SeatOf>
    void begin_at(const PointList<D>& points, const Space<D>& space, std::size_t parts, ThreadPool& pool, const SeatOf& seat_of) {
        constexpr std::size_t grain = 8192;
        points_ = points.share();
        space_ = space;
        std::vector<ContactArms<D>>().swap(whole_);
        row_.resize(parts);
        if (own_seat_.size() != parts) own_seat_.forget(), own_seat_.resize(parts);
        std::atomic<bool> more{false};
        pool.for_ranges(parts, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t p = begin; p < end; ++p) {
                const Seat<D> seat = seat_of(p);
                row_[p] = seat.row;
                if (own_seat_.has_place(p))
                    own_seat_.edit(p) = seat;
                else if (!is_where_its_ball_is(p, seat))
                    more.store(true, std::memory_order_relaxed);
            }
        });
        if (!more.load()) return;
        for (std::size_t p = 0; p < parts; ++p) {
            if (const Seat<D> seat = seat_of(p); !is_where_its_ball_is(p, seat)) own_seat_.edit(p) = seat;
        }
    }

    /// All as a plain list, which it is from now on.
    std::vector<ContactArms<D>>& whole() {
        if (points_) whole_ = all();
        points_.reset();
        return whole_;
    }
    void push_back(const ContactArms<D>& arms) { whole().push_back(arms); }
    std::vector<ContactArms<D>> all() const { return points_ ? std::vector<ContactArms<D>>(begin(), end()) : whole_; }

    [[gnu::always_inline]] const ContactArms<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        if (!points_) return whole_[i];
        const auto [part_a, part_b] = points_->parts(i);
        const Touch<D> touch = points_->touch(i);
        const Seat<D> a = seat(part_a), b = seat(part_b);
        return {a.row, b.row, a.round && b.round, contact_frame(touch.normal), touch.point - a.place, touch.point - seen(b.place, i), 0, 0};
    }
    [[gnu::always_inline]] const ContactArms<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    // What is known without a look at where bodies are.
    std::pair<int, int> bodies(std::size_t i) const {
        if (!points_) return {whole_[i].body_a, whole_[i].body_b};
        const auto [a, b] = points_->parts(i);
        return {row_[static_cast<std::size_t>(a)], row_[static_cast<std::size_t>(b)]};
    }
    bool is_round(std::size_t i) const {
        if (!points_) return whole_[i].round;
        const auto [a, b] = points_->parts(i);
        return is_round_part(a) && is_round_part(b);
    }
    bool all_round() const {
        for (std::size_t i = 0; i < size(); ++i) {
            if (!is_round(i)) return false;
        }
        return true;
    }
    int grips(std::size_t i) const { return points_ ? 0 : whole_[i].grips; }

    [[gnu::always_inline]] Mat<D> frame(std::size_t i) const { return points_ ? contact_frame(points_->touch(i).normal) : whole_[i].frame; }
    [[gnu::always_inline]] Vec<D> arm(std::size_t i, bool of_b) const {
        if (!points_) return of_b ? whole_[i].arm_b : whole_[i].arm_a;
        const auto [part_a, part_b] = points_->parts(i);
        const Vec<D> point = points_->touch(i).point;
        return of_b ? point - seen(seat(part_b).place, i) : point - seat(part_a).place;
    }

    /// Asks for what contact i follows from, to be read soon.
    void fetch(std::size_t i) const { points_ ? points_->fetch(i) : read_all_ahead(whole_[i]); }
    std::size_t bytes() const { return row_.capacity() * sizeof(int) + own_seat_.bytes() + whole_.capacity() * sizeof(ContactArms<D>); }

    Walk<ArmsList> begin() const { return {*this, 0}; }
    Walk<ArmsList> end() const { return {*this, size()}; }

    bool operator==(const ArmsList& other) const {
        if (size() != other.size()) return false;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!((*this)[i] == other[i])) return false;
        }
        return true;
    }

  private:
    bool is_where_its_ball_is(std::size_t part, const Seat<D>& seat) const {
        return seat.round && points_->is_brief && points_->places.is_ball(static_cast<int>(part)) &&
               seat.place == points_->places.centre(static_cast<int>(part));
    }
    bool is_round_part(int part) const {
        const auto p = static_cast<std::size_t>(part);
        return !own_seat_.has_place(p) || own_seat_[p].round;
    }
    [[gnu::always_inline]] Vec<D> seen(const Vec<D>& place, std::size_t i) const { return points_->is_brief ? place : space_.seen(place, points_->image(i)); }
    [[gnu::always_inline]] Seat<D> seat(int part) const {
        const auto p = static_cast<std::size_t>(part);
        return own_seat_.has_place(p) ? own_seat_[p] : Seat<D>{points_->places.centre(part), row_[p], true};
    }

    std::shared_ptr<const PointStore<D>> points_;  // of balls, or none
    std::vector<int> row_;                         // (parts of those)
    Few<Seat<D>> own_seat_;                        // (parts of those)
    Space<D> space_;                               // of those
    std::vector<ContactArms<D>> whole_;            // (contacts, or none)
};

}  // namespace drystone
