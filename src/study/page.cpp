#include <filesystem>

#include <fmt/format.h>

#include "study/picture.h"

namespace drystone {

namespace {

constexpr const char* page_style =
    "body{font:15px/1.4 system-ui,sans-serif;margin:24px;color:#222}"
    "table{border-collapse:collapse;margin-top:16px}"
    "th,td{border:1px solid #ccc;padding:3px 8px;text-align:right}"
    "th{background:#f2f2f2;position:sticky;top:0}"
    "td.bad{background:#fbe3d6}pre{white-space:pre-wrap;text-align:left;margin:0;font-size:12px}"
    "svg{max-width:100%;height:auto}";

std::string in_html(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '&')
            safe += "&amp;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe += c;
    }
    return safe;
}

/// The picture without the line that makes it a file.
std::string inline_svg(const std::string& svg) {
    const auto begin = svg.find("<svg");
    return begin == std::string::npos ? "" : "<div>" + svg.substr(begin) + "</div>\n";
}

std::string head_row(const StudyTable& table) {
    std::string row = "<tr><th>run</th>";
    for (const Vary& vary : table.varies) row += "<th>" + in_html(vary.key) + "</th>";
    for (const Item& item : table.items) row += "<th>" + in_html(item.text) + "</th>";
    return row + (table.judged ? "<th>status</th><th>collapsed</th></tr>\n" : "<th>status</th></tr>\n");
}

/// Its number, as a link to its report where it has one.
std::string run_cell(const StudyTable& table, std::size_t row) {
    const std::string name = table.folder_of(row), report = name + "/report.html";
    if (!std::filesystem::exists(table.folder + "/" + report)) return "<td>" + name + "</td>";
    return fmt::format("<td><a href=\"{}\">{}</a></td>", report, name);
}

std::string status_cell(const StudyRow& row) {
    const std::string message = row.message.empty() ? "" : "<pre>" + in_html(row.message) + "</pre>";
    return fmt::format("<td{}>{}{}</td>", row.status == RunStatus::done ? "" : " class=\"bad\"",
                       name_of(row.status), message);
}

std::string html_row(const StudyTable& table, std::size_t row) {
    const StudyRow& one = table.rows[row];
    std::string html = "<tr>" + run_cell(table, row);
    for (std::size_t key = 0; key < table.varies.size(); ++key)
        html += "<td>" + in_html(table.value(row, key)) + "</td>";
    for (std::size_t item = 0; item < table.items.size(); ++item) {
        const bool known = item < one.numbers.size() && one.numbers[item];
        html += known ? fmt::format("<td>{:.6g}</td>", *one.numbers[item]) : "<td></td>";
    }
    html += status_cell(one);
    if (table.judged) html += one.collapsed ? (*one.collapsed ? "<td>yes</td>" : "<td>no</td>") : "<td></td>";
    return html + "</tr>\n";
}

}  // namespace

std::string table_html(const StudyTable& table, const Fragility* fragility) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
        "charset=\"utf-8\"><title>{}</title><style>{}</style></head>\n<body>\n<h1>{}</h1>\n",
        in_html(table.title), page_style, in_html(table.title));
    if (fragility)
        html += "<p>" + in_html(in_words(table, *fragility)) + "</p>\n" +
                inline_svg(fragility_svg(table, *fragility));
    html += inline_svg(items_svg(table)) + "<table>\n" + head_row(table);
    for (std::size_t row = 0; row < table.rows.size(); ++row) html += html_row(table, row);
    return html + "</table>\n</body></html>\n";
}

}  // namespace drystone
