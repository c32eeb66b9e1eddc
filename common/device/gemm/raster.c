// SPDX-License-Identifier: MIT
//
// raster.c: the order of blocks that suits the GPU.
#include "raster.h"

#include <cuda_runtime.h>

#include "../cuda_check.h"
#include "../index.h"

int raster_panel(int bm, int bn, int tiles_m, int places)
{
    int best = 1, fewest = 0;
    for (int panel = 1; panel <= tiles_m && panel <= places; panel++) {
        const int lines = panel * bm + ceil_div(places, panel) * bn; // of A and of B
        if (panel == 1 || lines < fewest)
            best = panel, fewest = lines;
    }
    const int panels =
        (tiles_m + best / 2) / best; // to the nearest, so that no panel is much lower
    return ceil_div(tiles_m, panels);
}

int raster_places(void)
{
    int device = 0, sms = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    return sms;
}
