#pragma once

#include <cstddef>
#include <iterator>

namespace drystone {

/// Goes through a list whose entries are values made on the spot by operator[], as loops and standard algorithms do.
template <class List>
class Walk {
  public:
    using value_type = typename List::value_type;
    using difference_type = std::ptrdiff_t;
    using reference = value_type;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;

    Walk(const List& list, std::size_t at) : list_(&list), at_(at) {}
    value_type operator*() const { return (*list_)[at_]; }
    Walk& operator++() { return ++at_, *this; }
    Walk operator++(int) { return {*list_, at_++}; }
    bool operator==(const Walk& other) const { return at_ == other.at_; }

  private:
    const List* list_;
    std::size_t at_;
};

}  // namespace drystone
