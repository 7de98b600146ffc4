#pragma once

#include <memory>
#include <utility>

namespace drystone {

/// A value that its copies share until one of them is written to: large lists that several keep, and few change.
///
/// Not for threads that write at the same time.
template <class T>
class Shared {
  public:
    Shared() : value_(std::make_shared<T>()) {}
    Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

    /// To be written to: others who share it keep what it was. Whoever has it alone copies nothing.
    T& edit() {
        if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
        return *value_;
    }

    /// Who else shares it may then write to it without a copy; this one is to be given another value before it is read.
    void let_go() { value_.reset(); }

    bool is_shared_with(const Shared& other) const { return value_ == other.value_; }
    bool operator==(const Shared& other) const { return is_shared_with(other) || *value_ == *other.value_; }

  private:
    std::shared_ptr<T> value_;
};

}  // namespace drystone
