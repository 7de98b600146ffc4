#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <vector>

#include "core/mat.h"
#include "core/motion.h"
#include "core/walk.h"

namespace drystone {

/// What a solver needs of a body that impulses can move.
template <int D>
struct MobileBody {
    bool isotropic = true;               // both matrices are multiples of the identity
    Mat<D> inverse_mass{};               // [1/kg], world axes
    Mat<spin_dim<D>> inverse_inertia{};  // [1/(kg m2)], world axes
    bool operator==(const MobileBody&) const = default;
};

/// One MobileBody per row, in little space: of spheres and disks two numbers, 16 bytes instead of 152 in space. Others have their matrices beside.
///
/// What is read is a value, made on the spot; what is written is written by set().
template <int D>
class MobileBodies {
  public:
    using value_type = MobileBody<D>;

    std::size_t size() const { return one_.size(); }
    bool empty() const { return one_.empty(); }
    void clear() { begin_anew(0); }

    /// So many, of which nobody has matrices: give_matrices() to those that need them before several threads set them.
    void begin_anew(std::size_t count) {
        one_.resize(count);
        row_.clear();
        own_.clear();
    }
    void give_matrices(std::size_t i) {
        assert(i < size());
        if (row_.empty()) row_.assign(size(), none);
        if (row_[i] != none) return;
        row_[i] = static_cast<int>(own_.size());
        own_.push_back({});
    }

    const MobileBody<D> operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        if (has_matrices(i)) return own_[static_cast<std::size_t>(row_[i])];
        return of_numbers(one_[i]);
    }
    const MobileBody<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    /// From several threads at once only for bodies that are spheres or disks, or have matrices already.
    void set(std::size_t i, const MobileBody<D>& body) {
        const Numbers numbers{body.inverse_mass[0][0], body.inverse_inertia[0][0]};
        if (!has_matrices(i) && is(body, of_numbers(numbers))) return set_numbers(i, numbers.inverse_mass, numbers.inverse_inertia);
        give_matrices(i);
        own_[static_cast<std::size_t>(row_[i])] = body;
    }
    /// Of a sphere or disk; not written where nothing changes.
    void set_numbers(std::size_t i, double inverse_mass, double inverse_inertia) {
        assert(i < size() && !has_matrices(i));
        Numbers& now = one_[i];
        if (now.inverse_mass != inverse_mass || now.inverse_inertia != inverse_inertia) now = {inverse_mass, inverse_inertia};
    }
    /// change(body) on a copy, which is then body i.
    template <class Change>
    void change(std::size_t i, const Change& change) {
        MobileBody<D> body = (*this)[i];
        change(body);
        set(i, body);
    }
    void push_back(const MobileBody<D>& body) {
        one_.push_back({});
        if (!row_.empty()) row_.push_back(none);
        set(size() - 1, body);
    }
    void append(const MobileBodies& others) {
        for (std::size_t i = 0; i < others.size(); ++i) push_back(others[i]);
    }

    /// Asks for what is known of body i, to be written soon.
    void fetch(std::size_t i) const { __builtin_prefetch(&one_[i]); }
    std::size_t bytes() const {
        return one_.capacity() * sizeof(Numbers) + row_.capacity() * sizeof(int) + own_.capacity() * sizeof(MobileBody<D>);
    }

    Walk<MobileBodies> begin() const { return {*this, 0}; }
    Walk<MobileBodies> end() const { return {*this, size()}; }

    bool operator==(const MobileBodies& other) const {
        if (size() != other.size()) return false;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!((*this)[i] == other[i])) return false;
        }
        return true;
    }

  private:
    struct Numbers {
        double inverse_mass = 0.0, inverse_inertia = 0.0;
    };
    static constexpr int none = -1;

    bool has_matrices(std::size_t i) const { return !row_.empty() && row_[i] != none; }
    static MobileBody<D> of_numbers(const Numbers& one) {
        return {true, Mat<D>::scaled_identity(one.inverse_mass), Mat<spin_dim<D>>::scaled_identity(one.inverse_inertia)};
    }
    /// To the bit: zeros have signs.
    static bool is(const MobileBody<D>& body, const MobileBody<D>& other) {
        return body.isotropic == other.isotropic && std::memcmp(&body.inverse_mass, &other.inverse_mass, sizeof(body.inverse_mass)) == 0 &&
               std::memcmp(&body.inverse_inertia, &other.inverse_inertia, sizeof(body.inverse_inertia)) == 0;
    }

    std::vector<Numbers> one_;         // (bodies)  of those without matrices
    std::vector<int> row_;             // (bodies, or none where nobody has matrices)  in own_
    std::vector<MobileBody<D>> own_;
};

}  // namespace drystone
