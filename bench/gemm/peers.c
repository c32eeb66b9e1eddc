// SPDX-License-Identifier: MIT
//
// peers.c: NVIDIA's libraries as entrants: cuBLAS on every type, cuBLASLt on 16-bit floats, and
// CUTLASS where the program was built with it.
#include <stdio.h>
#include <string.h>

#include "../../common/driver/gpu/cublas.h"
#include "gemm.h"

static bool cublas_f32(const struct problem *problem, struct failure *why)
{
    const struct gemm_problem *p = &problem->p;
    (void)why;
    cublas_sgemm()(p->m, p->n, p->k, (float)p->alpha, problem->d_A, p->lda, problem->d_B, p->ldb,
                   (float)p->beta, problem->d_C, p->ldc);
    return true;
}

static bool cublas_typed(const struct problem *problem, struct failure *why)
{
    return cublas_gemm(problem->A.type, problem->type_c, &problem->p, problem->d_A, problem->d_B,
                       problem->d_C, why);
}

static bool cublas_fast_tf32(const struct problem *problem, struct failure *why)
{
    return cublas_gemm_f32(CUBLAS_FAST_TF32, &problem->p, problem->d_A, problem->d_B, problem->d_C,
                           why);
}

static bool cublas_fast_16bf(const struct problem *problem, struct failure *why)
{
    return cublas_gemm_f32(CUBLAS_FAST_16BF, &problem->p, problem->d_A, problem->d_B, problem->d_C,
                           why);
}

static bool cublas_16bfx9(const struct problem *problem, struct failure *why)
{
    return cublas_gemm_f32(CUBLAS_EMULATED_16BFX9, &problem->p, problem->d_A, problem->d_B,
                           problem->d_C, why);
}

static void add(struct group *group, const char *name, peer_fn *peer)
{
    group->entrants[group->count++] =
        (struct entrant){.chapter = "peer",
                         .name = name,
                         .peer = peer,
                         .is_cublas = peer == cublas_f32 || peer == cublas_typed ||
                                      (group->type_ab == DTYPE_E4M3 && peer == cublas_lt_gemm),
                         .among_random = true};
}

// A mode that this cuBLAS or this GPU does not have is a skipped row of the table, with the reason.
static void add_fast_f32(struct group *group)
{
    add(group, "cublas_fast_tf32", cublas_fast_tf32);
    group->entrants[group->count - 1].rounds = 0x1p-10; // tf32 has 10 bits of fraction, cut
    add(group, "cublas_fast_16bf", cublas_fast_16bf);
    group->entrants[group->count - 1].rounds = 0x1p-7; // bf16: 7
    add(group, "cublas_16bfx9", cublas_16bfx9);
    group->entrants[group->count - 1].rounds = 0x1p-18; // cuts sums: FACTOR_CUT, not _ROUNDED
}

void add_peers(struct group *group, bool fast_f32)
{
    int version;
    // cuBLAS's product in float32 is not comparable with f16 on tensor cores.
    if (!group->converts_to_f16 && cublas_has(group->type_ab, group->type_c))
        add(group, "cublas",
            strcmp(group->types, "f32-f32") == 0 && group->transpose == TRANSPOSE_NN
                ? cublas_f32
                : cublas_typed);
    if (fast_f32 && strcmp(group->types, "f32-f32") == 0 && cublas_has(DTYPE_F32, DTYPE_F32))
        add_fast_f32(group);
    if (cublas_lt_has(group) && cublas_lt_open(&version))
        add(group, "cublaslt", cublas_lt_gemm);
    if (group->type_ab == DTYPE_E4M3 && !group->scaled && cublas_lt_has(group) &&
        cublas_lt_open(&version))
        add(group, "cublaslt_fast", cublas_lt_gemm_fast);
    struct cutlass_product found[CUTLASS_PRODUCTS];
    const int count = cutlass_products(group, found);
    for (int i = 0; i < count; i++)
        add(group, found[i].name, found[i].run);
}

static void describe(char *text, size_t size, const char *name, int version)
{
    if (version > 0)
        snprintf(text, size, "%s: %d.%d.%d", name, version / 10000, version / 100 % 100,
                 version % 100);
    else
        snprintf(text, size, "%s: not found", name);
}

void describe_peers(char *text, size_t size)
{
    char cublas[48], lt[48], cutlass[48] = "";
    int version = 0;
    describe(cublas, sizeof cublas, "cuBLAS", cublas_version());
    describe(lt, sizeof lt, "cuBLASLt", cublas_lt_open(&version) ? version : 0);
    if (cutlass_version() > 0)
        describe(cutlass, sizeof cutlass, ", CUTLASS", cutlass_version());
    snprintf(text, size, "%s, %s%s", cublas, lt, cutlass);
}
