// SPDX-License-Identifier: MIT
//
// test_emu_expect.c: the simulated SM. Each test covers one mechanism with its own stream of
// instructions. Comments quote the measurements of an H200 (ceilings_h200.txt), where they exist.
#define _POSIX_C_SOURCE 200809L // popen
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../timing/facts.h"
#include "../../timing/fitted.h"
#include "../../timing/launch_time.h"
#include "../../timing/sm.h"
#include "../../timing/timeline.h"

enum { TIMES = 200, MOST = 4 * TIMES, WARPS = 32 };

static struct instr text[MOST];
static struct stream streams[WARPS];

// Every warp of a block executes text[0 ... count - 1].
static struct sm_time run(int count, int warps, int resident, long blocks)
{
    for (int w = 0; w < warps; w++)
        streams[w] = (struct stream){text, (uint32_t)count, (uint32_t)count};
    return sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                   .warps = streams,
                                   .warps_per_block = warps,
                                   .resident = resident,
                                   .blocks = blocks});
}

static void near(double got, double wanted, double part, const char *what)
{
    cr_expect(got > wanted * (1 - part) && got < wanted * (1 + part), "%s: %g, not about %g", what,
              got, wanted);
}

// latency_shared 23, latency_l1 32, latency_l2 280 cycles (647 with DRAM).
static double chain(enum instruction kind, int sectors)
{
    for (unsigned i = 0; i < TIMES; i++)
        text[i] = (struct instr){.kind = (uint8_t)kind,
                                 .times = 1,
                                 .wavefronts = 1,
                                 .sectors = (uint16_t)sectors,
                                 .needs = i};
    return (double)run(TIMES, 1, 1, 1).cycles / TIMES;
}

Test(emu_expect, a_chain_of_loads_takes_their_latency)
{
    near(chain(IN_LOAD_SHARED, 0), 23, 0.15, "shared memory");
    near(chain(IN_LOAD, 0), 32, 0.15, "L1");
    near(chain(IN_LOAD, 16), 647, 0.05, "DRAM");
}

// chase_conflicts and sum_conflicts in h100_time_kernels.tsv: 90 cycles for a request of 32 passes
// whose address depends on the one before, and 32 if it does not.
Test(emu_expect, passes_of_one_request_are_two_cycles_apart)
{
    double cycles[2];
    for (unsigned i = 0; i < TIMES; i++)
        text[i] = (struct instr){
            .kind = IN_LOAD_SHARED, .times = 1, .wavefronts = 32, .conflicts = 31, .needs = i};
    for (int w = 0; w < 8; w++)
        streams[w] = (struct stream){text, TIMES, TIMES};
    for (int i = 0; i < 2; i++)
        cycles[i] = (double)sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                                    .warps = streams,
                                                    .warps_per_block = i == 0 ? 1 : 8,
                                                    .resident = 1,
                                                    .blocks = 1,
                                                    .by_request = true})
                        .cycles;
    near(cycles[0] / TIMES, 23 + 2 * 31, 0.05, "a chain");
    near(cycles[1] / TIMES, 8 * 32, 0.05, "8 chains");
}

// triangle_threads in h100_time_kernels.tsv.
Test(emu_expect, data_of_a_warp_arrive_in_the_order_of_its_loads)
{
    text[0] = (struct instr){.kind = IN_LOAD, .times = 1, .wavefronts = 1, .sectors = 16};
    text[1] = (struct instr){.kind = IN_LOAD, .times = 1, .wavefronts = 1};
    text[2] = (struct instr){.kind = IN_ALU, .times = 1, .needs = 2};
    near((double)run(3, 1, 1, 1).cycles, 647, 0.05, "from L1 after DRAM");
}

// one_word of ceilings_clock_h200.txt: 480 ns longer than from L2.
Test(emu_expect, memory_latency_depends_on_the_circumstances)
{
    gpu_time_in((struct circumstances){.evicted = true});
    near(chain(IN_LOAD, 16), 280 + 480 * 1.965, 0.02, "L2 full of other kernels' data");
    gpu_time_in((struct circumstances){.mhz = 1310});
    near(chain(IN_LOAD, 16), 647 * 1310 / 1965.0, 0.02, "a profiler's clock");
    cr_expect_eq(gpu_time_of("h200")->mhz_tensor, 1310);
    gpu_time_in((struct circumstances){.mhz = 0});
    cr_expect_eq(gpu_time_of("h200")->mhz, 1965);
}

