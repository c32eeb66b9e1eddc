// SPDX-License-Identifier: MIT
#include "model.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../step/kind.h"
#include "sectors.h"

// What the CUDA runtime does not report about a GPU. SMs, clock and FP32 cores come from the
// machine.
//
// dram       bytes/s: NVIDIA's data sheet of the board, or bus width x data rate
// l2         bytes/s, reading: NVIDIA's figure if there is one, else a measured one; NAN:
// neither l1_clock   bytes per SM and clock cycle that L1 and shared memory deliver together:
//            128 = 32 banks of 4 bytes (CUDA C++ Programming Guide, "Shared Memory"); GA102
//            whitepaper: 128 bytes per clock, where Turing had 64
//
// tensor     operations/s of the tensor cores, dense, by type; 0: neither figure nor instruction.
//            f16 adds up in f32; f16_sums: in f16
static const struct gpu_figures {
    const char *name; // a part of what the runtime calls it
    double dram, l2, l1_clock;
    struct {
        double f16, f16_sums, bf16, tf32, s8, f64;
    } tensor;
} gpus[] = {
    // dram: H200 data sheet, 4.8 TB/s. l2: measured, 9.77 TB/s (github.com/te42kyfo/gpu-benches,
    // gpu-l2-cache/h200.txt, data set of 23552 kB: more than all L1, less than half of L2). tensor:
    // the H100's.
    {"H200", 4.8e12, 9.77e12, 128, {989.4e12, 989.4e12, 989.4e12, 494.7e12, 1978.9e12, 66.9e12}},
    // dram: H100 data sheet, SXM, 3.35 TB/s. l2: the H200's, which has the same chip, number of SMs
    // and clock. tensor: H100 whitepaper, table of the SXM5: 132 SMs x 2048 multiply-adds of f16 at
    // 1.83 GHz, 128 of f64 at 1.98 GHz. The data sheets round, and double for sparse matrices.
    {"H100", 3.35e12, 9.77e12, 128, {989.4e12, 989.4e12, 989.4e12, 494.7e12, 1978.9e12, 66.9e12}},
    // dram: A100 80GB data sheet, SXM, 2039 GB/s. l2: A100 whitepaper, 5120 bytes per clock, at
    // 1410 MHz. tensor: A100 data sheet.
    {"A100", 2.039e12, 5120 * 1.41e9, 128, {312e12, 312e12, 312e12, 156e12, 624e12, 19.5e12}},
    // dram: Ada whitepaper, 1008 GB/s. l2: measured, 4903 GB/s (github.com/smallscientist1/
    // cuda_microbenchmark, analysis_RTX4090.md). tensor: Ada whitepaper, table of the RTX 4090.
    {"RTX 4090", 1.008e12, 4.903e12, 128, {165.2e12, 330.3e12, 165.2e12, 82.6e12, 660.6e12, 0}},
    // dram: 192 bits x 14 Gbit/s, GeForce laptop specifications. l2: no figure found.
    {"RTX 3060 Laptop", 336e9, NAN, 128, {0, 0, 0, 0, 0, 0}},
    // dram: T4 data sheet, 320 GB/s. l2: measured, 1270 GB/s (Jia, Maggioni, Smith, Scarpazza:
    // Dissecting the NVidia Turing T4 GPU via Microbenchmarking, arXiv:1903.07486, table 3.1).
    // tensor: T4 data sheet.
    {"T4", 320e9, 1.27e12, 64, {65e12, 65e12, 0, 0, 130e12, 0}},
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
    static const char *const names[MODEL_UNITS] = {"FMA", "MMA", "DRAM", "L2", "L1"};
    return names[unit];
}

static double known(long long count) { return count == COUNT_UNKNOWN ? NAN : (double)count; }

