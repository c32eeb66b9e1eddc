// SPDX-License-Identifier: MIT
//
// grouped.c: which groups are valid, and their schedule.
#include "grouped.h"

#include <cuda_runtime.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/hierarchy/segment.h"
#include "../../common/step/kind.h"

static bool is_empty(const struct gemm *g) { return g->problem.m == 0 || g->problem.n == 0; }

// ---- C's -----------------------------------------------------------------------------------------

// From the first byte of a C to the last one.
struct extent {
    const char *begin, *end;
    const struct gemm *of;
};

static int by_begin(const void *a, const void *b)
{
    const char *x = ((const struct extent *)a)->begin, *y = ((const struct extent *)b)->begin;
    return (x > y) - (x < y);
}

// Two C's whose extents overlap. C's side by side in rows of the same ld still share no element.
static bool overlap(const struct extent *x, const struct extent *y)
{
    const struct gemm_problem *p = &x->of->problem, *q = &y->of->problem;
    const long long apart = (y->begin - x->begin) / (long long)sizeof(float), ld = p->ldc;
    if (p->ldc != q->ldc)
        return true;
    const long long col = apart % ld; // where the rows of y begin in those of x
    return col < p->n || col + q->n > ld;
}

static bool check_outputs(const struct gemm *products, int count, struct failure *why)
{
    struct extent *all = malloc(sizeof *all * (size_t)count);
    int used = 0;
    if (!all)
        return fail(why, "not enough memory");
    bool good = true;
    for (int i = 0; i < count; i++)
        if (!is_empty(&products[i])) {
            const struct gemm_problem *p = &products[i].problem;
            const float *C = products[i].C, *end = C + row_major(p->m - 1, p->n, p->ldc);
            all[used++] = (struct extent){(const char *)C, (const char *)end, &products[i]};
        }
    qsort(all, (size_t)used, sizeof *all, by_begin);
    for (int i = 0; i < used && good; i++)
        for (int j = i + 1; j < used && all[j].begin < all[i].end && good; j++)
            if (overlap(&all[i], &all[j]))
                good = fail(why, "C of product %td overlaps C of product %td", all[j].of - products,
                            all[i].of - products);
    free(all);
    return good;
}

// ---- The schedule --------------------------------------------------------------------------------

// How long all tiles take by 08/8_tuned's table if every SM is full; a huge number if a
// configuration cannot run.
static double expected(const struct hier_device *device, int configuration,
                       const struct gemm *products, int count)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    double ns = 0;
    if (configuration_shared_bytes(c) > device->shared_bytes)
        return -1;
    for (int i = 0; i < count; i++) {
        const struct gemm_problem *p = &products[i].problem;
        const double tiles =
            (double)ceil_div(p->m, configuration_bm(c)) * ceil_div(p->n, configuration_bn(c));
        ns += tiles * (c->fixed[0] + ceil_div(p->k, PLAN_BK) * c->turn[0]);
    }
    return ns / segment_places(device, configuration);
}

static int choose(const struct hier_device *device, const struct gemm *products, int count,
                  bool async)
{
    const double large = expected(device, PLAN_128X128, products, count);
    const double small = expected(device, PLAN_64X64, products, count);
    return async && large >= 0 && large < small ? PLAN_128X128 : small >= 0 ? PLAN_64X64 : -1;
}

static const char *layout(const struct gemm *g)
{
    return transpose_name(gemm_transpose(&g->problem));
}

static bool check(const struct gemm *products, int count, struct failure *why)
{
    if (count < 1)
        return fail(why, "a group of %d products: at least 1 is needed", count);
    for (int i = 1; i < count; i++)
        if (gemm_transpose(&products[i].problem) != gemm_transpose(&products[0].problem))
            return fail(why, "product %d is %s, product 0 is %s: a group has one of them", i,
                        layout(&products[i]), layout(&products[0]));
    return check_outputs(products, count, why);
}

