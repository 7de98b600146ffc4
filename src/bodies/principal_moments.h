#pragma once

#include <cstddef>
#include <vector>

#include "core/few.h"
#include "core/mat.h"
#include "core/motion.h"

namespace drystone {

/// The principal moments of each body. Spheres and disks, whose moments are all the same, take one number.
///
/// What is read is a value; what is written is written by set().
template <int D>
class PrincipalMoments {
  public:
    PrincipalMoments() = default;
    explicit PrincipalMoments(const std::vector<Spin<D>>& all) {
        resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) set(i, all[i]);
    }

    std::size_t size() const { return first_.size(); }
    void resize(std::size_t bodies) { first_.resize(bodies), own_.resize(bodies); }
    void reserve(std::size_t bodies) { first_.reserve(bodies); }

    const Spin<D> operator[](std::size_t i) const { return own_.has_place(i) ? own_[i] : of(first_[i]); }  // const: who assigned to it would change nothing
    const Spin<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    /// From one thread.
    void set(std::size_t i, const Spin<D>& moments) {
        first_[i] = moments[0];
        if (own_.has_place(i) || !(moments == of(moments[0]))) own_.edit(i) = moments;
    }
    void push_back(const Spin<D>& moments) {
        resize(size() + 1);
        set(size() - 1, moments);
    }

    std::vector<Spin<D>> all() const {
        std::vector<Spin<D>> out(size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*this)[i];
        return out;
    }
    std::size_t bytes() const { return first_.capacity() * sizeof(double) + own_.bytes(); }

  private:
    static Spin<D> of(double moment) {
        Spin<D> all;
        for (int k = 0; k < spin_dim<D>; ++k) all[k] = moment;
        return all;
    }

    std::vector<double> first_;  // (bodies)
    Few<Spin<D>> own_;           // (bodies)  where they differ
};

}  // namespace drystone
