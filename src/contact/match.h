#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "core/motion.h"
#include "core/on_device.h"

namespace drystone {

/// What a contact is known by from step to step: its two parts, in a cell the image of the second, and the feature where they touch.
template <class Contact>
auto identity_of(const Contact& c) {
    return std::make_tuple(c.a, c.b, c.image, c.feature);
}

/// A body of a contact: how it moves, the contact's point seen from it.
template <int D>
struct Carrier {
    Twist<D> moves{};
    Vec<D> arm{};
};

/// How far a contact's point is from where an old one of its pair has got to since, squared: one that goes with the one body or with the other, whichever
/// is nearer. So that neither a common velocity nor who is named first decides who is known again. dt: since the old ones were found [s].
template <int D>
DRYSTONE_ON_DEVICE double apart_from(const Vec<D>& point, const Vec<D>& old, const Carrier<D>& a, const Carrier<D>& b, double dt) {
    const auto squared = [&](const Carrier<D>& with) {
        const Vec<D> apart = point - dt * (with.moves.v + turn(with.moves.w, with.arm)) - old;
        return dot(apart, apart);
    };
    return std::min(squared(a), squared(b));
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