// ffma_warps4_ilp1 to ilp4: 14.1, 28.6, 42.3 and 54.3 TFLOP/s, so 4.7, 2.3, 1.6 and 1.2 cycles
// each.
Test(emu_expect, chains_of_multiply_adds_overlap)
{
    const double wanted[] = {4, 2, 4 / 3.0, 1};
    for (int chains = 1; chains <= 4; chains++) {
        text[0] = (struct instr){
            .kind = IN_FMA, .times = 4096, .chains = (uint8_t)chains, .dispatch = 64};
        // (rounded up to whole cycles)
        near((double)run(1, 4, 1, 1).cycles / 4096, wanted[chains - 1], 0.51, "cycles of an FFMA");
    }
}

Test(emu_expect, bank_conflicts_take_a_pass_each)
{
    double cycles[2];
    for (int conflicts = 0; conflicts < 2; conflicts++) {
        for (int i = 0; i < TIMES; i++)
            text[i] = (struct instr){
                .kind = IN_LOAD_SHARED, .times = 1, .wavefronts = conflicts ? 32 : 1};
        cycles[conflicts] = (double)run(TIMES, 8, 1, 1).cycles;
    }
    near(cycles[1] / (TIMES * 8), 32, 0.05, "cycles of a load with 32 passes");
    near(cycles[0] / (TIMES * 8), 1, 0.2,
         "cycles of one with 1"); // shared_read_32: 126.3 of 128 bytes
}

Test(emu_expect, more_warps_hide_latency)
{
    for (unsigned i = 0; i < TIMES; i++)
        text[i] =
            (struct instr){.kind = IN_LOAD, .times = 1, .wavefronts = 1, .sectors = 64, .needs = i};
    const double one = (double)run(TIMES, 4, 1, 4).cycles, two = (double)run(TIMES, 4, 2, 4).cycles;
    near(one / two, 2, 0.1, "twice the blocks");
}

Test(emu_expect, a_block_too_many_takes_a_wave_more)
{
    text[0] = (struct instr){.kind = IN_ALU, .times = 30000};
    const double full = (double)run(1, 4, 2, 2).cycles, more = (double)run(1, 4, 2, 3).cycles;
    near(full, 120000, 0.05, "two blocks at once"); // 2 cycles each, of two warps
    cr_expect(more > 1.4 * full, "%g, %g", full, more);
}

Test(emu_expect, a_barrier_waits_for_the_slowest_warp)
{
    text[0] = (struct instr){.kind = IN_ALU, .times = 1000};
    text[1] = (struct instr){.kind = IN_BARRIER, .times = 1};
    struct sm_time even = run(2, 4, 1, 1);
    cr_expect(even.cycles >= 2000 && even.cycles < 2100, "%lld", (long long)even.cycles);
}

// One stage: every iteration waits for its own copies. Three: they arrive during the computation of
// other stages.
static int64_t turns(int stages)
{
    int n = 0;
    for (int i = 0; i < TIMES; i++) {
        text[n++] =
            (struct instr){.kind = IN_COPY, .times = 1, .wavefronts = 4, .fill = 4, .sectors = 256};
        text[n++] = (struct instr){.kind = IN_COMMIT, .times = 1};
        text[n++] = (struct instr){.kind = IN_WAIT, .times = 1, .groups = (uint8_t)(stages - 1)};
        text[n++] = (struct instr){.kind = IN_FMA, .times = 300, .dispatch = 64};
    }
    return run(n, 4, 1, 1).cycles;
}

Test(emu_expect, stages_hide_memory_latency)
{
    near((double)turns(1) / TIMES, 1000, 0.1, "one stage");
    near((double)turns(4) / TIMES, 310, 0.1, "four stages");
}

Test(emu_expect, the_same_input_gives_the_same_time)
{
    const int64_t first = turns(2);
    cr_expect_eq(first, turns(2));
}

