// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "cpu.h"

static struct step steps[] = {
    {
        .name = "1_triple_loop",
        .teaches = "the definition: a dot product for each element of C",
        .run.sgemm_nn = cpu_triple_loop,
    },
    {
        .name = "2_row_streaming",
        .teaches = "loop order: rows of B and C stream through the cache",
        .run.sgemm_nn = cpu_row_streaming,
    },
    {
        .name = "3_cache_blocks",
        .teaches = "blocks of B that stay in the cache",
        .run.sgemm_nn = cpu_cache_blocks,
    },
    {
        .name = "4_four_rows",
        .teaches = "four rows at once: each element of B, once loaded, is used four times",
        .run.sgemm_nn = cpu_four_rows,
    },
    {
        .name = "5_outer_product",
        .teaches = "a tile of C in registers, a sum of outer products",
        .run.sgemm_nn = cpu_outer_product,
    },
    {
        .name = "6_register_tile",
        .teaches = "the widest vectors: a tile that fills the register file",
        .run.sgemm_nn = cpu_register_tile,
    },
    {
        .name = "7_k_blocks",
        .teaches = "k in blocks: a strip of B is still in the cache when the next tile needs it",
        .run.sgemm_nn = cpu_k_blocks,
    },
    {
        .name = "8_packed",
        .teaches = "B copied into the order in which it is read",
        .run.sgemm_nn = cpu_packed,
    },
    {
        .name = "9_c_prefetch",
        .teaches = "C is fetched while the sums are still being computed",
        .run.sgemm_nn = cpu_c_prefetch,
    },
    {
        .name = "10_threads",
        .teaches = "columns divided among the cores, with nothing to wait for",
        .run.sgemm_nn = cpu_threads,
    },
    {
        .name = "11_tuned",
        .teaches = "blocks from the sizes of the caches, and paths for thin matrices",
        .run.sgemm_nn = cpu_tuned,
    },
};

const struct chapter chapter_01_cpu = {
    .name = "01_cpu",
    .title = "matrix multiplication in plain C",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .place = STEP_ON_CPU,
            .type_ab = DTYPE_F32,
            .type_c = DTYPE_F32,
        },
    .default_size_cpu = 512,
};

int main(int argc, char **argv) { return chapter_main(&chapter_01_cpu, argc, argv); }
