#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/mat.h"
#include "core/motion.h"
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
/// their parts say all, 32 bytes a ball instead of 144 a contact in space.
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

    /// Of these points from now on. Returns the seats of their parts, to be filled.
    std::span<Seat<D>> begin_at(const PointList<D>& points, const Space<D>& space, std::size_t parts) {
        points_ = points.share();
        space_ = space;
        seats_.resize(parts);
        std::vector<ContactArms<D>>().swap(whole_);
        return seats_;
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
        const ContactPoint<D>& c = (*points_)[i];
        const Seat<D>&a = seats_[static_cast<std::size_t>(c.a)], &b = seats_[static_cast<std::size_t>(c.b)];
        return {a.row, b.row, a.round && b.round, contact_frame(c.normal), c.point - a.place, c.point - space_.seen(b.place, c.image), 0, 0};
    }
    const ContactArms<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    bool is_round(std::size_t i) const { return (*this)[i].round; }
    Mat<D> frame(std::size_t i) const { return points_ ? contact_frame((*points_)[i].normal) : whole_[i].frame; }
    Vec<D> arm(std::size_t i, bool of_b) const { return of_b ? (*this)[i].arm_b : (*this)[i].arm_a; }

    /// Asks for what is known of contact i, to be read soon; but for the seats, whose parts nobody knows yet.
    void fetch(std::size_t i) const { points_ ? points_->fetch(i) : read_all_ahead(whole_[i]); }
    std::size_t bytes() const { return seats_.capacity() * sizeof(Seat<D>) + whole_.capacity() * sizeof(ContactArms<D>); }

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
    std::shared_ptr<const PointStore<D>> points_;  // of balls, or none
    std::vector<Seat<D>> seats_;                   // (parts of those)
    Space<D> space_;                               // of those
    std::vector<ContactArms<D>> whole_;            // (contacts, or none)
};

}  // namespace drystone
