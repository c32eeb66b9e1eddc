// SPDX-License-Identifier: MIT
//
// The experiments --batched and --grouped: many products in one launch, each checked.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../1_batched/batched.h"
#include "../3_grouped/grouped.h"
#include "../../common/device/gemm/hierarchy/plan.h"
#include "experiments.h"
#include "product.h"

enum { MOST_PRODUCTS = 1024 };

// Everything that an experiment holds.
struct products {
    int count;
    struct product *of;
    char *A, *B, *C; // of a batch: all matrices
    const void **pointers_a, **pointers_b;
    float **pointers_c; // in device memory, too
};

static void release(struct products *all, const struct setup *setup)
{
    for (int i = 0; i < all->count && all->of; i++)
        product_free(&all->of[i], setup);
    free(all->of);
    void *const device[] = {all->A,
                            all->B,
                            all->C,
                            (void *)all->pointers_a,
                            (void *)all->pointers_b,
                            (void *)all->pointers_c};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        setup->gpu->release(device[i]);
}

// Runs `launch` on fresh C's and counts it; returns how many products are right.
static int run(struct products *all, const struct setup *setup, void (*launch)(const void *context),
               const void *context, struct counts *counts)
{
    const struct counting *counting = setup->gpu->counting();
    int right = 0;
    *counts = counts_unknown();
    for (int i = 0; i < all->count; i++)
        product_reset(&all->of[i], setup);
    if (counting)
        counting->begin();
    launch(context);
    setup->gpu->wait();
    if (counting)
        counting->end(counts);
    for (int i = 0; i < all->count; i++)
        right += product_verify(&all->of[i], setup).ok;
    return right;
}

static void print_row(const char *name, const struct products *all, int right,
                      const struct counts *counts)
{
    printf("%-16s  %4d of %d right", name, right, all->count);
    if (counts->blocks != COUNT_UNKNOWN)
        printf("  %7lld  %12lld  %14lld", counts->blocks, counts->mma_instructions,
               counts->global_load_sectors + counts->global_store_sectors);
    putchar('\n');
}

// ---- A batch -------------------------------------------------------------------------------------

struct batch_launch {
    struct gemm gemm;
    struct batch batch;
};

static void launch_batch(const void *context)
{
    const struct batch_launch *l = context;
    batched_gemm(&l->gemm, &l->batch);
}

static void launch_loop(const void *context)
{
    const struct products *all = context;
    const struct batch one = {.count = 1};
    for (int i = 0; i < all->count; i++)
        batched_gemm(&all->of[i].gemm, &one);
}

static void *pointers_on_device(const struct setup *setup, const void *const *host, int count)
{
    void *d = setup->gpu->alloc(sizeof *host * (size_t)count);
    setup->gpu->copy_in(d, host, sizeof *host * (size_t)count);
    return d;
}

static bool make_batch(struct products *all, struct batch_launch *l, const struct setup *setup)
{
    const struct gemm_problem *p = &l->gemm.problem;
    const size_t last = (size_t)l->batch.count - 1, half = sizeof(uint16_t);
    const size_t a = (size_t)l->batch.stride_a, b = (size_t)l->batch.stride_b;
    const size_t c = (size_t)l->batch.stride_c, c_size = (size_t)p->m * (size_t)p->n;
    const void *as[MOST_PRODUCTS], *bs[MOST_PRODUCTS];
    void *cs[MOST_PRODUCTS];
    all->of = calloc((size_t)l->batch.count, sizeof *all->of);
    if (!all->of)
        return false;
    all->A = setup->gpu->alloc((last + 1) * a * half + 1);
    all->B = setup->gpu->alloc((last + 1) * b * half + 1);
    all->C = setup->gpu->alloc((last * c + c_size) * sizeof(float));
    for (int i = 0; i < l->batch.count; i++) {
        const size_t at = (size_t)i;
        as[i] = all->A + at * a * half;
        bs[i] = all->B + at * b * half;
        cs[i] = all->C + at * c * sizeof(float);
        all->count++;
        if (!product_make(&all->of[i], setup, p, (unsigned)i, (void *)as[i], (void *)bs[i], cs[i]))
            return false;
    }
    all->pointers_a = pointers_on_device(setup, as, all->count);
    all->pointers_b = pointers_on_device(setup, bs, all->count);
    all->pointers_c = pointers_on_device(setup, (const void *const *)cs, all->count);
    l->gemm = all->of[0].gemm;
    return true;
}

