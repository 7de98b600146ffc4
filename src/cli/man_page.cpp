#include "cli/man_page.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace drystone {

namespace {

/// As text: no letter of it means anything to roff.
std::string as_roff(const std::string& text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '\\') {
            out += "\\e";
        } else if (letter == '-') {
            out += "\\-";
        } else if (letter == '\n') {
            out += "\n.br\n";
        } else {
            if ((letter == '.' || letter == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
            out += letter;
        }
    }
    return out;
}

std::string placeholder(const OptionRow& row) { return "\\fI" + as_roff(row.value) + "\\fR"; }

std::string option_heading(const OptionRow& row) {
    std::string text;
    for (const std::string& name : row.names) text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", as_roff(name));
    return row.value.empty() ? text : text + " " + placeholder(row);
}

std::string synopsis(const CommandRow& command) {
    std::string text = fmt::format("\\fBdrystone {}\\fR", as_roff(words_joined(command.path)));
    if (command.options.size() > 1) text += " [\\fIoptions\\fR]";  // more than --help
    for (const OptionRow& row : command.positionals) {
        const std::string argument = placeholder(row) + (row.repeats ? " ..." : "");
        text += row.required ? " " + argument : " [" + argument + "]";
    }
    return text;
}

std::string paragraph_of(const OptionRow& row, const std::string& heading) {
    const std::string words = row.words.empty() ? "" : fmt::format(" ({})", words_joined(row.words, ", "));
    return fmt::format(".TP\n{}\n{}\n", heading, as_roff(row.about + words));
}

std::string section_of(const CommandRow& command) {
    std::string text = fmt::format(".SS {}\n{}\n.PP\n{}\n", synopsis(command), as_roff(command.about), "");
    for (const OptionRow& row : command.positionals) text += paragraph_of(row, placeholder(row));
    for (const OptionRow& row : command.options) text += paragraph_of(row, option_heading(row));
    return text;
}

}  // namespace

std::string man_page(const CommandRow& program, const std::string& version, const std::string& footer) {
    std::string text = fmt::format(
        ".TH DRYSTONE 1 \"\" \"Drystone {}\" \"User Commands\"\n.SH NAME\ndrystone \\- rigid and deformable bodies in "
        "contact, by Contact Dynamics\n.SH SYNOPSIS\n\\fBdrystone\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
        "A scene, one TOML file, goes in; a folder of results comes out. Units are SI.\n.SH OPTIONS\n",
        as_roff(version));
    for (const OptionRow& row : program.options) text += paragraph_of(row, option_heading(row));
    text += ".SH COMMANDS\n";
    for (const CommandRow* command : all_commands(program))
        if (command != &program && command->commands.empty()) text += section_of(*command);
    return text + ".SH EXIT STATUS\n" + as_roff(footer) +
           "\n.SH SEE ALSO\nThe scene format, the theory and pages on how to do things are in the documentation, "
           "\\fIdocs/\\fR of the sources or \\fI/usr/share/doc/drystone\\fR.\n";
}

}  // namespace drystone
