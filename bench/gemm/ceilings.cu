// SPDX-License-Identifier: MIT
//
// ceilings.cu: the kernels and measurements of bench/ceilings, without its printing.
#include "bench/ceilings/bandwidth.h"
#include "bench/ceilings/shared.h"
#include "bench/ceilings/bench.h"
#include "bench/ceilings/ffma.h"
#include "bench/ceilings/mma.h"
#include "bench/ceilings/wgmma.h"

#include "gemm.h"

int measure_ceilings(const struct machine *machine, struct ceiling *ceilings, int most)
{
    static const char *const wanted[] = {
        "ffma",           "sm_clock",       "mma_f16_f32",    "mma_bf16_f32",  "mma_f16_f16",
        "mma_tf32_f32",   "mma_i8_i32",     "mma_f64_f64",    "wgmma_f16_f32", "wgmma_bf16_f32",
        "wgmma_tf32_f32", "wgmma_e4m3_f32", "wgmma_i8_i32",   "dram_read",     "dram_copy",
        "dram_memcpy",    "l2_read",        "shared_read_128"};
    struct bench b = {};
    b.machine = *machine;
    b.quiet = true;
    bench_ffma(&b);
    bench_mma(&b);
    bench_wgmma(&b); // where the GPU has it
    bench_dram(&b);
    bench_l2(&b);
    bench_shared(&b);
    int count = 0;
    for (int i = 0; i < b.figure_count; i++)
        for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++)
            if (strcmp(b.figures[i].name, wanted[w]) == 0 && count < most)
                ceilings[count++] = (struct ceiling){wanted[w], b.figures[i].unit,
                                                     b.figures[i].value, b.figures[i].spread};
    return b.wrong ? 0 : count;
}
