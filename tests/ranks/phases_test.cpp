#include "ranks/phases.h"

#include <map>

#include <gtest/gtest.h>

#include "ranks/dealt.h"
#include "ranks/turns.h"

namespace drystone::ranks::phases_test {
namespace {

// A visit makes of the numbers of its two bodies others, which depend on the order of visits: sweeps of several ranks are right where every number ends
// as it does when one process visits all contacts in the order of the phases.

class Numbers final : public SharedRows<3> {
  public:
    explicit Numbers(int bodies) : value(static_cast<std::size_t>(bodies), 1.0) {}
    Twist<3> load(int slot) const override {
        Twist<3> t;
        t.v[0] = value[static_cast<std::size_t>(slot)];
        return t;
    }
    void store(int slot, const Twist<3>& t) override { value[static_cast<std::size_t>(slot)] = t.v[0]; }

    void visit(const BodyPair& pair, std::size_t contact) {
        double none = 0.0;
        double& a = value[static_cast<std::size_t>(pair.a)];
        double& b = pair.b >= 0 ? value[static_cast<std::size_t>(pair.b)] : none;
        const double sum = a + 0.5 * b + 0.1 * static_cast<double>(contact % 7);
        a = 0.75 * sum - 0.25 * b;
        b = 0.3 * sum + 0.2 * b;
    }

    std::vector<double> value;
};

/// Contacts of this rank by their colours, and how told colours follow each other.
struct Order {
    std::vector<int> colour;      // (contacts here)
    std::vector<int> all_colour;  // (contacts of all ranks)
    Phases<3>::Beat beat;
    int colours = 0;
};

/// Colours of all ranks, from each rank's.
std::vector<int> colours_of_all(const Dealt& d, const std::vector<int>& colour, Team& team) {
    std::vector<double> numbers(d.contact.size(), 0.0);
    for (std::size_t k = 0; k < d.here.size(); ++k) numbers[d.here[k]] = colour[k] + 1.0;
    team.sum(numbers);
    std::vector<int> all;
    for (const double number : numbers) all.push_back(static_cast<int>(number) - 1);
    return all;
}

Order by_agreed_colours(Dealt& d, Halo<3>& halo, Team& team) {
    colour_contacts(std::vector<char>(d.here.size(), 1), halo, team, d.colouring);
    return {d.colouring.colour, colours_of_all(d, d.colouring.colour, team), {d.colouring.colours, 1, 1}, d.colouring.colours};
}

Order by_turns(Dealt& d, Halo<3>& halo, Team& team) {
    const Turns turns = take_turns(halo, team);
    double each = colour_here(std::vector<char>(d.here.size(), 1), static_cast<std::size_t>(d.bodies), d.colouring);
    team.largest({&each, 1});
    const int colours = static_cast<int>(each);
    const Phases<3>::Beat beat{turns.count, colours + 3, colours};
    for (int& colour : d.colouring.colour) colour += turns.mine * beat.colours;
    return {d.colouring.colour, colours_of_all(d, d.colouring.colour, team), beat, beat.phases * beat.colours};
}

void sweep(const Dealt& d, const Order& order, Phases<3>& phases, Numbers& numbers) {
    for (int colour = 0; colour < order.colours; ++colour) {
        for (std::size_t k = 0; k < d.here.size(); ++k) {
            if (order.colour[k] == colour) numbers.visit(d.contact[d.here[k]], d.here[k]);
        }
        phases.begin(0, colour);
        phases.end(0, colour);
    }
}

void expect_one_gauss_seidel(int bodies, int far, Order (*order_of)(Dealt&, Halo<3>&, Team&)) {
    Team& team = team_of_tests();
    Dealt d = deal(bodies, 2 * bodies, far, team);
    Halo<3> halo = d.halo(team);
    const Order order = order_of(d, halo, team);
    std::vector<Touch> touches;
    for (std::size_t k = 0; k < d.here.size(); ++k) {
        for (const int body : {d.contact[d.here[k]].a, d.contact[d.here[k]].b}) {
            if (body >= 0 && halo.sharers()[static_cast<std::size_t>(body)] > 1) touches.push_back({body, order.colour[k] / order.beat.colours});
        }
    }
    Phases<3> phases;
    Numbers numbers(bodies), whole(bodies);
    phases.plan(touches, order.beat, halo, team);
    phases.use(&numbers);
    const auto of_one_process = [&](int sweeps) {
        for (int s = 0; s < sweeps * order.colours; ++s) {
            for (std::size_t k = 0; k < d.contact.size(); ++k) {
                if (order.all_colour[k] == s % order.colours) whole.visit(d.contact[k], k);
            }
        }
    };
    const auto expect_same = [&] {
        phases.catch_up();
        for (int i = 0; i < bodies; ++i) {
            if (d.touched[static_cast<std::size_t>(i)]) {
                EXPECT_EQ(numbers.value[static_cast<std::size_t>(i)], whole.value[static_cast<std::size_t>(i)]) << i;
            }
        }
    };
    for (int k = 0; k < 3; ++k) {  // without a stop in between
        sweep(d, order, phases, numbers);
        phases.next_sweep();
    }
    of_one_process(3);
    expect_same();
    sweep(d, order, phases, numbers);  // and after one
    phases.finish();
    phases.finish();
    sweep(d, order, phases, numbers);
    phases.finish();
    of_one_process(2);
    expect_same();
    phases.use(nullptr);
    if (team.size() > 1) {
        EXPECT_GT(phases.numbers_sent(), 0);
    }
}

TEST(Phases, MakeSweepsInAgreedColoursOneGaussSeidel) {
    expect_one_gauss_seidel(60, 5, by_agreed_colours);
    expect_one_gauss_seidel(40, 30, by_agreed_colours);  // of all with all
}

TEST(Phases, MakeSweepsInTurnsOneGaussSeidel) {
    expect_one_gauss_seidel(60, 5, by_turns);
    expect_one_gauss_seidel(40, 30, by_turns);
}

TEST(Turns, NoTwoThatTouchABodyHaveTheSame) {
    Team& team = team_of_tests();
    for (const int far : {3, 30}) {
        const Dealt d = deal(60, 150, far, team);
        const Turns turns = take_turns(d.halo(team), team);
        const double mine = turns.mine;
        const std::vector<double> all = team.all({&mine, 1});
        EXPECT_LT(turns.mine, turns.count);
        EXPECT_LE(turns.count, team.size());
        for (const auto& ranks : who_touches(d)) {
            for (const int j : ranks) {
                for (const int k : ranks) EXPECT_TRUE(j == k || all[static_cast<std::size_t>(j)] != all[static_cast<std::size_t>(k)]) << j << " " << k;
            }
        }
        if (far == 3 && team.size() > 1) {
            EXPECT_EQ(turns.count, 2);  // a chain
        }
    }
}

}  // namespace
}  // namespace drystone::ranks::phases_test
