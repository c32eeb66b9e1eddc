// SPDX-License-Identifier: MIT
//
// The experiment --partitions: 2_split_k with a given number of pieces of K, cut as in CUTLASS's
// text and at multiples of BK, and the three ways of adding their sums.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../2_split_k/split_k.h"
#include "experiments.h"
#include "product.h"

enum { RUNS = 3, DEFAULT_REPS = 30 };

static const struct variant {
    const char *cut, *way;
    enum k_cut_rule rule;
    enum split_way split_way;
} variants[] = {
    {"evenly", "reduce", CUT_EVENLY, SPLIT_REDUCE},
    {"at tiles", "reduce", CUT_AT_TILES, SPLIT_REDUCE},
    {"at tiles", "turns", CUT_AT_TILES, SPLIT_TURNS},
    {"at tiles", "atomic", CUT_AT_TILES, SPLIT_ATOMIC},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

struct run {
    const struct product *x;
    void *workspace;
    size_t bytes;
    double median_us;
    struct verdict verdict;
    struct counts counts;
    struct split split;
    struct split_plan plan;
    bool same; // bits, in all runs
};

static void launch(void *context)
{
    const struct run *r = context;
    split_k_gemm(&r->x->gemm, &r->split, r->workspace, r->bytes);
}

// RUNS times, each from the same C.
static bool repeat(struct run *r, struct product *x, const struct setup *setup)
{
    const struct counting *counting = setup->gpu->counting();
    struct matrix first;
    if (!matrix_alloc(&first, DTYPE_F32, x->C.rows, x->C.cols, x->C.ld))
        return false;
    r->same = true;
    for (int i = 0; i < RUNS; i++) {
        product_reset(x, setup);
        if (counting)
            counting->begin();
        launch(r);
        r->verdict = product_verify(x, setup);
        if (counting)
            counting->end(&r->counts);
        if (i == 0)
            matrix_copy(&first, &x->result);
        else
            r->same &= memcmp(first.data, x->result.data, matrix_bytes(&first)) == 0;
    }
    matrix_free(&first);
    return true;
}

static bool measure(struct run runs[VARIANTS], const struct setup *setup)
{
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    double *samples = malloc(sizeof *samples * VARIANTS * (size_t)reps);
    struct contender contenders[VARIANTS];
    if (!samples)
        return false;
    for (int i = 0; i < VARIANTS; i++)
        contenders[i] = (struct contender){.launch = launch,
                                           .context = &runs[i],
                                           .ms = samples + (ptrdiff_t)i * reps,
                                           .rests = true};
    setup->gpu->time(contenders, VARIANTS, reps, setup->cold);
    for (int i = 0; i < VARIANTS; i++)
        runs[i].median_us = 1e3 * statistics_of(contenders[i].ms, reps).median;
    free(samples);
    return true;
}

// ---- Reporting -----------------------------------------------------------------------------------

static int size_of(const struct k_cut *cut, int piece)
{
    return k_cut_begin(cut, piece + 1) - k_cut_begin(cut, piece);
}

// In the text's words: "20 batched strided GEMMs with the first 19 batches of m=128, n=128,
// k=4096/20=204 and the last batch of m=128, n=128, k=220".
static void print_cuts(const struct gemm_problem *p, int partitions, const struct k_cut *tiles)
{
    const struct k_cut text = {CUT_EVENLY, p->k, partitions};
    const int size = size_of(&text, 0), last = size_of(&text, partitions - 1);
    printf("evenly: %d batched strided GEMM%s", partitions, partitions == 1 ? "" : "s");
    if (size == last)
        printf(" of m=%d, n=%d, k=%d/%d=%d\n", p->m, p->n, p->k, partitions, size);
    else
        printf(", the first %d of m=%d, n=%d, k=%d/%d=%d,\n        the last of m=%d, n=%d, k=%d\n",
               partitions - 1, p->m, p->n, p->k, partitions, size, p->m, p->n, last);
    if (tiles->pieces == 1) {
        printf("at tiles of BK = %d: 1, of k=%d\n", PLAN_BK, size_of(tiles, 0));
        return;
    }
    printf("at tiles of BK = %d: %d, of", PLAN_BK, tiles->pieces);
    int kinds[2] = {size_of(tiles, 0), 0}, counts[2] = {0, 0}, last_piece = tiles->pieces - 1;
    for (int i = 0; i < last_piece; i++) {
        const int other = size_of(tiles, i) != kinds[0];
        kinds[other] = size_of(tiles, i);
        counts[other]++;
    }
    for (int i = 0; i < 2; i++)
        if (counts[i] > 0)
            printf(" k=%d (%d),", kinds[i], counts[i]);
    printf(" the last of k=%d\n", size_of(tiles, last_piece));
}

static void print_run(const struct run *r, const struct variant *v, bool measured)
{
    printf("%-8s %-6s %6d %-6s %9zu", v->cut, v->way, r->plan.cut.pieces,
           r->plan.async ? "async" : "staged", r->bytes);
    if (measured)
        printf(" %9.2f", r->median_us);
    else if (r->plan.way == SPLIT_TURNS && r->plan.cut.pieces > 1)
        printf(" %8lld %8lld %7s", r->counts.global_load_requests, r->counts.global_store_sectors,
               "-");
    else
        printf(" %8lld %8lld %7lld", r->counts.global_load_requests, r->counts.global_store_sectors,
               r->counts.global_atomic_requests);
    printf(" %-5s %s\n", r->verdict.ok ? "ok" : "WRONG",
           v->split_way == SPLIT_ATOMIC ? "may vary"
           : r->same                    ? "same"
                                        : "DIFFER");
}

static void print(const struct run runs[VARIANTS], int partitions, const struct setup *setup)
{
    const struct gemm_problem *p = &runs[0].x->gemm.problem;
    const bool measured = !setup->machine.is_emulated;
    printf("--partitions: %s\nm = %d, n = %d, k = %d, tiles of C: %d\n\n", setup->machine.name,
           p->m, p->n, p->k, runs[0].plan.tiles);
    print_cuts(p, partitions, &runs[1].plan.cut);
    printf("\n%-8s %-6s %6s %-6s %9s", "cut", "sums", "pieces", "copies", "workspace");
    if (measured)
        printf(" %9s", "median us");
    else
        printf(" %8s %8s %7s", "loads", "sectors", "atomics");
    printf(" %-5s %s\n", "C", "bits");
    for (int i = 0; i < VARIANTS; i++)
        print_run(&runs[i], &variants[i], measured);
    if (!measured)
        printf(
            "\nloads: requests of all warps; sectors: stored in C and in the workspace. A block\n"
            "that waits for its turn polls with atomics, as often as needed.\n");
    printf("%sbits: the same in all runs, or not.\n", measured ? "\n" : "");
}

// ---- The whole -----------------------------------------------------------------------------------

// bytes < 0: as many as needed.
static bool prepare(struct run runs[VARIANTS], const struct product *x, int partitions,
                    long long bytes, const struct setup *setup, struct failure *why)
{
    const struct gemm_problem *p = &x->gemm.problem;
    const struct hier_device device = hier_device();
    for (int i = 0; i < VARIANTS; i++) {
        struct run *r = &runs[i];
        *r = (struct run){.x = x, .median_us = NAN};
        r->split = (struct split){partitions, variants[i].rule, variants[i].split_way};
        r->plan = split_k_plan(&device, p, &r->split);
        r->bytes = bytes < 0 ? split_k_workspace(p, &r->split) : (size_t)bytes;
        if (r->bytes > 0) {
            void *zeros = calloc(1, r->bytes);
            r->workspace = setup->gpu->alloc(r->bytes);
            if (zeros) // turns begin with 0
                setup->gpu->copy_in(r->workspace, zeros, r->bytes);
            free(zeros);
        }
        if (!split_k_check(p, &r->split, r->workspace, r->bytes, why))
            return false;
    }
    return true;
}

static int show(const struct gemm_problem *p, const struct setup *setup, int partitions,
                long long bytes)
{
    struct run runs[VARIANTS] = {{0}};
    struct product x;
    struct failure why;
    int status = EXIT_OK;
    bool enough = product_make(&x, setup, p, 1, NULL, NULL, NULL);
    if (enough && !prepare(runs, &x, partitions, bytes, setup, &why)) {
        status = complain(setup->chapter, &why, EXIT_REQUEST);
    } else {
        for (int i = 0; i < VARIANTS && enough; i++)
            enough = repeat(&runs[i], &x, setup);
        enough = enough && (setup->machine.is_emulated || measure(runs, setup));
        if (enough)
            print(runs, partitions, setup);
        for (int i = 0; i < VARIANTS && enough; i++)
            if (!runs[i].verdict.ok || (!runs[i].same && runs[i].split.way != SPLIT_ATOMIC)) {
                fail(&why, "--partitions: %s, %s: a wrong result, or another one in the next run",
                     variants[i].cut, variants[i].way);
                status = complain(setup->chapter, &why, EXIT_WRONG);
            }
    }
    for (int i = 0; i < VARIANTS; i++)
        setup->gpu->release(runs[i].workspace);
    product_free(&x, setup);
    if (enough)
        return status;
    fail(&why, "--partitions: not enough memory");
    return complain(setup->chapter, &why, EXIT_WRONG);
}

int shapes_partitions_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    long long partitions, bytes = -1;
    if (!can_show("--partitions", p, setup, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    if (p->k == 0) {
        fail(&why, "--partitions: k is 0, nothing to cut");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (!read_number("--partitions", setup->value, 1, p->k, &partitions, &why) ||
        (setup->beside && !read_number("--workspace", setup->beside, 0, 1LL << 40, &bytes, &why)))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    return show(p, setup, (int)partitions, bytes);
}

int shapes_workspace_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    (void)p;
    fail(&why, "--workspace %s: works only with --partitions", setup->value);
    return complain(setup->chapter, &why, EXIT_REQUEST);
}
