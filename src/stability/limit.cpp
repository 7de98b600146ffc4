#include "stability/limit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <sstream>

namespace drystone {

namespace {

std::string number_in_words(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string in_words(const Trial& trial) {
    const Judgement& j = trial.judgement;
    const std::string words = "at " + number_in_words(trial.value) + " it ";
    if (j.side() == Verdict::undecided) return words + "is undecided (" + j.doubt + ")";
    return words + name_of(j.side());
}

/// Two neighbours among the values tried, one that stands and one that moves; nothing where there are none.
std::optional<std::pair<Trial, Trial>> change(std::vector<Trial> tried) {
    std::erase_if(tried, [](const Trial& trial) { return trial.judgement.side() == Verdict::undecided; });
    std::sort(tried.begin(), tried.end(), [](const Trial& a, const Trial& b) { return a.value < b.value; });
    for (std::size_t k = 1; k < tried.size(); ++k)
        if (tried[k - 1].judgement.side() != tried[k].judgement.side()) return std::pair(tried[k - 1], tried[k]);
    return std::nullopt;
}

/// What is known of the parameter's axis: stands .. (doubtful from .. doubtful to) .. moves, in either direction.
struct Search {
    Trial stands, moves;
    struct Doubt {
        double near_stands = 0.0, near_moves = 0.0;
    };
    std::optional<Doubt> doubt;

    /// The widest stretch that is not decided yet.
    std::pair<double, double> widest() const {
        if (!doubt) return {stands.value, moves.value};
        const std::pair below{stands.value, doubt->near_stands}, above{doubt->near_moves, moves.value};
        return std::abs(below.second - below.first) >= std::abs(above.second - above.first) ? below : above;
    }

    void learn(const Trial& trial) {
        const auto beyond = [&](double limit, const Trial& from) {
            return std::abs(trial.value - from.value) >= std::abs(limit - from.value);
        };
        switch (trial.judgement.side()) {
            case Verdict::stands:
                if (doubt && beyond(doubt->near_moves, stands)) doubt.reset();
                stands = trial;
                break;
            case Verdict::moves:
                if (doubt && beyond(doubt->near_stands, moves)) doubt.reset();
                moves = trial;
                break;
            case Verdict::undecided:
                if (!doubt) doubt = Doubt{trial.value, trial.value};
                (beyond(doubt->near_moves, stands) ? doubt->near_moves : doubt->near_stands) = trial.value;
                break;
        }
    }
};

}  // namespace

Limit find_limit(double a, double b, double precision, const std::function<Judgement(double)>& judge) {
    assert(precision > 0.0);
    Limit limit;
    const auto attempt = [&](double value) {
        limit.tried.push_back({value, judge(value)});
        return limit.tried.back();
    };
    const Trial first = attempt(a), last = attempt(b);
    constexpr int most_parts = 16;
    auto found = change(limit.tried);
    for (int parts = 2; !found && parts <= most_parts; parts *= 2) {
        for (int k = 1; k < parts && !found; k += 2) {
            attempt(a + (b - a) * k / parts);
            found = change(limit.tried);
        }
    }
    if (!found)
        throw NoLimit("", "there is no limit to look for between the two ends: " + in_words(first) + ", " + in_words(last) +
                              ", and at no value between them that was tried does that change");
    const bool first_stands = found->first.judgement.side() == Verdict::stands;
    Search search{first_stands ? found->first : found->second, first_stands ? found->second : found->first, {}};

    for (;;) {
        const auto [from, to] = search.widest();
        const double size = std::max(std::abs(search.stands.value), std::abs(search.moves.value));
        const double middle = from + 0.5 * (to - from);
        if (std::abs(to - from) <= precision * size || middle == from || middle == to) break;
        search.learn(attempt(middle));
    }
    limit.reached = !search.doubt;
    const bool upwards = search.stands.value < search.moves.value;
    limit.low = upwards ? search.stands : search.moves;
    limit.high = upwards ? search.moves : search.stands;
    return limit;
}

}  // namespace drystone
