#pragma once

#include <span>
#include <vector>

#include "solvers/told_colours.h"

namespace drystone {

/// What a world that is one process's part of a whole (ranks/) has to ask the others, who know some of its bodies too. All of them ask the same,
/// in the same order. A whole world has nobody to ask.
class Across {
  public:
    virtual ~Across() = default;

    virtual bool any(bool here) = 0;

    /// Whether this process counts body i where things are added up over bodies, and what all of them have alike.
    virtual bool counts(int i) const = 0;
    virtual bool counts_common() const = 0;
    /// Numbers become their sums over all.
    virtual void add_up(std::span<double> numbers) = 0;

    /// (bodies)  Becomes the largest that anybody has of each.
    virtual void raise(std::vector<double>& of_bodies) = 0;

    /// (mobile bodies)  Becomes the least mark other than 0 that anybody whose contacts touch it has.
    virtual void share_marks(std::vector<char>& of_rows) = 0;

    /// The order of the contacts of the step, and who is told when overlaps are taken out in it.
    virtual const ToldColours& colours() = 0;
};

}  // namespace drystone
