#pragma once

#include "masonry/arch.h"
#include "masonry/barrel_vault.h"
#include "masonry/bridge.h"
#include "masonry/column.h"
#include "masonry/dome.h"
#include "masonry/rubble.h"
#include "masonry/stack.h"
#include "masonry/wall.h"
#include "scene/table.h"

namespace drystone {

// [[generate]] of masonry: keys to parameters. A key is the field's name; those for space only are unknown in
// 2D. Readers see to types and signs; what does not fit together is for the generators, which throw
// BadParameters. The keys are without those of every generator: type, name, material, ..

template <int D>
Keys wall_keys();
template <int D>
masonry::WallParameters read_wall(const Table& table);

template <int D>
Keys arch_keys();
template <int D>
masonry::ArchParameters read_arch(const Table& table);

template <int D>
Keys column_keys();
template <int D>
masonry::ColumnParameters read_column(const Table& table);

template <int D>
Keys stack_keys();
template <int D>
masonry::StackParameters read_stack(const Table& table);

template <int D>
Keys bridge_keys();
template <int D>
masonry::BridgeParameters read_bridge(const Table& table);

template <int D>
Keys rubble_keys();
template <int D>
masonry::RubbleParameters read_rubble(const Table& table);

/// All of an arch but its depth; the key that counts its stones.
Keys arch_section_keys();
masonry::ArchParameters read_arch_section(const Table& table, std::string_view stones = "voussoirs");

Keys barrel_vault_keys();
masonry::BarrelVaultParameters read_barrel_vault(const Table& table);

Keys dome_keys();
masonry::DomeParameters read_dome(const Table& table);

/// What domes and apses have in common: courses of at least so many stones about an axis.
template <class Round>
void read_round_courses(const Table& table, int least_stones, Round& p) {
    p.radius = table.positive("radius", 0.0);
    p.inner_radius = table.positive("inner_radius", 0.0);
    p.thickness = table.positive("thickness");
    p.courses = table.count("courses", 1);
    p.stones = table.count("stones", least_stones);
    p.oculus_deg = table.positive("oculus_deg");
    p.keystone = table.truth("keystone", false);
    p.staggered = table.truth("staggered", true);
}

/// Refuses at the key a generator objects to, or at the table if the key was not given.
[[noreturn]] void refuse_parameters(const Table& table, const masonry::BadParameters& error);

}  // namespace drystone
