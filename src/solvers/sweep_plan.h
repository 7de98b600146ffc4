#pragma once

#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/workbench.h"

namespace drystone {

/// The two mobile bodies of a contact, -1 for none.
struct BodyPair {
    int a = -1;
    int b = -1;
};

/// The order in which a sweep visits contacts: a function of the contact graph and of the numbering of bodies alone, so
/// that any number of threads gives the same bits.
///
/// Bodies are cut into chunks of consecutive numbers (near each other, if bodies are numbered along a curve that keeps
/// neighbours together). First come the contacts inside chunks: a thread takes whole chunks, whose bodies and contacts
/// stay in its cache. Then those between chunks, colour by colour. Inside a chunk, too, contacts go by colour: no two of a
/// colour share a mobile body, and slots are filled in groups of `width` contacts of one colour, which can be visited at
/// once. Contacts that find every colour taken (of bodies with very many contacts: pistons, plates) come last, one by one.
/// Contacts whose colours were told from outside (told_colours.h) are apart from all that, in halves of their colours.
struct SweepPlan {
    static constexpr int chunk_bodies = 512;
    static constexpr int most_colours = 32;

    int width = 1;
    std::vector<int> contact;       // (groups x width)  which contact a slot holds, -1: none
    std::vector<int> chunk_start;   // (chunks + 1)      groups inside chunks
    std::vector<int> colour_start;  // (colours + 1)     groups between chunks; they follow the chunks'
    std::vector<int> told_start;    // (halves + 1, or none)  groups of told colours; they follow those between chunks
    int serial_start = 0;           // groups from here on, of one contact each, are visited one by one

    int groups() const { return static_cast<int>(contact.size()) / width; }
    int chunks() const { return static_cast<int>(chunk_start.size()) - 1; }
    int colours() const { return static_cast<int>(colour_start.size()) - 1; }
    int told_colours() const { return static_cast<int>(told_start.size()) / 2; }
};

/// The plan of the contacts listed in `chosen`, in groups of `width`; `contacts` are all contacts.
struct PlanInput {
    std::span<const BodyPair> contacts;
    std::span<const int> chosen;
    int bodies = 0;
    int width = 1;
    std::span<const int> told = {};  // (contacts, or none)  ToldColours::half
    int told_colours = 0;
};
void make_plan(const PlanInput& in, ThreadPool& pool, Workbench& bench, SweepPlan& plan);

}  // namespace drystone
