// SPDX-License-Identifier: MIT
#include "edits.h"

#include <stddef.h>

#define NAIVE1 "02_naive/1_uncoalesced.cu", "1"
#define NAIVE2 "02_naive/2_coalesced.cu", "2"
#define TILED1 "03_tiled/1_tile_loop.cu", "1"
#define TILED2 "03_tiled/2_wave_grid.cu", "2"
#define SHARED1 "04_shared/1_panel.cu", "1"
#define SHARED2 "04_shared/2_bank_conflicts.cu", "2"
#define SHARED3 "04_shared/3_padded.cu", "3"
#define SHARED4 "04_shared/4_swizzled.cu", "4"
#define OUTER1 "05_outer_product/1_k_tiles.cu", "1"
#define OUTER2 "05_outer_product/2_tile2d.cu", "2"
#define OUTER3 "05_outer_product/3_thread_tile_1d.cu", "3"
#define OUTER4 "05_outer_product/4_thread_tile_2d.cu", "4"
#define OUTER5 "05_outer_product/5_vectorized.cu", "5"
#define OUTER7 "05_outer_product/7_double_buffer.cu", "7"
#define VECTOR "06_layouts/1_vector_add.cu", "1"
#define ROW_SUM "06_layouts/3_row_sum.cu", "3"
#define TRANSPOSE "06_layouts/6_transpose.cu", "6_transpose_padded"
#define TILES "06_layouts/7_tile_gemm.cu", "7"
#define MMA1 "07_tensor_core/1_mma_from_global.cu", "1"
#define MMA2 "07_tensor_core/2_shared_fragments.cu", "2"
#define MMA3 "07_tensor_core/3_ldmatrix.cu", "3"
#define MMA4 "07_tensor_core/4_padded.cu", "4"
#define MMA5 "07_tensor_core/5_swizzled.cu", "5"
#define HIER1 "08_cutlass_hierarchy/1_hierarchy.cu", "1"
#define HIER2 "08_cutlass_hierarchy/2_cp_async.cu", "2"
#define HIER3 "08_cutlass_hierarchy/3_multistage.cu", "3"
#define HIER4 "08_cutlass_hierarchy/4_register_pipeline.cu", "4"
#define HIER5 "08_cutlass_hierarchy/5_rasterize.cu", "5"
#define HIER6 "08_cutlass_hierarchy/6_epilogue.cu", "6"
#define HOPPER1 "09_hopper/1_tma.cu", "1"
#define HOPPER2 "09_hopper/2_sgemm_tma.cu", "2"
#define HOPPER3 "09_hopper/3_wgmma.cu", "3"
#define HOPPER4 "09_hopper/4_wgmma_tma.cu", "4"
#define HOPPER5 "09_hopper/5_specialized.cu", "5"
#define HOPPER6 "09_hopper/6_two_consumers.cu", "6"
#define HOPPER7 "09_hopper/7_persistent.cu", "7"
#define HOPPER8 "09_hopper/8_lean_loop.cu", "8"
#define HOPPER9 "09_hopper/9_cluster.cu", "9"
#define HOPPER10 "09_hopper/10_epilogue.cu", "10"
#define HOPPER12 "09_hopper/12_tiles.cu", "12"
#define RING7 "09_hopper/parts/ring.h", "7"
#define TILE4 "09_hopper/parts/tile.h", "4"
#define LOOP10 "09_hopper/parts/cluster_loop.h", "10"
#define STORE10 "09_hopper/parts/store_tma.h", "10"

