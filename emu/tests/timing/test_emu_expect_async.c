// SPDX-License-Identifier: MIT
// test_emu_expect_async.c: the units that work in parallel to the warps of the simulated SM
// (Hopper): the copy engine, mbarriers, products of warpgroups. Each test covers one mechanism.
// Comments quote the measurements of an H200 (ceilings_hopper_h200.txt).
#include <criterion/criterion.h>

#include "../../timing/launch_time.h"
#include "../../timing/sm.h"

enum { TURNS = 100, ROLES = 3, MOST = 16 * TURNS, WARPS = 12, BOX = 16384 };

// Warps 0 to 3 execute text[0], 4 to 7 text[1], 8 to 11 text[2].
static struct instr text[ROLES][MOST];
static uint32_t count[ROLES];
static struct stream streams[WARPS];
static uint32_t arrivals[MOST_MBARRIERS];

static void begin(void)
{
    for (int i = 0; i < ROLES; i++)
        count[i] = 0;
    for (int i = 0; i < MOST_MBARRIERS; i++)
        arrivals[i] = 1;
}

static struct instr *add(int role, enum instruction kind)
{
    struct instr *in = &text[role][count[role]++];
    *in = (struct instr){.kind = (uint8_t)kind, .times = 1, .blocks = 1};
    return in;
}

static struct sm_time run(int warps, bool in_l2)
{
    for (int w = 0; w < warps; w++)
        streams[w] = (struct stream){text[w / 4], count[w / 4], count[w / 4]};
    return sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                   .arrivals = arrivals,
                                   .warps = streams,
                                   .warps_per_block = warps,
                                   .resident = 1,
                                   .blocks = 1,
                                   .dram_share = in_l2 ? 0 : 256,
                                   .in_l2 = in_l2});
}

static void near(double got, double wanted, double part, const char *what)
{
    cr_expect(got > wanted * (1 - part) && got < wanted * (1 + part), "%s: %g, not about %g", what,
              got, wanted);
}

// One warp requests a box into each stage of a ring, and waits for the oldest.
static double copies(int stages, uint32_t bytes, uint8_t blocks)
{
    begin();
    for (int i = 0; i < TURNS + stages; i++) {
        const uint8_t stage = (uint8_t)(i % stages);
        if (i >= stages) {
            struct instr *pass = add(0, IN_PASS);
            pass->barrier = stage;
            pass->groups = (uint8_t)((i / stages - 1) % 2);
        }
        struct instr *arrive = add(0, IN_ARRIVE), *box = add(0, IN_BULK);
        arrive->barrier = box->barrier = stage;
        arrive->wavefronts = 1;
        arrive->bytes = bytes * blocks;
        box->bytes = bytes;
        box->blocks = blocks;
        box->sectors = bytes / 32 * 16;
    }
    return (double)run(1, true).cycles / TURNS;
}

Test(emu_expect_async, a_box_has_its_latency)
{
    const struct gpu_time *gpu = gpu_time_of("h200");
    near(copies(1, 1024, 1), gpu->l2_latency + gpu->bulk_latency + 1024.0 / 36 + 2 * gpu->mbarrier,
         0.1, "a box of 1 KiB");
}

Test(emu_expect_async, stages_hide_the_latency_of_a_box)
{
    const double rate = BOX * 16.0 / gpu_time_of("h200")->l2_bytes;
    cr_expect(copies(1, BOX, 1) > 1.5 * rate, "one stage: the way shows");
    near(copies(4, BOX, 1), rate, 0.1, "four stages: L2's rate alone");
}

// L2 serves data that two blocks share only once.
Test(emu_expect_async, multicast_halves_what_l2_delivers)
{
    near(copies(4, BOX, 1) / copies(4, BOX / 2, 2), 2, 0.1, "of the same bytes");
}

