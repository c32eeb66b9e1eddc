// SPDX-License-Identifier: MIT
//
// test_split_k.c: chapter 10, steps 1 to 3: how K is cut, whose memory the sums are in, products
// by stride, by pointers and in groups; what they refuse. (That 2_split_k computes and counts
// right is tested with the steps of all chapters.)
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../10_shapes_and_types/1_batched/batched.h"
#include "../../10_shapes_and_types/2_split_k/split_k.h"
#include "../../10_shapes_and_types/3_grouped/grouped.h"
#include "../../10_shapes_and_types/parts/partial_sums.h"
#include "../../common/device/gemm/hierarchy/segment.h"
#include "../../common/step/matrix.h"
#include "../support/cli.h"
#include "../support/open_gpu.h"

static const struct hier_device h200 = {132, 227 << 10, 228 << 10},
                                small = {28, 99 << 10, 100 << 10}, tiny = {1, 1 << 10, 1 << 10};

static struct gemm_problem problem(int m, int n, int k)
{
    return (struct gemm_problem){.m = m, .n = n, .k = k, .alpha = 1, .lda = k, .ldb = n, .ldc = n};
}

// ---- How K is cut --------------------------------------------------------------------------------

Test(split_k, cuts_as_the_text_says)
{
    const struct k_cut of_16 = {CUT_EVENLY, 4096, 16}, of_20 = {CUT_EVENLY, 4096, 20};
    for (int i = 0; i < 16; i++)
        cr_expect(k_cut_begin(&of_16, i + 1) - k_cut_begin(&of_16, i) == 256);
    for (int i = 0; i < 19; i++)
        cr_expect(k_cut_begin(&of_20, i + 1) - k_cut_begin(&of_20, i) == 204);
    cr_expect(k_cut_begin(&of_20, 20) - k_cut_begin(&of_20, 19) == 220);
}

Test(split_k, every_cut_covers_k_once_and_no_piece_is_empty)
{
    for (int k = 1; k < 700; k += k < 140 ? 1 : 37)
        for (int pieces = 1; pieces <= k; pieces += pieces < 30 ? 1 : 29)
            for (int rule = CUT_AT_TILES; rule <= CUT_EVENLY; rule++) {
                const int tiles = (k + PLAN_BK - 1) / PLAN_BK;
                const struct k_cut cut = {(enum k_cut_rule)rule, k, pieces};
                if (rule == CUT_AT_TILES && pieces > tiles)
                    continue;
                cr_assert(k_cut_begin(&cut, 0) == 0 && k_cut_begin(&cut, pieces) == k);
                for (int i = 0; i < pieces; i++) {
                    const int begin = k_cut_begin(&cut, i);
                    cr_assert(begin < k_cut_begin(&cut, i + 1), "k %d in %d: %d", k, pieces, i);
                    cr_assert(rule == CUT_EVENLY || begin % PLAN_BK == 0);
                }
            }
}

Test(split_k, plans)
{
    const struct split fill = {0}, text = {20, CUT_EVENLY, SPLIT_REDUCE};
    struct gemm_problem p = problem(128, 128, 4096);
    struct split_plan plan = split_k_plan(&h200, &p, &fill);
    cr_expect(plan.tiles == 4 && plan.cut.pieces == 32 && plan.blocks == 128 && plan.async);
    plan = split_k_plan(&h200, &p, &text);
    cr_expect(plan.cut.pieces == 20 && !plan.async); // 408 bytes
    p.trans_a = true;                                // TN: pieces begin with rows
    cr_expect(split_k_plan(&h200, &p, &text).async);
    p.trans_b = true;
    cr_expect(!split_k_plan(&h200, &p, &text).async);
    p.trans_a = p.trans_b = false;
    plan = split_k_plan(&h200, &p, &(struct split){16, CUT_EVENLY, SPLIT_REDUCE});
    cr_expect(plan.cut.pieces == 16 && plan.async);
    plan = split_k_plan(&h200, &p, &(struct split){4096, CUT_AT_TILES, SPLIT_REDUCE});
    cr_expect(plan.cut.pieces == 64); // no more than there are tiles
    cr_expect(split_k_plan(&small, &p, &fill).configuration == PLAN_64X64);
    cr_expect(split_k_plan(&tiny, &p, &fill).configuration == -1);
    p = problem(8192, 8192, 8192);
    plan = split_k_plan(&h200, &p, &fill);
    cr_expect(plan.cut.pieces == 1 && plan.configuration == PLAN_128X128 && plan.blocks == 264);
    p.alpha = 0;
    cr_expect(split_k_plan(&h200, &p, &text).cut.pieces == 1);
}

