#pragma once

#include <algorithm>
#include <memory>

#include "core/index.h"
#include "ranks/domain.h"
#include "ranks/shared_solve.h"
#include "step/across.h"

namespace drystone::ranks {

/// What the stages of a step ask other ranks.
template <int D>
class AcrossRanks final : public Across {
  public:
    /// `domain`: where the rank's share is kept, which may be another one after a while.
    AcrossRanks(const std::unique_ptr<Domain<D>>& domain, Team& team, SharedSolveScratch<D>& scratch) : domain_(domain), team_(team), s_(scratch) {}

    bool any(bool here) override { return team_.any(here); }

    bool counts(int i) const override { return domain_->owner[at(i)] == team_.rank(); }
    bool counts_common() const override { return team_.rank() == 0; }
    void add_up(std::span<double> numbers) override { team_.sum(numbers); }

    void raise(std::vector<double>& of_bodies) override {
        const auto load = [&](int slot) { return one(of_bodies[at(slot)]); };
        domain_->halo.merge_copies(load, [&](int slot, const Twist<D>& t) { of_bodies[at(slot)] = std::max(of_bodies[at(slot)], t.v[0]); }, team_);
        domain_->halo.publish(load, [&](int slot, const Twist<D>& t) { of_bodies[at(slot)] = t.v[0]; }, team_);
    }

    void share_marks(std::vector<char>& of_rows) override {
        const auto row = [&](int slot) -> char& { return of_rows[at(domain_->world.mobile[at(slot)])]; };
        const auto load = [&](int slot) { return one(row(slot)); };
        domain_->halo.agree(load, [&](int slot, const Twist<D>& t) {
            const char other = static_cast<char>(t.v[0]);
            if (other != 0) row(slot) = row(slot) == 0 ? other : std::min(row(slot), other);
        }, [&](int slot, const Twist<D>& t) { row(slot) = static_cast<char>(t.v[0]); }, team_);
    }

    const ToldColours& colours() override { return s_.told; }

  private:
    static Twist<D> one(double number) {
        Twist<D> t;
        t.v[0] = number;
        return t;
    }

    const std::unique_ptr<Domain<D>>& domain_;
    Team& team_;
    SharedSolveScratch<D>& s_;
};

/// Bodies that are moved out of overlaps, by slot.
template <int D>
class PushedRows final : public SharedRows<D> {
  public:
    PushedRows(const std::vector<int>& mobile, Projection<D>& projection) : mobile_(mobile), s_(projection) {}
    Twist<D> load(int slot) const override {
        const SweepBody<D>& body = s_.moved[at(mobile_[at(slot)])];
        return {body.v, body.w};
    }
    void store(int slot, const Twist<D>& t) override {
        SweepBody<D>& body = s_.moved[at(mobile_[at(slot)])];
        body.v = t.v;
        body.w = t.w;
    }

  private:
    const std::vector<int>& mobile_;
    Projection<D>& s_;
};

}  // namespace drystone::ranks