// The parameters of each product, and its first tile; false if there are too many tiles.
static bool plan(struct group *g, struct hier_params *params, const struct gemm *products,
                 const struct hier_device *device, struct failure *why)
{
    const struct hier_plan tile = {.configuration = g->configuration};
    const struct copy_tiles t =
        hier_plan_copies(&tile, g->async ? COPY_ASYNC : COPY_STAGED_16, g->trans_a, g->trans_b);
    const int places = segment_places(device, g->configuration);
    g->first[0] = 0;
    for (int i = 0; i < g->count; i++) {
        struct hier_params *p = &params[i];
        *p = hier_params(t, &products[i]);
        const long long end = g->first[i] + (long long)p->tiles_m * p->tiles_n;
        if (end > INT_MAX)
            return fail(why, "product %d: more than %d tiles up to there", i, INT_MAX);
        g->first[i + 1] = (int)end;
        if (p->tiles_m > 0)
            p->panel = raster_panel(t.bm, t.bn, p->tiles_m, places);
    }
    g->blocks = smaller(g->first[g->count], places);
    return true;
}

bool grouped_choose(struct group *group, const struct gemm *products, int count,
                    struct failure *why)
{
    const struct hier_device device = hier_device();
    *group = (struct group){.count = count,
                            .async = true,
                            .trans_a = products[0].problem.trans_a,
                            .trans_b = products[0].problem.trans_b};
    for (int i = 0; i < count; i++)
        group->async &= is_empty(&products[i]) || hier_operands_aligned(&products[i]);
    group->configuration = choose(&device, products, count, group->async);
    return group->configuration >= 0 ||
           fail(why, "no tile fits into %d bytes of shared memory", device.shared_bytes);
}

bool grouped_make(struct group *group, const struct gemm *products, int count, struct failure *why)
{
    *group = (struct group){.count = count};
    if (!check(products, count, why) || !grouped_choose(group, products, count, why))
        return false;
    const struct hier_device device = hier_device();
    const size_t bytes = sizeof(struct hier_params) * (size_t)count;
    const size_t first_bytes = sizeof(int) * ((size_t)count + 1);
    struct hier_params *params = malloc(bytes);
    group->first = malloc(first_bytes);
    if (!params || !group->first)
        fail(why, "not enough memory");
    const bool good = params && group->first && plan(group, params, products, &device, why);
    if (good) {
        char *device_memory = NULL;
        CUDA_CHECK(cudaMalloc((void **)&device_memory, bytes + first_bytes));
        CUDA_CHECK(cudaMemcpy(device_memory, params, bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(
            cudaMemcpy(device_memory + bytes, group->first, first_bytes, cudaMemcpyHostToDevice));
        group->device_products = (const struct hier_params *)device_memory;
        group->device_first = (const int *)(device_memory + bytes);
    }
    free(params);
    if (!good)
        grouped_free(group);
    return good;
}

void grouped_free(struct group *group)
{
    if (group->device_products)
        CUDA_CHECK(cudaFree((void *)group->device_products));
    free(group->first);
    *group = (struct group){0};
}

// ---- The step ------------------------------------------------------------------------------------

// Two thirds of C's rows and a third of its columns, and the remainder. The cuts are at multiples
// of 64, so each part is as aligned as C, A and B are.
void group_of_parts(struct gemm parts[GROUP_PARTS], const struct gemm *g)
{
    enum { AT = 64 };
    const struct gemm_problem *p = &g->problem;
    const int rows[2] = {p->m / 3 * 2 / AT * AT, p->m}, cols[2] = {p->n / 3 / AT * AT, p->n};
    for (int i = 0; i < GROUP_PARTS; i++) {
        const int row = i / 2 ? rows[0] : 0, col = i % 2 ? cols[0] : 0;
        parts[i] = *g;
        parts[i].problem.m = rows[i / 2] - row;
        parts[i].problem.n = cols[i % 2] - col;
        parts[i].A = (const uint16_t *)g->A + (p->trans_a ? row : row_major(row, 0, p->lda));
        parts[i].B = (const uint16_t *)g->B + (p->trans_b ? row_major(col, 0, p->ldb) : col);
        parts[i].C = (float *)g->C + row_major(row, col, p->ldc);
    }
}

void hgemm_grouped(const struct gemm *g)
{
    struct gemm parts[GROUP_PARTS];
    struct group group;
    struct failure why;
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    group_of_parts(parts, g);
    if (!grouped_make(&group, parts, GROUP_PARTS, &why)) {
        fprintf(stderr, "hgemm_grouped: %s\n", why.text);
        exit(EXIT_FAILURE);
    }
    grouped_gemm(&group);
    grouped_free(&group); // waits until the kernel has ended
}

double grouped_memory(const struct gemm_problem *p)
{
    (void)p;
    return sizeof(struct hier_params) * GROUP_PARTS + sizeof(int) * (GROUP_PARTS + 1);
}
