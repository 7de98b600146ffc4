#include "report/served_run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>

#include <nlohmann/json.hpp>

#include "report/encode.h"
#include "report/plan.h"

namespace drystone {

namespace {

constexpr int fast = 1;     // deflate: the way is short
constexpr int wrapped = 0;  // large pieces are not worth the time
constexpr std::size_t most_rows_served =
    200'000;                           // of a table: a plot has no more pixels, and a browser gets slow
constexpr int most_whole = 20'000;     // bodies: frames of larger runs come in pieces
constexpr double judged_bodies = 2e6;  // in all the frames that colours are judged by

HttpAnswer block(std::string bytes) { return {200, "application/octet-stream", std::move(bytes)}; }

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> words(1);
    for (const char c : path) {
        if (c == '/')
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

/// -1 where it is not one of 0 .. count - 1.
int number_below(const std::string& text, std::size_t count) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number < count ? static_cast<int>(number) : -1;
}

std::vector<float> lengths(const std::vector<float>& vectors, int d) {
    std::vector<float> out(vectors.size() / static_cast<std::size_t>(d));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        float& one = out[i / static_cast<std::size_t>(d)];
        one = std::hypot(one, vectors[i]);
    }
    return out;
}

std::vector<float> displacements(const ShownFrame& first, const ShownFrame& now, int d) {
    std::vector<float> moved(now.position.size());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = now.position[i] - first.position[i];
    return lengths(moved, d);
}

std::string name_of_folder(const std::string& folder) {
    const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace

ServedRun::ServedRun(const std::string& folder, bool beside) : run_(folder), extents_(run_.bodies()) {
    served_ = {name_of_folder(folder), run_.bodies().size() > most_whole, beside};
    look();
}

/// New frames, and what they reach. Of many frames some are looked at, of large ones few.
void ServedRun::look() {
    run_.refresh();
    const int enough = std::clamp(static_cast<int>(judged_bodies / std::max(run_.bodies().size(), 1)), 2, 20);
    for (const int index : evenly(run_.frames() - judged_, enough)) extents_.add(run_.frame(judged_ + index));
    if (run_.frames() > judged_) kept_.frame = -1;  // bodies may have come
    judged_ = run_.frames();
}

std::string ServedRun::header() {
    look();
    std::vector<double> times(run_.frames());
    for (int i = 0; i < run_.frames(); ++i) times[i] = run_.time(i);
    return header_json(run_.bodies(), extents_.result(), {times, run_.has_ended(), run_.stages()},
                       run_.tables(), served_);
}

const ShownFrame& ServedRun::kept(int frame, FrameParts parts) {
    const bool enough = kept_.frame == frame && (kept_.parts == FrameParts::all || kept_.parts == parts);
    if (!enough) kept_ = {frame, parts, run_.frame(frame, parts)};
    return kept_.content;
}

const ShownFrame& ServedRun::first() {
    const ShownBodies& bodies = run_.bodies();
    if (!first_ || static_cast<int>(first_->position.size()) != bodies.dimension * bodies.size())
        first_ = run_.first_places(run_.frame(0, FrameParts::without_contacts));
    return *first_;
}

std::optional<HttpAnswer> ServedRun::values(int frame, const std::string& what) {
    const ShownBodies& bodies = run_.bodies();
    const auto lean = [&]() -> const ShownFrame& { return kept(frame, FrameParts::without_contacts); };
    const auto worst = [&](JointValue value) {
        return worst_by_body(value, bodies, kept(frame, FrameParts::all));
    };
    const std::map<std::string, std::function<std::vector<float>()>> ways = {
        {"velocity", [&] { return lengths(lean().velocity, bodies.dimension); }},
        {"displacement", [&] { return displacements(first(), lean(), bodies.dimension); }},
        {"rotation", [&] { return rotations_since(bodies, first(), lean()); }},
        {"pressure", [&] { return pressures(bodies, kept(frame, FrameParts::all)); }},
        {"opening", [&] { return worst(JointValue::opening); }},
        {"slip", [&] { return worst(JointValue::slip); }},
        {"damage", [&] { return worst(JointValue::damage); }},
        {"utilisation", [&] { return worst(JointValue::utilisation); }},
        {"status", [&] { return worst(JointValue::status); }}};
    const auto way = ways.find(what);
    if (way == ways.end()) return std::nullopt;
    return block(encode_values(run_.time(frame), way->second(), wrapped));
}

std::string ServedRun::strongest(int frame, int count) {
    const ShownFrame& all = kept(frame, FrameParts::all);
    std::vector<float> sizes = force_sizes(run_.bodies(), all);
    FrameCoding coding{.precision = Precision::compact, .level = wrapped};
    if (count < static_cast<int>(sizes.size())) {
        std::nth_element(sizes.begin(), sizes.begin() + count, sizes.end(), std::greater<>());
        coding.least_force = sizes[static_cast<std::size_t>(count)];
    }
    return encode_contacts(run_.bodies(), all, coding);
}

std::string ServedRun::numbers(int frame, int body) {
    const ShownFrame& all = kept(frame, FrameParts::all);
    const std::size_t d = static_cast<std::size_t>(run_.bodies().dimension), spins = d == 2 ? 1 : 3,
                      i = static_cast<std::size_t>(body);
    std::vector<double> force(d, 0.0);
    int bearing = 0;
    for (std::size_t k = 0; k < all.contacts(); ++k) {
        const double sign = all.b[k] == body ? 1.0 : all.a[k] == body ? -1.0 : 0.0;
        if (sign == 0.0) continue;
        bool bears = false;
        for (std::size_t c = 0; c < d; ++c) {
            force[c] += sign * static_cast<double>(all.force[d * k + c]);
            bears = bears || all.force[d * k + c] != 0.0F;
        }
        bearing += bears ? 1 : 0;
    }
    const auto row = [&](const std::vector<float>& values, std::size_t size) {
        return std::vector<float>(values.begin() + static_cast<std::ptrdiff_t>(size * i),
                                  values.begin() + static_cast<std::ptrdiff_t>(size * (i + 1)));
    };
    double moved = 0.0;
    for (std::size_t c = 0; c < d; ++c)
        moved = std::hypot(moved, static_cast<double>(all.position[d * i + c] - first().position[d * i + c]));
    const nlohmann::json out = {{"position", row(all.position, d)},
                                {"velocity", row(all.velocity, d)},
                                {"spin", row(all.spin, spins)},
                                {"pressure", pressures(run_.bodies(), all)[i]},
                                {"force", force},
                                {"bearing", bearing},
                                {"displacement", moved}};
    return out.dump();
}

/// "frame", its number, and what of it.
std::optional<HttpAnswer> ServedRun::frame_answer(const Words& words) {
    const int frame = words.size() > 1 ? number_below(words[1], static_cast<std::size_t>(run_.frames())) : -1;
    if (frame < 0) return std::nullopt;
    const ShownBodies& bodies = run_.bodies();
    if (words.size() == 2)
        return block(encode_frame(bodies, turning_bodies(bodies), run_.frame(frame), {.level = fast}));
    if (words.size() == 3 && words[2] == "bodies") {
        const FrameCoding coding{
            .precision = Precision::compact, .contacts = false, .motion = false, .level = wrapped};
        return block(
            encode_frame(bodies, turning_bodies(bodies), kept(frame, FrameParts::without_contacts), coding));
    }
    if (words.size() != 4) return std::nullopt;
    if (words[2] == "values") return values(frame, words[3]);
    const int count = words[2] == "forces" ? number_below(words[3], 10'000'000) : -1;
    if (count > 0) return block(strongest(frame, count));
    const int body =
        words[2] == "body" ? number_below(words[3], static_cast<std::size_t>(bodies.size())) : -1;
    if (body >= 0) return HttpAnswer{200, "application/json", numbers(frame, body)};
    return std::nullopt;
}

std::optional<HttpAnswer> ServedRun::answer(const std::string& path) {
    const ShownBodies& bodies = run_.bodies();
    if (path == "run.json") return HttpAnswer{200, "application/json", header()};
    if (path == "geometry") return block(encode_geometry(bodies, turning_bodies(bodies), fast));
    const Words words = split(path);
    if (words[0] == "frame") return frame_answer(words);
    if (words.size() != 2) return std::nullopt;
    if (words[0] == "body" && run_.frames() > 0) {
        const int body = number_below(words[1], static_cast<std::size_t>(bodies.size()));
        if (body >= 0) return block(encode_table(run_.track(body), fast));
    }
    if (words[0] == "table") {
        const std::vector<NumberTable>& tables = run_.tables();
        const int table = number_below(words[1], tables.size());
        if (table < 0) return std::nullopt;
        NumberTable shown = tables[static_cast<std::size_t>(table)];
        thin(shown, most_rows_served);
        return block(encode_table(shown, fast));
    }
    return std::nullopt;
}

}  // namespace drystone