// dram_read_t512_l1 and _t1024_l1: 8 and 16 KiB in flight get 9.4 and 14.5 bytes per cycle.
Test(emu_expect, a_busy_dram_answers_later)
{
    const double wanted[] = {9.4, 14.5};
    for (unsigned i = 0; i < TIMES; i++)
        text[i] = (struct instr){
            .kind = IN_LOAD, .times = 1, .wavefronts = 4, .sectors = 256, .dram = 256, .needs = i};
    for (int w = 0; w < WARPS; w++)
        streams[w] = (struct stream){text, TIMES, TIMES};
    for (int half = 0; half < 2; half++) {
        const struct sm_time time = sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                                            .warps = streams,
                                                            .warps_per_block = 16 << half,
                                                            .resident = 1,
                                                            .blocks = 1,
                                                            .dram_share = 256});
        near((512.0 * TIMES * (16 << half)) / (double)time.cycles, wanted[half], 0.1,
             "bytes a cycle");
    }
}

// chase in expect_kernels.cu: a single block has the whole DRAM bandwidth that L2 can pass on. And
// read_stride_32: each separate sector costs DRAM the 64 bytes of two.
Test(emu_expect, dram_is_shared_by_the_sms_that_work)
{
    double cycles[3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < TIMES; j++)
            text[j] = (struct instr){.kind = IN_LOAD,
                                     .times = 1,
                                     .wavefronts = 1,
                                     .sectors = 16 * 4,
                                     .dram = i == 2 ? 16 * 8 : 16 * 4};
        text[TIMES] = (struct instr){.kind = IN_ALU, .times = 1, .needs = TIMES};
        for (int w = 0; w < 8; w++)
            streams[w] = (struct stream){text, TIMES + 1, TIMES + 1};
        cycles[i] = (double)sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                                    .warps = streams,
                                                    .warps_per_block = 8,
                                                    .resident = 1,
                                                    .blocks = 1,
                                                    .dram_share = 256,
                                                    .dram_bytes = i == 1 ? 36 * 16 : 0,
                                                    .dram_fair = i == 1 ? 132 * 16 * 16 : 0})
                        .cycles;
    }
    near(cycles[0] / (TIMES * 8), 128 / 16.0, 0.15, "cycles of 128 bytes, all SMs at work");
    near(cycles[1] / (TIMES * 8), 128 / 36.0, 0.2, "one SM");
    near(cycles[2] / cycles[0], 2, 0.1, "sectors that stand alone");
}

// loads_in_flight in expect_kernels.cu: 1056 blocks read the arrays 4 times, so 3 of 4 reads come
// from L2.
Test(emu_expect, no_more_than_the_arrays_comes_from_dram)
{
    static struct traced requests[TIMES];
    const struct traced_block block = {.of = {requests}, .count = {TIMES}, .warps = 1};
    for (int i = 0; i < TIMES; i++)
        requests[i] = (struct traced){
            .kind = REQ_LOAD, .size = 16, .passes = 4, .sectors = 16, .fresh = 16, .dram = 16};
    requests[TIMES - 1] = (struct traced){.kind = REQ_STORE, .size = 4, .passes = 1};
    struct launch_shape shape = {.grid_x = 1056, .grid_y = 1, .blocks = 1056, .threads = 32};
    double cycles[2];
    for (int i = 0; i < 2; i++) {
        shape.arrays = 1056.0 * TIMES * 16 * 32 / (i == 0 ? 1 : 4);
        cycles[i] = launch_time(&block, &shape, gpu_time_of("h200"), 0, NULL).cycles;
    }
    near(cycles[0] / cycles[1], 36 / 16.0, 0.2, "bound by DRAM, then by L2");
}

// As for the tiles of tune_tensor_tiles_h200.tsv: 16x128 gets 52 bytes per cycle.
Test(emu_expect, one_wave_of_a_gemm_shares_what_l2_gives)
{
    static struct traced requests[TIMES];
    const struct traced_block block = {.of = {requests}, .count = {TIMES}, .warps = 1};
    for (int i = 0; i < TIMES; i++)
        requests[i] =
            (struct traced){.kind = REQ_LOAD, .size = 16, .passes = 4, .sectors = 16, .fresh = 16};
    double cycles[2];
    for (int waves = 1; waves <= 2; waves++) {
        const struct launch_shape shape = {
            .blocks = waves * 132L * 32, .threads = 32, .shared = 6 << 10, .multiply_adds = 1};
        cycles[waves - 1] = launch_time(&block, &shape, gpu_time_of("h200"), 0, NULL).cycles;
    }
    near(cycles[1] / cycles[0], 2 * 53 / 36.0, 0.1, "two waves");
}

