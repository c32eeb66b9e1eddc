// SPDX-License-Identifier: MIT
//
// pack_panel.h: a panel of a block without gaps between its rows.
#ifndef MANY_PACK_PANEL_H
#define MANY_PACK_PANEL_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Launches in the stream: row i of `to`, which has ld elements, becomes the first `cols` elements
// of row i of `from`.
void pack_panel(uint16_t *to, int ld, const uint16_t *from, int from_ld, int rows, int cols,
                cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
