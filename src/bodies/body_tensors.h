#pragma once

#include <cassert>
#include <cstring>
#include <vector>

#include "core/mat.h"

namespace drystone {

/// A matrix for each body. Those of spheres and disks are multiples of the identity and take one number; a body whose matrix is not, or
/// may turn into one that is not, has a row of its own.
template <int N>
class BodyTensors {
  public:
    BodyTensors() = default;
    explicit BodyTensors(const std::vector<Mat<N>>& all) {
        for (const Mat<N>& m : all) push_back(m);
    }

    std::size_t size() const { return scale_.size(); }
    void resize(std::size_t bodies) {
        scale_.resize(bodies);
        if (!row_.empty()) row_.resize(bodies, none);
    }
    void reserve(std::size_t bodies) { scale_.reserve(bodies); }
    void push_back(const Mat<N>& m) {
        resize(size() + 1);
        set(size() - 1, m);
    }

    Mat<N> operator[](std::size_t i) const {
        assert(i < size());
        return has_row(i) ? own_[static_cast<std::size_t>(row_[i])] : Mat<N>::scaled_identity(scale_[i]);
    }

    /// The number of a body whose matrix is a multiple of the identity.
    double scale(std::size_t i) const { return has_row(i) ? own_[static_cast<std::size_t>(row_[i])][0][0] : scale_[i]; }

    /// From several threads at once only for bodies that have a row.
    void set(std::size_t i, const Mat<N>& m) {
        assert(i < size());
        if (!has_row(i) && is_scaled_identity(m)) {
            scale_[i] = m[0][0];
            return;
        }
        give_row(i);
        own_[static_cast<std::size_t>(row_[i])] = m;
    }

    bool has_row(std::size_t i) const { return !row_.empty() && row_[i] != none; }
    void give_row(std::size_t i) {
        if (has_row(i)) return;
        const Mat<N> now = (*this)[i];
        if (row_.empty()) row_.assign(size(), none);
        row_[i] = static_cast<int>(own_.size());
        own_.push_back(now);
    }

    std::vector<Mat<N>> all() const {
        std::vector<Mat<N>> out(size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*this)[i];
        return out;
    }
    bool operator==(const BodyTensors& other) const { return all() == other.all(); }

    std::size_t bytes() const {
        return scale_.capacity() * sizeof(double) + row_.capacity() * sizeof(int) + own_.capacity() * sizeof(Mat<N>);
    }

  private:
    static constexpr int none = -1;

    /// To the bit: zeros have signs.
    static bool is_scaled_identity(const Mat<N>& m) {
        const Mat<N> plain = Mat<N>::scaled_identity(m[0][0]);
        return std::memcmp(&m, &plain, sizeof(m)) == 0;
    }

    std::vector<double> scale_;  // (bodies)  of those without a row
    std::vector<int> row_;       // (bodies, or none where nobody has one)
    std::vector<Mat<N>> own_;    // (rows)
};

}  // namespace drystone
