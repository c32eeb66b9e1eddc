// SPDX-License-Identifier: MIT
//
// params.c: what the host says once, so that no thread has to: where A, B and C lie, as tensor
// maps.
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
#include "../hopper.h"

enum { F16 = (int)sizeof(uint16_t), FLOAT = (int)sizeof(float) };

// ---- Operands -----------------------------------------------------------------------------------

// An operand as it is stored: rows of m (or n) along k, or rows of k.
struct operand {
    const void *data;
    int rows, cols, ld;
    bool k_major;
};

static struct operand operand_a(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    return p->trans_a ? (struct operand){g->A, p->k, p->m, p->lda, false}
                      : (struct operand){g->A, p->m, p->k, p->lda, true};
}

static struct operand operand_b(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    return p->trans_b ? (struct operand){g->B, p->n, p->k, p->ldb, true}
                      : (struct operand){g->B, p->k, p->n, p->ldb, false};
}

// TMA finds a row at a multiple of 16 bytes; where it ends does not matter.
static bool tma_can_take(const void *data, int ld, int element)
{
    return (uintptr_t)data % VECTOR_BYTES == 0 && (long long)ld * element % VECTOR_BYTES == 0;
}

static struct pack_operand packing(const struct operand *o, bool by_threads)
{
    const bool whole = !by_threads || o->cols % (VECTOR_BYTES / F16) == 0;
    return whole && tma_can_take(o->data, o->ld, F16)
               ? pack_nothing()
               : pack_operand(o->data, o->rows, o->cols, o->ld);
}

// The same operand, packed if it had to be: what a packed row ends with are zeros.
static struct operand packed(struct operand o, const struct pack_operand *pack)
{
    if (pack->rows > 0)
        o.data = pack->to, o.ld = pack->to_ld, o.cols = pack->to_ld;
    return o;
}

struct hopper_operand hopper_operand(const struct gemm *g, bool is_b, bool by_threads)
{
    const struct operand as_given = is_b ? operand_b(g) : operand_a(g);
    const struct pack_operand pack = packing(&as_given, by_threads);
    const struct operand o = packed(as_given, &pack);
    return (struct hopper_operand){pack, o.rows, o.cols, o.ld, o.k_major};
}

double hopper_workspace(const struct gemm_problem *p)
{
    if (only_scales(p->alpha, p->k))
        return 0;
    const struct gemm g = {*p, NULL, NULL, NULL};
    const struct operand a = operand_a(&g), b = operand_b(&g);
    const struct pack_operand pack_a = packing(&a, true), pack_b = packing(&b, true);
    return (double)F16 * ((double)pack_elements(&pack_a) + (double)pack_elements(&pack_b));
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

// ---- Tensor maps --------------------------------------------------------------------------------

static CUtensorMap encode(struct tensor_map m)
{
    CUtensorMap map;
    const CUresult result = tensor_map_encode(&m, &map);
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "09_hopper: the driver refuses a tensor map of %llu x %llu (error %d)\n",
                (unsigned long long)m.size[1], (unsigned long long)m.size[0], (int)result);
        exit(1);
    }
    return map;
}

// Boxes of an operand: `rows` of m (or n) by HOPPER_BK of k. Where k does not run along its rows, a
// box is 64 of m wide, as wide as the swizzle, and a tile is several.
static CUtensorMap map_operand(const struct operand *o, int rows, bool bf16)
{
    return encode((struct tensor_map){
        .type = bf16 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        .rank = 2,
        .address = o->data,
        .size = {(uint64_t)o->cols, (uint64_t)o->rows},
        .stride = {(uint64_t)o->ld * F16},
        .box = {o->k_major ? HOPPER_BK : HOPPER_ATOM, o->k_major ? (uint32_t)rows : HOPPER_BK},
        .swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
    });
}

// Boxes of C: 32 columns, 128 bytes, by the 64 rows of a warpgroup.
static CUtensorMap map_c(const struct gemm *g)
{
    return encode((struct tensor_map){
        .type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        .rank = 2,
        .address = g->C,
        .size = {(uint64_t)g->problem.n, (uint64_t)g->problem.m},
        .stride = {(uint64_t)g->problem.ldc * FLOAT},
        .box = {HOPPER_ROW / FLOAT, HOPPER_ATOM},
        .swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
    });
}

// How the 128 threads of a warpgroup copy it, in tiles of 64 of k.
static struct gemm_operand by_threads(const struct operand *o, int rows)
{
    const int tile_rows = o->k_major ? rows : HOPPER_BK;
    const int at_once = copy_rows_at_once(HOPPER_WARPGROUP, HOPPER_BK, F16_VECTOR);
    return gemm_operand(o->data, o->rows, o->cols, o->ld, tile_rows, HOPPER_BK, at_once,
                        o->k_major);
}

struct hopper_params hopper_params(struct hopper_shape s, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const int across = s.across > 1 ? s.across : 1;
    struct operand a = operand_a(g), b = operand_b(g);
    struct pack_operand pack_a = packing(&a, s.by_threads), pack_b = packing(&b, s.by_threads);
    pack_operands(&pack_a, &pack_b);
    a = packed(a, &pack_a);
    b = packed(b, &pack_b);
    struct hopper_params params = {
        .C = (float *)g->C,
        .m = p->m,
        .n = p->n,
        .ldc = p->ldc,
        .k_tiles = ceil_div(p->k, HOPPER_BK),
        .tiles_m = ceil_div(ceil_div(p->m, s.bm), s.cluster),
        .tiles_n = ceil_div(ceil_div(p->n, s.bn), across),
        .alpha = (float)p->alpha,
        .beta = (float)p->beta,
        .vectors = rows_are_vectors(g->C, p->n, p->ldc, FLOAT, 2 * FLOAT),
        .c_by_tma = !s.c_by_threads && p->beta == 0 && tma_can_take(g->C, p->ldc, FLOAT),
    };
    params.panel = raster_panel(s.bm * s.cluster, s.bn * across, params.tiles_m,
                                raster_places() / (s.cluster * across));
    if (s.by_threads) {
        params.A = by_threads(&a, s.bm);
        params.B = by_threads(&b, s.bn);
        return params;
    }
    params.a = map_operand(&a, s.bm / across, s.bf16);
    params.b = map_operand(&b, s.bn / s.cluster, s.bf16);
    if (params.c_by_tma)
        params.c = map_c(g);
    return params;
}
