#pragma once

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/read_ahead.h"
#include "core/room.h"
#include "core/walk.h"
#include "laws/local_law.h"

namespace drystone {

/// One LocalLaw per contact, in little space: of dry friction, which most contacts of large scenes have, the coefficient and the shift of the
/// normal velocity, 16 bytes instead of 144 in space. Where one law of the list shifts tangential velocities (where bodies bounce), or is more
/// than dry friction, all keep that too.
///
/// What is read is a value, made on the spot; what is written is written by set().
template <int D>
class LocalLaws {
  public:
    using value_type = LocalLaw<D>;

    LocalLaws() = default;
    LocalLaws(std::initializer_list<LocalLaw<D>> laws) {
        for (const LocalLaw<D>& law : laws) push_back(law);
    }

    std::size_t size() const { return dry_.size(); }
    bool empty() const { return dry_.empty(); }

    /// Whether all are dry friction and nothing else, and it is known without a look at each.
    bool all_dry() const { return rest_.empty(); }

    /// So many, so that set() may be called by several threads at once: with `rest` of any kind, else dry ones; without `aside`, such as shift
    /// nothing but the normal velocity. Laws that are not new keep their values.
    void resize(std::size_t count, bool rest, bool aside = true) {
        resize_with_room(dry_, count);
        resize_with_room(aside_, aside ? count : 0);
        resize_with_room(rest_, rest ? count : 0);
    }
    void resize(std::size_t count) { resize(count, !rest_.empty(), !aside_.empty()); }
    /// So many of the kinds that the others are of.
    void resize_as(const LocalLaws& others, std::size_t count) { resize(count, !others.rest_.empty(), !others.aside_.empty()); }
    void reserve(std::size_t count) { dry_.reserve(count); }
    void clear() { dry_.clear(), aside_.clear(), rest_.clear(); }

    const LocalLaw<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        LocalLaw<D> law;
        law.mu = dry_[i].mu;
        law.velocity_shift = velocity_shift(i);
        if (rest_.empty()) return law;
        law.tension = rest_[i].tension;
        law.cohesion = rest_[i].cohesion;
        law.yields = rest_[i].yields;
        law.turning = rest_[i].turning;
        return law;
    }
    const LocalLaw<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    const LocalLaw<D> back() const { return (*this)[size() - 1]; }

    double mu(std::size_t i) const { return dry_[i].mu; }
    Vec<D> velocity_shift(std::size_t i) const {
        Vec<D> shift{};
        shift[0] = dry_[i].normal;
        if (aside_.empty()) return shift;
        for (int k = 1; k < D; ++k) shift[k] = aside_[i][k - 1];
        return shift;
    }

    void set(std::size_t i, const LocalLaw<D>& law) {
        set_dry(i, law.mu, law.velocity_shift);
        const Rest rest{law.tension, law.cohesion, law.yields, law.turning};
        if (rest_.empty() && rest == Rest{}) return;
        if (rest_.empty()) rest_.resize(dry_.size());
        rest_[i] = rest;
    }
    /// Dry friction, of which there is no rest unless others have one.
    void set_dry(std::size_t i, double mu, const Vec<D>& velocity_shift) {
        assert(i < dry_.size());
        dry_[i] = {mu, velocity_shift[0]};
        if (!rest_.empty()) rest_[i] = {};
        Vec<D - 1> aside;
        for (int k = 1; k < D; ++k) aside[k - 1] = velocity_shift[k];
        if (aside_.empty() && aside == Vec<D - 1>{}) return;
        if (aside_.empty()) aside_.resize(dry_.size());
        aside_[i] = aside;
    }
    /// change(law) on a copy, which is then law i.
    template <class Change>
    void change(std::size_t i, const Change& change) {
        LocalLaw<D> law = (*this)[i];
        change(law);
        set(i, law);
    }
    void push_back(const LocalLaw<D>& law) {
        dry_.push_back({});
        if (!aside_.empty()) aside_.push_back({});
        if (!rest_.empty()) rest_.push_back({});
        set(size() - 1, law);
    }

    /// Asks for what is known of law i, to be read soon.
    void fetch(std::size_t i) const { read_ahead(&dry_[i]); }
    std::size_t bytes() const {
        return dry_.capacity() * sizeof(Dry) + aside_.capacity() * sizeof(Vec<D - 1>) + rest_.capacity() * sizeof(Rest);
    }

    Walk<LocalLaws> begin() const { return {*this, 0}; }
    Walk<LocalLaws> end() const { return {*this, size()}; }

    bool operator==(const LocalLaws& other) const {
        if (size() != other.size()) return false;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!((*this)[i] == other[i])) return false;
        }
        return true;
    }

  private:
    struct Dry {
        double mu = 0.0;
        double normal = 0.0;  // shift
    };
    struct Rest {
        double tension = 0.0, cohesion = 0.0;
        Yielding yields{};
        TurningLaw turning{};
        bool operator==(const Rest&) const = default;
    };
    std::vector<Dry> dry_;            // (contacts)
    std::vector<Vec<D - 1>> aside_;   // (contacts, or none where all are zero)  tangential shifts
    std::vector<Rest> rest_;  // (contacts, or none where all are dry)
};

}  // namespace drystone
