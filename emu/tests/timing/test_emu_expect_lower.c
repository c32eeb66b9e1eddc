// SPDX-License-Identifier: MIT
// test_emu_expect_lower.c: the order in which nvcc places fragment loads and mma.
#include <criterion/criterion.h>

#include "../../timing/lower.h"

enum { TURNS = 8, MMAS = 8, MOST_LOADS = 8, SUMS = 5000 };

// Iterations of ldmatrix and 8 mma, which use the data loaded `ahead` iterations before.
static struct lowered *of_turns(unsigned loads, unsigned ahead)
{
    static struct traced requests[TURNS * (MMAS + MOST_LOADS)];
    uint32_t count = 0;
    for (unsigned t = 0; t < TURNS; t++) {
        for (unsigned i = 0; i < loads; i++)
            requests[count++] = (struct traced){.kind = REQ_LDMATRIX,
                                                .passes = 4,
                                                .size = 16,
                                                .outs = 1,
                                                .out = {1000 + t * MOST_LOADS + i}};
        for (unsigned i = 0; i < MMAS; i++) {
            struct traced *r = &requests[count++];
            *r = (struct traced){.kind = REQ_MMA, .work = 16, .size = 2, .ins = 1};
            r->in[0] = 1000 + (t - ahead) * MOST_LOADS + i % loads;
            r->in[5] = t ? SUMS + (t - 1) * MMAS + i : 0;
            r->out[0] = SUMS + t * MMAS + i;
        }
    }
    const struct traced_block block = {.of = {requests}, .count = {count}, .warps = 1};
    const struct lower_hint hint = {.facts = NULL};
    return lower(&block, &hint, gpu_time_of("h200"));
}

// The maximum number of consecutive loads without an mma, from the first mma on; and the minimum
// number of mma between a load and the mma that uses it.
struct order {
    int loads, mmas;
};

static struct order order_of(unsigned loads, unsigned ahead)
{
    struct lowered *code = of_turns(loads, ahead);
    struct order order = {.mmas = MMAS * TURNS};
    uint32_t at[TURNS * MOST_LOADS + 1] = {0}, load = 0, mma = 0;
    int run = 0;
    for (uint32_t i = 0; i < code->of[0].count; i++) {
        const struct instr *in = &code->of[0].at[i];
        run = in->kind == IN_MMA ? 0 : run + (in->kind == IN_LOAD_SHARED);
        if (mma > 0 && run > order.loads)
            order.loads = run;
        if (in->kind == IN_LOAD_SHARED)
            at[++load] = mma;
        if (in->kind != IN_MMA)
            continue;
        if (in->needs && at[in->needs] > 0 && (int)(mma - at[in->needs]) < order.mmas)
            order.mmas = (int)(mma - at[in->needs]);
        mma++;
    }
    lowered_free(code);
    return order;
}

// 08/4_register_pipeline, whose source loads ahead: HMMA and LDSM alternate in its machine code.
Test(emu_expect_lower, loads_ahead_alternate_with_the_mma)
{
    const struct order order = order_of(4, 1);
    cr_expect(order.loads == 1, "%d loads in a row", order.loads);
    cr_expect(order.mmas >= MMAS / 2, "%d mma after a load", order.mmas);
}

// 07/6_warp_tile has 16 registers per iteration for A, and loads one fragment while four mma use
// another.
Test(emu_expect_lower, a_single_fragment_is_loaded_ahead)
{
    cr_expect(order_of(1, 0).mmas >= MMAS / 2, "%d mma after a load", order_of(1, 0).mmas);
}

// 07/5_swizzled: both fragments of an mma, and 64 registers.
Test(emu_expect_lower, no_more_are_loaded_ahead_with_few_registers)
{
    cr_expect(order_of(2, 0).mmas == 0, "%d mma after a load", order_of(2, 0).mmas);
}