static bool show_batch(struct products *all, struct batch_launch *l, const struct setup *setup)
{
    const struct gemm_problem *p = &l->gemm.problem;
    struct batch_launch arrays = *l;
    struct counts counts;
    printf("--batched: %s\n%d products, m = %d, n = %d, k = %d; strides %td, %td, %td\n\n",
           setup->machine.name, all->count, p->m, p->n, p->k, l->batch.stride_a, l->batch.stride_b,
           l->batch.stride_c);
    printf("%-16s  %-*s", "", (int)strlen("   1 of  right") + (all->count > 9) + 1, "C");
    printf(setup->gpu->counting() ? "  %7s  %12s  %14s\n" : "\n", "blocks", "mma",
           "global sectors");
    const int in_loop = run(all, setup, launch_loop, all, &counts);
    print_row("a launch each", all, in_loop, &counts);
    const int strided = run(all, setup, launch_batch, l, &counts);
    print_row("strided", all, strided, &counts);
    arrays.batch.A = all->pointers_a;
    arrays.batch.B = all->pointers_b;
    arrays.batch.C = all->pointers_c;
    arrays.batch.vectors = hier_aligned(&all->of[all->count > 1].gemm) &&
                           l->batch.stride_a % F16_VECTOR == 0 && p->n % 4 == 0;
    const int pointers = run(all, setup, launch_batch, &arrays, &counts);
    print_row("pointers", all, pointers, &counts);
    return in_loop + strided + pointers == 3 * all->count;
}

int shapes_batched_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    struct products all = {0};
    long long count, stride_c = (long long)p->m * p->n;
    if (!can_show("--batched", p, setup, &why) ||
        !read_number("--batched", setup->value, 1, MOST_PRODUCTS, &count, &why) ||
        (setup->beside && !read_number("--stride-c", setup->beside, 0, 1LL << 40, &stride_c, &why)))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    struct batch_launch l = {.gemm = {*p, NULL, NULL, NULL}};
    l.gemm.problem.ldc = p->n;
    l.batch = (struct batch){.count = (int)count,
                             .stride_a = row_major(p->m, 0, p->k),
                             .stride_b = row_major(p->k, 0, p->n),
                             .stride_c = (ptrdiff_t)stride_c};
    if (!batched_check(&l.gemm.problem, &l.batch, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    const bool enough = make_batch(&all, &l, setup);
    const bool right = enough && show_batch(&all, &l, setup);
    release(&all, setup);
    if (right)
        return EXIT_OK;
    fail(&why, enough ? "--batched: a wrong product" : "--batched: not enough memory");
    return complain(setup->chapter, &why, EXIT_WRONG);
}

int shapes_stride_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    (void)p;
    fail(&why, "--stride-c %s: works only with --batched", setup->value);
    return complain(setup->chapter, &why, EXIT_REQUEST);
}

// ---- A group -------------------------------------------------------------------------------------

