// SPDX-License-Identifier: MIT
//
// params.c: what the host computes once, for all threads: the operands and their tensor maps.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/pack.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"
#include "../../common/device/tensor_map.h"
#include "../../common/step/scales.h"
#include "../hopper.h"

enum { FLOAT = (int)sizeof(float) };

// ---- Operands -----------------------------------------------------------------------------------

// As it is stored: rows of m (or n) along k, or rows of k.
static struct hopper_operand as_given(const struct gemm *g, bool is_b)
{
    const struct gemm_problem *p = &g->problem;
    const int of_c = is_b ? p->n : p->m;
    const bool k_major = is_b ? p->trans_b : !p->trans_a;
    return (struct hopper_operand){
        .data = is_b ? g->B : g->A,
        .rows = k_major ? of_c : p->k,
        .cols = k_major ? p->k : of_c,
        .ld = is_b ? p->ldb : p->lda,
        .k_major = k_major,
    };
}

// TMA needs rows that begin at multiples of 16 bytes; they may end anywhere. Threads copy whole
// vectors.
static bool can_be_taken(const struct hopper_operand *o, bool by_threads, enum wgmma_type type)
{
    const int bytes = wgmma_bytes(type), vector = VECTOR_BYTES / bytes;
    return (o->k_major || wgmma_takes_mn_major(type)) && (uintptr_t)o->data % VECTOR_BYTES == 0 &&
           o->ld % vector == 0 && (!by_threads || o->cols % vector == 0);
}

static struct hopper_operand copied_along(struct hopper_operand o, enum wgmma_type type,
                                          enum k_major_split split)
{
    o.along = k_major_copy(o.data, o.k_major ? o.rows : o.cols, o.k_major ? o.cols : o.rows, o.ld,
                           wgmma_bytes(type), !o.k_major, split);
    o.rows = o.along.rows;
    o.cols = o.ld = o.along.to_ld;
    o.k_major = true;
    return o;
}

struct hopper_operand hopper_operand(const struct gemm *g, bool is_b, bool by_threads,
                                     enum wgmma_type type)
{
    struct hopper_operand o = as_given(g, is_b);
    if (o.rows == 0 || o.cols == 0 || can_be_taken(&o, by_threads, type))
        return o;
    if (wgmma_takes_mn_major(type)) {
        o.pack = pack_operand(o.data, o.rows, o.cols, o.ld);
        o.cols = o.ld = o.pack.to_ld; // a packed row ends with zeros
        return o;
    }
    return copied_along(o, type, K_MAJOR_WHOLE);
}

struct hopper_operands hopper_operands(struct hopper_shape s, const struct gemm *g)
{
    if (s.split)
        return (struct hopper_operands){
            copied_along(as_given(g, false), s.type, K_MAJOR_PARTS_OF_A),
            copied_along(as_given(g, true), s.type, K_MAJOR_PARTS_OF_B)};
    return (struct hopper_operands){hopper_operand(g, false, s.by_threads, s.type),
                                    hopper_operand(g, true, s.by_threads, s.type)};
}

void hopper_launch_packing(struct hopper_operands *o)
{
    struct hopper_operand *const a = &o->a, *const b = &o->b;
    struct hopper_operand *const both[] = {a, b};
    pack_operands(&a->pack, &b->pack);
    k_major_copies(&a->along, &b->along);
    for (int i = 0; i < 2; i++)
        both[i]->data = both[i]->pack.rows > 0    ? both[i]->pack.to
                        : both[i]->along.rows > 0 ? both[i]->along.to
                                                  : both[i]->data;
}

static double workspace_of(const struct gemm_problem *p, struct hopper_shape s)
{
    const struct gemm g = {*p, NULL, NULL, NULL};
    if (gemm_only_scales(p))
        return 0;
    const struct hopper_operands o = hopper_operands(s, &g);
    return (double)sizeof(uint16_t) *
               (double)(pack_elements(&o.a.pack) + pack_elements(&o.b.pack)) +
           (double)k_major_bytes(&o.a.along) + (double)k_major_bytes(&o.b.along);
}

double hopper_workspace(const struct gemm_problem *p)
{
    return workspace_of(p, (struct hopper_shape){.type = WGMMA_OF_F16});
}