// ---- The workspace -------------------------------------------------------------------------------

Test(split_k, says_what_memory_it_needs_and_refuses_less)
{
    open_gpu(80);
    const struct gemm_problem p = problem(100, 70, 4096);
    const struct split split = {16, CUT_AT_TILES, SPLIT_REDUCE};
    const size_t bytes = split_k_workspace(&p, &split), floats = (size_t)100 * 72;
    struct failure why;
    char *some = (char *)(16 * PARTIAL_SUMS_ALIGN); // looked at as an address alone
    cr_expect(bytes == 16 * ((floats + 31) / 32 * 32) * sizeof(float) && bytes % 128 == 0);
    cr_expect(split_k_check(&p, &split, some, bytes, &why), "%s", why.text);
    cr_expect(!split_k_check(&p, &split, some, bytes - 1, &why));
    cr_expect(strstr(why.text, "a workspace of 460799 bytes: 100 x 70 in 16"), "%s", why.text);
    cr_expect(!split_k_check(&p, &split, some + 4, bytes, &why));
    cr_expect(strstr(why.text, "a multiple of 128 is needed"), "%s", why.text);
    cr_expect(!split_k_check(&p, &split, NULL, bytes, &why));
    cr_expect(
        !split_k_check(&p, &(struct split){-1, CUT_AT_TILES, SPLIT_REDUCE}, some, bytes, &why));
    cr_expect(
        !split_k_check(&p, &(struct split){4097, CUT_AT_TILES, SPLIT_REDUCE}, some, bytes, &why));
    cr_expect(strstr(why.text, "4097 partitions of k = 4096: from 1 to k"), "%s", why.text);
    cr_expect(split_k_workspace(&p, &(struct split){16, CUT_AT_TILES, SPLIT_ATOMIC}) == 0);
    cr_expect(split_k_workspace(&p, &(struct split){1, CUT_AT_TILES, SPLIT_REDUCE}) == 0);
    cr_expect(split_k_workspace(&p, &(struct split){16, CUT_AT_TILES, SPLIT_TURNS}) ==
              4 * sizeof(int));
}

// ---- Bits ----------------------------------------------------------------------------------------

// If the step promises it, runs are equal to the last bit, whatever C was before and whichever
// block was first.
static void runs_are_equal(enum split_way way, enum k_cut_rule cut, bool trans_a, bool trans_b)
{
    enum { M = 70, N = 66, K = 1000, RUNS = 5, PARTITIONS = 7 };
    const struct gpu_ops *gpu = open_gpu(80);
    struct matrix A, B, first, C;
    cr_assert(matrix_alloc(&A, DTYPE_F16, M, K, K) && matrix_alloc(&B, DTYPE_F16, K, N, N) &&
              matrix_alloc(&first, DTYPE_F32, M, N, N) && matrix_alloc(&C, DTYPE_F32, M, N, N));
    matrix_fill_random(&A, 1);
    matrix_fill_random(&B, 2);
    struct gemm g = {problem(M, N, K), gpu->alloc(matrix_bytes(&A)), gpu->alloc(matrix_bytes(&B)),
                     gpu->alloc(matrix_bytes(&C))};
    g.problem.trans_a = trans_a, g.problem.trans_b = trans_b;
    g.problem.lda = trans_a ? M : K;
    g.problem.ldb = trans_b ? K : N;
    gpu->copy_in((void *)g.A, A.data, matrix_bytes(&A));
    gpu->copy_in((void *)g.B, B.data, matrix_bytes(&B));
    const struct split split = {PARTITIONS, cut, way};
    const size_t bytes = split_k_workspace(&g.problem, &split);
    void *workspace = gpu->alloc(bytes), *zeros = calloc(1, bytes);
    cr_assert(zeros);
    gpu->copy_in(workspace, zeros, bytes);
    free(zeros);
    for (int i = 0; i < RUNS; i++) {
        matrix_fill_bytes(&C, 0xff);
        gpu->copy_in(g.C, C.data, matrix_bytes(&C));
        split_k_gemm(&g, &split, workspace, bytes);
        gpu->wait();
        gpu->copy_out(i == 0 ? first.data : C.data, g.C, matrix_bytes(&C));
        cr_expect(i == 0 || memcmp(first.data, C.data, matrix_bytes(&C)) == 0, "way %d, run %d",
                  way, i);
    }
    gpu->release((void *)g.A);
    gpu->release((void *)g.B);
    gpu->release(g.C);
    gpu->release(workspace);
    matrix_free(&A);
    matrix_free(&B);
    matrix_free(&C);
    matrix_free(&first);
}

