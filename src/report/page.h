#pragma once

#include <string>
#include <vector>

#include "report/findings.h"
#include "report/number_table.h"
#include "report/plan.h"
#include "report/shown_run.h"

namespace drystone {

/// A picture that needs no program: SVG, or an image in the page.
struct Figure {
    std::string title, caption;
    std::string content;  // HTML: <svg ...> or <img ...>
};

/// The words of a page: what it says without any program running in it.
struct PageWords {
    std::string title;
    std::vector<std::pair<std::string, std::string>> block;  // of the title: project, author, date, ..
    std::vector<Finding> findings;
    std::vector<Figure> figures;
    std::string summary;                // summary.json; empty: the run has not ended
    std::string scene;                  // scene.toml
    std::vector<std::string> warnings;  // in plain words
    std::vector<std::string> thinned;   // what is not in the page
};

/// A stage of a run: what summary.json says of it.
struct ShownStage {
    std::string name;
    double begin = 0.0, end = 0.0;  // [s]
};

/// The time of a run.
struct ShownTimes {
    std::vector<double> frames;  // [s]
    bool ended = true;
    std::vector<ShownStage> stages = {};
};

/// How a run is served: several may be beside each other, and large ones come in pieces.
struct ServedAs {
    std::string name;     // of its folder; empty: in a file of its own
    bool pieces = false;  // of frames; web/src/pieces.js
    bool beside = false;  // another run is to be seen beside it
};

/// What the page's program must know before it reads frames, as JSON: times, ranges, tables.
std::string header_json(const ShownBodies& bodies, const Extents& extents, const ShownTimes& times,
                        const std::vector<NumberTable>& tables, const ServedAs& served = {});

/// HTML up to the data, and after it. Between them stand blocks as data_element()s, or none where they are served.
std::string page_begin(const PageWords& words);
std::string page_end();

/// A piece of data in the page: text that the browser keeps and does not show.
std::string data_element(const std::string& id, const std::string& type, const std::string& content);

/// An image of these bytes, for a figure.
std::string png_image(const std::string& png, const std::string& title);

/// With <, >, & and quotes as entities.
std::string escaped(const std::string& text);

}  // namespace drystone
