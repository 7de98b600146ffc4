#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/mat.h"
#include "core/motion.h"
#include "core/read_ahead.h"
#include "core/room.h"
#include "core/walk.h"

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

/// One ContactArms per contact. Where nobody has grips and all frames are contact_frame(n), as those of balls, in little space: 80 bytes instead
/// of 144 in space, and the tangents are made when they are asked for, with the bits that they had.
///
/// What is read is a value, made on the spot; who writes other contacts than the assembly's takes whole().
template <int D>
class ArmsList {
  public:
    using value_type = ContactArms<D>;

    ArmsList() = default;
    ArmsList(std::vector<ContactArms<D>> all) : whole_(std::move(all)) {}

    std::size_t size() const { return is_brief_ ? brief_.size() : whole_.size(); }
    bool empty() const { return size() == 0; }
    void clear() { whole().clear(); }

    /// So many, to be set_brief(): by several threads at once, if they like.
    void begin_brief(std::size_t count) {
        is_brief_ = true;
        resize_with_room(brief_, count);
        whole_.clear();
    }
    /// `arms`: without grips, and its frame is contact_frame(n).
    [[gnu::always_inline]] void set_brief(std::size_t i, const ContactArms<D>& arms) {
        assert(is_brief_ && i < brief_.size() && arms.grips == 0);
        Brief& out = brief_[i];
        out.body_a = 2u * static_cast<std::uint32_t>(arms.body_a + 1) + (arms.round ? 1u : 0u);
        out.body_b = arms.body_b;
        out.n = arms.frame[0];
        out.arm_a = arms.arm_a;
        out.arm_b = arms.arm_b;
    }

    /// All as a plain list, which it is from now on.
    std::vector<ContactArms<D>>& whole() {
        if (is_brief_) whole_ = all();
        is_brief_ = false;
        brief_.clear();
        return whole_;
    }
    void push_back(const ContactArms<D>& arms) { whole().push_back(arms); }
    std::vector<ContactArms<D>> all() const { return is_brief_ ? std::vector<ContactArms<D>>(begin(), end()) : whole_; }

    const ContactArms<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        if (!is_brief_) return whole_[i];
        const Brief& from = brief_[i];
        return {static_cast<int>(from.body_a / 2u) - 1, from.body_b, from.body_a % 2u == 1u, contact_frame(from.n), from.arm_a, from.arm_b, 0, 0};
    }
    const ContactArms<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    bool is_round(std::size_t i) const { return is_brief_ ? brief_[i].body_a % 2u == 1u : whole_[i].round; }

    /// Asks for what is known of contact i, to be read soon.
    void fetch(std::size_t i) const {
        constexpr std::size_t line = 64;
        const char* first = is_brief_ ? reinterpret_cast<const char*>(&brief_[i]) : reinterpret_cast<const char*>(&whole_[i]);
        const std::size_t bytes = is_brief_ ? sizeof(Brief) : sizeof(ContactArms<D>);
        for (std::size_t at = 0; at < bytes; at += line) read_ahead(first + at);
    }
    std::size_t bytes() const { return brief_.capacity() * sizeof(Brief) + whole_.capacity() * sizeof(ContactArms<D>); }

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
    struct Brief {
        std::uint32_t body_a = 0;  // one more than its number, twice; one more where round
        int body_b = -1;
        Vec<D> n{}, arm_a{}, arm_b{};
    };
    bool is_brief_ = false;
    std::vector<Brief> brief_;            // (contacts, or none)
    std::vector<ContactArms<D>> whole_;   // (contacts, or none)
};

}  // namespace drystone
