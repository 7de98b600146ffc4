#include "scene/read_settlements.h"

#include <cmath>
#include <numbers>

#include "scene/read_body_list.h"
#include "scene/read_signal.h"
#include "scene/read_stages.h"
#include "scene/table.h"

namespace drystone {

namespace {

constexpr double one_degree = std::numbers::pi / 180.0;

template <int D>
struct Settlement {
    Vec<D> by{};      // [m]
    Spin<D> turn{};   // [rad]
};

template <int D>
Settlement<D> read_amounts(const Table& table) {
    Settlement<D> one;
    one.by = table.template vector<D>("by", Vec<D>{});
    if (const Node* turn = table.find("turn_deg")) {
        if constexpr (D == 3)
            one.turn = one_degree * vector_of<3>(*turn, "turn_deg");
        else
            one.turn = {{one_degree * number_of(*turn, "turn_deg")}};
    }
    if (one.by == Vec<D>{} && one.turn == Spin<D>{})
        refuse(table.place(), "this support does not settle; say by how much: by (m), turn_deg");
    return one;
}

/// The course of time, times an amount.
Signal scaled(Signal course, double amount) {
    course.value *= amount;
    course.from *= amount;
    course.to *= amount;
    course.amplitude *= amount;
    for (Signal::Point& point : course.points) point.value *= amount;
    return course;
}

template <int D>
void settle_bodies(const Node& item, const Signal& course, const std::vector<int>& stages, Draft<D>& draft) {
    const Table table(item, "a settlement", {"body", "bodies", "by", "turn_deg"});
    const Settlement<D> one = read_amounts<D>(table);
    const double way = norm(one.by), angle = norm(one.turn);
    for (const int body : read_body_or_bodies(item, draft)) {
        const BodyDescription<D>& support = draft.world.bodies[static_cast<std::size_t>(body)];
        if (!support.fixed)
            refuse(table.place(), "settlements are of supports: \"" + support.name + "\" is not fixed. A body that can move is "
                                  "driven by [[drives]]");
        Motion<D> motion;
        motion.body = body;
        motion.place = origin_of(item);
        motion.stages = stages;
        if (way > 0.0) {
            motion.direction = (1.0 / way) * one.by;
            motion.signal = scaled(course, way);
            draft.world.motions.push_back(motion);
        }
        if (angle > 0.0) {
            motion.rotates = true;
            motion.axis = (1.0 / angle) * one.turn;
            motion.signal = scaled(course, angle);
            draft.world.motions.push_back(motion);
        }
    }
}

}  // namespace

template <int D>
void read_settlements(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "settlements"), "settlements")) {
        const Table table(*node, "[[settlements]]", {"history", "of", "stage"});
        const Signal course = read_signal(table.at("history"), "a history", {}, draft.folder);
        const auto& items = array_of(table.at("of"), "of", "tables { body, by, turn_deg }");
        if (items.empty()) refuse(table.at("of").place, "of is empty; name the supports that settle");
        for (const Node& item : items) settle_bodies(item, course, read_stage_list(*node, draft), draft);
    }
}

template void read_settlements<2>(const Node&, Draft<2>&);
template void read_settlements<3>(const Node&, Draft<3>&);

}  // namespace drystone
