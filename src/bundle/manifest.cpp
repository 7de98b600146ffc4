#include "bundle/manifest.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"

namespace drystone {

namespace {

constexpr const char* format_name = "drystone bundle";
constexpr int format_version = 1;

}  // namespace

std::string manifest_text(const Manifest& manifest) {
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (const Manifest::File& file : manifest.files)
        files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    const nlohmann::ordered_json all = {{"format", format_name},
                                        {"format_version", format_version},
                                        {"drystone_version", manifest.version},
                                        {"title", manifest.title},
                                        {"overrides", manifest.overrides},
                                        {"until", manifest.until},
                                        {"exit_status", manifest.exit_status},
                                        {"not_repeatable", manifest.not_repeatable},
                                        {"files", files}};
    return all.dump(2) + '\n';
}

Manifest manifest_from(const std::string& text, const std::string& place) {
    try {
        const auto all = nlohmann::json::parse(text);
        if (all.at("format") != format_name) throw InputError(place, "is no archive of drystone pack");
        if (all.at("format_version") != format_version)
            throw InputError(place, fmt::format("is a bundle of another format ({}), made by a newer version of drystone",
                                                all.at("format_version").get<int>()));
        Manifest manifest{.version = all.at("drystone_version"),
                          .title = all.at("title"),
                          .overrides = all.at("overrides"),
                          .until = all.at("until"),
                          .exit_status = all.at("exit_status"),
                          .not_repeatable = all.at("not_repeatable"),
                          .files = {}};
        for (const auto& file : all.at("files"))
            manifest.files.push_back({file.at("name"), file.at("bytes"), file.at("sha256")});
        return manifest;
    } catch (const nlohmann::json::exception&) {
        throw InputError(place, "is no archive of drystone pack, or damaged: its manifest.json is not that of a run");
    }
}

std::string sha256_sums(const Manifest& manifest) {
    std::string text;
    for (const Manifest::File& file : manifest.files) text += file.sha256 + "  " + file.name + '\n';
    return text;
}

}  // namespace drystone