const struct edit edits[] = {
    {NAIVE1, "row >= m ||", "row > m ||", "bounds", true,
     "A is 37 x 29 (ld 35); this is row 37, column 0"},
    {NAIVE1, "row_major(row, p, lda)", "row_major(row, p, k)", "wrong", false, NULL},
    {NAIVE1, "p < k; p++", "p < k - 1; p++", "wrong", false, NULL},
    {NAIVE1, "alpha, acc, beta)", "1, acc, beta)", "wrong", true, NULL},
    {NAIVE2, "    if (row >= m || col >= n)\n        return;\n", "", "bounds", true, NULL},
    {NAIVE2, "row_major(p, col, ldb)", "row_major(p, col, lda)", "wrong", false, NULL},
    {NAIVE2, "alpha, acc, beta)", "alpha, acc, 0)", "wrong", false, NULL},
    {NAIVE2, "row = blockIdx.y", "row = blockIdx.x", "race", false, NULL},
    {NAIVE2, "block(NAIVE_BLOCK, NAIVE_BLOCK)", "block(NAIVE_BLOCK, 128)", "failed", true,
     "has 2048 threads: at most 1024"},
    {NAIVE2, "acc += A", "acc += 1.0001f * A", "wrong", true, NULL},
    {TILED1, "col >= n)", "col > n)", "bounds", true, NULL},
    {TILED1, "col = tile_col", "col = tile_row", "wrong", false, NULL},
    {TILED1, "tile_rows = ceil_div(m, TILED_BLOCK)", "tile_rows = m / TILED_BLOCK", "wrong", false,
     NULL},
    {TILED2, "tile_rows * tile_cols; number", "tile_rows * tile_cols - 1; number", "wrong", true,
     "was never written, expected "},
    {TILED2, "row = tile.row", "row = tile.col", "wrong", false, NULL},
    {TILED2, "acc += A", "acc = A", "wrong", false, NULL},
    {SHARED1, "    __syncthreads();", "    ", "race", true, NULL},
    {SHARED1, "row < m);", "row <= m);", "bounds", false, NULL},
    {SHARED1, "if (row < m && col", "if (row <= m && col", "bounds", false, NULL},
    {SHARED1, "As[y * k + p] = ", "As[y * (k - 1) + p] = ", "race", false, NULL},
    {SHARED1, "panels + BM * k;", "panels + BM * k - 1;", "race", true, NULL},
    {SHARED2, "acc += As[p][y] * Bs[p][x]", "acc += As[p][x] * Bs[p][x]", "wrong", false, NULL},
    {SHARED2, "p = y; p < k;", "p = y; p < k - 1;", "unwritten", true, NULL},
    {SHARED3, "[BM + 1]", "[BM - 1]", "bounds", false, NULL},
    {SHARED3, "col < n);", "col <= n);", "bounds", true, NULL},
    {SHARED4, "acc += As[p][y ^ p % BM]", "acc += As[p][y]", "wrong", false, NULL},
    {OUTER1, "p0 + x < k", "p0 + x <= k", "bounds", true, NULL},
    {OUTER1, "__syncthreads(); // no thread needs", "// no thread needs", "race", true, NULL},
    {OUTER1, "__syncthreads(); // both", "// both", "race", false, NULL},
    {OUTER1, "k_tiles = ceil_div(k, BK)", "k_tiles = k / BK", "wrong", false, NULL},
    {OUTER2, "across * BN, m", "down * BN, m", "wrong", false, NULL},
    {OUTER3, "row0 + row + i < m", "row0 + row < m", "bounds", false, NULL},
    {OUTER3, "As[row + i][p]", "As[row][p]", "wrong", false, NULL},
    {OUTER4, "Bs[p][col + j]", "Bs[p][col]", "wrong", false, NULL},
    {OUTER4, "&b, p0, col0)", "&b, col0, p0)", "wrong", false, NULL},
    {OUTER5, "? k - p0 - a_col : 0", "? k - p0 : 0", "bounds", false, NULL},
    {OUTER7, "STAGES - 2); // of", "STAGES - 1); // of", "unwaited", false, NULL},
    {OUTER7, "As[ahead % STAGES], Bs", "As[stage], Bs", "race", false, NULL},
    {VECTOR, "i >= (unsigned)n", "i > (unsigned)n", "bounds", true, NULL},
    {ROW_SUM, "tile < ceil_div(n, ROW_TILE)", "tile < n / ROW_TILE", "wrong", false, NULL},
    {TRANSPOSE, "__syncthreads();", "", "race", false, NULL},
    {TRANSPOSE, "place(me, i, j), extent_c)", "place(me, i, j), extent)", "wrong", false, NULL},
    {TILES, "tile_wait(STAGES - 2)", "tile_wait(STAGES - 1)", "unwaited", false, NULL},
    {TILES, "&Bs[stage], &acc", "&Bs[next], &acc", "wrong", false, NULL},
    {MMA1, "row < g->m && p < g->k ?", "row < g->m ?", "bounds", false, NULL},
    {MMA1, "col < g->n && p < g->k ?", "p < g->k ?", "bounds", false, NULL},
    {MMA2, "cp_async_wait_all();", "", "unwaited", false, NULL},
    {MMA2, "__syncthreads(); // no thread", "// no thread", "race", false, NULL},
    {MMA3, "ldmatrix_down_first(), 8, row", "ldmatrix_across_first(), 8, row", "wrong", false,
     NULL},
    {MMA4, "BM * (BK + PAD)", "BM * BK", "bounds", false, NULL},
    {MMA5, "a, &b[2 * j]", "a, &b[j]", "wrong", false, NULL},
    {HIER1, "__syncthreads(); // all", "// all", "race", false, NULL},
    {HIER2, "cp_async_wait_group(0);", "", "unwaited", false, NULL},
    {HIER3, "stages - 2); // this", "stages - 1); // this", "unwaited", false, NULL},
    {HIER4, "next = stage;", "", "race", false, NULL},
    {HIER5, "tile.col * BN", "tile.row * BN", "wrong", false, NULL},
    {HIER6, "    cp_async_wait_all();\n    __syncthreads();", "   ", "race", false, NULL},
    {HOPPER1, "at = {0, 1}", "at = {0, 0}", "deadlock", false, "parity 0, at "},
    {HOPPER1, "mbarrier_wait_parity(&ring->full[at.stage], at.parity);", ";", "unwaited", false,
     NULL},
    {HOPPER1, "__syncwarp(); // all", "// all", "race", false, NULL},
    {HOPPER2, "vector = sgemm_lane_row(lane)", "vector = 0", "wrong", true, NULL},
    {HOPPER2, "STAGES, WARPS);", "STAGES, 1);", "mbarrier", false, NULL},
    {HOPPER2, "k_tile * BK, c.row * BM);", "c.row * BM, k_tile * BK);", "wrong", false, NULL},
    {HOPPER2, "if (--left > 0)", "if (left-- > 0)", "deadlock", false, NULL},
    {HOPPER3, "fence_proxy_async(); //", "//", "fence", true, "let each thread that wrote execute"},
    {HOPPER3, "        wgmma_fence();\n", "", "fence", false, "without wgmma.fence before it"},
    {HOPPER3, "__syncthreads();     // and", "// and", "race", false, "is still to read"},
    {HOPPER3, "wgmma_wait_group(0);", "", "unwaited", false, "before its wgmma was waited for"},
    {HOPPER4, "        fence_mbarrier_init();\n", "", "fence", false,
     "whose initialisation was not fenced"},
    {HOPPER4, " + sizeof shared->B", "", "unwaited", true, "before the TMA load into them"},
    {HOPPER4, "k_tile % 2); // a", "(k_tile + 1) % 2); // a", "race", false, NULL},
    {HOPPER5, "at = {0, 1}", "at = {0, 0}", "deadlock", false, "parity 0, at "},
    {HOPPER5, "    struct ring_place at = {0, 0};", "    struct ring_place at = {0, 1};",
     "unwaited", false, "for parity 1, which was over"},
    {HOPPER5, "        wgmma_wait_group(0);\n", "", "unwaited", false, NULL},
    {HOPPER5, "STAGES, HOPPER_WARPGROUP / 32)", "STAGES, 1)", "mbarrier", true,
     "cannot know that phase 0 is over"},
    {HOPPER6, "CONSUMERS * HOPPER_WARPGROUP / 32)", "HOPPER_WARPGROUP / 32)", "mbarrier", false,
     NULL},
    {HOPPER6, "CONSUMER_REGISTERS = 232", "CONSUMER_REGISTERS = 240", "registers", true,
     "it needs 9216 registers more, 7168 have been given back"},
    {HOPPER6, "sizeof *s);", "sizeof s->A);", "unwaited", false, NULL},
    {HOPPER7, "full, c.row * BM", "full, c.col * BM", "wrong", false, NULL},
    {HOPPER8, "wgmma_wait_group(1); // all", "wgmma_wait_group(2); // all", "race", true, NULL},
    {HOPPER8, "&ring->empty[before]", "&ring->empty[at.stage]", "deadlock", false, NULL},
    {HOPPER8, "(sizeof(struct stage) / 16)", "(sizeof(struct stage) / 32)", "descriptor", false,
     "does not follow the rows that were brought"},
    {HOPPER9, "ALL_BLOCKS = (1 << CLUSTER) - 1", "ALL_BLOCKS = 1", "deadlock", true, NULL},
    {HOPPER9, "CLUSTER * CONSUMERS * HOPPER", "CONSUMERS * HOPPER", "mbarrier", false, NULL},
    {HOPPER9, "% 32 < CLUSTER)", "% 32 < 1)", "deadlock", false, NULL},
    {HOPPER9, "barrier_cluster_sync_relaxed(); // ring_init", "__syncthreads(); // ring_init",
     "mbarrier", false, "that the other block has not initialised"},
    {LOOP10, "    bulk_wait_group(0);", "    ", "unwaited", false, "the block ends before"},
    {HOPPER10, "if (p->c_by_tma)", "if (true)", "tensor map", false, NULL},
    {HOPPER12, "tile_multiplied(1);", "tile_multiplied(2);", "race", true, NULL},
    {HOPPER12, "k_tile / STAGES);", "k_tile);", "unwaited", false, NULL},
    {HOPPER12, "sizeof *s);", "sizeof s->As);", "unwaited", false, NULL},
    {HOPPER12, "    tile_multiplied(0);\n", "", "unwaited", false, NULL},
    {HOPPER12, "full, at_2(k, col));", "full, at_2(col, k));", "wrong", false, NULL},
    {RING7, "at->parity ^= 1;", "", "mbarrier", false, NULL},
    {RING7, "    fence_mbarrier_init();\n", "", "fence", false, NULL},
    {TILE4, "? 32 : 16", "? 64 : 16", "wrong", false, NULL},
    {TILE4, "HOPPER_BK * HOPPER_ROW", "HOPPER_ROW", "descriptor", false, NULL},
    {TILE4, "WGMMA_SWIZZLE_128)", "WGMMA_SWIZZLE_64)", "descriptor", false, NULL},
    {STORE10, "barrier_sync(barrier, HOPPER_WARPGROUP);     // and", "// and", "unwaited", true,
     NULL},
    {STORE10, "fence_proxy_async(); //", "if (thread == 0) fence_proxy_async(); //", "fence", false,
     "another thread than the writer has fenced"},
    {STORE10, "            bulk_commit_group();\n", "", "unwaited", false, NULL},
    {STORE10, "bulk_wait_group_read(SLICE_BUFFERS - 1)", "bulk_wait_group_read(SLICE_BUFFERS)",
     "unwaited", false, NULL},
};

const int edit_count = sizeof edits / sizeof *edits;
