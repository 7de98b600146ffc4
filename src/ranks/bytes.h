#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace drystone::ranks {

/// Values on their way to another process of the same program.
struct Bytes {
    std::vector<char> data;

    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t at = data.size();
        data.resize(at + sizeof(T));
        std::memcpy(data.data() + at, &value, sizeof(T));
    }
    void put_numbers(const double* first, std::size_t count) {
        const std::size_t at = data.size();
        data.resize(at + count * sizeof(double));
        if (count > 0) std::memcpy(data.data() + at, first, count * sizeof(double));
    }
};

/// Takes them out again, in the order in which they were put.
class Unpacking {
  public:
    explicit Unpacking(const Bytes& bytes) : bytes_(bytes) {}

    bool is_done() const { return at_ == bytes_.data.size(); }

    template <class T>
    T take() {
        static_assert(std::is_trivially_copyable_v<T>);
        assert(at_ + sizeof(T) <= bytes_.data.size());
        T value;
        std::memcpy(&value, bytes_.data.data() + at_, sizeof(T));
        at_ += sizeof(T);
        return value;
    }
    void take_numbers(double* first, std::size_t count) {
        assert(at_ + count * sizeof(double) <= bytes_.data.size());
        if (count > 0) std::memcpy(first, bytes_.data.data() + at_, count * sizeof(double));
        at_ += count * sizeof(double);
    }

  private:
    const Bytes& bytes_;
    std::size_t at_ = 0;
};

}  // namespace drystone::ranks
