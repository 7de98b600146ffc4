#include <gtest/gtest.h>

#include <limits>

#include "core/input_error.h"
#include "hdf5/file.h"
#include "io/folders.h"
#include "problems/read_problem.h"
#include "problems/samples.h"
#include "problems/write_problem.h"

namespace drystone::file_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Ints = std::vector<std::int32_t>;
using Reals = std::vector<double>;

void put(const hdf5::Group& group, const std::string& name, const Ints& values) {
    group.write<std::int32_t>(name, values, {static_cast<std::int64_t>(values.size())});
}
void put(const hdf5::Group& group, const std::string& name, const Reals& values) {
    group.write<double>(name, values, {static_cast<std::int64_t>(values.size())});
}

/// The parts of a file with one contact in space, for a test to spoil: W = [2 . 1; . 3 .; . . 4].
struct Parts {
    Ints spacedim{3}, m{3}, n{3}, nz{-1}, p{0, 1, 2, 4}, i{0, 1, 0, 2};
    Reals x{2.0, 3.0, 1.0, 4.0}, q{-1.0, 0.5, 0.0}, mu{0.3};
    Reals u, r;  // of a solution, where there are any
};

void write_parts(const std::string& path, const Parts& parts) {
    hdf5::File file = hdf5::File::create(path);
    const hdf5::Group group = file.make_group("fclib_local"), W = group.make_group("W"),
                      vectors = group.make_group("vectors");
    put(group, "spacedim", parts.spacedim);
    put(W, "m", parts.m);
    put(W, "n", parts.n);
    put(W, "nz", parts.nz);
    put(W, "p", parts.p);
    put(W, "i", parts.i);
    put(W, "x", parts.x);
    put(vectors, "q", parts.q);
    put(vectors, "mu", parts.mu);
    if (!parts.r.empty()) {
        const hdf5::Group solution = file.make_group("solution");
        put(solution, "u", parts.u);
        put(solution, "r", parts.r);
    }
    file.close();
}

class ProblemFiles : public InAFolder {
  protected:
    std::string refusal(const std::string& name) const {
        try {
            condensed(read_problem(path(name)), path(name));
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder.size() + 1);
        }
        return "nothing was refused";
    }

    std::string refusal(const Parts& parts) const {
        write_parts(path("bad.hdf5"), parts);
        return refusal("bad.hdf5");
    }
};

TEST_F(ProblemFiles, WhatIsWrittenIsRead) {
    for (const int dimension : {2, 3}) {
        const LocalForm local = sample_local(dimension);
        const ProblemInfo info{"a title", "what it is", "unique"};
        const ContactState guess{local.q, Reals(local.q.size(), 0.5)},
            solution{Reals(local.q.size(), 0.25), local.q};
        write_problem(path("problem.hdf5"), local, info, guess, solution);
        const ProblemFile file = read_problem(path("problem.hdf5"));
        EXPECT_EQ(std::get<LocalForm>(file.form), local);
        EXPECT_EQ(file.info, info);
        EXPECT_EQ(file.guess, guess);
        EXPECT_EQ(file.solution, solution);
    }
    EXPECT_FALSE(std::filesystem::exists(path("problem.hdf5.part")));
}

TEST_F(ProblemFiles, AProblemWithoutContactsGoesThereAndBack) {
    const LocalForm nothing{.dimension = 3, .W = from_entries(0, 0, {}), .q = {}, .mu = {}, .bilateral = {}};
    write_problem(path("empty.hdf5"), nothing, {});
    EXPECT_EQ(std::get<LocalForm>(read_problem(path("empty.hdf5")).form), nothing);
}

TEST_F(ProblemFiles, ThreeFormatsOfTheSameMatrixAreTheSame) {
    const Parts columns;
    Parts rows, triplets;
    rows.nz = {-2};
    rows.p = {0, 2, 3, 4};
    rows.i = {0, 2, 1, 2};
    rows.x = {2.0, 1.0, 3.0, 4.0};
    triplets.nz = {5};
    triplets.p = {2, 0, 0, 1, 0};  // rows
    triplets.i = {2, 2, 0, 1, 0};
    triplets.x = {4.0, 1.0, 1.5, 3.0, 0.5};  // the 2 of W in two pieces
    const auto read = [&](const Parts& parts) {
        write_parts(path("one.hdf5"), parts);
        return std::get<LocalForm>(read_problem(path("one.hdf5")).form);
    };
    EXPECT_EQ(dense(read(columns).W), (Dense{{2, 0, 1}, {0, 3, 0}, {0, 0, 4}}));
    EXPECT_EQ(read(rows), read(columns));
    EXPECT_EQ(read(triplets), read(columns));
}

