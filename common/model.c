// SPDX-License-Identifier: MIT
#include "model.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "kind.h"
#include "sectors.h"

// What the CUDA runtime does not say about a GPU. SMs, clock and FP32 cores are the machine's own.
//
// dram       bytes/s: NVIDIA's data sheet of the board, or bus width x data rate
// l2         bytes/s, reading: NVIDIA's figure where there is one, else a measured one; NAN:
// neither l1_clock   bytes per SM and clock cycle that L1 and shared memory deliver together:
//            128 = 32 banks of 4 bytes (CUDA C++ Programming Guide, "Shared Memory"); GA102
//            whitepaper: 128 bytes per clock, where Turing had 64
static const struct gpu_figures {
    const char *name; // a part of what the runtime calls it
    double dram, l2, l1_clock;
} gpus[] = {
    // dram: H200 data sheet, 4.8 TB/s. l2: measured, 9.77 TB/s (github.com/te42kyfo/gpu-benches,
    // gpu-l2-cache/h200.txt, data set of 23552 kB: more than all L1, less than half of L2).
    {"H200", 4.8e12, 9.77e12, 128},
    // dram: H100 data sheet, SXM, 3.35 TB/s. l2: the H200's, which has the same chip, number of SMs
    // and clock.
    {"H100", 3.35e12, 9.77e12, 128},
    // dram: A100 80GB data sheet, SXM, 2039 GB/s. l2: A100 whitepaper, 5120 bytes per clock, at
    // 1410 MHz.
    {"A100", 2.039e12, 5120 * 1.41e9, 128},
    // dram: Ada whitepaper, 1008 GB/s. l2: measured, 4903 GB/s (github.com/smallscientist1/
    // cuda_microbenchmark, analysis_RTX4090.md).
    {"RTX 4090", 1.008e12, 4.903e12, 128},
    // dram: 192 bits x 14 Gbit/s, GeForce laptop specifications. l2: no figure found.
    {"RTX 3060 Laptop", 336e9, NAN, 128},
    // dram: T4 data sheet, 320 GB/s. l2: measured, 1270 GB/s (Jia, Maggioni, Smith, Scarpazza:
    // Dissecting the NVidia Turing T4 GPU via Microbenchmarking, arXiv:1903.07486, table 3.1).
    {"T4", 320e9, 1.27e12, 64},
};
enum { GPUS = sizeof gpus / sizeof *gpus, WAVEFRONT_BYTES = 128 };

static const struct gpu_figures *find(const struct machine *machine)
{
    for (int i = 0; i < GPUS; i++)
        if (strstr(machine->name, gpus[i].name))
            return &gpus[i];
    return NULL;
}

const char *model_unit_name(enum model_unit unit)
{
    static const char *const names[MODEL_UNITS] = {"FMA", "DRAM", "L2", "L1"};
    return names[unit];
}

// Clock cycles, of all SMs together. A request takes at least one, however few sectors it needs.
static double l1_cycles(const struct gpu_figures *gpu, const struct counts *counts)
{
    const double requests = (double)counts_global_requests(counts);
    const double sectors = (double)counts_global_sectors(counts);
    const double wavefronts = (double)counts_shared_wavefronts(counts);
    return fmax(requests, sectors * SECTOR_BYTES / gpu->l1_clock) +
           wavefronts * WAVEFRONT_BYTES / gpu->l1_clock;
}

bool model_step(const struct machine *machine, const struct step *step,
                const struct gemm_problem *p, const struct counts *counts, struct model *model)
{
    const struct gpu_figures *gpu = find(machine);
    if (!gpu || !(machine->peak_fp32 > 0))
        return false;
    const double l2_bytes = (double)counts_global_sectors(counts) * SECTOR_BYTES;
    const double clocks = (double)machine->sm_count * machine->clock_hz;
    *model = (struct model){
        .gpu = gpu->name,
        .ms = {[MODEL_FMA] = 1e3 * kind_of(step)->operations(p) / machine->peak_fp32,
               [MODEL_DRAM] = 1e3 * compulsory_bytes(step, p) / gpu->dram,
               [MODEL_L2] = 1e3 * l2_bytes / gpu->l2,
               [MODEL_L1] = 1e3 * l1_cycles(gpu, counts) / clocks},
    };
    for (int unit = 0; unit < MODEL_UNITS; unit++)
        if (model->ms[unit] > model->bound_ms) { // false for NAN
            model->bound = (enum model_unit)unit;
            model->bound_ms = model->ms[unit];
        }
    return true;
}
