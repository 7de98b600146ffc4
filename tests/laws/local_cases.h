#pragma once

#include <array>
#include <string>

#include "core/random.h"
#include "laws/local_solve.h"

/// Forms that laws take at a contact, and kinds of contacts.
namespace drystone::local_cases {

inline constexpr double never = Yielding::never;

enum class Form { dry, smooth, cohesive, joint, spring, staircase, crushing, plastic_joint, bond };
inline constexpr std::array forms{Form::dry,       Form::smooth,   Form::cohesive,      Form::joint, Form::spring,
                           Form::staircase, Form::crushing, Form::plastic_joint, Form::bond};
inline const char* name_of(Form form) {
    return std::array{"dry", "smooth", "cohesive", "joint", "spring", "staircase", "crushing", "plastic_joint", "bond"}[static_cast<std::size_t>(form)];
}

template <int D>
LocalLaw<D> law_of(Form form, Random& random) {
    const auto some = [&](double most) { return random.uniform(0.05, 1.0) * most; };
    LocalLaw<D> law{.mu = form == Form::smooth || form == Form::bond ? 0.0 : some(1.2)};
    switch (form) {
        case Form::dry:
        case Form::smooth:
            break;
        case Form::cohesive:
            law.tension = some(2.0);
            law.cohesion = law.mu * law.tension;
            break;
        case Form::joint:
            law.tension = some(2.0);
            law.cohesion = law.mu * law.tension + some(1.0);
            break;
        case Form::spring:
            law.yields = {.pulled = 0.7, .pressed = 0.7, .slip = some(2.0)};
            break;
        case Form::staircase:  // a cohesive bridge that closes a gap first
            law.tension = some(1.0);
            law.cohesion = law.mu * law.tension;
            law.yields = {.gives_at = 0.0, .gives_by = some(1.0)};
            break;
        case Form::crushing:
            law.yields = {.gives_at = some(1.5)};
            break;
        case Form::plastic_joint:
            law.tension = some(1.0);
            law.cohesion = law.mu * law.tension + some(1.0);
            law.yields = {.pulled = 2.0, .pressed = 0.5, .slip = some(1.0), .gives_at = some(1.0), .gives_by = some(1.0)};
            break;
        case Form::bond:
            law.tension = law.cohesion = never;
            break;
    }
    return law;
}

enum class Body { round, corner, wedge, on_axis, on_rail, across_held, along_held, held };
inline constexpr std::array bodies{Body::round,   Body::corner,      Body::wedge,      Body::on_axis,
                            Body::on_rail, Body::across_held, Body::along_held, Body::held};
inline const char* name_of(Body body) {
    return std::array{"round", "corner", "wedge", "on_axis", "on_rail", "across_held", "along_held", "held"}[static_cast<std::size_t>(body)];
}

template <int D>
Vec<D> any(Random& random, double size) {
    Vec<D> v;
    for (double& x : v.c) x = random.uniform(-size, size);
    return v;
}

/// W of a contact of such a body, and a velocity that it can have there.
template <int D>
struct Place {
    Mat<D> W{};
    Vec<D> q{};
};

template <int D>
Place<D> place_of(Body body, Random& random) {
    Place<D> at;
    const auto turns = [&](const Vec<D>& arm) {  // one degree of freedom moves the point along `arm`
        at.W = at.W + outer(arm, arm);
        at.q += random.uniform(-2.0, 2.0) * arm;
    };
    switch (body) {
        case Body::round:
            at.W = Mat<D>::diagonal(Vec<D>::axis(0)) + Mat<D>::scaled_identity(2.0);
            at.q = any<D>(random, 4.0);
            break;
        case Body::corner:
        case Body::wedge:
            at.W = Mat<D>::scaled_identity(1.0);
            at.q = any<D>(random, 4.0);
            for (int k = 0; k < D - 1; ++k) turns(any<D>(random, body == Body::corner ? 1.0 : 6.0));
            break;
        case Body::on_axis:
            turns(any<D>(random, 1.0) + 0.2 * Vec<D>::axis(0));
            break;
        case Body::on_rail:
            for (int k = 0; k < D - 1; ++k) turns(any<D>(random, 1.0) + 0.2 * Vec<D>::axis(0));
            break;
        case Body::across_held:
            turns(random.uniform(0.2, 1.0) * Vec<D>::axis(0));
            break;
        case Body::along_held:
            for (int k = 1; k < D; ++k) turns(random.uniform(0.2, 1.0) * Vec<D>::axis(k));
            break;
        case Body::held:
            break;
    }
    return at;
}

/// "joint_on_axis"
inline std::string name_of(const std::tuple<Form, Body>& both) { return std::string(name_of(std::get<0>(both))) + "_" + name_of(std::get<1>(both)); }

}  // namespace drystone::local_cases