TEST_F(ProblemFiles, MistakesAreSaidWithTheirPlace) {
    const auto changed = [](auto change) {
        Parts parts;
        change(parts);
        return parts;
    };
    const std::vector<std::pair<Parts, std::string>> cases = {
        {changed([](Parts& o) { o.spacedim = {4}; }), "/fclib_local/spacedim: is 4, expected 2 or 3"},
        {changed([](Parts& o) { o.spacedim = {2}; }),
         "/fclib_local/vectors/q: has 3 entries, expected a multiple of 2"},
        {changed([](Parts& o) {
             o.spacedim = {3, 3};
         }),
         "/fclib_local/spacedim: holds 2 values, expected one"},
        {changed([](Parts& o) { o.m = {6}; }), "/fclib_local/W: is 6 x 3, expected 3 x 3"},
        {changed([](Parts& o) { o.n = {-3}; }), "/fclib_local/W: is 3 x -3, expected 3 x 3"},
        {changed([](Parts& o) { o.nz = {-3}; }),
         "/fclib_local/W/nz: is -3, expected -1 (compressed columns)"},
        {changed([](Parts& o) { o.nz = {7}; }), "/fclib_local/W/p: has the shape (4), expected (7)"},
        {changed([](Parts& o) {
             o.p = {0, 1, 2, 9};
         }),
         "/fclib_local/W/i: has 4 entries, expected at least the 9"},
        {changed([](Parts& o) {
             o.p = {0, 3, 2, 4};
         }),
         "/fclib_local/W/p: does not start at 0 and grow"},
        {changed([](Parts& o) {
             o.p = {1, 1, 2, 4};
         }),
         "/fclib_local/W/p: does not start at 0 and grow"},
        {changed([](Parts& o) { o.i[2] = 3; }),
         "/fclib_local/W/i: entry 2 is 3, expected an index from 0 to 2"},
        {changed([](Parts& o) { o.i[0] = -1; }),
         "/fclib_local/W/i: entry 0 is -1, expected an index from 0 to 2"},
        {changed([](Parts& o) { o.x[3] = nan; }),
         "/fclib_local/W/x: entry 3 is nan, expected finite numbers"},
        {changed([](Parts& o) { o.x.pop_back(); }), "/fclib_local/W/x: has the shape (3), expected (4)"},
        {changed([](Parts& o) { o.x[1] = -3.0; }), "W has -3 on its diagonal (row 1), expected zero or more"},
        {changed([](Parts& o) { o.q[0] = -INFINITY; }), "/fclib_local/vectors/q: entry 0 is -inf"},
        {changed([](Parts& o) { o.mu = {-0.1}; }),
         "/fclib_local/vectors/mu: entry 0 is -0.1, expected zero or more"},
        {changed([](Parts& o) {
             o.mu = {0.1, 0.1};
         }),
         "/fclib_local/vectors/mu: has the shape (2), expected (1)"},
        {changed([](Parts& o) { o.u = {0.0}, o.r = {0.0}; }), "/solution/u: has the shape (1), expected (3)"},
        {changed([](Parts& o) {
             o.u = o.r = {0.0, nan, 0.0};
         }),
         "/solution/u: entry 1 is nan"},
    };
    for (const auto& [parts, message] : cases) {
        const std::string said = refusal(parts);
        EXPECT_EQ(said.find("bad.hdf5: " + message), 0u) << said << "\nexpected " << message;
    }
    EXPECT_EQ(refusal(Parts{}), "nothing was refused");
}

TEST_F(ProblemFiles, OtherFilesAreRefusedAsWhatTheyAre) {
    EXPECT_EQ(refusal("missing.hdf5"), "missing.hdf5: there is no such file");
    put_file(path("text.hdf5"), "contacts: many\n");
    EXPECT_EQ(refusal("text.hdf5"), "text.hdf5: is not an HDF5 file");
    hdf5::File::create(path("other.hdf5")).make_group("frames");
    EXPECT_NE(refusal("other.hdf5").find("neither /fclib_local nor /fclib_global"), std::string::npos);
    hdf5::File::create(path("hollow.hdf5")).make_group("fclib_local");
    EXPECT_EQ(refusal("hollow.hdf5"), "hollow.hdf5: /fclib_local/vectors: is missing");
}

/// Every read ends with a problem or an InputError, never otherwise; under the sanitizers this says much more.
TEST_F(ProblemFiles, DamagedFilesAreReadOrRefused) {
    write_problem(path("whole.hdf5"), sample_local(), {"t", "d", "m"}, ContactState{Reals(9), Reals(9)});
    const std::string whole = content_of_file(path("whole.hdf5"));
    Random random(11, 0);
    int refused = 0;
    const int tries = 400;
    for (int k = 0; k < tries; ++k) {
        std::string damaged = whole;
        if (k % 4 == 0) {
            damaged.resize(static_cast<std::size_t>(random.uniform() * static_cast<double>(whole.size())));
        } else {
            for (int flips = 0; flips < 1 + k % 8; ++flips) {
                const auto at =
                    static_cast<std::size_t>(random.uniform() * static_cast<double>(whole.size()));
                damaged[at] = static_cast<char>(random.uniform() * 256.0);
            }
        }
        put_file(path("damaged.hdf5"), damaged);
        const std::string said = refusal("damaged.hdf5");
        if (said == "nothing was refused") continue;
        EXPECT_EQ(said.find("damaged.hdf5: "), 0u) << said;
        ++refused;
    }
    EXPECT_GT(refused, tries / 4);  // every cut one, at least
}

TEST_F(ProblemFiles, WhereNothingCanBeWrittenNothingIsLeft) {
    EXPECT_THROW(write_problem(path("no/such/folder.hdf5"), sample_local(), {}), hdf5::WriteError);
    std::filesystem::create_directory(path("taken.hdf5"));
    EXPECT_ANY_THROW(write_problem(path("taken.hdf5"), sample_local(), {}));
    EXPECT_FALSE(std::filesystem::exists(path("taken.hdf5.part")));
}

}  // namespace
}  // namespace drystone::file_test
