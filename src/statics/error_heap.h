#pragma once

#include <cassert>
#include <utility>
#include <vector>

namespace drystone {

/// The largest of many numbers that change one at a time: a binary heap that knows where each number sits.
class ErrorHeap {
  public:
    void assign(const std::vector<double>& errors) {
        error_ = errors;
        heap_.resize(errors.size());
        place_.resize(errors.size());
        for (std::size_t i = 0; i < heap_.size(); ++i) heap_[i] = place_[i] = i;
        for (std::size_t i = heap_.size() / 2; i-- > 0;) sink(i);
    }

    std::size_t top() const {
        assert(!heap_.empty());
        return heap_.front();
    }
    double largest() const { return error_[heap_.front()]; }

    void set(std::size_t item, double error) {
        assert(item < error_.size() && heap_[place_[item]] == item);
        error_[item] = error;
        rise(place_[item]);
        sink(place_[item]);
    }

  private:
    /// Of equal errors the lower number comes first, so that the order is the same in every run.
    bool before(std::size_t i, std::size_t j) const {
        const double a = error_[heap_[i]], b = error_[heap_[j]];
        return a > b || (a == b && heap_[i] < heap_[j]);
    }
    void swap(std::size_t i, std::size_t j) {
        std::swap(heap_[i], heap_[j]);
        place_[heap_[i]] = i;
        place_[heap_[j]] = j;
    }
    void rise(std::size_t i) {
        for (; i > 0 && before(i, (i - 1) / 2); i = (i - 1) / 2) swap(i, (i - 1) / 2);
    }
    void sink(std::size_t i) {
        for (;;) {
            std::size_t first = i;
            for (std::size_t child = 2 * i + 1; child <= 2 * i + 2 && child < heap_.size(); ++child)
                if (before(child, first)) first = child;
            if (first == i) return;
            swap(i, first);
            i = first;
        }
    }

    std::vector<double> error_;       // (items)
    std::vector<std::size_t> heap_;   // items
    std::vector<std::size_t> place_;  // (items)  in heap_
};

}  // namespace drystone
