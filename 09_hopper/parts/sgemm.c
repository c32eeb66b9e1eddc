// SPDX-License-Identifier: MIT
//
// sgemm.c: the parameters of 2_sgemm_tma's launch.
#include "sgemm.h"

#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/gemm/workspace.h"
#include "../../common/device/index.h"

enum { FLOAT = (int)sizeof(float) };
// The fewest k-tiles for which splitting a tile is worth adding the parts.
enum { LEAST_PART = 4, LEAST_K_TILES = 2 * LEAST_PART };

// Tiles that do not fill a round are split among all blocks, together with those of the previous
// round. So pieces are longer than a tile, and a tile is split into two or three parts. If there
// are fewer tiles than places, all are split.
struct share hopper_sgemm_share(const struct gemm_problem *p)
{
    const int k_tiles = ceil_div(p->k, SGEMM_BK), places = raster_places();
    const int tiles = ceil_div(p->m, SGEMM_BM) * ceil_div(p->n, SGEMM_BN);
    if (k_tiles < LEAST_K_TILES || tiles % places == 0)
        return (struct share){tiles, smaller(tiles, places), ceil_div(tiles, places)};
    if (tiles > places)
        return (struct share){tiles, places, tiles / places - 1};
    const long long most = (long long)tiles * k_tiles / LEAST_PART;
    return (struct share){tiles, most < places ? (int)most : places, 0};
}

// The same size for any number of blocks, so that the arrivals, which each launch leaves zero, keep
// their place.
static const size_t SUMS = sizeof(float[2][SGEMM_WM][SGEMM_WN]);

size_t hopper_sgemm_parts_bytes(const struct share *share)
{
    const size_t warps = (size_t)raster_places() * SGEMM_WARPS;
    return splits_tiles(share) ? warps * (SUMS + sizeof(unsigned)) : 0;
}

struct parts hopper_sgemm_parts(const struct share *share)
{
    static const char user = 0; // its address identifies the workspace
    const size_t bytes = hopper_sgemm_parts_bytes(share);
    if (bytes == 0)
        return (struct parts){NULL, NULL};
    void *const memory = workspace(&user, bytes);
    const size_t warps = (size_t)raster_places() * SGEMM_WARPS;
    void *const arrivals = (char *)memory + warps * SUMS;
    return (struct parts){(float *)memory, (unsigned *)arrivals};
}

struct k_major_copy hopper_sgemm_copy(const struct gemm *g, int is_b)
{
    const struct gemm_problem *p = &g->problem;
    const void *const data = is_b ? g->B : g->A;
    const int rows = is_b ? p->k : p->m, cols = is_b ? p->n : p->k, ld = is_b ? p->ldb : p->lda;
    if ((uintptr_t)data % VECTOR_BYTES == 0 && ld % (VECTOR_BYTES / FLOAT) == 0)
        return (struct k_major_copy){0};
    return k_major_copy(data, rows, cols, ld, FLOAT, false, K_MAJOR_WHOLE);
}

double hopper_workspace_f32(const struct gemm_problem *p)
{
    const struct gemm g = {*p, NULL, NULL, NULL};
    if (gemm_only_scales(p) || p->m == 0 || p->n == 0)
        return 0;
    const struct k_major_copy a = hopper_sgemm_copy(&g, 0), b = hopper_sgemm_copy(&g, 1);
    const struct share share = hopper_sgemm_share(p);
    return (double)k_major_bytes(&a) + (double)k_major_bytes(&b) +
           (double)hopper_sgemm_parts_bytes(&share);
}

static bool map(CUtensorMap *to, const void *data, int rows, int cols, int ld, int box_rows,
                int box_cols, CUtensorMapSwizzle swizzle, struct failure *why)
{
    const struct tensor_map m = {
        .type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        .rank = 2,
        .address = data,
        .size = {(uint64_t)cols, (uint64_t)rows},
        .stride = {(uint64_t)ld * FLOAT},
        .box = {(uint32_t)box_cols, (uint32_t)box_rows},
        .swizzle = swizzle,
    };
    return hopper_map(to, m, why);
}

// a, b: the copies, if any.
static bool sgemm_params(struct hopper_params *params, const struct gemm *g,
                         const struct k_major_copy *a, const struct k_major_copy *b,
                         struct failure *why)
{
    const struct gemm_problem *p = &g->problem;
    *params = (struct hopper_params){
        .C = g->C,
        .m = p->m,
        .n = p->n,
        .ldc = p->ldc,
        .k_tiles = ceil_div(p->k, SGEMM_BK),
        .tiles_m = ceil_div(p->m, SGEMM_BM),
        .tiles_n = ceil_div(p->n, SGEMM_BN),
        .alpha = (float)p->alpha,
        .beta = (float)p->beta,
        .vectors = rows_are_vectors(g->C, p->n, p->ldc, FLOAT, VECTOR_BYTES),
    };
    params->panel = raster_panel(SGEMM_BM, SGEMM_BN, params->tiles_m, raster_places());
    return map(&params->a, a->to ? a->to : g->A, p->m, p->k, a->to ? a->to_ld : p->lda, SGEMM_BM,
               SGEMM_BK, CU_TENSOR_MAP_SWIZZLE_128B, why) &&
           map(&params->b, b->to ? b->to : g->B, p->k, p->n, b->to ? b->to_ld : p->ldb, SGEMM_BK,
               SGEMM_BN, CU_TENSOR_MAP_SWIZZLE_NONE, why);
}

struct hopper_params hopper_launch_sgemm_copies_for(const struct gemm *g)
{
    struct k_major_copy a = hopper_sgemm_copy(g, 0), b = hopper_sgemm_copy(g, 1);
    struct hopper_params params;
    struct failure why;
    k_major_copies(&a, &b);
    if (!sgemm_params(&params, g, &a, &b, &why))
        hopper_stop(&why);
    return params;
}
