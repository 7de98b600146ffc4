#pragma once

#include <functional>
#include <vector>

#include "core/input_error.h"
#include "stability/stability.h"

namespace drystone {

/// Nowhere between the ends of a search does standing turn into moving.
class NoLimit : public InputError {
  public:
    using InputError::InputError;
};

/// One value of the parameter, judged.
struct Trial {
    double value = 0.0;
    Judgement judgement;
};

/// Where standing turns into moving. low.value < high.value; one of them stands, the other moves.
struct Limit {
    Trial low;
    Trial high;
    std::vector<Trial> tried;  // in the order of trying, the two ends first
    bool reached = true;       // no value whose solve cannot be trusted is left between the two

    const Trial& standing() const { return low.judgement.side() == Verdict::stands ? low : high; }
    /// Whether it is the limit of equilibrium: rest is possible at one end and impossible at the other. Else a speed decided.
    bool of_equilibrium() const {
        return standing().judgement.side_by() == Criterion::rest_possible &&
               moving().judgement.side_by() == Criterion::rest_impossible;
    }
    const Trial& moving() const { return low.judgement.side() == Verdict::stands ? high : low; }
};

/// Bisects between a and b until high - low is `precision` times the larger of the two in size. Where the ends do not stand and move, one
/// each, values between them are tried first, in halves, quarters and so on. Values whose solve cannot be trusted are closed in from both
/// sides and stay between low and high. Throws NoLimit (without a place) or what `judge` throws; a and b must differ.
Limit find_limit(double a, double b, double precision, const std::function<Judgement(double)>& judge);

}  // namespace drystone
