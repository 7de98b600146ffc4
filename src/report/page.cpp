#include "report/page.h"
#include "report/block.h"
#include "report/columns.h"
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

// What all pages have: the head of a report, and how it is printed. On paper figures stand for what is interactive on a screen.
constexpr const char* report_style =
    ".title-block{border-collapse:collapse;margin:4px 0 14px;font-size:14px}"
    ".title-block th{text-align:left;font-weight:400;color:#6b6861;padding:1px 2em 1px 0;vertical-align:top}"
    ".title-block td{padding:1px 0;white-space:pre-line}"
    ".verdicts{list-style:none;padding:0;margin:0 0 18px}"
    ".verdicts li{padding:5px 12px;margin:4px 0;border-left:5px solid #8d8a83;background:#f6f4ee}"
    ".verdicts .good{border-color:#2a7f62}.verdicts "
    ".bad{border-color:#c3421f;background:#fcefe9;font-weight:600}"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(480px,1fr));gap:18px;margin:0 0 "
    "22px}"
    ".figures figure{margin:0;break-inside:avoid}.figures svg,.figures img{width:100%;height:auto;border:1px "
    "solid #dcd8cd}"
    ".figures figcaption{font-size:13px;color:#4c4a45;padding:4px 2px}.figures figcaption b{color:#26241f}"
    "@page{size:A4;margin:16mm 15mm 18mm}"
    "@media print{"
    "html,body{background:#fff!important;color:#000!important;max-width:none;margin:0;padding:0;font-size:10."
    "5pt}"
    "#view,#plots,#xy,.timeline,.screen{display:none!important}"
    ".figures{display:block}.figures figure{margin:0 0 "
    "7mm;break-inside:avoid;page-break-inside:avoid}.figures svg,.figures img{border:0;max-height:110mm}"
    ".verdicts li,.summary section,table{break-inside:avoid}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}"
    "h2{break-after:avoid}#scene{break-before:page;white-space:pre-wrap;font-size:8pt;border:0}a{color:#000;"
    "text-decoration:none}}";

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

/// "0 s to 0.5 s, steps 1 to 500, condition: unbalanced 0.0008"
std::string in_words_of_stage(const Json& stage) {
    const auto number = [&](const char* key) { return stage.contains(key) && stage[key].is_number() ? stage[key].get<double>() : 0.0; };
    std::string text = fmt::format("{:.6g} s to {:.6g} s, steps {} to {}", number("begin"), number("end"), number("begin_step") + 1,
                                   number("end_step"));
    const bool ended = stage.contains("ended") && stage["ended"].is_string();
    text += ended ? ", by " + stage["ended"].get<std::string>() : ", under way";
    if (stage.contains("quantity") && stage["quantity"].is_string())
        text += fmt::format(": {} {:.3g}", stage["quantity"].get<std::string>(), number("value"));
    return text;
}

std::string stage_box(const Json& stages) {
    std::string rows;
    for (const Json& stage : stages) {
        if (!stage.is_object() || !stage.contains("name") || !stage["name"].is_string()) continue;
        rows += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(stage["name"].get<std::string>()),
                            escaped(in_words_of_stage(stage)));
    }
    return box("stages", rows);
}

