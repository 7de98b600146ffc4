#pragma once

// Contacts of bodies on a line, dealt to the ranks of the team that runs the test: one without mpirun, several with it. Every rank draws the same
// whole, keeps its share, and can tell what one process would have.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "ranks/colouring.h"
#include "ranks/halo.h"

namespace drystone::ranks {

/// The processes of the test program: MPI is begun and ended once.
inline Team& team_of_tests() {
    static Team team;
    return team;
}

/// The whole, and what of it is here. Slots are ids, and every rank knows all bodies.
struct Dealt {
    int bodies = 0;
    std::vector<BodyPair> contact;        // of all ranks
    std::vector<std::uint64_t> priority;  // of all ranks
    std::vector<int> owner;               // (bodies)
    std::vector<int> keeper;              // (contacts of all ranks)
    std::vector<std::size_t> here;        // contacts of this rank, ascending
    Colouring colouring;                  // of this rank's contacts
    std::vector<char> touched;            // (bodies)

    Halo<3> halo(Team& team) const {
        std::vector<Halo<3>::Neighbour> neighbours;
        for (int rank = 0; rank < team.size(); ++rank) {
            if (rank == team.rank()) continue;
            Halo<3>::Neighbour one;
            one.rank = rank;
            for (int i = 0; i < bodies; ++i) {
                if (owner[static_cast<std::size_t>(i)] == team.rank()) one.mine.push_back(i);
                if (owner[static_cast<std::size_t>(i)] == rank) one.theirs.push_back(i);
            }
            neighbours.push_back(one);
        }
        Halo<3> halo;
        halo.begin(std::move(neighbours), static_cast<std::size_t>(bodies));
        halo.share(touched, team);
        return halo;
    }
};

/// Bodies in a row, each rank a stretch of it; contacts between near ones, some with a wall, none twice. `far`: how far apart they may be.
inline Dealt deal(int bodies, int contacts, int far, const Team& team) {
    Random random(3);
    Dealt d;
    d.bodies = bodies;
    for (int i = 0; i < bodies; ++i) d.owner.push_back(i * team.size() / bodies);
    for (int k = 0; k < contacts; ++k) {
        const int a = static_cast<int>(bodies * random.uniform()), b = a + 1 + static_cast<int>(far * random.uniform());
        d.contact.push_back({a, k % 9 == 0 || b >= bodies ? -1 : b});
        d.priority.push_back(static_cast<std::uint64_t>(random.uniform() * 4503599627370495.0));
        const bool is_kept_above = k % 2 == 0 && d.contact.back().b >= 0;  // by the owner of either
        d.keeper.push_back(d.owner[static_cast<std::size_t>(is_kept_above ? d.contact.back().b : a)]);
    }
    d.touched.assign(static_cast<std::size_t>(bodies), 0);
    for (std::size_t k = 0; k < d.contact.size(); ++k) {
        if (d.keeper[k] != team.rank()) continue;
        d.here.push_back(k);
        d.colouring.bodies.push_back(d.contact[k]);
        d.colouring.priority.push_back(d.priority[k]);
        for (const int body : {d.contact[k].a, d.contact[k].b}) {
            if (body >= 0) d.touched[static_cast<std::size_t>(body)] = 1;
        }
    }
    return d;
}

/// (bodies)  The ranks whose contacts touch it, ascending.
inline std::vector<std::vector<int>> who_touches(const Dealt& d) {
    std::vector<std::vector<int>> ranks(static_cast<std::size_t>(d.bodies));
    for (std::size_t k = 0; k < d.contact.size(); ++k) {
        for (const int body : {d.contact[k].a, d.contact[k].b}) {
            if (body >= 0) ranks[static_cast<std::size_t>(body)].push_back(d.keeper[k]);
        }
    }
    for (auto& list : ranks) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return ranks;
}

}  // namespace drystone::ranks