double hopper_workspace_by_threads(const struct gemm_problem *p)
{
    return workspace_of(p, (struct hopper_shape){.by_threads = true});
}

double hopper_workspace_tf32(const struct gemm_problem *p)
{
    return workspace_of(p, (struct hopper_shape){.type = WGMMA_OF_TF32});
}

double hopper_workspace_3xtf32(const struct gemm_problem *p)
{
    return workspace_of(p, (struct hopper_shape){.type = WGMMA_OF_TF32, .split = true});
}

double hopper_workspace_bytes(const struct gemm_problem *p)
{
    return workspace_of(p, (struct hopper_shape){.type = WGMMA_OF_S8});
}

bool hopper_fits(const struct gemm_problem *p, struct failure *why)
{
    const int longest = INT_MAX / PACK_ALIGN * PACK_ALIGN;
    int device = 0, major = 0;
    if (cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
        major != 9)
        return fail(why, "wgmma and its kin are of compute capability 9.0 alone; this GPU has %d.x",
                    major);
    return (p->k <= longest && p->n <= longest && p->m <= longest) ||
           fail(why, "rows of more than %d elements cannot be packed", longest);
}

bool hopper_fits_3xtf32(const struct gemm_problem *p, struct failure *why)
{
    const int longest = INT_MAX / 3 / PACK_ALIGN * PACK_ALIGN;
    return hopper_fits(p, why) &&
           (p->k <= longest ||
            fail(why, "three parts of rows of more than %d elements cannot be packed", longest));
}

void hopper_stop(const struct failure *why)
{
    fprintf(stderr, "09_hopper: %s\n", why->text);
    exit(1);
}

// ---- Clusters -----------------------------------------------------------------------------------

// The blocks of a cluster run on SMs of one group, and the size of a group is not a multiple of the
// cluster's. These are the clusters that an H200 runs at a time, from
// cudaOccupancyMaxActiveClusters(); another GPU in proportion.
int hopper_places(int sms, int blocks)
{
    enum { SMS = 132 };
    static const int clusters[] = {0, 132, 66, 39, 30, 22, 17, 15, 15};
    return clusters[blocks] * sms / SMS * blocks;
}

int hopper_clusters(int blocks) { return hopper_places(raster_places(), blocks) / blocks; }

// ---- Tensor maps --------------------------------------------------------------------------------

bool hopper_map(CUtensorMap *map, struct tensor_map m, struct failure *why)
{
    const CUresult result = tensor_map_encode(&m, map);
    return result == CUDA_SUCCESS ||
           fail(why, "the driver refuses a tensor map of %llu x %llu (error %d)",
                (unsigned long long)m.size[1], (unsigned long long)m.size[0], (int)result);
}

// Boxes of an operand: `rows` of m (or n) by 128 bytes of k. If k does not run along its rows, a
// box is 64 of m wide, like the swizzle, and a tile is several boxes.
static bool map_operand(CUtensorMap *map, const struct hopper_operand *o, int rows,
                        enum wgmma_type type, struct failure *why)
{
    static const CUtensorMapDataType types[] = {
        [WGMMA_OF_F16] = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        [WGMMA_OF_BF16] = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        [WGMMA_OF_TF32] = CU_TENSOR_MAP_DATA_TYPE_FLOAT32, // wgmma ignores its lowest bits
        [WGMMA_OF_S8] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
        [WGMMA_OF_E4M3] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
    };
    const uint32_t bytes = (uint32_t)wgmma_bytes(type), row = HOPPER_ROW / bytes;
    const struct tensor_map m = {
        .type = types[type],
        .rank = 2,
        .address = o->data,
        .size = {(uint64_t)o->cols, (uint64_t)o->rows},
        .stride = {(uint64_t)o->ld * bytes},
        .box = {row, o->k_major ? (uint32_t)rows : HOPPER_BK},
        .swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
    };
    return hopper_map(map, m, why);
}

