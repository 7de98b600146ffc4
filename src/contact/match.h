#pragma once

#include <cstddef>
#include <tuple>

namespace drystone {

/// What a contact is known by from step to step: its two parts, in a cell the image of the second, and the feature where they touch.
template <class Contact>
auto identity_of(const Contact& c) {
    return std::make_tuple(c.a, c.b, c.image, c.feature);
}

/// Which of `old` goes on as which of `now`, by walking along the two. Both are in the order of their identities, as `name`
/// gives them, and each is in `now` once. Calls, in that order,
///
///     goes_on(i, k)   old[k] is now[i]; where several of `old` have one name, once for each
///     begins(i)       now[i] was not there
///     ends(k)         old[k] is not there any more
template <class Now, class Old, class Name, class GoesOn, class Begins, class Ends>
struct Succession {
    const Now& now;
    const Old& old;
    Name name;
    GoesOn goes_on;
    Begins begins;
    Ends ends;

    void walk() const {
        std::size_t k = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const auto id = name(now[i]);
            for (; k < old.size() && name(old[k]) < id; ++k) ends(k);
            bool known = false;
            for (; k < old.size() && name(old[k]) == id; ++k) {
                known = true;
                goes_on(i, k);
            }
            if (!known) begins(i);
        }
        for (; k < old.size(); ++k) ends(k);
    }
};

}  // namespace drystone