// 09/2_sgemm_tma: one warp in three loads for the other two, which do its share of the sums.
Test(emu_expect, warps_that_load_for_others_multiply_nothing)
{
    static struct traced loads[8], waits[1] = {{.kind = REQ_BARRIER}};
    const struct traced_block block = {.of = {loads, waits}, .count = {8, 1}, .warps = 2};
    for (int i = 0; i < 8; i++)
        loads[i] = (struct traced){.kind = REQ_LOAD_SHARED, .size = 16, .passes = 1};
    const struct kernel_facts facts = {.registers = 32, .dispatch = 64};
    const struct launch_shape shape = {
        .blocks = 1, .threads = 64, .multiply_adds = 1000, .facts = &facts};
    near(launch_time(&block, &shape, gpu_time_of("h200"), 0, NULL).cycles, 4 * 2000, 0.1,
         "one chain");
}

// ncu_full_h200.txt: L1's pipe is busy for 65% of the cycles, although copies bring as much as
// 256 passes for 768 of ldmatrix.
Test(emu_expect, what_copies_bring_is_written_twice_as_wide)
{
    static struct traced requests[TIMES];
    const struct traced_block block = {.of = {requests}, .count = {TIMES}, .warps = 1};
    const struct launch_shape shape = {.blocks = 1, .threads = 32};
    double busy[2];
    for (int conflicts = 0; conflicts < 2; conflicts++) {
        for (int i = 0; i < TIMES; i++)
            requests[i] = (struct traced){
                .kind = REQ_COPY, .size = 16, .passes = conflicts ? 8 : 4, .sectors = 16};
        const struct launch_time t = launch_time(&block, &shape, gpu_time_of("h200"), 0, NULL);
        busy[conflicts] = t.l1_busy * t.cycles / TIMES;
    }
    near(busy[0], 2, 0.01, "passes for 4");
    near(busy[1], 8, 0.01, "passes for 8 that conflict");
}

// ncu: 08/4_register_pipeline waits (long scoreboard) for its own LDGSTS, where it computes
// addresses.
Test(emu_expect, after_copies_a_warp_waits_for_the_pipe)
{
    enum { COPIES = 8, PASSES = 64 };
    for (int i = 0; i < COPIES; i++)
        text[i] = (struct instr){.kind = IN_COPY, .times = 1, .wavefronts = PASSES, .fill = 1};
    text[COPIES] = (struct instr){.kind = IN_ALU, .times = 1};
    const double goes_on = (double)run(COPIES + 1, 1, 1, 1).cycles;
    text[COPIES] = (struct instr){.kind = IN_COMMIT, .times = 1};
    near((double)run(COPIES + 1, 1, 1, 1).cycles - goes_on, (COPIES - 1) * PASSES, 0.1, "commit");
}

Test(emu_expect, only_known_numbers_are_set)
{
    const int was = fitted.turn_work;
    cr_expect(fitted_set("turn_work=13") && fitted.turn_work == 13);
    fitted.turn_work = was;
    cr_expect(!fitted_set("turn_work=0") && !fitted_set("turn_work=1x") && !fitted_set("turns=3") &&
              !fitted_set("turn_work"));
}

// The timeline of a warp has no gaps, and each of its cycles is one of the SM's.
Test(emu_expect, the_timeline_has_each_cycle_once)
{
    struct timeline *t = timeline_new();
    for (unsigned i = 0; i < TIMES; i++)
        text[i] =
            (struct instr){.kind = IN_LOAD, .times = 1, .wavefronts = 1, .sectors = 16, .needs = i};
    streams[0] = (struct stream){text, TIMES, TIMES};
    const struct sm_time time = sm_run(&(struct sm_job){.gpu = gpu_time_of("h200"),
                                                        .warps = streams,
                                                        .warps_per_block = 1,
                                                        .resident = 1,
                                                        .blocks = 2,
                                                        .timeline = t});
    int64_t loading = 0;
    for (long i = 0; i + 1 < t->warps[0].count; i++) {
        const struct change *c = &t->warps[0].changes[i];
        cr_expect(c[0].at < c[1].at && c[0].why != c[1].why, "%ld", i);
        loading += c->why == WHY_LONG ? c[1].at - c[0].at : 0;
    }
    near((double)loading, 2 * 647.0 * (TIMES - 1), 0.05, "cycles that wait for DRAM");
    cr_expect(t->block_count == 2 && t->blocks[1].from >= t->blocks[0].to);
    cr_expect_eq(t->cycles, time.cycles);
    timeline_free(t);
}

