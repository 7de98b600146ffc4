#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "bodies/bodies.h"
#include "core/index.h"

namespace drystone {

/// What the compliant bodies of a contact, deformable ones or a cell, add to its relative velocity and spin, world axes: those of the material point on b
/// less those on a. Rigid sides come from the twists in Bodies.
template <int D>
struct GrippedSides {
    int contact = 0;
    int first_grip = 0, grips = 0;  // in problem.W.grip
    Twist<D> before{};              // when the step began
    Twist<D> free{};                // without impulses
    Twist<D> after{};               // with them
};

/// The contacts to which compliant bodies add something, in the order of contacts. The others are not in it: of 30,000 contacts of
/// grains on a plate that bends some hundred are.
template <int D>
class GrippedContacts {
  public:
    /// Nobody grips yet.
    void begin(std::size_t contacts) {
        entry_.assign(contacts, -1);
        sides_.clear();
    }
    /// There is nothing to grip.
    void clear() {
        entry_.clear();
        sides_.clear();
    }

    /// Sides of a contact, begun if it had none; one after the other in the order of contacts.
    GrippedSides<D>& open(std::size_t contact, std::size_t first_grip) {
        if (entry_[contact] < 0) {
            assert(sides_.empty() || at(sides_.back().contact) < contact);
            entry_[contact] = static_cast<int>(sides_.size());
            sides_.push_back({.contact = static_cast<int>(contact), .first_grip = static_cast<int>(first_grip)});
        }
        return sides_[at(entry_[contact])];
    }

    const GrippedSides<D>* find(std::size_t contact) const {
        return entry_.empty() || entry_[contact] < 0 ? nullptr : &sides_[at(entry_[contact])];
    }
    /// Of a contact that has them.
    GrippedSides<D>& operator[](std::size_t contact) { return sides_[at(entry_[contact])]; }

    std::span<GrippedSides<D>> all() { return sides_; }
    std::span<const GrippedSides<D>> all() const { return sides_; }

  private:
    std::vector<int> entry_;  // (contacts, or none)  in sides_, or -1
    std::vector<GrippedSides<D>> sides_;
};

}  // namespace drystone
