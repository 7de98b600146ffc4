#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drystone {

/// Insertions, deletions, changes and swaps of neighbouring letters that turn one word into the other; a '*' in `a` stands
/// for any letters.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to a word that was probably meant; empty if none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// `"a", "b", "c"`.
std::string quoted_list(std::span<const std::string> words);

/// `; did you mean "friction"?`, or `; known: "a", "b"` where nothing is near and the list is short.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace drystone
