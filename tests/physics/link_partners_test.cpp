// A bar on a link cannot tell who holds the other end: the world, a body that is fixed, one that drives leave where it is, one that is held in all that it could do,
// one that another link welds to the world, or one that moves steadily, the bar with it. Every type, with what it may have besides, by both integrators.

#include <gtest/gtest.h>

#include "physics/link_stage.h"

namespace drystone::link_partners_test {
namespace {

enum class Partner { world, fixed, driven, held, welded, steady };
constexpr std::array partners = {Partner::fixed, Partner::driven, Partner::held, Partner::welded, Partner::steady};

struct Kind {
    const char* name;
    LinkType type;
    LinkProperties is{};
};

std::vector<Kind> kinds() {
    const Kind plain[] = {{"ball", LinkType::ball}, {"weld", LinkType::weld}, {"hinge", LinkType::hinge}, {"slider", LinkType::slider},
                          {"rod", LinkType::rod},   {"cable", LinkType::cable}};
    std::vector<Kind> out(std::begin(plain), std::end(plain));
    const auto with = [&](const char* name, LinkType type, auto set) { set(out.emplace_back(Kind{name, type, {}}).is); };
    for (const LinkType type : {LinkType::hinge, LinkType::slider}) {
        const bool turns = type == LinkType::hinge;
        with(turns ? "rough hinge" : "rough slider", type, [](LinkProperties& is) { is.friction = 2.0; });
        with(turns ? "hinge with stops" : "slider with stops", type, [](LinkProperties& is) { is.low = -0.02, is.high = 0.03; });
        with(turns ? "hinge with a motor" : "slider with a motor", type, [](LinkProperties& is) { is.motor = LinkProperties::Motor::velocity, is.most = 30.0; });
    }
    for (const LinkType type : {LinkType::cable, LinkType::spring}) {
        with("stiff line", type, [](LinkProperties& is) { is.stiffness = 2e3, is.damping = 3.0, is.prestress = 5.0; });
        with("line that yields", type, [](LinkProperties& is) { is.stiffness = 2e4, is.yield = 8.0; });
    }
    with("rod that yields", LinkType::rod, [](LinkProperties& is) { is.yield = 8.0; });
    with("rod that breaks", LinkType::rod, [](LinkProperties& is) { is.strength = 12.0; });
    return out;
}

template <int D>
struct Held {
    LinkStage<D> stage;
    int bar = 0, link = 0;
    Vec<D> drift{};

    Held(const Kind& kind, Partner partner, Integrator integrator) {
        stage.falling(9.81);
        stage.settings.integrator = integrator;
        stage.settings.solver.tolerance = 1e-12;
        bar = stage.bar(stage.at(0.0, 0.0), stage.at(0.4, 0.1));
        stage.description.bodies.edit(bar).velocity = 0.3 * stage.up() + 0.1 * stage.x();
        const int other = partner == Partner::world ? world_itself : stage.rigid_box(0.1 * (stage.x() + stage.up()) + 0.1 * across(), stage.at(-0.3, 0.2));
        link = kind.type < LinkType::rod ? stage.link(kind.type, other, bar, stage.at(0.0, 0.0), kind.is)
                                         : stage.line(kind.type, other, bar, stage.at(-0.2, 0.25), stage.at(0.1, 0.025), kind.is);
        if (kind.is.has_motor()) stage.last().motor = constant(0.5);
        if (partner != Partner::world) hold(partner, other);
    }
    World<D> after(int steps) {
        World<D> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings, steps).solve.converged);
        return world;
    }

  private:
    static Vec<D> across() { return D == 3 ? Vec<D>::axis(1) : Vec<D>{}; }

    void hold(Partner partner, int other) {
        BodyDescription<D>& body = stage.description.bodies.edit(other);
        body.fixed = partner == Partner::fixed || partner == Partner::driven || partner == Partner::steady;
        if (partner == Partner::driven) stage.moves(other, Driven::velocity, stage.x(), constant(0.0));
        if (partner == Partner::welded) stage.link(LinkType::weld, world_itself, other, body.position);
        if (partner == Partner::held) {
            Vec<D> ways;
            Spin<D> turns;
            for (double& one : ways.c) one = 1.0;
            for (double& one : turns.c) one = 1.0;
            stage.description.holds = {{.body = other, .directions = ways, .rotations = turns}};
        }
        if (partner != Partner::steady) return;
        stage.moves(other, Driven::velocity, stage.x(), constant(2.0)).moves(other, Driven::velocity, stage.up(), constant(-1.0));
        drift = 2.0 * stage.x() - stage.up();
        stage.description.bodies.edit(bar).velocity += drift;
    }
};

template <int D>
void partners_are_alike() {
    constexpr int steps = 80;
    for (const Kind& kind : kinds()) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            Held<D> held(kind, Partner::world, integrator);
            const World<D> world = held.after(steps);
            for (const Partner partner : partners) {
                Held<D> other(kind, partner, integrator);
                const World<D> there = other.after(steps);
                const double h = other.stage.settings.step;
                const std::string words = std::string(kind.name) + ", partner " + std::to_string(static_cast<int>(partner));
                EXPECT_LT(norm(there.bodies.position[other.bar] - there.time * other.drift - world.bodies.position[held.bar]), 1e-7) << words;
                EXPECT_LT(norm(there.bodies.velocity[other.bar].v - other.drift - world.bodies.velocity[held.bar].v), 1e-6) << words;
                for (int i = 0; i < D; ++i)
                    EXPECT_NEAR(probed(there, other.link, "force", h, static_cast<std::size_t>(i)), probed(world, held.link, "force", h, static_cast<std::size_t>(i)), 1e-4) << words;
                EXPECT_EQ(probed(there, other.link, "status", h), probed(world, held.link, "status", h)) << words;
            }
        }
    }
}
TEST(LinkPartners, WhoHoldsTheOtherEndDoesNotMatterInThePlane) { partners_are_alike<2>(); }
TEST(LinkPartners, WhoHoldsTheOtherEndDoesNotMatterInSpace) { partners_are_alike<3>(); }

}  // namespace
}  // namespace drystone::link_partners_test
