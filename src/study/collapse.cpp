#include "study/collapse.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/csv_field.h"
#include "core/input_error.h"
#include "study/numbers.h"

namespace drystone {

namespace {

bool all_positive(const Vary& vary) {
    return std::all_of(vary.values.begin(), vary.values.end(), [](const std::string& text) {
        const auto number = number_in(text);
        return number && *number > 0.0;
    });
}

double intensity_of(const StudyTable& table, std::size_t row, std::size_t key) {
    return number_in(table.value(row, key)).value();
}

/// One curve for each combination of the other keys, in the order of the runs.
std::vector<IdaCurve> curves_of(const StudyTable& table, std::size_t intensity) {
    std::vector<IdaCurve> curves;
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string> values;
        for (std::size_t key = 0; key < table.varies.size(); ++key)
            if (key != intensity) values.push_back(table.value(row, key));
        const auto [at, is_new] = known.emplace(values, curves.size());
        if (is_new) curves.push_back({values, {}, {}, {}});
        curves[at->second].rows.push_back(row);
    }
    for (IdaCurve& curve : curves)
        std::stable_sort(curve.rows.begin(), curve.rows.end(), [&](std::size_t a, std::size_t b) {
            return intensity_of(table, a, intensity) < intensity_of(table, b, intensity);
        });
    return curves;
}

void find_limits(const StudyTable& table, std::size_t intensity, IdaCurve& curve) {
    for (const std::size_t row : curve.rows) {
        const std::optional<bool>& collapsed = table.rows[row].collapsed;
        if (!collapsed) continue;
        if (*collapsed) {
            curve.collapses_at = intensity_of(table, row, intensity);
            return;
        }
        curve.safe_to = intensity_of(table, row, intensity);
    }
}

std::vector<Stripe> stripes_of(const StudyTable& table, std::size_t intensity) {
    std::map<double, Stripe> stripes;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double x = intensity_of(table, row, intensity);
        Stripe& stripe = stripes[x];
        stripe.intensity = x;
        if (!table.rows[row].collapsed) continue;
        ++stripe.runs;
        stripe.collapsed += *table.rows[row].collapsed ? 1 : 0;
    }
    std::vector<Stripe> all;
    for (const auto& [x, stripe] : stripes) all.push_back(stripe);
    return all;
}

struct Count {
    int runs = 0, collapsed = 0;
};

Count count(const Fragility& fragility) {
    Count all;
    for (const Stripe& stripe : fragility.stripes) {
        all.runs += stripe.runs;
        all.collapsed += stripe.collapsed;
    }
    return all;
}

}  // namespace

CollapseCriterion parse_collapse(const std::string& text, const Scene& scene) {
    if (text == "failed") return {};
    const auto sign = text.find_first_of("<>");
    const auto value =
        sign == std::string::npos ? std::nullopt : number_in(std::string_view(text).substr(sign + 1));
    if (!value)
        throw InputError("--collapse " + text,
                         "write --collapse probe.column:max>0.5 (or absmax, min, mean, last; > or <), or "
                         "--collapse failed");
    return {parse_item(text.substr(0, sign), "--collapse", scene), text[sign] == '>', *value};
}

std::optional<bool> has_collapsed(const std::vector<CollapseCriterion>& criteria, RunStatus status,
                                  const std::string& folder) {
    std::optional<bool> verdict;
    for (const CollapseCriterion& criterion : criteria) {
        if (!criterion.item) {
            const bool broke_off = status == RunStatus::not_finite || status == RunStatus::failed;
            if (broke_off) return true;
            if (has_ended(status)) verdict = verdict.value_or(false);
            continue;
        }
        if (!has_ended(status)) continue;
        const std::optional<double> value = value_of(*criterion.item, folder);
        if (!value) continue;
        if (criterion.above ? *value > criterion.value : *value < criterion.value) return true;
        verdict = false;
    }
    return verdict;
}

std::size_t intensity_key(const std::vector<Vary>& varies, const std::optional<std::string>& name) {
    for (std::size_t k = 0; k < varies.size(); ++k) {
        if (name ? varies[k].key != *name : !all_positive(varies[k])) continue;
        if (!all_positive(varies[k]))
            throw InputError("--intensity " + varies[k].key,
                             "an intensity needs values that are numbers above zero");
        return k;
    }
    if (name) throw InputError("--intensity " + *name, "is not among the keys of --vary");
    throw InputError("--collapse", "needs an intensity: a key of --vary whose values are numbers above zero");
}

Fragility analyse(const StudyTable& table, std::size_t intensity) {
    Fragility fragility{.intensity = intensity,
                        .curves = curves_of(table, intensity),
                        .stripes = stripes_of(table, intensity),
                        .fit = {},
                        .why = {}};
    for (IdaCurve& curve : fragility.curves) find_limits(table, intensity, curve);
    fragility.fit = fit_fragility(fragility.stripes, fragility.why);
    return fragility;
}

std::string ida_csv(const StudyTable& table, const Fragility& fragility) {
    std::string csv;
    for (std::size_t key = 0; key < table.varies.size(); ++key)
        if (key != fragility.intensity) csv += csv_field(table.varies[key].key) + ",";
    csv += "safe_to,collapses_at\n";
    for (const IdaCurve& curve : fragility.curves) {
        for (const std::string& value : curve.values) csv += csv_field(value) + ",";
        csv += csv_number(curve.safe_to) + "," + csv_number(curve.collapses_at) + "\n";
    }
    return csv;
}

std::string fragility_csv(const Fragility& fragility) {
    std::string csv = "intensity,runs,collapsed,fraction,fitted\n";
    for (const Stripe& stripe : fragility.stripes) {
        const auto fraction = stripe.runs > 0
                                  ? std::optional(static_cast<double>(stripe.collapsed) / stripe.runs)
                                  : std::nullopt;
        const auto fitted =
            fragility.fit ? std::optional(fragility.fit->probability(stripe.intensity)) : std::nullopt;
        csv += fmt::format("{},{},{},{},{}\n", stripe.intensity, stripe.runs, stripe.collapsed,
                           csv_number(fraction), csv_number(fitted));
    }
    return csv;
}

std::string fit_csv(const StudyTable& table, const Fragility& fragility) {
    std::string csv = "intensity,runs,collapsed,median,beta,error_of_ln_median,error_of_beta\n";
    const Count all = count(fragility);
    csv += fmt::format("{},{},{}", csv_field(table.varies[fragility.intensity].key), all.runs, all.collapsed);
    if (!fragility.fit) return csv + ",,,,\n";
    const FragilityFit& fit = *fragility.fit;
    return csv + fmt::format(",{},{},{},{}\n", fit.median, fit.beta, fit.median_error, fit.beta_error);
}

std::string in_words(const StudyTable& table, const Fragility& fragility) {
    const Count all = count(fragility);
    const std::string of = fmt::format("collapse over {}: {} of {} runs; ",
                                       table.varies[fragility.intensity].key, all.collapsed, all.runs);
    if (!fragility.fit) return of + "no fragility curve: " + fragility.why;
    const FragilityFit& fit = *fragility.fit;
    if (fit.beta == 0.0)
        return of + fmt::format(
                        "median {:.4g}, beta 0: every collapse is above every survival, more cannot be told",
                        fit.median);
    return of +
           fmt::format("median {:.4g}, beta {:.4g} (lognormal, maximum likelihood)", fit.median, fit.beta);
}

}  // namespace drystone