// "200x512x256,3x512x256": m x n x k, one product after the other.
static bool read_sizes(const char *text, struct gemm_problem *problems, int *count,
                       struct failure *why)
{
    const char *at = text;
    for (*count = 0; *at != '\0';) {
        int used = 0;
        struct gemm_problem *p = &problems[*count];
        if (*count == MOST_PRODUCTS)
            return fail(why, "--grouped: at most %d products", MOST_PRODUCTS);
        if (sscanf(at, "%6dx%6dx%6d%n", &p->m, &p->n, &p->k, &used) != 3 || p->m < 0 || p->n < 0 ||
            p->k < 0 || (at[used] != ',' && at[used] != '\0') || (at[used] == ',' && !at[used + 1]))
            return fail(why, "--grouped %s: takes sizes such as 200x512x256,3x512x256 (m, n, k)",
                        text);
        at += used + (at[used] == ',');
        ++*count;
    }
    return *count > 0 || fail(why, "--grouped: a group of 0 products: at least 1 is needed");
}

static void launch_group(const void *context) { grouped_gemm(context); }

static void print_schedule(const struct group *g, const struct products *all)
{
    const struct hier_configuration *c = &hier_configurations[g->configuration];
    printf("tiles of %d x %d, %s copies; %d tiles on %d blocks\n\nproduct      m      n      k  "
           "tiles  first  turns each  blocks that have them\n",
           configuration_bm(c), configuration_bn(c), g->async ? "asynchronous" : "staged",
           g->first[g->count], g->blocks);
    for (int i = 0; i < g->count; i++) {
        const struct gemm_problem *p = &all->of[i].gemm.problem;
        const int tiles = g->first[i + 1] - g->first[i];
        printf("%7d  %5d  %5d  %5d  %5d  %5d  %10d  ", i, p->m, p->n, p->k, tiles, g->first[i],
               p->k > 0 ? ceil_div(p->k, PLAN_BK) : 1);
        if (tiles == 0)
            puts("none");
        else if (tiles >= g->blocks)
            puts("all");
        else
            printf("%d to %d\n", g->first[i] % g->blocks, (g->first[i + 1] - 1) % g->blocks);
    }
}

static bool show_group(struct products *all, const struct group *g, const struct setup *setup)
{
    struct counts counts;
    printf("--grouped: %s\n", setup->machine.name);
    print_schedule(g, all);
    printf("\n%-16s  %-*s", "", (int)strlen("   1 of  right") + (all->count > 9) + 1, "C");
    printf(setup->gpu->counting() ? "  %7s  %12s  %14s\n" : "\n", "blocks", "mma",
           "global sectors");
    const int in_loop = run(all, setup, launch_loop, all, &counts);
    print_row("a launch each", all, in_loop, &counts);
    const int together = run(all, setup, launch_group, g, &counts);
    print_row("grouped", all, together, &counts);
    return in_loop + together == 2 * all->count;
}

int shapes_grouped_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    static struct gemm_problem problems[MOST_PRODUCTS];
    static struct gemm gemms[MOST_PRODUCTS];
    struct failure why;
    struct products all = {0};
    struct group group = {0};
    int count;
    if (!can_show("--grouped", &(struct gemm_problem){.m = 1, .n = 1}, setup, &why) ||
        !read_sizes(setup->value, problems, &count, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    bool enough = (all.of = calloc((size_t)count + 1, sizeof *all.of)) != NULL;
    for (int i = 0; i < count && enough; i++) {
        problems[i].alpha = p->alpha, problems[i].beta = p->beta;
        problems[i].trans_a = p->trans_a, problems[i].trans_b = p->trans_b;
        all.count++;
        enough = product_make(&all.of[i], setup, &problems[i], (unsigned)i, NULL, NULL, NULL);
        gemms[i] = all.of[i].gemm;
    }
    int status = EXIT_OK;
    if (!enough) {
        fail(&why, "--grouped: not enough memory");
        status = complain(setup->chapter, &why, EXIT_WRONG);
    } else if (!grouped_make(&group, gemms, count, &why)) {
        status = complain(setup->chapter, &why, EXIT_REQUEST);
    } else if (!show_group(&all, &group, setup)) {
        fail(&why, "--grouped: a wrong product");
        status = complain(setup->chapter, &why, EXIT_WRONG);
    }
    grouped_free(&group);
    release(&all, setup);
    return status;
}
