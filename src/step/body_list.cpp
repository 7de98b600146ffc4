#include "step/body_list.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace drystone {

namespace {

constexpr std::size_t most_kinds = 256;  // balls that are all different are kept whole, not as a kind each
constexpr std::size_t most_tried = 8;    // the latest kinds: bodies that are alike come together

/// To the bit: zeros have signs.
template <class T>
bool is_same(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// The radius of a body that is one rigid ball about its own origin; 0 of others.
template <int D>
double radius_of_ball(const BodyDescription<D>& body) {
    if (body.deformable || body.geometry.size() != 1) return 0.0;
    const PlacedShape<D>& one = body.geometry[0];
    const auto* ball = std::get_if<Ball<D>>(&one.shape);
    return ball && ball->radius > 0.0 && is_same(one.position, Vec<D>{}) && is_same(one.rotation, Rotation<D>{}) ? ball->radius : 0.0;
}

/// n of a name "group.n", -1 where there is no name; nothing: it has a name of its own.
template <int D>
std::optional<int> number_in_name(const BodyDescription<D>& body) {
    if (body.name.empty()) return -1;
    const std::size_t front = body.group.size() + 1;
    if (body.name.size() <= front || body.name[front - 1] != '.' || !body.name.starts_with(body.group)) return {};
    const std::string_view digits = std::string_view(body.name).substr(front);
    int number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || number < 0 || std::to_string(number) != digits) return {};
    return number;
}

template <int D>
bool is_like(const BodyDescription<D>& kind, const BodyDescription<D>& body) {
    return kind.material == body.material && kind.fixed == body.fixed && is_same(kind.mass, body.mass) && is_same(kind.velocity, body.velocity) &&
           is_same(kind.orientation, body.orientation) && is_same(kind.angular_velocity, body.angular_velocity) &&
           kind.place.source == body.place.source && kind.place.column == body.place.column && kind.group == body.group;
}

}  // namespace

template <int D>
BodyList<D>::BodyList(const std::vector<BodyDescription<D>>& all) {
    reserve(all.size());
    for (const BodyDescription<D>& body : all) push_back(body);
}

template <int D>
void BodyList<D>::shrink_to_fit() {
    row_.shrink_to_fit();
    whole_.shrink_to_fit();
}

template <int D>
void BodyList<D>::resize(std::size_t count) {
    while (size() > count) erase(size() - 1);
    while (size() < count) push_back({});
}

template <int D>
void BodyList<D>::erase(std::size_t i) {
    let_go(row_[i]);
    row_.erase(row_.begin() + static_cast<std::ptrdiff_t>(i));
}

template <int D>
const BodyDescription<D> BodyList<D>::operator[](std::size_t i) const {
    assert(i < size());
    const Row& row = row_[i];
    if (row.radius == 0.0) return whole_[static_cast<std::size_t>(row.kind)];
    BodyDescription<D> body = like_[static_cast<std::size_t>(row.kind)];
    body.geometry = {{Ball<D>{row.radius}, {}, {}}};
    body.position = row.position;
    body.place.line = row.line;
    if (row.number >= 0) body.name = body.group + "." + std::to_string(row.number);
    return body;
}

template <int D>
void BodyList<D>::set(std::size_t i, const BodyDescription<D>& body) {
    assert(i < size());
    let_go(row_[i]);
    row_[i] = row_of(body);
}

template <int D>
BodyDescription<D>& BodyList<D>::edit(std::size_t i) {
    if (row_[i].radius > 0.0) row_[i] = {.kind = keep_whole((*this)[i])};
    return whole_[static_cast<std::size_t>(row_[i].kind)];
}

template <int D>
std::span<BodyDescription<D>> BodyList<D>::edit_all() {
    whole_ = std::vector<BodyDescription<D>>(begin(), end());
    free_.clear();
    for (std::size_t i = 0; i < size(); ++i) row_[i] = {.kind = static_cast<int>(i)};
    return whole_;
}

template <int D>
void BodyList<D>::push_back(const BodyDescription<D>& body) {
    row_.push_back(row_of(body));
}

template <int D>
typename BodyList<D>::Row BodyList<D>::row_of(const BodyDescription<D>& body) {
    const double radius = radius_of_ball(body);
    const std::optional<int> number = number_in_name(body);
    const int kind = radius > 0.0 && number ? find_kind(body) : -1;
    if (kind < 0) return {.kind = keep_whole(body)};
    return {body.position, radius, kind, *number, body.place.line};
}

/// The number of the kind that a ball is of, which may be new; -1: of none.
template <int D>
int BodyList<D>::find_kind(const BodyDescription<D>& body) {
    const std::size_t first = like_.size() - std::min(like_.size(), most_tried);
    for (std::size_t k = like_.size(); k-- > first;) {
        if (is_like(like_[k], body)) return static_cast<int>(k);
    }
    if (like_.size() == most_kinds) return -1;
    like_.push_back(body);
    like_.back().name.clear();
    like_.back().geometry = {};
    return static_cast<int>(like_.size()) - 1;
}

template <int D>
int BodyList<D>::keep_whole(const BodyDescription<D>& body) {
    if (free_.empty()) {
        whole_.push_back(body);
        return static_cast<int>(whole_.size()) - 1;
    }
    const int place = free_.back();
    free_.pop_back();
    whole_[static_cast<std::size_t>(place)] = body;
    return place;
}

template <int D>
void BodyList<D>::let_go(const Row& row) {
    if (row.radius > 0.0) return;
    whole_[static_cast<std::size_t>(row.kind)] = {};
    free_.push_back(row.kind);
}

template <int D>
std::size_t BodyList<D>::bytes() const {
    std::size_t sum = row_.capacity() * sizeof(Row) + (like_.capacity() + whole_.capacity()) * sizeof(BodyDescription<D>) + free_.capacity() * sizeof(int);
    for (const BodyDescription<D>& body : whole_) sum += body.geometry.capacity() * sizeof(PlacedShape<D>);
    return sum;
}

template class BodyList<2>;
template class BodyList<3>;

}  // namespace drystone
