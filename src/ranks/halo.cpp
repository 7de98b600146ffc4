#include "ranks/halo.h"

#include <utility>

#include "core/index.h"

namespace drystone::ranks {

template <int D>
void Halo<D>::begin(std::vector<Neighbour> neighbours, std::size_t slots) {
    neighbours_ = std::move(neighbours);
    sharers_.assign(slots, 0);
    shared_.clear();
    touched_.assign(slots, 0);
    out_.assign(neighbours_.size(), {});
    in_.assign(neighbours_.size(), {});
    for (std::size_t k = 0; k < neighbours_.size(); ++k) out_[k].rank = in_[k].rank = neighbours_[k].rank;
}

template <int D>
const std::vector<int>& Halo<D>::mine_of(const Neighbour& n, Lists lists) {
    return lists == Lists::all ? n.mine : lists == Lists::touched ? n.mine_touched : n.mine_shared;
}

template <int D>
const std::vector<int>& Halo<D>::theirs_of(const Neighbour& n, Lists lists) {
    return lists == Lists::all ? n.theirs : lists == Lists::touched ? n.theirs_touched : n.theirs_shared;
}

template <int D>
void Halo<D>::share(const std::vector<char>& touched, Team& team) {
    touched_ = touched;
    for (std::size_t i = 0; i < sharers_.size(); ++i) sharers_[i] = touched[i] ? 1 : 0;
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        Neighbour& n = neighbours_[k];
        out_[k].numbers.clear();
        n.theirs_touched.clear();
        for (const int slot : n.theirs) {
            out_[k].numbers.push_back(touched[at(slot)]);
            if (touched[at(slot)]) n.theirs_touched.push_back(slot);
        }
        in_[k].numbers.resize(n.mine.size());
    }
    team.swap(out_, in_);
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        Neighbour& n = neighbours_[k];
        n.mine_touched.clear();
        for (std::size_t i = 0; i < n.mine.size(); ++i) {
            if (in_[k].numbers[i] == 0.0) continue;
            n.mine_touched.push_back(n.mine[i]);
            ++sharers_[at(n.mine[i])];
        }
    }
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        Neighbour& n = neighbours_[k];
        out_[k].numbers.clear();
        for (const int slot : n.mine_touched) out_[k].numbers.push_back(sharers_[at(slot)]);
        in_[k].numbers.resize(n.theirs_touched.size());
    }
    team.swap(out_, in_);
    std::vector<char> is_shared(sharers_.size(), 0);
    for (std::size_t k = 0; k < neighbours_.size(); ++k) {
        Neighbour& n = neighbours_[k];
        n.mine_shared.clear();
        n.theirs_shared.clear();
        for (std::size_t i = 0; i < n.theirs_touched.size(); ++i) {
            const int slot = n.theirs_touched[i];
            sharers_[at(slot)] = static_cast<int>(in_[k].numbers[i]);
            if (sharers_[at(slot)] < 2) continue;
            n.theirs_shared.push_back(slot);
            is_shared[at(slot)] = 1;
        }
        for (const int slot : n.mine_touched) {
            if (sharers_[at(slot)] < 2) continue;
            n.mine_shared.push_back(slot);
            is_shared[at(slot)] = 1;
        }
    }
    shared_.clear();
    for (std::size_t i = 0; i < is_shared.size(); ++i) {
        if (is_shared[i]) shared_.push_back(static_cast<int>(i));
    }
}

template class Halo<2>;
template class Halo<3>;

}  // namespace drystone::ranks
