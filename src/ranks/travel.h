#pragma once

#include <array>
#include <span>
#include <vector>

#include "ranks/bytes.h"
#include "ranks/catalogue.h"

namespace drystone::ranks {

/// A body on its way: what its new process has to know.
template <int D>
struct TravellingBody {
    int slot = 0;        // in the whole
    double reach = 0.0;  // of the ball about its centre within which its neighbours are listed [m]
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{};
};

/// A contact on its way, its parts counted from the first of their bodies; of a link the handles, 0 and 1. Its row of memory follows it.
template <int D>
struct TravellingContact {
    int body_a = 0, body_b = 0;  // slots in the whole
    int link = -1;               // of the whole's, or none
    ContactPoint<D> point{};
    Vec<D> impulse{};
    Spin<D> moment{};
    ContactStatus status = ContactStatus::open;
};

/// Whose bodies and links a world has, by their numbers in the whole. None of either: the same as the whole.
struct Numbers {
    std::span<const int> slots;  // (slots)  or -1: of nobody
    std::span<const int> links;  // (links)

    int whole_slot(int i) const { return slots.empty() ? i : slots[static_cast<std::size_t>(i)]; }
    int whole_link(int k) const { return links.empty() ? k : links[static_cast<std::size_t>(k)]; }
};

template <int D>
TravellingContact<D> travelling(const World<D>& world, const Numbers& numbers, std::size_t c);

/// Contacts and their memories, in the order of arrival.
template <int D>
struct ContactLoad {
    std::vector<TravellingContact<D>> contact;
    std::vector<double> memory;  // (contacts, width)
};

/// Contact c of the world is put into the bytes, and taken out.
template <int D>
void put_contact(const World<D>& world, const Numbers& numbers, std::size_t c, Bytes& bytes);
template <int D>
void take_contacts(const Bytes& bytes, std::size_t width, ContactLoad<D>& load);

/// Its parts as the world numbers them, of bodies in those slots. False: its link is not there.
template <int D>
bool arrive(const World<D>& world, const Numbers& numbers, std::array<int, 2> slots, TravellingContact<D>& contact);

/// world.contacts become those, in the order of their identities; bodies that are not there have none. `here` (slots of the whole): theirs, or -1.
template <int D>
void put_contacts(const ContactLoad<D>& load, const Numbers& numbers, std::span<const int> here, World<D>& world);

}  // namespace drystone::ranks
