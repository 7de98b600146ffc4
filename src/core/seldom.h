#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/room.h"

namespace drystone {

/// A list of values of which all are T{} in most runs: then it takes no memory.
///
/// What is read is a value; what is written is written by set().
template <class T>
class Seldom {
  public:
    Seldom() = default;
    Seldom(std::vector<T> all) : size_(all.size()) {
        if (std::any_of(all.begin(), all.end(), [](const T& one) { return !(one == T{}); })) own_ = std::move(all);
    }
    Seldom(std::initializer_list<T> all) : Seldom(std::vector<T>(all)) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    const T operator[](std::size_t i) const {  // const: who assigned to it would change nothing
        assert(i < size_);
        return own_.empty() ? T{} : own_[i];
    }
    const T operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }

    /// From several threads at once only after keep_all().
    void set(std::size_t i, const T& value) {
        assert(i < size_);
        if (own_.empty() && value == T{}) return;
        keep_all();
        own_[i] = value;
    }
    /// All are T{} from now on.
    void forget() { own_.clear(); }
    /// Every one has a place of its own from now on.
    void keep_all() {
        if (own_.empty()) resize_with_room(own_, size_);
    }

    void clear() { resize(0); }
    void resize(std::size_t size) {
        if (!own_.empty()) resize_with_room(own_, size);
        size_ = size;
    }
    void push_back(const T& value) {
        resize(size_ + 1);
        set(size_ - 1, value);
    }

    /// Those that have a place: all, or none where all are T{}.
    std::vector<T>& own() { return own_; }
    const std::vector<T>& own() const { return own_; }
    std::vector<T> all() const { return own_.empty() ? std::vector<T>(size_) : own_; }

    void swap(Seldom& other) {
        std::swap(size_, other.size_);
        own_.swap(other.own_);
    }
    bool operator==(const Seldom& other) const {
        if (size_ != other.size_) return false;
        for (std::size_t i = 0; i < size_; ++i) {
            if (!((*this)[i] == other[i])) return false;
        }
        return true;
    }

  private:
    std::size_t size_ = 0;
    std::vector<T> own_;  // (size, or none where all are T{})
};

}  // namespace drystone
