#pragma once

#include <cstddef>
#include <vector>

#include "core/motion.h"
#include "ranks/team.h"

namespace drystone::ranks {

/// Bodies that several ranks know: each is one rank's own, and foreign to the others that have it. Those that contacts of several ranks touch
/// are shared: their velocities go from rank to rank with the colours of the sweeps (phases.h).
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

    /// Whose contacts touch shared bodies agree: owners merge(slot, twist) what others have into their own, then all store(slot, twist) what
    /// the owner has then, load(slot).
    template <class Load, class Merge, class Store>
    void agree(const Load& load, const Merge& merge, const Store& store, Team& team);

    /// own(slot) += what other ranks gave to bodies that are this rank's, given(slot).
    template <class Given, class Add>
    void collect(const Given& given, const Add& add, Team& team);

    /// Everyone's copies become as their owners have them.
    template <class Load, class Store>
    void publish(const Load& load, const Store& store, Team& team);

    /// merge(slot, twist) at the owner for every copy of its bodies.
    template <class Load, class Merge>
    void merge_copies(const Load& load, const Merge& merge, Team& team);

    const std::vector<Neighbour>& neighbours() const { return neighbours_; }

    /// (slots)  1: contacts of this rank touch it.
    const std::vector<char>& touched() const { return touched_; }

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
    std::vector<Parcel> out_, in_;
};

}  // namespace drystone::ranks

#include "ranks/halo_exchange.h"
