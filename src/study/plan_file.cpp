#include "study/plan_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "scene/input_files.h"
#include "scene/overrides.h"
#include "scene/parse_toml.h"
#include "scene/variables.h"

namespace drystone {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string print_of(const std::string& text) {
    Hash hash;
    hash.add(text);
    return hash.digits();
}

/// Adds the files that one run reads.
void add_inputs(Node document, const fs::path& folder, const std::vector<std::string>& overrides,
                Fingerprints& inputs) {
    apply_overrides(overrides, document);
    compute_numbers(document);
    for (const InputFile& file : input_files(document, folder)) {
        std::string& print = inputs[file.path.string()];
        if (print.empty()) print = fingerprint_of(file.path);
        if (print.empty())
            throw InputError(file.key, fmt::format("there is no file \"{}\"", file.path.string()));
    }
}

}  // namespace

std::string plan_json(const StudyPlan& plan) {
    Json vary = Json::array();
    for (const Vary& one : plan.varies) vary.push_back({{"key", one.key}, {"values", one.values}});
    const Json json = {{"version", plan.version}, {"scene", plan.scene}, {"fingerprint", plan.scene_print},
                       {"set", plan.overrides},   {"vary", vary},        {"inputs", plan.inputs}};
    return json.dump(2) + '\n';
}

std::optional<StudyPlan> read_plan(const std::string& folder) {
    const std::string path = folder + "/" + plan_name;
    if (!fs::exists(path)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    try {
        const Json json = Json::parse(file);
        StudyPlan plan{json.at("version"), json.at("scene"), json.at("fingerprint"), json.at("set"), {},
                       json.at("inputs")};
        for (const Json& one : json.at("vary")) plan.varies.push_back({one.at("key"), one.at("values")});
        return plan;
    } catch (const Json::exception&) {
        throw InputError(path, "is not the plan of a study");
    }
}

std::string difference(const StudyPlan& before, const StudyPlan& now) {
    if (before.version != now.version)
        return fmt::format("it was begun by Drystone {}, and this is {}", before.version, now.version);
    if (before.scene_print != now.scene_print) return fmt::format("the scene was another ({})", before.scene);
    if (before.overrides != now.overrides) return "--set was another";
    const auto same = [](const Vary& a, const Vary& b) { return a.key == b.key && a.values == b.values; };
    if (!std::equal(before.varies.begin(), before.varies.end(), now.varies.begin(), now.varies.end(), same)) {
        std::string keys;
        for (const Vary& vary : before.varies)
            keys += fmt::format("{}{} ({} values)", keys.empty() ? "" : ", ", vary.key, vary.values.size());
        return "--vary was another: " + keys;
    }
    for (const auto& [path, print] : before.inputs) {
        const auto found = now.inputs.find(path);
        if (found == now.inputs.end() || found->second != print)
            return fmt::format("the file {} has changed", path);
    }
    return before.inputs.size() == now.inputs.size() ? "" : "the scene reads other files";
}

StudyPlan make_plan(const std::string& version, const std::string& scene,
                    const std::vector<std::string>& overrides, const std::vector<Vary>& varies) {
    const std::string text = read_text_file(scene, {std::make_shared<const std::string>(scene), 0, 0});
    const Node document = parse_toml_text(text, scene);
    StudyPlan plan{version, scene, print_of(text), overrides, varies, {}};
    for (std::size_t run = 0; run < number_of_runs(varies); ++run) {
        std::vector<std::string> all = overrides;
        for (std::string& one : overrides_of_run(varies, run)) all.push_back(std::move(one));
        add_inputs(document, fs::path(scene).parent_path(), all, plan.inputs);
    }
    return plan;
}

}  // namespace drystone
