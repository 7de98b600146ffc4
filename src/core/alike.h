#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace drystone {

/// A list of values that are all the same in many runs, to the bit: then it takes the memory of one.
///
/// What is read is a value; what is written is written by set().
template <class T>
class Alike {
  public:
    static_assert(std::is_trivially_copyable_v<T>);

    Alike() = default;
    Alike(const std::vector<T>& all) {
        reserve(all.size());
        for (const T& one : all) push_back(one);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    const T operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        assert(i < size_);
        return own_.empty() ? one_ : own_[i];
    }
    const T operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    /// From one thread.
    void set(std::size_t i, const T& value) {
        assert(i < size_);
        if (own_.empty() && (size_ == 1 || is(value, one_))) {
            one_ = value;
            return;
        }
        if (own_.empty()) {
            own_.reserve(expected_ > size_ ? expected_ : size_);
            own_.assign(size_, one_);
        }
        own_[i] = value;
    }

    /// Those that are new are to be set() before they are read.
    void resize(std::size_t size) {
        if (!own_.empty()) own_.resize(size, T{});
        size_ = size;
    }
    void push_back(const T& value) {
        resize(size_ + 1);
        set(size_ - 1, value);
    }
    /// So many are expected, if they have to be kept one by one.
    void reserve(std::size_t count) {
        expected_ = count;
        if (!own_.empty()) own_.reserve(count);
    }

    std::vector<T> all() const { return own_.empty() ? std::vector<T>(size_, one_) : own_; }
    std::size_t bytes() const { return own_.capacity() * sizeof(T); }

  private:
    static bool is(const T& a, const T& b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }  // zeros have signs

    std::size_t size_ = 0, expected_ = 0;
    T one_{};             // where all are this one
    std::vector<T> own_;  // (size, or none where all are alike)
};

}  // namespace drystone
