#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/read_ahead.h"
#include "core/room.h"
#include "core/walk.h"
#include "laws/local_law.h"

namespace drystone {

/// One LocalLaw per contact, in little space: of dry friction, which most contacts of large scenes have, the shift of the normal velocity and the
/// coefficient, or which of a few it is: 9 or 16 bytes instead of 144 in space. Where one law of the list shifts tangential velocities (where bodies
/// bounce), or is more than dry friction, all keep that too.
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

    std::size_t size() const { return normal_.size(); }
    bool empty() const { return normal_.empty(); }

    /// Whether all are dry friction and nothing else, and it is known without a look at each.
    bool all_dry() const { return rest_.empty(); }

    /// So many, so that set() may be called by several threads at once: with `rest` of any kind, else dry ones; without `aside`, such as shift
    /// nothing but the normal velocity. Laws that are not new keep their values.
    void resize(std::size_t count, bool rest, bool aside = true) {
        resize_with_room(normal_, count);
        resize_with_room(mu_, few_.empty() ? count : 0);
        resize_with_room(which_, few_.empty() ? 0 : count);
        resize_with_room(aside_, aside ? count : 0);
        resize_with_room(rest_, rest ? count : 0);
    }
    void resize(std::size_t count) { resize(count, !rest_.empty(), !aside_.empty()); }
    /// So many of the kinds that the others are of.
    void resize_as(const LocalLaws& others, std::size_t count) { resize(count, !others.rest_.empty(), !others.aside_.empty()); }
    void reserve(std::size_t count) { normal_.reserve(count), (few_.empty() ? mu_.reserve(count) : which_.reserve(count)); }
    void clear() { normal_.clear(), mu_.clear(), few_.clear(), which_.clear(), aside_.clear(), rest_.clear(); }

    /// All will be set anew, with coefficients that are expected now: where these are few, several threads may set such.
    void begin_anew() { few_.clear(), are_many_ = false; }
    void expect(double mu) {
        if (are_many_ || std::find(few_.begin(), few_.end(), mu) != few_.end()) return;
        are_many_ = few_.size() == most_few;
        are_many_ ? few_.clear() : few_.push_back(mu);
    }

    const LocalLaw<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        LocalLaw<D> law;
        law.mu = mu(i);
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

    double mu(std::size_t i) const { return few_.empty() ? mu_[i] : few_[which_[i]]; }
    Vec<D> velocity_shift(std::size_t i) const {
        Vec<D> shift{};
        shift[0] = normal_[i];
        if (aside_.empty()) return shift;
        for (int k = 1; k < D; ++k) shift[k] = aside_[i][k - 1];
        return shift;
    }

    void set(std::size_t i, const LocalLaw<D>& law) {
        set_dry(i, law.mu, law.velocity_shift);
        const Rest rest{law.tension, law.cohesion, law.yields, law.turning};
        if (rest_.empty() && rest == Rest{}) return;
        if (rest_.empty()) rest_.resize(size());
        rest_[i] = rest;
    }
    /// Dry friction, of which there is no rest unless others have one.
    void set_dry(std::size_t i, double mu, const Vec<D>& velocity_shift) {
        assert(i < size());
        normal_[i] = velocity_shift[0];
        set_mu(i, mu);
        if (!rest_.empty()) rest_[i] = {};
        Vec<D - 1> aside;
        for (int k = 1; k < D; ++k) aside[k - 1] = velocity_shift[k];
        if (aside_.empty() && aside == Vec<D - 1>{}) return;
        if (aside_.empty()) aside_.resize(size());
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
        normal_.push_back({});
        few_.empty() ? mu_.push_back({}) : which_.push_back({});
        if (!aside_.empty()) aside_.push_back({});
        if (!rest_.empty()) rest_.push_back({});
        set(size() - 1, law);
    }

    /// Asks for what is known of law i, to be read soon.
    void fetch(std::size_t i) const {
        read_ahead(&normal_[i]);
        few_.empty() ? read_ahead(&mu_[i]) : read_ahead(&which_[i]);
    }
    std::size_t bytes() const {
        return (normal_.capacity() + mu_.capacity()) * sizeof(double) + which_.capacity() + aside_.capacity() * sizeof(Vec<D - 1>) +
               rest_.capacity() * sizeof(Rest);
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
    struct Rest {
        double tension = 0.0, cohesion = 0.0;
        Yielding yields{};
        TurningLaw turning{};
        bool operator==(const Rest&) const = default;
    };
    static constexpr std::size_t most_few = 8;

    void set_mu(std::size_t i, double mu) {
        if (few_.empty()) {
            mu_[i] = mu;
            return;
        }
        std::size_t k = 0;
        while (k < few_.size() && few_[k] != mu) ++k;
        if (k == few_.size()) return keep_all_coefficients(i, mu);
        which_[i] = static_cast<std::uint8_t>(k);
    }
    /// One that is not among the few.
    void keep_all_coefficients(std::size_t i, double mu) {
        mu_.resize(size());
        for (std::size_t k = 0; k < size(); ++k) mu_[k] = few_[which_[k]];
        few_.clear(), which_.clear();
        mu_[i] = mu;
    }

    std::vector<double> normal_;       // (contacts)  shifts of normal velocities
    std::vector<double> few_;          // coefficients that were expected, or none
    bool are_many_ = false;            // too many were
    std::vector<std::uint8_t> which_;  // (contacts, or none)  of the few
    std::vector<double> mu_;           // (contacts, or none where there are few)
    std::vector<Vec<D - 1>> aside_;    // (contacts, or none where all are zero)  tangential shifts
    std::vector<Rest> rest_;           // (contacts, or none where all are dry)
};

}  // namespace drystone
