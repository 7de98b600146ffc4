#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace drystone {

/// A list of values of which most are T{}, to the bit: only the others have a place. Those that have none, behind the last that has one, take no memory.
///
/// What is read is a value; what is written is written by set() or edit().
template <class T>
class Few {
  public:
    static_assert(std::is_trivially_copyable_v<T>);
    using value_type = T;

    Few() = default;
    Few(std::initializer_list<T> all) {
        for (const T& one : all) push_back(one);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    const T operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        assert(i < size_);
        return has_place(i) ? own_[static_cast<std::size_t>(row_[i])] : T{};
    }
    const T operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    const T back() const { return (*this)[size_ - 1]; }

    bool has_place(std::size_t i) const { return i < row_.size() && row_[i] != none; }

    /// From several threads at once only for those that have a place, or are to be T{}.
    void set(std::size_t i, const T& value) {
        assert(i < size_);
        if (has_place(i) || !is_nothing(value)) edit(i) = value;
    }
    void set(int i, const T& value) { set(static_cast<std::size_t>(i), value); }
    /// Its place, which it has from now on; until another gets one.
    T& edit(std::size_t i) {
        assert(i < size_);
        if (row_.size() <= i) row_.resize(i + 1, none);
        if (row_[i] == none) {
            row_[i] = static_cast<int>(own_.size());
            own_.push_back({});
        }
        return own_[static_cast<std::size_t>(row_[i])];
    }
    T& edit(int i) { return edit(static_cast<std::size_t>(i)); }
    /// All are T{} from now on.
    void forget() { row_.clear(), own_.clear(); }

    /// Those that are new are T{}.
    void resize(std::size_t size) {
        if (row_.size() > size) row_.resize(size);
        size_ = size;
    }
    void push_back(const T& value) {
        resize(size_ + 1);
        set(size_ - 1, value);
    }
    void emplace_back() { resize(size_ + 1); }
    /// So many T{} in front of number i.
    void insert(std::size_t i, std::size_t count) {
        assert(i <= size_);
        if (i < row_.size()) row_.insert(row_.begin() + static_cast<std::ptrdiff_t>(i), count, none);
        size_ += count;
    }

    std::size_t bytes() const { return row_.capacity() * sizeof(int) + own_.capacity() * sizeof(T); }

  private:
    static constexpr int none = -1;

    static bool is_nothing(const T& value) {  // zeros have signs
        const T nothing{};
        return std::memcmp(&value, &nothing, sizeof(T)) == 0;
    }

    std::size_t size_ = 0;
    std::vector<int> row_;  // (up to the last that has a place)  in own_, or none
    std::vector<T> own_;
};

}  // namespace drystone