// fill of ceilings_clock_h200.txt: from 16 to 64 MiB, 132 SMs write 4.4 TB/s: 17 bytes a cycle.
Test(emu_expect, l2_takes_stores_slower_than_it_gives)
{
    for (int i = 0; i < TIMES; i++)
        text[i] = (struct instr){.kind = IN_STORE, .times = 1, .wavefronts = 1, .sectors = 4 * 16};
    const struct sm_time t = run(TIMES, 8, 1, 1);
    near(TIMES * 8 * 128.0 / (double)t.cycles, 17, 0.02, "bytes a cycle");
}

// A single warp issues at the pace that ptxas sets; other warps fill the gaps.
Test(emu_expect, a_warp_alone_waits_between_its_instructions)
{
    for (int w = 0; w < 8; w++)
        streams[w] = (struct stream){text, TIMES, TIMES};
    for (int i = 0; i < TIMES; i++)
        text[i] = (struct instr){.kind = IN_ALU, .times = 1};
    struct sm_job job = {.gpu = gpu_time_of("h200"),
                         .warps = streams,
                         .warps_per_block = 4,
                         .resident = 1,
                         .blocks = 1,
                         .pace = 56};
    near((double)sm_run(&job).cycles, 3.5 * TIMES, 0.02, "one on each scheduler");
    job.warps_per_block = 8;
    near((double)sm_run(&job).cycles, 4 * TIMES, 0.02, "two, of 2 cycles each");
}

// mma_f16_f32 of ceilings_h200.txt: 612 TFLOP/s; clock_mma and clock_ffma of
// ceilings_clock_h200.txt.
Test(emu_expect, tensor_cores_have_a_clock_of_their_own)
{
    const struct gpu_time *gpu = gpu_time_of("h200");
    for (int i = 0; i < TIMES; i++)
        text[i] = (struct instr){.kind = IN_MMA, .times = 1, .interval = (uint16_t)gpu->mma};
    const struct sm_time t = run(TIMES, 16, 1, 1);
    const double us = launch_us(gpu, 1e3 * (double)t.cycles, 0.01, 0) / 1e3; // long ones
    near(132.0 * 16 * TIMES * 4096 / us / 1e6, 612, 0.02, "TFLOP/s");
    near(1e3 / launch_us(gpu, 1e3, 0, 0), 1980, 0.02, "MHz without them");
    near(1e6 / launch_us(gpu, 1e6, 1e6, 0), 1735, 0.01, "MHz where they are always busy");
    near(2e4 / launch_us(gpu, 2e4, 1e-9, 0), 1755, 0.01, "MHz in the first 20 us");
}

// Among several files in that folder, the one with the most similar name is used.
Test(emu_expect, facts_are_those_that_the_program_registered)
{
    static const struct kernel_facts table[] = {
        {.source = "sums/1_plain", .kernel = "sum", .registers = 16},
        {.source = "sums/tuned_width_4", .kernel = "sum_4", .registers = 32},
        {.source = "sums/tiled", .kernel = "sum", .registers = 64},
    };
    emu_register_kernel_facts(table, 3);
    cr_expect(facts_find("sums/1_plain", "sum") == &table[0]);
    cr_expect(facts_find("sums/tiled_twice", "sum") == &table[2]);
    cr_expect(facts_find("sums/2_tuned", "sum_4") == &table[1], "kernels of another file");
    cr_expect(facts_find("sums/1_plain", "another") == NULL);
    cr_expect(facts_find("other/1_plain", "sum") == NULL, "of another folder");
    emu_register_kernel_facts(NULL, 0);
    cr_expect(facts_find("sums/1_plain", "sum") == NULL);
}
