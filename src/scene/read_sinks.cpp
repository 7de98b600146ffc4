#include <algorithm>

#include <fmt/format.h>

#include "core/names.h"
#include "scene/read_body_list.h"
#include "scene/read_sources.h"
#include "scene/region.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// A selector that may be of bodies that are still to come: words that name a source, its bodies or a pattern of them stay words.
template <int D>
class SelectionReader {
  public:
    SelectionReader(std::string_view what, const Draft<D>& draft) : what_(what), draft_(draft) { selection_.all = false; }

    void add(const Node& node) {
        const auto* word = node.as<std::string>();
        if (word && *word == "*") {
            selection_.all = true;
        } else if (word && names_source(*word, draft_)) {
            selection_.patterns.push_back(*word);
        } else {
            for (const int id : read_body_list(node, what_, draft_)) selection_.ids.push_back(id);
        }
    }

    Selection selection() && {
        std::sort(selection_.ids.begin(), selection_.ids.end());
        selection_.ids.erase(std::unique(selection_.ids.begin(), selection_.ids.end()), selection_.ids.end());
        return std::move(selection_);
    }

  private:
    std::string_view what_;
    const Draft<D>& draft_;
    Selection selection_;
};

template <int D>
void read_sink(const Node& node, const Node& document, Draft<D>& draft) {
    const Table table(node, "[[sinks]]", {"name", "region", "outside", "of", "from", "until", "stage"});
    Sink<D> sink;
    sink.name = table.text("name");
    for (const Sink<D>& other : draft.world.sinks) {
        if (other.name == sink.name)
            refuse(table.at("name").place, fmt::format("there is a sink named \"{}\" already", sink.name));
    }
    if (table.has("region") && table.has("outside"))
        refuse(table.at("outside").place, "a sink has either region or outside, not both");
    if (!table.has("region") && !table.has("outside"))
        refuse(table.place(),
               "where is the sink? give region = {..}, or outside = {..} for all that is not in it");
    sink.outside = table.has("outside");
    const char* key = sink.outside ? "outside" : "region";
    sink.region = read_region<D>(table.at(key), key);
    if (const Node* of = table.find("of")) sink.of = read_selection(*of, "of", draft);
    sink.open = read_opening(node, document);
    sink.place = origin_of(node);
    draft.world.sinks.push_back(std::move(sink));
}

}  // namespace

template <int D>
Selection read_selection(const Node& node, std::string_view what, const Draft<D>& draft) {
    SelectionReader<D> reader(what, draft);
    const auto* several = node.as<Node::Array>();
    if (several && several->empty()) refuse(node.place, fmt::format("{} is empty; name a body, a group or a source", what));
    if (several) {
        for (const Node& one : *several) reader.add(one);
    } else {
        reader.add(node);
    }
    return std::move(reader).selection();
}

template <int D>
void read_sinks(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "sinks"), "sinks")) read_sink(*node, document, draft);
}

template Selection read_selection(const Node&, std::string_view, const Draft<2>&);
template Selection read_selection(const Node&, std::string_view, const Draft<3>&);
template void read_sinks(const Node&, Draft<2>&);
template void read_sinks(const Node&, Draft<3>&);

}  // namespace drystone
