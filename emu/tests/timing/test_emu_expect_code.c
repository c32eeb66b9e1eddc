// SPDX-License-Identifier: MIT
// test_emu_expect_code.c: the expected time's analysis of a program's own machine code. Each test
// covers one mechanism. Comments quote the measurements of an H200, where they exist.
#include <criterion/criterion.h>

#include "expect.h"

enum { SMS = 132, MHZ = 1965 };

static double us(const char *kernel, unsigned blocks, unsigned threads, int n)
{
    const char *why_not;
    const double us = expected_us(kernel, blocks, threads, n, &why_not);
    cr_expect(why_not == NULL, "%s: %s", kernel, why_not);
    return us;
}

// Cycles per iteration of its loop, from 400 and 800 iterations; one block on each SM.
static double turn(const char *kernel, unsigned threads)
{
    return (us(kernel, SMS, threads, 800) - us(kernel, SMS, threads, 400)) * MHZ / 400;
}

static void between(double got, double low, double high, const char *what)
{
    cr_expect(got > low && got < high, "%s: %g, not from %g to %g", what, got, low, high);
}

// ffma_warps4_ilp1: 14.1 TFLOP/s, 4.7 cycles; an iteration of its loop has many.
Test(emu_expect_code, turns_without_a_request_are_counted)
{
    between(turn("chain", 128), 4, 7, "a chain of multiply-adds");
    between(turn("nested", 128), 4, 7, "the same in two loops");
    between(turn("uneven", 128), 4, 7, "the same for the last lane, less for other lanes");
    between(turn("nothing", 128), -0.01, 0.01, "no loop");
}

Test(emu_expect_code, an_endless_loop_is_reported)
{
    const char *why_not;
    expected_us("endless", SMS, 1024, 0, &why_not);
    cr_expect(why_not && strstr(why_not, "turns too often"), "%s", why_not);
}

// 16 results per cycle: 64 cycles with 8 warps on each of four schedulers. For float64, 64 results.
Test(emu_expect_code, slow_units_take_their_time)
{
    between(turn("roots", 1024), 60, 90, "rsqrtf");
    between(turn("roots", 1024) / turn("chain", 1024), 3, 12, "rsqrtf, in multiply-adds");
    between(turn("doubles", 1024), 15, 24, "float64");
}

// bodies in h200_kernels.tsv: 195.5 us for 16384 iterations, 23.4 cycles.
Test(emu_expect_code, instructions_between_loads_count)
{
    between(turn("from_shared", 256), 16, 36, "a load, a root, a multiply-add");
}

// A shuffle takes 23 cycles, like a load from shared memory, and an addition follows.
Test(emu_expect_code, a_shuffle_waits_for_the_one_before)
{
    between(turn("shuffles", 128), 22, 40, "a shuffle");
}

// chase in h200_kernels.tsv: an iteration takes the latency of DRAM; here it is L1's 32 cycles.
Test(emu_expect_code, an_address_waits_for_the_load_that_it_comes_from)
{
    between(turn("follows", 128), 30, 50, "from L1");
    cr_expect(turn("steps", 32) < turn("follows", 32) * 20, "loads that depend on none");
}

// write_stride_8 in h200_kernels.tsv: 262.7 us for four times as many words, each in its own
// sector.
Test(emu_expect_code, a_sector_written_in_part_is_read_first)
{
    const double whole = us("whole_sectors", 1 << 14, 256, 0);
    const double parts = us("parts_of_sectors", 1 << 14, 256, 0);
    between(parts, 55, 75, "parts of sectors, in microseconds");
    cr_expect(4 * whole < parts, "%g us for whole ones", whole);
}

// stride and matvec in nvcc's code: one load in an iteration, and 16 for each array. L2 answers
// after 280 cycles.
Test(emu_expect_code, loads_of_a_loop_that_is_unrolled_are_in_flight_together)
{
    between(turn("steps_of_a_variable", 256), 280, 330, "a load from L2");
    between(turn("steps", 256), 280 / 16.0, 40, "one of 16");
}

// gather_l1 in h100_time_kernels.tsv.
Test(emu_expect_code, l1_finds_four_lines_in_a_cycle)
{
    between(turn("line_for_each_lane", 1024), 32 * 8, 32 * 9, "32 requests");
}

// gather_l2 and copy_stride_8 in h100_time_kernels.tsv: 10.5 and 6.4 us.
Test(emu_expect_code, l2_sends_64_bytes)
{
    const double whole = us("sectors_of_lines", 4096, 256, 0), none = us("nothing", 4096, 256, 0);
    between((us("sectors_apart", 4096, 256, 0) - none) / (whole - none), 1.8, 2.7,
            "single sectors, in the time of whole lines");
}

// atomics_counter and tree_sum in h100_time_kernels.tsv: 0.7 and 1.75 ns each.
Test(emu_expect_code, integers_are_added_to_one_address_faster)
{
    between(us("counts", 4096, 256, 0), 20, 32, "one integer");
    between(us("counts_two", 4096, 256, 0), 50, 65, "two integers of a line");
    between(us("counts_in_float", 4096, 256, 0), 50, 65, "a float");
}

// A lane's records are merged when there are many, also in the middle of an iteration. No mma may
// then lose its registers. A scheduler has 12 of the 16 mma, at 6.4 cycles, one more after one of
// the same warp, at 1735 MHz.
Test(emu_expect_code, each_product_keeps_its_registers)
{
    between(turn("products", 512), 88, 105, "three mma");
}