Test(split_k, runs_are_equal_to_the_last_bit_where_promised)
{
    runs_are_equal(SPLIT_REDUCE, CUT_AT_TILES, false, false);
    runs_are_equal(SPLIT_REDUCE, CUT_EVENLY, true, true);
    runs_are_equal(SPLIT_TURNS, CUT_AT_TILES, false, true);
    runs_are_equal(SPLIT_TURNS, CUT_EVENLY, true, false);
}

// ---- Batches and groups --------------------------------------------------------------------------

Test(batched, refuses_outputs_that_overlap)
{
    struct failure why;
    struct gemm_problem p = problem(10, 6, 4);
    struct batch b = {.count = 3, .stride_c = 60};
    cr_expect(batched_check(&p, &b, &why), "%s", why.text);
    b.stride_c = 59;
    cr_expect(!batched_check(&p, &b, &why));
    b.stride_c = 0;
    cr_expect(!batched_check(&p, &b, &why));
    cr_expect(strstr(why.text, "a stride of 0: C number 1 would overlap C number 0"), "%s",
              why.text);
    p.ldc = 18; // side by side
    b.stride_c = 6;
    cr_expect(batched_check(&p, &b, &why), "%s", why.text);
    b.count = 4; // the fourth begins in the second row of the first
    cr_expect(!batched_check(&p, &b, &why));
    cr_expect(strstr(why.text, "C number 3"), "%s", why.text);
    b = (struct batch){.count = 2, .stride_c = -180};
    cr_expect(batched_check(&p, &b, &why), "%s", why.text);
    b.count = 0;
    cr_expect(!batched_check(&p, &b, &why));
    b = (struct batch){.count = 2, .stride_c = 180, .A = (const void *const *)&p};
    cr_expect(!batched_check(&p, &b, &why));
}

Test(grouped, every_tile_has_one_product)
{
    const int first[] = {0, 3, 3, 4, 10, 10};
    const int of[] = {0, 0, 0, 2, 3, 3, 3, 3, 3, 3};
    for (int tile = 0; tile < 10; tile++)
        cr_expect(grouped_product(first, 5, tile) == of[tile], "tile %d", tile);
}

Test(grouped, refuses_groups_that_make_no_sense)
{
    open_gpu(80);
    static float C[1000];
    struct gemm two[] = {{problem(10, 6, 4), NULL, NULL, C},
                         {problem(3, 6, 9), NULL, NULL, C + 60}};
    struct group group;
    struct failure why;
    cr_assert(grouped_make(&group, two, 2, &why), "%s", why.text);
    cr_expect(group.first[1] == 1 && group.first[2] == 2 && group.blocks == 2);
    grouped_free(&group);
    cr_expect(!grouped_make(&group, two, 0, &why));
    cr_expect(strstr(why.text, "a group of 0 products"), "%s", why.text);
    two[1].C = C + 59;
    cr_expect(!grouped_make(&group, two, 2, &why));
    cr_expect(strstr(why.text, "C of product 1 overlaps C of product 0"), "%s", why.text);
    two[0].problem.ldc = two[1].problem.ldc = 12; // side by side
    two[1].C = C + 6;
    cr_assert(grouped_make(&group, two, 2, &why), "%s", why.text);
    grouped_free(&group);
    two[1].C = C + 7; // its last column is the first of the next row
    cr_expect(!grouped_make(&group, two, 2, &why));
    two[1].C = C + 6;
    two[1].problem.trans_b = true;
    cr_expect(!grouped_make(&group, two, 2, &why));
    cr_expect(strstr(why.text, "product 1 is NT, product 0 is NN"), "%s", why.text);
    two[0].problem.trans_a = true;
    cr_expect(!grouped_make(&group, two, 2, &why));
    cr_expect(strstr(why.text, "product 1 is NT, product 0 is TN"), "%s", why.text);
}

