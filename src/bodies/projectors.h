#pragma once

#include <cstddef>
#include <vector>

#include "core/few.h"
#include "core/mat.h"

namespace drystone {

/// For each body the projector on what is free of its translations or rotations: of most all, and these take no memory.
///
/// What is read is a value; what is written is written by set().
template <int N>
class Projectors {
  public:
    Projectors() = default;
    explicit Projectors(const std::vector<Mat<N>>& all) {
        for (const Mat<N>& one : all) push_back(one);
    }

    std::size_t size() const { return held_.size(); }
    /// Those that are new are free.
    void resize(std::size_t bodies) { held_.resize(bodies); }

    const Mat<N> operator[](std::size_t i) const { return held_[i].onto; }  // const: who assigned to it would change nothing
    const Mat<N> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    /// From one thread.
    void set(std::size_t i, const Mat<N>& onto) { held_.set(i, {onto}); }
    void push_back(const Mat<N>& onto) {
        resize(size() + 1);
        set(size() - 1, onto);
    }

    std::vector<Mat<N>> all() const {
        std::vector<Mat<N>> out(size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*this)[i];
        return out;
    }
    std::size_t bytes() const { return held_.bytes(); }

  private:
    struct Projector {
        Mat<N> onto = Mat<N>::scaled_identity(1.0);
    };
    Few<Projector> held_;  // (bodies)
};

}  // namespace drystone
