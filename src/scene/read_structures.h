#pragma once

#include "masonry/apse.h"
#include "masonry/arcade.h"
#include "masonry/buttress.h"
#include "masonry/cut_solid.h"
#include "masonry/groin_vault.h"
#include "masonry/staircase.h"
#include "scene/table.h"

namespace drystone {

// As read_masonry.h: keys to parameters of vaults, apses, buttresses, stairs, arcades and cut solids.

Keys groin_vault_keys();
masonry::GroinVaultParameters read_groin_vault(const Table& table);

Keys apse_keys();
masonry::ApseParameters read_apse(const Table& table);

template <int D>
Keys buttress_keys();
template <int D>
masonry::ButtressParameters read_buttress(const Table& table);

Keys staircase_keys();
masonry::StaircaseParameters read_staircase(const Table& table);

template <int D>
Keys arcade_keys();
template <int D>
masonry::ArcadeParameters read_arcade(const Table& table);

Keys cut_keys();  // and `shape`, of which others know
template <int D>
masonry::CutParameters<D> read_cut(const Table& table);

}  // namespace drystone