/// Every key of summary.json: single values in one box, each object in its own.
std::string summary_boxes(const std::string& text) {
    const Json summary = Json::parse(text, nullptr, false);
    if (!summary.is_object())
        return "<p class=\"note\">There is no summary: the run has not come to its end.</p>\n";
    std::string run, boxes;
    for (const auto& [key, value] : summary.items()) {
        if (key == "warnings" || key == "title" || key == "report") continue;
        if (key == "stages" && value.is_array()) {
            boxes += stage_box(value);
            continue;
        }
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

std::string title_block(const std::vector<std::pair<std::string, std::string>>& rows) {
    std::string out = "<table class=\"title-block\">\n";
    for (const auto& [name, text] : rows)
        out += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(name), escaped(text));
    return out + "</table>\n";
}

std::string finding_list(const std::vector<Finding>& findings) {
    std::string out = "<ul class=\"verdicts\">\n";
    for (const Finding& one : findings) {
        const char* tone = one.tone == Finding::Tone::good  ? "good"
                           : one.tone == Finding::Tone::bad ? "bad"
                                                            : "plain";
        out += fmt::format("<li class=\"{}\">{}</li>\n", tone, escaped(one.text));
    }
    return out + "</ul>\n";
}

std::string figure_list(const std::vector<Figure>& figures) {
    std::string out = "<h2>Figures</h2>\n<div class=\"figures\">\n";
    for (std::size_t k = 0; k < figures.size(); ++k)
        out += fmt::format("<figure>{}<figcaption><b>Figure {}. {}</b> {}</figcaption></figure>\n",
                           figures[k].content, k + 1, escaped(figures[k].title), escaped(figures[k].caption));
    return out + "</div>\n";
}

Json vector_json(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

Json table_json(const NumberTable& table, int dimension) {
    Json out = {{"name", table.name}, {"columns", table.columns}, {"units", Json::array()}};
    for (const std::string& column : table.columns) out["units"].push_back(unit_of_column(column, dimension));
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

std::string header_json(const ShownBodies& bodies, const Extents& extents, const ShownTimes& times,
                        const std::vector<NumberTable>& tables, const ServedAs& served) {
    Json out = {{"dimension", bodies.dimension},
                {"bodies", bodies.size()},
                {"materials", bodies.materials},
                {"groups", bodies.groups},
                {"up", bodies.up},
                {"grain", extents.grain},
                {"times", times.frames},
                {"ended", times.ended}};
    for (const ShownStage& stage : times.stages)
        out["stages"].push_back({{"name", stage.name}, {"begin", stage.begin}, {"end", stage.end}});
    if (bodies.changes) out["changes"] = true;
    if (!served.name.empty()) out["name"] = served.name;
    if (served.pieces) out["pieces"] = true;
    if (served.beside) out["beside"] = true;
    for (const ShownRegion& region : bodies.regions)
        out["regions"].push_back({{"name", region.name}, {"sink", region.is_sink}, {"lines", region.lines}});
    out["bounds"] = {{"low", vector_json(extents.low)}, {"high", vector_json(extents.high)}};
    out["ranges"] = {{"speed", extents.speed},
                     {"displacement", extents.displacement},
                     {"rotation", extents.rotation},
                     {"pressure", extents.pressure},
                     {"force", extents.force}};
    if (bodies.meshes.bodies() > 0) {
        out["fields"] = Json::array();
        const std::vector<std::string> names = field_names(bodies.dimension);
        for (std::size_t k = 0; k < extents.fields.size(); ++k)
            out["fields"].push_back(
                {{"name", names[k]}, {"low", extents.fields[k][0]}, {"high", extents.fields[k][1]}});
    }
    if (bodies.joints.size() > 0) {
        out["joints"] = bodies.joints.size();
        out["ranges"]["opening"] = extents.opening;
        out["ranges"]["slip"] = extents.slip;
    }
    out["ranges"]["share"] = 1.0;  // of damage and utilisation
    out["tables"] = Json::array();
    for (const NumberTable& table : tables) out["tables"].push_back(table_json(table, bodies.dimension));
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string page_begin(const PageWords& words) {
    const bool has_view = !viewer_script.empty();
    const std::string title = escaped(words.title);
    std::string out =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n";  // else a browser asks the server for one
    out += fmt::format("<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n", title,
                       has_view ? viewer_style : plain_style, report_style);
    out += fmt::format("<header><h1>{}</h1><p class=\"subtitle\">{}</p></header>\n", title,
                       escaped(subtitle(words.summary)));
    if (!words.block.empty()) out += title_block(words.block);
    if (!words.findings.empty()) out += finding_list(words.findings);
    if (!words.warnings.empty()) out += list_of(words.warnings, "warnings");
    out += has_view
               ? "<div id=\"view\"><noscript><p class=\"warning\">The view and the plots need "
                 "JavaScript.</p></noscript></div>\n"
               : "<p class=\"note\">This drystone was built without npm: its reports have no 3D view and no "
                 "plots.</p>\n";
    if (!words.thinned.empty())
        out += "<p class=\"note\">To keep this file small:</p>" + list_of(words.thinned, "note");
    if (!words.figures.empty()) out += figure_list(words.figures);
    if (has_view) out += "<h2 class=\"screen\">Plots</h2>\n<div id=\"plots\"></div>\n<div id=\"xy\"></div>\n";
    out += "<h2>Summary</h2>\n" + summary_boxes(words.summary);
    out += "<h2>Scene</h2>\n<pre id=\"scene\">\n" + escaped(words.scene) + "</pre>\n";
    return out;
}

std::string page_end() {
    std::string out;
    if (!viewer_script.empty()) out = fmt::format("<script>{}</script>\n", viewer_script);
    return out + "</body>\n</html>\n";
}

std::string png_image(const std::string& png, const std::string& title) {
    return fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escaped(title), base64(png));
}

std::string data_element(const std::string& id, const std::string& type, const std::string& content) {
    std::string text = content;
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return fmt::format("<script type=\"{}\" id=\"{}\">{}</script>\n", type, id, text);
}

}  // namespace drystone
