#pragma once

#include <array>
#include <span>
#include <vector>

namespace drystone {

/// A convex program whose matrices are those of bodies in contact:
///
///     least c . x     with     A x = b,     G x + s = h,     s in K                       docs/theory.md (14.4)
///
/// x: forces of contacts, a block of at most `most_variables` for each, and where something is to be as large as possible the
/// multiplier, the last one, c = -1 there and 0 elsewhere. A: what they do to bodies, b: the dead load, its sign turned. G, h: each block's
/// own rows; K: products of half-lines (rows of size 1) and of Lorentz cones s_0 >= |(s_1, s_2, ..)| (sizes 3 and 4).
///
/// Its dual has velocities y of the bodies and z in K with A^T y + G^T z + c = 0.
struct ConicProgram {
    static constexpr int most_variables = 6;

    struct Row {
        std::array<double, most_variables> g{};  // of its block's variables
        double h = 0.0;
    };
    struct Cone {
        int first_row = 0;
        int size = 1;  // 1, 3 or 4
    };
    struct Block {
        int first_variable = 0, variables = 0;
        int first_row = 0, rows = 0;
        int first_cone = 0, cones = 0;
        int body_a = -1, body_b = -1;  // that the forces act on; -1: one that does not move
    };

    int rows_per_body = 3;     // components of a body's equilibrium
    std::vector<Block> block;  // the multiplier's is the last one, where there is one: it has no bodies
    std::vector<Row> row;
    std::vector<Cone> cone;
    std::vector<std::array<double, most_variables>> on_a, on_b;  // (variables)  columns of A: what a unit does to each body
    std::vector<double> live;  // (rows of A, or none)  column of the multiplier
    std::vector<double> b;     // (rows of A)

    bool has_multiplier() const { return !live.empty(); }
    int variables() const { return static_cast<int>(on_a.size()); }
    int bodies() const { return static_cast<int>(b.size()) / rows_per_body; }

    /// A block for `variables` numbers; rows and cones that are added next are its own.
    void begin_block(int variables, int body_a, int body_b);
    void add_row(const Row& row);                        // s >= 0
    void add_cone(std::span<const Row> rows);            // s_0 >= |(s_1, s_2, ..)|
    void add_multiplier(const std::vector<double>& on);  // last; >= 0
};

/// max |v_k|
double largest(std::span<const double> v);

// The two matrices and their transposes; `out` is set.
void times_A(const ConicProgram& p, std::span<const double> x, std::span<double> out);
void times_A_transposed(const ConicProgram& p, std::span<const double> y, std::span<double> out);
void times_G(const ConicProgram& p, std::span<const double> x, std::span<double> out);
void times_G_transposed(const ConicProgram& p, std::span<const double> z, std::span<double> out);

}  // namespace drystone
