// SPDX-License-Identifier: MIT
// test_emu_expect_parts.c: blocks that each compute a part of one result, and the last one, which
// combines the parts. Each test covers one mechanism.
#include <criterion/criterion.h>
#include <string.h>

#include "../../timing/lower.h"
#include "../../timing/sm.h"
#include "expect.h"

enum { PARTS = 128 };

static const struct instr work = {.kind = IN_ALU, .times = 1000}; // of 2 cycles each

static int64_t cycles(const struct stream *of, const struct stream *last, int parts, long blocks)
{
    return sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                   .warps = of,
                                   .last = last,
                                   .parts = parts,
                                   .warps_per_block = 1,
                                   .resident = 1,
                                   .blocks = blocks})
        .cycles;
}

// latency_l2: 280 cycles. (No warp waits for the store itself.)
Test(emu_expect_parts, a_fence_waits_until_l2_has_taken_the_stores)
{
    struct instr text[] = {{.kind = IN_STORE, .times = 1, .wavefronts = 1, .sectors = 64},
                           {.kind = IN_ALU, .times = 1},
                           work};
    const struct stream stream = {text, 3, 3};
    const int64_t free = cycles(&stream, NULL, 0, 1);
    text[1].kind = IN_FENCE;
    const int64_t fenced = cycles(&stream, NULL, 0, 1);
    cr_expect(fenced - free > 270 && fenced - free < 310, "%lld cycles",
              (long long)(fenced - free));
}

Test(emu_expect_parts, the_last_block_of_an_sm_continues)
{
    struct instr twice[] = {work, work};
    const struct stream once = {twice, 1, 1}, last = {twice, 2, 2};
    const int64_t alike = cycles(&once, NULL, 0, 4);
    cr_expect_eq(cycles(&once, &last, 4, 4) - alike, 2000, "one of four");
    cr_expect_eq(cycles(&once, &last, 2, 4) - alike, 4000, "two of four");
    cr_expect_eq(cycles(&once, &last, 40, 4) - alike, 2000, "one at least");
}

// Returns the distance, in loads, from an addition after the fence to the load that it needs.
static uint32_t distance(const struct kernel_facts *facts, uint32_t stored_in_shared)
{
    static struct traced requests[PARTS + 4];
    uint32_t count = 0, loads = 0, far = 0;
    requests[count++] = (struct traced){.kind = REQ_LOAD_SHARED, .size = 4, .passes = 1};
    requests[count++] = (struct traced){.kind = REQ_FENCE};
    for (uint32_t i = 0; i < PARTS; i++)
        requests[count++] = (struct traced){.kind = REQ_LOAD, .size = 4, .passes = 1, .sectors = 4};
    requests[count++] = (struct traced){
        .kind = stored_in_shared ? REQ_STORE_SHARED : REQ_STORE, .size = 4, .passes = 1};
    const struct traced_block block = {.of = {requests}, .count = {count}, .warps = 1};
    const struct lower_hint hint = {.multiply_adds = 1000, .facts = facts};
    struct lowered *code = lower(&block, &hint, gpu_time_of("h200"));
    for (uint32_t i = 0; i < code->of[0].count; i++) {
        const struct instr *in = &code->of[0].at[i];
        loads += in->kind == IN_LOAD || in->kind == IN_LOAD_SHARED;
        if (in->kind == IN_FMA && in->needs > 1 && loads < PARTS + 1)
            far = loads - in->needs + 1;
    }
    lowered_free(code);
    return far;
}

// The machine code of 09/2 has four or five such loads in flight, that of 08/8 sixteen.
Test(emu_expect_parts, spare_registers_limit_loads_in_flight)
{
    const struct kernel_facts few = {.registers = 168, .dispatch = 64, .together = 5},
                              many = {.registers = 168, .dispatch = 64, .together = 16};
    cr_expect_eq(distance(&few, false), 5);
    cr_expect_eq(distance(&many, false), 16);
    cr_expect_eq(distance(NULL, false), 32, "not known, and there are enough");
    cr_expect_eq(distance(&few, true), 0, "what fills shared memory is another tile's");
}

// The first block runs until it does more than store its part.
Test(emu_expect_parts, the_last_block_is_detected)
{
    const struct emu_expected leaves = expected_of("leaves", 4), four = expected_of("adds_up", 4),
                              again = expected_of("adds_up", 4),
                              never = expected_of("adds_up", 100);
    cr_assert(leaves.us > 0 && four.us > 0, "%s", four.why_not);
    cr_expect(four.us > leaves.us + 0.5, "%g, %g us", four.us, leaves.us);
    cr_expect(four.parts_cycles > 1000, "%g cycles", four.parts_cycles);
    cr_expect_eq(again.us, four.us, "%g, %g us", again.us, four.us);
    cr_expect_eq(never.us, leaves.us, "more than are run");
}

Test(emu_expect_parts, a_block_that_waits_for_others_is_reported)
{
    const struct emu_expected e = expected_of("waits", 4);
    cr_expect(e.why_not && strstr(e.why_not, "needs others"), "%s", e.why_not ? e.why_not : "none");
}
