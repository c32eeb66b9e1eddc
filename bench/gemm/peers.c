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

void add_peers(struct group *group)
{
    int version;
    // cuBLAS's product in float32 is not comparable with f16 on tensor cores.
    if (!group->converts_to_f16 && cublas_has(group->type_ab, group->type_c))
        add(group, "cublas",
            strcmp(group->types, "f32-f32") == 0 && group->transpose == TRANSPOSE_NN
                ? cublas_f32
                : cublas_typed);
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
