#pragma once

#include <vector>

#include "ranks/bytes.h"
#include "ranks/catalogue.h"

namespace drystone::ranks {

/// A body on its way: what its new process has to know.
template <int D>
struct TravellingBody {
    int id = 0;
    double reach = 0.0;  // of the ball about its centre within which its neighbours are listed [m]
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{};
};

/// A contact on its way, its parts counted from the first of their bodies. Its row of memory follows it.
template <int D>
struct TravellingContact {
    int body_a = 0, body_b = 0;  // ids
    ContactPoint<D> point{};
    Vec<D> impulse{};
    Spin<D> moment{};
    ContactStatus status = ContactStatus::open;
};

template <int D>
TravellingContact<D> travelling(const World<D>& world, std::size_t c);

/// Contacts and their memories, in the order of arrival.
template <int D>
struct ContactLoad {
    std::vector<TravellingContact<D>> contact;
    std::vector<double> memory;  // (contacts, width)
};

/// Contact c of the world is put into the bytes, and taken out.
template <int D>
void put_contact(const World<D>& world, std::size_t c, Bytes& bytes);
template <int D>
void take_contacts(const Bytes& bytes, std::size_t width, ContactLoad<D>& load);

/// world.contacts become those, in the order of their identities; bodies that are not there have none.
template <int D>
void put_contacts(const ContactLoad<D>& load, World<D>& world);

}  // namespace drystone::ranks
