#pragma once

#include <cstddef>
#include <vector>

namespace drystone {

/// list.resize(size) for lists whose length changes a little from step to step: where they have to grow, by an eighth more than asked
/// for. The standard library would double them at the first contact more, and leave holes as large as the lists of before.
template <class T>
void resize_with_room(std::vector<T>& list, std::size_t size) {
    if (size > list.capacity()) list.reserve(size + size / 8);
    list.resize(size);
}

}  // namespace drystone
