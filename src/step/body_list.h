#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/walk.h"
#include "step/body_description.h"

namespace drystone {

/// The bodies of a description, in little space: of balls that are alike but for radius, place and the number in their names, as those of a
/// generator, 48 bytes each in space instead of 0.4 kB. Others are kept whole.
///
/// What is read is a value, made on the spot; what is written is written by set(), change() or edit().
template <int D>
class BodyList {
  public:
    using value_type = BodyDescription<D>;

    BodyList() = default;
    BodyList(const std::vector<BodyDescription<D>>& all);
    BodyList(std::initializer_list<BodyDescription<D>> all) : BodyList(std::vector<BodyDescription<D>>(all)) {}

    std::size_t size() const { return row_.size(); }
    bool empty() const { return row_.empty(); }
    void clear() { *this = {}; }
    void reserve(std::size_t count) { row_.reserve(count); }
    void shrink_to_fit();
    /// Those that are new are nothing yet.
    void resize(std::size_t count);
    void erase(std::size_t i);

    const BodyDescription<D> operator[](std::size_t i) const;  // const: who assigned to it would change nothing
    const BodyDescription<D> operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    const BodyDescription<D> back() const { return (*this)[size() - 1]; }

    void set(std::size_t i, const BodyDescription<D>& body);
    /// change_one(body) on a copy, which is then body i.
    template <class Change>
    void change(std::size_t i, const Change& change_one) {
        BodyDescription<D> body = (*this)[i];
        change_one(body);
        set(i, body);
    }
    /// Body i, kept whole from now on; until others come or are edited.
    BodyDescription<D>& edit(std::size_t i);
    BodyDescription<D>& edit(int i) { return edit(static_cast<std::size_t>(i)); }
    BodyDescription<D>& edit_last() { return edit(size() - 1); }
    std::span<BodyDescription<D>> edit_all();

    void push_back(const BodyDescription<D>& body);

    std::size_t bytes() const;

    Walk<BodyList> begin() const { return {*this, 0}; }
    Walk<BodyList> end() const { return {*this, size()}; }

  private:
    struct Row {
        Vec<D> position{};
        double radius = 0.0;  // of a ball; 0: it is kept whole
        int kind = 0;         // in like_, or in whole_
        int number = -1;      // its name is that of its group, a point and this; < 0: it has none
        int line = 0;         // of its place
    };

    Row row_of(const BodyDescription<D>& body);
    int find_kind(const BodyDescription<D>& body);
    int keep_whole(const BodyDescription<D>& body);
    void let_go(const Row& row);

    std::vector<Row> row_;                   // (bodies)
    std::vector<BodyDescription<D>> like_;   // balls, without what rows say
    std::vector<BodyDescription<D>> whole_;
    std::vector<int> free_;                  // of whole_, for the next
};

}  // namespace drystone
