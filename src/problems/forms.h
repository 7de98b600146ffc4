#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "problems/sparse_matrix.h"

namespace drystone {

// A contact problem as FCLIB states it, in numbers without blocks: d rows a contact, the normal first. Signs as in
// docs/problems.md: r is the impulse on the body whose relative velocity is u, and both are positive when they part.

/// Unknowns besides the impulses that hold something fixed:  V^T r + R l + s = 0.
struct Bilateral {
    SparseMatrix V;         // (d contacts x p)
    SparseMatrix R;         // (p x p)
    std::vector<double> s;  // (p)
    bool operator==(const Bilateral&) const = default;
};

/// u = W r + V l + q, and Signorini-Coulomb with mu at every contact.
struct LocalForm {
    int dimension = 3;       // d
    SparseMatrix W;          // (d contacts x d contacts)
    std::vector<double> q;   // (d contacts)
    std::vector<double> mu;  // (contacts)
    std::optional<Bilateral> bilateral;

    int contacts() const { return static_cast<int>(mu.size()); }
    bool operator==(const LocalForm&) const = default;
};

/// M v = H r + G l + f,   G^T v + b = 0,   u = H^T v + w.
struct GlobalForm {
    int dimension = 3;
    SparseMatrix M;                 // (n x n)
    SparseMatrix H;                 // (n x d contacts)
    std::optional<SparseMatrix> G;  // (n x p)
    std::vector<double> f;          // (n)
    std::vector<double> w;          // (d contacts)
    std::vector<double> b;          // (p), with G
    std::vector<double> mu;         // (contacts)

    bool operator==(const GlobalForm&) const = default;
};

struct ProblemInfo {
    std::string title, description, math_info;
    bool operator==(const ProblemInfo&) const = default;
};

/// Velocities and impulses at the contacts: a solution, or a first guess.
struct ContactState {
    std::vector<double> u, r;  // (d contacts)
    bool operator==(const ContactState&) const = default;
};

/// What a file holds.
struct ProblemFile {
    std::variant<LocalForm, GlobalForm> form;
    ProblemInfo info;
    std::optional<ContactState> guess;  // the first, where there are several
    std::optional<ContactState> solution;
};

}  // namespace drystone
