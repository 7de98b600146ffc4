#include "scene/read_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/table.h"

namespace drystone {

namespace {

const Keys report_words{"title", "project", "client", "author", "load_case", "notes"};

std::vector<std::string> columns_of(const Scene& scene, const Probe& probe) {
    return scene.dimension == 2 ? probe_columns<2>(probe) : probe_columns<3>(probe);
}

/// time, steps.column, or probe.column of a probe of the scene; a minus sign before it turns it round.
std::string column_of(const Node& node, const Scene& scene) {
    const std::string& text = text_of(node, "a column");
    const std::string asked = text[0] == '-' ? text.substr(1) : text;
    if (asked == "time" || asked.starts_with("steps.")) return text;
    std::string known = "time";
    for (const Probe& probe : scene.probes) {
        for (const std::string& column : columns_of(scene, probe)) {
            if (asked == probe.name + "." + column) return text;
            known += fmt::format(", {}.{}", probe.name, column);
        }
    }
    refuse(node.place, fmt::format("no probe has a column \"{}\"; there are {}", asked, known));
}

SceneReport::Plot plot_of(const Node& node, const Scene& scene) {
    const Table table(node, "a plot of [report]", {"title", "x", "y", "x_from_start", "y_from_start"});
    SceneReport::Plot plot{.title = table.text("title", ""), .y = {}};
    if (const Node* x = table.find("x")) plot.x = column_of(*x, scene);
    const Node& y = table.at("y");
    if (const Node::Array* list = y.as<Node::Array>()) {
        for (const Node& one : *list) plot.y.push_back(column_of(one, scene));
        if (plot.y.empty()) refuse(y.place, "y has no column: give one or more");
    } else {
        plot.y = {column_of(y, scene)};
    }
    plot.x_from_start = table.truth("x_from_start", false);
    plot.y_from_start = table.truth("y_from_start", false);
    return plot;
}

}  // namespace

void read_report(const Node& document, Scene& scene) {
    const Node* node = find_in(document, "report");
    if (!node) return;
    Keys keys = report_words;
    keys.push_back("plots");
    const Table table(*node, "[report]", keys);
    for (const std::string& key : report_words) {
        if (table.has(key)) scene.report.words.emplace_back(key, table.text(key));
    }
    const Node* plots = table.find("plots");
    if (!plots) return;
    for (const Node& plot : array_of(*plots, "plots", "tables with x and y"))
        scene.report.plots.push_back(plot_of(plot, scene));
}

}  // namespace drystone