// ---- The command line ----------------------------------------------------------------------------

TestSuite(split_k_flags, .fini = scratch_remove);

static const char chapter[] = "10_shapes_and_types";

Test(split_k_flags, partitions)
{
    open_gpu(80);
    accepted_with(chapter, "--partitions 20 -m 16 -n 16 -k 4096",
                  "evenly: 20 batched strided GEMMs, the first 19 of m=16, n=16, k=4096/20=204,\n"
                  "        the last of m=16, n=16, k=220\n");
    accepted_with(chapter, "--partitions 16 -m 16 -n 24 -k 4096",
                  "16 batched strided GEMMs of m=16, n=24, k=4096/16=256\n");
    accepted_with(chapter, "--partitions 1 -m 16 -n 24 -k 64",
                  "evenly: 1 batched strided GEMM of m=16, n=24, k=64/1=64\n"
                  "at tiles of BK = 64: 1, of k=64\n");
    accepted_with(chapter, "--partitions 7 -m 33 -n 17 -k 500 --trans-b --beta 2 --alpha -1",
                  " ok    may vary\n");
    accepted_with(chapter, "--partitions 20 -m 16 -n 24 -k 4096 --trans-a",
                  "evenly   reduce     20 async ");
    accepted_with(chapter, "--partitions 7 -m 33 -n 17 -k 500 --trans-a --trans-b --beta 2",
                  " ok    may vary\n");
    refused(chapter, "--partitions 0", "--partitions 0: takes an integer from 1 to");
    refused(chapter, "--partitions 9 -k 8", "--partitions 9: takes an integer from 1 to 8");
    refused(chapter, "--partitions 4 --workspace 100 -m 16 -n 16 -k 256",
            "a workspace of 100 bytes: 16 x 16 in 4 partitions needs 4096");
    refused(chapter, "--workspace 9", "--workspace 9: works only with --partitions");
    refused(chapter, "--partitions 2 -m 0", "--partitions: C is empty");
}

Test(split_k_flags, batched)
{
    open_gpu(80);
    accepted_with(chapter, "--batched 3 -m 100 -n 70 -k 40", "pointers             3 of 3 right");
    accepted_with(chapter, "--batched 2 -m 64 -n 72 -k 128 --trans-b --beta -1 --stride-c 4612",
                  "strided              2 of 2 right");
    accepted_with(chapter, "--batched 3 -m 72 -n 40 -k 33 --trans-a --beta 2",
                  "pointers             3 of 3 right");
    accepted_with(chapter, "--batched 2 -m 33 -n 72 -k 57 --trans-a --trans-b",
                  "pointers             2 of 2 right");
    accepted_with(chapter, "--batched 5 -m 9 -n 7 -k 0 --beta 3", "5 of 5 right");
    refused(chapter, "--batched 0", "--batched 0: takes an integer from 1 to");
    refused(chapter, "--batched 3 --stride-c 5", "a stride of 5: C number 1 would overlap");
    refused(chapter, "--stride-c 5", "--stride-c 5: works only with --batched");
}

Test(split_k_flags, grouped)
{
    open_gpu(80);
    accepted_with(chapter, "--grouped 200x128x64,3x128x64,0x128x64,65x40x200",
                  "grouped              4 of 4 right");
    accepted_with(chapter, "--grouped 7x9x5,130x66x33,1x1x0 --trans-b --beta 2",
                  "grouped              3 of 3 right");
    accepted_with(chapter, "--grouped 7x9x5,136x66x33,1x1x0 --trans-a --beta 2",
                  "grouped              3 of 3 right");
    accepted_with(chapter, "--grouped 8x16x40,136x66x32 --trans-a --trans-b",
                  "grouped              2 of 2 right");
    refused(chapter, "--grouped ,", "--grouped ,: takes sizes such as");
    refused(chapter, "--grouped 3x4x5,", "--grouped 3x4x5,: takes sizes such as");
}
