// Masonry of meshed stones: validation cases C01 and C05 with stones that are nearly rigid, and a wall of 200 bricks of 50 elements.

#include <chrono>
#include <cstdio>

#include "physics/first_step.h"
#include "step/world.h"

namespace drystone::deformable_masonry_test {
namespace {

std::string meshed_arch(double eta, int voussoirs, const std::string& deformable) {
    std::string text = block_scene(
        fmt::format(
            "[[generate]]\ntype = \"arch\"\nname = \"arch\"\nmaterial = \"stone\"\nradius = 1.0\nthickness = "
            "{:.17g}\nvoussoirs = {}\ndeformable = {}\n",
            eta, voussoirs, deformable),
        1.2, 0.0, 0.02);
    text.replace(text.find("duration"), 0, "quasistatic = true\n");
    text.replace(text.find("tolerance = 1e-9"), 16, "tolerance = 1e-12");
    return text.replace(text.find("density"), 0, "young = 5e10\npoisson = 0.2\n");
}

// C05: the horizontal thrust of any equilibrium lies in this interval; elasticity chooses one.
TEST(DeformableMasonry, TheThrustOfAStiffArchIsAdmissible) {
    struct Case {
        int voussoirs;
        double eta, low, high;
    };
    for (const std::string deformable :
         {"\"uniform\"", "{ divisions = [2, 4] }", "{ divisions = [4, 4], candidates = \"faces\" }"}) {
        for (const auto& [voussoirs, eta, low, high] :
             {Case{27, 0.15, 0.175568, 0.227373}, Case{27, 0.20, 0.153410, 0.254969},
              Case{16, 0.15, 0.176566, 0.228117}}) {
            Blocks blocks(meshed_arch(eta, voussoirs, deformable));
            for (int k = 0; k < 20; ++k)
                ASSERT_TRUE(blocks.step().solve.converged) << deformable << " step " << k;
            double W = 0.0;
            for (const ElasticBody<2>& body : blocks.world.elastic) W += 9.81 * body.model->mass;
            const Vec<2> springing =
                blocks.force(blocks.body("arch.abutment.left"), blocks.body("arch.voussoir.0"));
            const double H = std::abs(springing[0]) / W;
            std::printf("%s, %d voussoirs, t/R = %g: H/W = %.4f in [%.4f, %.4f], springing carries %.9f W\n",
                        deformable.c_str(), voussoirs, eta, H, low, high, springing[1] / W);
            EXPECT_GT(H, low - 1e-4) << deformable;
            EXPECT_LT(H, high + 1e-4) << deformable;
            EXPECT_NEAR(springing[1] / W, 0.5, 1e-3) << deformable;
        }
    }
}

TEST(DeformableMasonry, TwoHundredBricksOfFiftyElements) {
    std::string text = block_scene(
        "[[generate]]\ntype = \"wall\"\nname = \"wall\"\nmaterial = \"stone\"\nlength = 4.0\nheight = 4.0\n"
        "block = [0.4, 0.2]\nbase = 0.2\ndeformable = { divisions = [10, 5] }\n",
        0.6, 0.0, 1e-3);
    text.replace(text.find("tolerance = 1e-9"), 16, "tolerance = 1e-5");
    text.replace(text.find("density"), 0, "young = 1e10\npoisson = 0.2\n");
    Blocks blocks(text);
    EXPECT_GE(blocks.world.elastic.size(), 200u);
    std::size_t elements = 0;
    for (const ElasticBody<2>& body : blocks.world.elastic) elements += body.model->mesh.element.size();
    const auto began = std::chrono::steady_clock::now();
    for (int k = 0; k < 20; ++k) {
        const StepReport report = blocks.step();
        ASSERT_TRUE(report.solve.converged) << "step " << k << ": residual " << report.solve.residual;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%zu bricks, %zu elements, %d contacts: 20 steps in %.1f s\n", blocks.world.elastic.size(),
                elements, blocks.world.contacts.size(), seconds);
}

}  // namespace
}  // namespace drystone::deformable_masonry_test
