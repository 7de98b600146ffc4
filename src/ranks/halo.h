#pragma once

#include <cstddef>
#include <vector>

#include "core/motion.h"
#include "ranks/team.h"

namespace drystone::ranks {

/// Bodies that several ranks know: each is one rank's own, and foreign to the others that have it. For contacts of several ranks on one body
/// it is split, a share of its mass to each rank whose contacts touch it, and what becomes of the shares is averaged:
///
///     W_kk of a rank: s M^-1, s ranks share the body;      V = 1/s sum_ranks V_rank
///
/// so that V = M^-1 sum H r after every average, whatever each rank did in between: no parameter.
template <int D>
class Halo {
  public:
    /// Towards another rank, bodies in the order of their ids, by slot.
    struct Neighbour {
        int rank = 0;
        std::vector<int> mine;    // own bodies that it knows
        std::vector<int> theirs;  // its bodies that are known here

        // Of a step: the places in those lists of bodies that both have a share of
        std::vector<int> mine_shared, theirs_shared;
        std::vector<int> mine_touched;  // that its contacts touch
        std::vector<int> theirs_touched;
    };

    void begin(std::vector<Neighbour> neighbours, std::size_t slots);

    /// `touched` (slots): 1 where a contact of this rank is. Who shares which body from here on.
    void share(const std::vector<char>& touched, Team& team);

    /// (slots)  How many ranks share it; 0: nobody's contacts touch it.
    const std::vector<int>& sharers() const { return sharers_; }

    /// Bodies whose shares are apart: (slots) of this rank's.
    const std::vector<int>& shared() const { return shared_; }

    /// The mean over the ranks that share it, of each body in shared(): load(slot) is this rank's, store(slot, twist) takes the mean.
    template <class Load, class Store>
    void average(const Load& load, const Store& store, Team& team);

    /// own(slot) += what other ranks gave to bodies that are this rank's, given(slot).
    template <class Given, class Add>
    void collect(const Given& given, const Add& add, Team& team);

    /// Everyone's copies become as their owners have them.
    template <class Load, class Store>
    void publish(const Load& load, const Store& store, Team& team);

    const std::vector<Neighbour>& neighbours() const { return neighbours_; }

  private:
    static constexpr std::size_t width = D + spin_dim<D>;
    enum class Lists { all, touched, shared };

    template <class Load>
    void pack(const std::vector<int>& slots, const Load& load, std::vector<double>& numbers) const;
    static const std::vector<int>& mine_of(const Neighbour& n, Lists lists);
    static const std::vector<int>& theirs_of(const Neighbour& n, Lists lists);

    /// Foreign bodies' numbers to their owners: take(slot, twist) there, neighbours in the order of their ranks.
    template <class Load, class Take>
    void to_owners(Lists lists, const Load& load, const Take& take, Team& team);
    template <class Load, class Take>
    void from_owners(Lists lists, const Load& load, const Take& take, Team& team);

    std::vector<Neighbour> neighbours_;
    std::vector<int> sharers_, shared_;
    std::vector<char> touched_;
    std::vector<Twist<D>> sum_;  // (slots)
    std::vector<Parcel> out_, in_;
};

}  // namespace drystone::ranks

#include "ranks/halo_exchange.h"