// Clock cycles, of all SMs together. A request takes at least one, even if it needs few sectors.
static double l1_cycles(const struct gpu_figures *gpu, const struct counts *counts)
{
    const double requests = known(counts_global_requests(counts));
    const double sectors = known(counts_global_sectors(counts));
    const double wavefronts = known(counts_shared_wavefronts(counts));
    if (isnan(requests) || isnan(sectors)) // fmax() takes the other one
        return NAN;
    return fmax(requests, sectors * SECTOR_BYTES / gpu->l1_clock) +
           wavefronts * WAVEFRONT_BYTES / gpu->l1_clock;
}

static double tensor_peak(const struct gpu_figures *gpu, const struct step *step)
{
    double peak = 0;
    switch (step->converts_to_f16 ? DTYPE_F16 : step->type_ab) {
    case DTYPE_F16:
        peak = step->type_c == DTYPE_F16 ? gpu->tensor.f16_sums : gpu->tensor.f16;
        break;
    case DTYPE_BF16: peak = gpu->tensor.bf16; break;
    case DTYPE_F32: // in parts of tf32
    case DTYPE_TF32: peak = gpu->tensor.tf32; break;
    case DTYPE_E4M3: // on Hopper as many as of bytes
    case DTYPE_I8: peak = gpu->tensor.s8; break;
    case DTYPE_F64: peak = gpu->tensor.f64; break;
    default: break;
    }
    return peak > 0 ? peak : NAN;
}

double model_peak(const struct machine *machine, const struct step *step)
{
    if (step->on_tensor_cores) {
        const struct gpu_figures *gpu = find(machine);
        return gpu ? tensor_peak(gpu, step) : NAN;
    }
    const bool is_fp32 = step->type_ab == DTYPE_F32 && step->type_c == DTYPE_F32;
    return is_fp32 && machine->peak_fp32 > 0 ? machine->peak_fp32 : NAN;
}

// Multiplications and additions of one mma.sync.
static double operations_of_mma(const struct machine *machine, const struct step *step)
{
    const enum dtype type = step->converts_to_f16 ? DTYPE_F16 : step->type_ab;
    const int capability = machine->compute_capability;
    if (type == DTYPE_F64 && capability < 90)
        return 2 * 8 * 8 * 4;
    const double k = (capability < 80 ? 16.0 : 32.0) / (double)dtype_size(type);
    return 2 * 16 * 8 * k;
}

// What the tensor cores multiply and add, by mma.sync and by wgmma.
static double tensor_operations(const struct machine *machine, const struct step *step,
                                const struct gemm_problem *p, const struct counts *counts)
{
    if (counts->mma_instructions == COUNT_UNKNOWN || counts->wgmma_operations == COUNT_UNKNOWN)
        return kind_of(step)->operations(p);
    return (double)counts->mma_instructions * operations_of_mma(machine, step) +
           (double)counts->wgmma_operations;
}

static double mma_seconds(const struct machine *machine, const struct gpu_figures *gpu,
                          const struct step *step, const struct gemm_problem *p,
                          const struct counts *counts)
{
    return tensor_operations(machine, step, p, counts) / tensor_peak(gpu, step);
}

bool model_step(const struct machine *machine, const struct step *step,
                const struct gemm_problem *p, const struct counts *counts, struct model *model)
{
    const struct gpu_figures *gpu = find(machine);
    if (!gpu || !(machine->peak_fp32 > 0))
        return false;
    const double l2_bytes = known(counts_global_sectors(counts)) * SECTOR_BYTES;
    const double clocks = (double)machine->sm_count * machine->clock_hz;
    const bool tensor = step->on_tensor_cores;
    const bool other = step->kind == STEP_GEMM &&
                       step->type_ab != DTYPE_F32; // types without a figure for their cores
    const double of_fp32 = other ? NAN : kind_of(step)->operations(p) / machine->peak_fp32;
    const double fma = tensor ? 0 : of_fp32;
    *model = (struct model){
        .gpu = gpu->name,
        .ms = {[MODEL_FMA] = 1e3 * fma,
               [MODEL_MMA] = tensor ? 1e3 * mma_seconds(machine, gpu, step, p, counts) : 0,
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