// Boxes of C: 128 bytes of a row, 32 columns or 64, by the 64 rows of a warpgroup.
static bool map_c(CUtensorMap *map, const struct gemm *g, enum hopper_type_c type,
                  struct failure *why)
{
    const uint32_t bytes = (uint32_t)hopper_c_bytes(type);
    const struct tensor_map m = {
        .type = bytes == FLOAT ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        .rank = 2,
        .address = g->C,
        .size = {(uint64_t)g->problem.n, (uint64_t)g->problem.m},
        .stride = {(uint64_t)g->problem.ldc * bytes},
        .box = {HOPPER_ROW / bytes, HOPPER_ATOM},
        .swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
    };
    return hopper_map(map, m, why);
}

// Boxes of A's scales: those of a tile's rows, for 128 of k.
static bool map_scales(CUtensorMap *map, const struct gemm_problem *p, int rows,
                       struct failure *why)
{
    if (!p->a_scales || !p->b_scales)
        return fail(why, "the step takes scales of A and B, and there are none");
    const struct tensor_map m = {
        .type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        .rank = 2,
        .address = p->a_scales,
        .size = {(uint64_t)p->m, (uint64_t)ceil_div(p->k, SCALE_BLOCK)},
        .stride = {(uint64_t)scales_ld(p->m) * FLOAT},
        .box = {(uint32_t)rows, 1},
    };
    return hopper_map(map, m, why);
}

// How the 128 threads of a warpgroup copy an operand, in tiles of 64 of k.
static struct gemm_operand by_threads(const struct hopper_operand *o, int rows)
{
    const int tile_rows = o->k_major ? rows : HOPPER_BK;
    const int at_once = copy_rows_at_once(HOPPER_WARPGROUP, HOPPER_BK, F16_VECTOR);
    return gemm_operand(o->data, o->rows, o->cols, o->ld, tile_rows, HOPPER_BK, at_once,
                        o->k_major);
}

bool hopper_params(struct hopper_params *params, struct hopper_shape s, const struct gemm *g,
                   const struct hopper_operands *o, struct failure *why)
{
    const struct gemm_problem *p = &g->problem;
    const int across = s.across > 1 ? s.across : 1, c_bytes = hopper_c_bytes(s.type_c);
    const bool adds = s.adds && p->beta == 1;
    *params = (struct hopper_params){
        .C = g->C,
        .m = p->m,
        .n = p->n,
        .ldc = p->ldc,
        .k_tiles = ceil_div(hopper_k(s, p, o), HOPPER_ROW / wgmma_bytes(s.type)),
        .tiles_m = ceil_div(ceil_div(p->m, s.bm), s.down),
        .tiles_n = ceil_div(ceil_div(p->n, s.bn), across),
        .alpha = (float)p->alpha,
        .beta = (float)p->beta,
        .vectors = rows_are_vectors(g->C, p->n, p->ldc, c_bytes, 2 * c_bytes),
        // Whole vectors: TMA stores 16 bytes at the end of a row, even if the row of C ends
        // earlier.
        .c_by_tma = !s.c_by_threads && (p->beta == 0 || adds) &&
                    rows_are_vectors(g->C, p->n, p->ldc, c_bytes, VECTOR_BYTES),
        .c_16 = c_bytes != FLOAT,
        .c_adds = adds,
    };
    if (s.type_c == HOPPER_C_S32)
        params->s32_alpha = (int)p->alpha, params->s32_beta = (int)p->beta;
    params->panel = s.panel > 0 ? s.panel
                                : raster_panel(s.bm * s.down, s.bn * across, params->tiles_m,
                                               hopper_clusters(s.down * across));
    if (s.by_threads) {
        params->A = by_threads(&o->a, s.bm);
        params->B = by_threads(&o->b, s.bn);
        return true;
    }
    params->b_scales = p->b_scales;
    return map_operand(&params->a, &o->a, hopper_box_rows(s.bm / across), s.type, why) &&
           map_operand(&params->b, &o->b, hopper_box_rows(s.bn / s.down), s.type, why) &&
           (!params->c_by_tma || map_c(&params->c, g, s.type_c, why)) &&
           (!s.scaled || map_scales(&params->a_scales, p, s.bm, why));
}

struct hopper_params hopper_launch_packing_for(struct hopper_shape s, const struct gemm *g)
{
    struct hopper_operands operands = hopper_operands(s, g);
    struct hopper_params params;
    struct failure why;
    hopper_launch_packing(&operands);
    if (!hopper_params(&params, s, g, &operands, &why))
        hopper_stop(&why);
    return params;
}
