// SPDX-License-Identifier: MIT
//
// raster_kernels.h: 5_rasterize with any order of blocks, for the experiment --raster-order.
#ifndef HIER_RASTER_KERNELS_H
#define HIER_RASTER_KERNELS_H

#include "../../common/step/step.h"
#include "../hierarchy.h"
#include "../../common/device/gemm/raster.h"

#ifdef __cplusplus
extern "C" {
#endif

// places: the tile of each block, in device memory. Only NN and aligned operands.
void hgemm_in_order(const struct tile_place *places, const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
