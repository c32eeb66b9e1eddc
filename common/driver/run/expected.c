// SPDX-License-Identifier: MIT
#include "expected.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../predict/kernel_facts.h"
#include "../../device/index.h"
#include "../../step/kind.h"
#include "../../step/scales.h"

// A step is traced at two depths k; at smaller ones if there is much to simulate (FIRST_K). On
// tensor cores the depths must be so large that computing the sums takes longer than storing them:
// this many bytes of a row of A.
enum { FIRST_K = 64, LONG_K = 512, DEEP_BYTES = 2048, MOST_WORK = 600000 };

enum { OPERAND_ALIGN = 256 }; // bytes, as for a separate allocation

// Device memory that one step leaves to the next: fresh memory of the emulated GPU takes longer
// than most of the simulation.
struct kept {
    void *memory;
    size_t bytes;
};
static struct kept kept_operands, kept_scales, kept_c;

static void *keep(const struct gpu_ops *gpu, struct kept *kept, size_t bytes)
{
    if (bytes > kept->bytes) {
        gpu->release(kept->memory);
        *kept = (struct kept){gpu->alloc(bytes), bytes};
    }
    return kept->memory;
}

static void give_back(const struct gpu_ops *gpu, struct kept *kept)
{
    if (kept->memory)
        gpu->release(kept->memory);
    *kept = (struct kept){0};
}

void expect_done(const struct gpu_ops *gpu)
{
    give_back(gpu, &kept_operands);
    give_back(gpu, &kept_scales);
    give_back(gpu, &kept_c);
}

// The values of the operands do not matter, but registers must be distinguishable by them.
static void *keep_random(const struct gpu_ops *gpu, struct kept *kept, size_t bytes)
{
    uint32_t *const words = bytes > kept->bytes ? malloc(bytes) : NULL;
    void *const memory = keep(gpu, kept, bytes);
    if (words) {
        uint32_t word = 1;
        for (size_t i = 0; i < bytes / sizeof *words; i++) {
            word = word * 1664525u + 1013904223u;
            words[i] = word ^ word >> 15;
        }
        gpu->copy_in(memory, words, bytes);
    }
    free(words);
    return memory;
}

static size_t operand_bytes(enum dtype type, struct shape shape)
{
    const size_t bytes = (size_t)shape.rows * (size_t)shape.cols * dtype_size(type);
    return (bytes + OPERAND_ALIGN - 1) / OPERAND_ALIGN * OPERAND_ALIGN;
}

struct traced_problem {
    const struct gpu_ops *gpu;
    const struct step *step;
    const char *facts; // or NULL
    bool what_if;
    double bytes; // of A and B, all of them
    void *C;
};

static struct gemm_problem of_depth(const struct gemm_problem *asked, int k)
{
    struct gemm_problem p = *asked;
    p.k = k < p.k ? k : p.k;
    p.lda = p.trans_a ? p.m : p.k;
    p.ldb = p.trans_b ? p.k : p.n;
    p.ldc = p.n;
    return p;
}

static bool trace(const struct traced_problem *t, const struct gemm_problem *p,
                  struct expectation *e, struct failure *why)
{
    const struct counting *counting = t->gpu->counting();
    const struct shapes s = kind_of(t->step)->shapes(p);
    const size_t a_bytes = operand_bytes(t->step->type_ab, s.A);
    char *const A =
        keep_random(t->gpu, &kept_operands, a_bytes + operand_bytes(t->step->type_ab, s.B));
    struct failure reason;
    kernel_facts_register();
    counting->expect_begin(t->facts, kind_of(t->step)->operations(p) / 2, t->bytes, t->what_if);
    kind_of(t->step)->call(t->step, &(struct gemm){*p, A, A + a_bytes, t->C});
    bool good = t->gpu->finish(&reason);
    if (!counting->expect_end(e))
        good = fail(why, "%s", e->why_not);
    counting->forget_error();
    t->gpu->clear_workspaces(); // one block ran: the arrivals of the other blocks are missing
    return good;
}