// `groups` warpgroups, n columns, four products per iteration; `left` groups stay pending.
static double products(int groups, int n, uint8_t left)
{
    const struct gpu_time *gpu = gpu_time_of("h200");
    begin();
    for (int g = 0; g < groups; g++)
        for (int i = 0; i < TURNS; i++) {
            for (int s = 0; s < 4; s++) {
                struct instr *in = add(g, IN_WGMMA);
                in->interval = (uint16_t)(n * gpu->wgmma / 16);
                in->bytes = (uint32_t)(64 + n) * 32;
            }
            add(g, IN_WGMMA_COMMIT);
            add(g, IN_WGMMA_WAIT)->groups = left;
        }
    return (double)run(4 * groups, true).cycles / (TURNS * 4 * groups);
}

Test(emu_expect_async, a_product_takes_the_cycles_of_its_columns)
{
    near(products(2, 256, 1), 128, 0.03, "n = 256");
    near(products(2, 128, 1), 64, 0.03, "n = 128");
}

// A alone is 2 KiB, 16 passes of shared memory; the product itself would take 8 cycles.
Test(emu_expect_async, narrow_products_wait_for_shared_memory)
{
    near(products(2, 16, 1), (64 + 16) * 32 / 128.0, 0.05, "n = 16");
}

Test(emu_expect_async, a_pending_group_hides_the_wait)
{
    const struct gpu_time *gpu = gpu_time_of("h200");
    const double waits = products(1, 256, 0), goes_on = products(1, 256, 1);
    near(goes_on, 128, 0.03, "one group stays pending");
    cr_expect(4 * (waits - goes_on) >= 0.9 * gpu->wgmma_latency, "%g, %g", waits, goes_on);
    near(products(2, 256, 0), 128, 0.03, "another warpgroup fills the gap");
}

// A loader, and readers that signal a free stage through another barrier.
Test(emu_expect_async, a_ring_goes_at_the_pace_of_its_slower_side)
{
    begin();
    arrivals[1] = 4;
    for (int i = 0; i < TURNS; i++) {
        struct instr *empty = add(0, IN_PASS), *arrive = add(0, IN_ARRIVE), *box = add(0, IN_BULK);
        empty->barrier = 1;
        empty->groups = (uint8_t)(1 - i % 2);
        arrive->wavefronts = 1;
        arrive->bytes = box->bytes = 1024;
        box->sectors = 1024 / 32 * 16;
        add(1, IN_PASS)->groups = (uint8_t)(i % 2);
        add(1, IN_ALU)->times = 2000;
        struct instr *told = add(1, IN_ARRIVE);
        told->barrier = 1;
        told->wavefronts = 1;
    }
    for (int w = 0; w < 8; w++)
        streams[w] = (struct stream){text[w / 4], w % 4 && w < 4 ? 0 : count[w / 4], 0};
    struct stream of[5] = {streams[0], streams[4], streams[5], streams[6], streams[7]};
    const struct sm_time time = sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                                        .arrivals = arrivals,
                                                        .warps = of,
                                                        .warps_per_block = 5,
                                                        .resident = 1,
                                                        .blocks = 1,
                                                        .in_l2 = true});
    cr_expect(time.cycles > 4000L * TURNS && time.cycles < 4900L * TURNS, "%lld",
              (long long)time.cycles);
}

Test(emu_expect_async, a_barrier_of_some_warps_holds_no_others)
{
    begin();
    add(0, IN_ALU)->times = 10000;
    for (int g = 1; g <= 2; g++) {
        struct instr *barrier = add(g, IN_BARRIER);
        barrier->groups = (uint8_t)g;
        barrier->barrier = 4;
        add(g, IN_ALU)->times = 100;
    }
    const struct sm_time time = run(12, true);
    cr_expect(time.cycles >= 20000 && time.cycles < 20700, "%lld", (long long)time.cycles);
}

Test(emu_expect_async, endless_waits_are_reported)
{
    begin();
    add(0, IN_PASS);
    cr_expect_eq(run(1, true).cycles, -1);
}
