#pragma once

// The exchanges of halo.h.

#include "ranks/halo.h"

namespace drystone::ranks {

template <int D>
template <class Load>
void Halo<D>::pack(const std::vector<int>& slots, const Load& load, std::vector<double>& numbers) const {
    numbers.clear();
    for (const int slot : slots) {
        const Twist<D> t = load(slot);
        numbers.insert(numbers.end(), t.v.c.begin(), t.v.c.end());
        numbers.insert(numbers.end(), t.w.c.begin(), t.w.c.end());
    }
}

/// Number k of a parcel.
template <int D>
Twist<D> twist_in(const std::vector<double>& numbers, std::size_t k) {
    constexpr std::size_t width = D + spin_dim<D>;
    Twist<D> t;
    for (int d = 0; d < D; ++d) t.v[d] = numbers[k * width + static_cast<std::size_t>(d)];
    for (int d = 0; d < spin_dim<D>; ++d) t.w[d] = numbers[k * width + static_cast<std::size_t>(D + d)];
    return t;
}

template <int D>
template <class Load, class Take>
void Halo<D>::to_owners(Lists lists, const Load& load, const Take& take, Team& team) {
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        pack(theirs_of(neighbours_[k], lists), load, out_[k].numbers);
        in_[k].numbers.resize(width * mine_of(neighbours_[k], lists).size());
    }
    team.swap(out_, in_);
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        const std::vector<int>& mine = mine_of(neighbours_[k], lists);
        for (std::size_t i = 0; i < mine.size(); ++i) take(mine[i], twist_in<D>(in_[k].numbers, i));
    }
}

template <int D>
template <class Load, class Take>
void Halo<D>::from_owners(Lists lists, const Load& load, const Take& take, Team& team) {
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        pack(mine_of(neighbours_[k], lists), load, out_[k].numbers);
        in_[k].numbers.resize(width * theirs_of(neighbours_[k], lists).size());
    }
    team.swap(out_, in_);
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        const std::vector<int>& theirs = theirs_of(neighbours_[k], lists);
        for (std::size_t i = 0; i < theirs.size(); ++i) take(theirs[i], twist_in<D>(in_[k].numbers, i));
    }
}

template <int D>
template <class Load, class Merge, class Store>
void Halo<D>::agree(const Load& load, const Merge& merge, const Store& store, Team& team) {
    to_owners(Lists::shared, load, merge, team);
    from_owners(Lists::shared, load, store, team);
}

template <int D>
template <class Load, class Merge>
void Halo<D>::merge_copies(const Load& load, const Merge& merge, Team& team) {
    to_owners(Lists::all, load, merge, team);
}

template <int D>
template <class Given, class Add>
void Halo<D>::collect(const Given& given, const Add& add, Team& team) {
    to_owners(Lists::touched, given, add, team);
}

template <int D>
template <class Load, class Store>
void Halo<D>::publish(const Load& load, const Store& store, Team& team) {
    from_owners(Lists::all, load, store, team);
}

}  // namespace drystone::ranks