// If tiles are split along k, a block may have no more work at a greater depth; there are more
// blocks instead. So we use two depths with the same number of blocks, or the requested depth.
static bool at_depths_alike(const struct traced_problem *t, const struct gemm_problem *asked,
                            int *shallow, int *deep, struct expectation *first,
                            struct expectation *e, struct failure *why)
{
    struct gemm_problem p = of_depth(asked, *shallow);
    if (!trace(t, &p, first, why))
        return false;
    for (;;) {
        p = of_depth(asked, *deep);
        if (!trace(t, &p, e, why))
            return false;
        if (first->blocks == e->blocks || p.k == asked->k || 2 * e->work > 3 * MOST_WORK)
            return true;
        *first = *e;
        *shallow = *deep;
        *deep = 2 * *deep < asked->k ? 2 * *deep : asked->k;
    }
}

// Shares of the cycles, of a run at the requested depth.
static double whole(double deep, double shallow, const double cycles[2], double times)
{
    const double all = cycles[1] + (cycles[1] - cycles[0]) * times;
    return (deep * cycles[1] + (deep * cycles[1] - shallow * cycles[0]) * times) / all;
}

static bool at_two_depths(const struct traced_problem *t, const struct gemm_problem *asked,
                          struct expectation *e, struct failure *why)
{
    struct expectation first;
    if (asked->k <= LONG_K) {
        const struct gemm_problem whole = of_depth(asked, LONG_K);
        return trace(t, &whole, e, why);
    }
    struct gemm_problem p = of_depth(asked, FIRST_K);
    if (!trace(t, &p, &first, why))
        return false;
    const int size = (int)dtype_size(t->step->type_ab);
    const double work = first.work / FIRST_K; // of one k
    int shallow = LONG_K / 2, deep = LONG_K;
    if (t->step->on_tensor_cores && asked->k > DEEP_BYTES / size &&
        work * 3 / 4 * DEEP_BYTES / size < 3 * MOST_WORK) {
        shallow = DEEP_BYTES / 2 / size;
        deep = work * DEEP_BYTES / size > 2 * MOST_WORK ? shallow * 3 / 2 : shallow * 2;
    } else if (work * deep > MOST_WORK) {
        shallow = LONG_K / 4;
        deep = LONG_K / 2;
    }
    if (!at_depths_alike(t, asked, &shallow, &deep, &first, e, why))
        return false;
    const double times = (double)(asked->k - deep) / (deep - shallow);
    const double cycles[2] = {first.cycles, e->cycles};
    e->ipc = whole(e->ipc, first.ipc, cycles, times);
    e->mma_busy = whole(e->mma_busy, first.mma_busy, cycles, times);
    e->l1_busy = whole(e->l1_busy, first.l1_busy, cycles, times);
    e->launches += (int)(times * (e->launches - first.launches));
    // (The parts of a tile are added once, at any depth.)
    e->cycles += ((e->cycles - e->parts_cycles) - (first.cycles - first.parts_cycles)) * times;
    e->mma_cycles += (e->mma_cycles - first.mma_cycles) * times;
    for (int i = 0; i < EXPECT_LIMITS; i++)
        e->without[i] += (e->without[i] - first.without[i]) * times;
    e->ms = t->gpu->counting()->expect_us(e->cycles, e->mma_cycles, e->launches) / 1e3;
    return true;
}

bool expect_step(const struct gpu_ops *gpu, const char *chapter, const struct step *step,
                 const struct gemm_problem *p, bool knows_facts, bool what_if,
                 struct expectation *e, struct failure *why)
{
    char facts[120];
    snprintf(facts, sizeof facts, "%s/%s", chapter, step->name);
    struct gemm_problem asked = *p;
    const double elements = (double)p->m * p->k + (double)p->k * p->n;
    const struct traced_problem t = {
        .gpu = gpu,
        .step = step,
        .facts = knows_facts ? facts : NULL,
        .what_if = what_if,
        .bytes = elements * (double)dtype_size(step->type_ab),
        .C = keep(gpu, &kept_c, (size_t)p->m * (size_t)p->n * dtype_size(step->type_c))};
    const struct shape scales = {ceil_div(p->k, SCALE_BLOCK), scales_ld(p->m) + scales_ld(p->n)};
    if (step->scaled)
        asked.a_scales = asked.b_scales =
            keep_random(gpu, &kept_scales, operand_bytes(DTYPE_F32, scales));
    return at_two_depths(&t, &asked, e, why);
}
