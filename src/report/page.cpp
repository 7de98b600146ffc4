#include "report/page.h"
#include "report/stress_field.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/viewer_bytes.h"

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* plain_style =
    "body{max-width:70em;margin:2em auto;padding:0 1em;font:15px/1.5 system-ui,sans-serif;color:#26241f}"
    "th{text-align:left;font-weight:400;padding-right:2em}.warnings{background:#fdf3e3;padding:1em 2em}"
    "pre{overflow-x:auto;background:#f7f5f0;padding:1em}";

std::string in_words(const Json& value) {
    if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
    if (value.is_null()) return "not finite";
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string spaced(std::string key) {
    for (char& c : key) c = c == '_' ? ' ' : c;
    return key;
}

void add_row(const std::string& name, const Json& value, std::string& rows) {
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) add_row(name + " " + key, inner, rows);
    } else {
        rows +=
            fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(spaced(name)), escaped(in_words(value)));
    }
}

std::string box(const std::string& title, const std::string& rows) {
    return fmt::format("<section><h3>{}</h3><table class=\"numbers\">\n{}</table></section>\n", title, rows);
}

/// Every key of summary.json: single values in one box, each object in its own.
std::string summary_boxes(const std::string& text) {
    const Json summary = Json::parse(text, nullptr, false);
    if (!summary.is_object())
        return "<p class=\"note\">There is no summary: the run has not come to its end.</p>\n";
    std::string run, boxes;
    for (const auto& [key, value] : summary.items()) {
        if (key == "warnings" || key == "title") continue;
        if (!value.is_object()) {
            add_row(key, value, run);
            continue;
        }
        std::string rows;
        for (const auto& [name, inner] : value.items()) add_row(name, inner, rows);
        boxes += box(escaped(spaced(key)), rows);
    }
    return "<div class=\"summary\">\n" + box("run", run) + boxes + "</div>\n";
}

std::string subtitle(const std::string& text) {
    const Json s = Json::parse(text, nullptr, false);
    if (!s.is_object()) return "the run has not come to its end";
    return fmt::format("{} bodies · {} steps · {:.6g} s simulated in {:.3g} s · {} contacts at the end",
                       s.value("bodies", 0L), s.value("steps", 0L), s.value("simulated_seconds", 0.0),
                       s.value("wall_seconds", 0.0), s.value("/contacts/last"_json_pointer, 0L));
}

std::string list_of(const std::vector<std::string>& lines, const std::string& kind) {
    std::string items;
    for (const std::string& line : lines) items += "<li>" + escaped(line) + "</li>\n";
    return fmt::format("<ul class=\"{}\">\n{}</ul>\n", kind, items);
}

Json vector_json(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

Json table_json(const NumberTable& table) {
    Json out = {{"name", table.name}, {"columns", table.columns}};
    if (table.rows_in_file > table.rows()) {
        out["note"] = fmt::format("{} of {} rows are shown: every peak and trough among them", table.rows(),
                                  table.rows_in_file);
    }
    return out;
}

}  // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string header_json(const ShownBodies& bodies, const Extents& extents, const std::vector<double>& times,
                        const std::vector<NumberTable>& tables, bool ended) {
    Json out = {{"dimension", bodies.dimension},
                {"bodies", bodies.size()},
                {"materials", bodies.materials},
                {"groups", bodies.groups},
                {"up", bodies.up},
                {"grain", extents.grain},
                {"times", times},
                {"ended", ended}};
    out["bounds"] = {{"low", vector_json(extents.low)}, {"high", vector_json(extents.high)}};
    out["ranges"] = {{"speed", extents.speed},
                     {"displacement", extents.displacement},
                     {"pressure", extents.pressure},
                     {"force", extents.force}};
    if (bodies.meshes.bodies() > 0) {
        out["fields"] = Json::array();
        const std::vector<std::string> names = field_names(bodies.dimension);
        for (std::size_t k = 0; k < extents.fields.size(); ++k)
            out["fields"].push_back(
                {{"name", names[k]}, {"low", extents.fields[k][0]}, {"high", extents.fields[k][1]}});
    }
    out["tables"] = Json::array();
    for (const NumberTable& table : tables) out["tables"].push_back(table_json(table));
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string page_begin(const PageWords& words) {
    const bool has_view = !viewer_script.empty();
    const std::string title = escaped(words.title);
    std::string out =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n";  // else a browser asks the server for one
    out += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n", title,
                       has_view ? viewer_style : plain_style);
    out += fmt::format("<header><h1>{}</h1><p class=\"subtitle\">{}</p></header>\n", title,
                       escaped(subtitle(words.summary)));
    if (!words.warnings.empty()) out += list_of(words.warnings, "warnings");
    out += has_view
               ? "<div id=\"view\"><noscript><p class=\"warning\">The view and the plots need "
                 "JavaScript.</p></noscript></div>\n"
               : "<p class=\"note\">This drystone was built without npm: its reports have no 3D view and no "
                 "plots.</p>\n";
    if (!words.thinned.empty())
        out += "<p class=\"note\">To keep this file small:</p>" + list_of(words.thinned, "note");
    if (has_view) out += "<h2>Plots</h2>\n<div id=\"plots\"></div>\n";
    out += "<h2>Summary</h2>\n" + summary_boxes(words.summary);
    out += "<h2>Scene</h2>\n<pre id=\"scene\">\n" + escaped(words.scene) + "</pre>\n";
    return out;
}

std::string page_end() {
    std::string out;
    if (!viewer_script.empty()) out = fmt::format("<script>{}</script>\n", viewer_script);
    return out + "</body>\n</html>\n";
}

std::string data_element(const std::string& id, const std::string& type, const std::string& content) {
    std::string text = content;
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return fmt::format("<script type=\"{}\" id=\"{}\">{}</script>\n", type, id, text);
}

}  // namespace drystone
