// SPDX-License-Identifier: MIT
//
// cost.c: the program inside the page of costs. `cost CHAPTER ...` is that chapter's program, which
// can only --predict here; `cost list` prints all steps; `cost waves STEP GPU THREADS K` says what
// an SM holds of a step's blocks.
//
// It is linked without kernels, engine and cuBLAS: whatever of them a prediction does not call
// becomes an import of the WebAssembly module, and calling it ends the program (wasi.js).
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../04_shared/shared.h"
#include "../../../common/base/terminal.h"
#include "../../../common/driver/driver.h"
#include "../../../emu/engine/base/device.h"
#include "../../../emu/timing/facts.h"
#include "../../../emu/include/emu_api.h"

// Lines of kernel_facts.inc: the page has only those that it needs (mk/explorer.mk).
#ifndef KERNEL_FACTS
#define KERNEL_FACTS "../../common/predict/kernel_facts.inc"
#endif

#undef main // the chapters' own are called otherwise (mk/explorer.mk)

extern const struct chapter chapter_02_naive, chapter_03_tiled, chapter_04_shared;
extern const struct chapter chapter_05_outer_product, chapter_06_layouts, chapter_07_tensor_core;
extern const struct chapter chapter_08_cutlass_hierarchy, chapter_09_hopper;
extern const struct chapter chapter_10_shapes_and_types;
static const struct chapter *const chapters[] = {&chapter_02_naive,
                                                 &chapter_03_tiled,
                                                 &chapter_04_shared,
                                                 &chapter_05_outer_product,
                                                 &chapter_06_layouts,
                                                 &chapter_07_tensor_core,
                                                 &chapter_08_cutlass_hierarchy,
                                                 &chapter_09_hopper,
                                                 &chapter_10_shapes_and_types};
enum { CHAPTERS = sizeof chapters / sizeof chapters[0] };

// ---- The terminal that a page does not have ------------------------------------------------------

int terminal_columns(FILE *out) { return out ? 80 : 0; } // as a file
bool terminal_has_colour(FILE *out) { return !out; }

// ---- What a prediction needs from the CUDA runtime ----------------------------------------------

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared)
{
    (void)kernel; // 2_wave_grid's, which uses no shared memory itself
    *blocks = gpu_blocks_per_sm(threads, shared);
    return cudaSuccess;
}

int tuned_sms(void) { return gpu_model()->sms; }

// ---- Waves --------------------------------------------------------------------------------------

enum { REGISTERS_PER_SM = 65536, REGISTERS_AT_MOST = 255, WARPS_OF = 32, ROUNDED_TO = 256 };

// Of a step's first kernel ("06_layouts/6_transpose" has those of 6_transpose_padded); without
// facts: as many registers as a thread can have.
static struct kernel_facts facts_of(const char *step)
{
    static const struct kernel_facts table[] = {
#include KERNEL_FACTS
    };
    struct kernel_facts best = {.registers = REGISTERS_AT_MOST};
    size_t longest = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const size_t length = strlen(table[i].source);
        if (length > longest && strncmp(table[i].source, step, length) == 0)
            best = table[i], longest = length;
    }
    return best;
}

static int smaller_of(int a, int b) { return a < b ? a : b; }

// waves 04_shared/1_panel t4 1024 200
static int waves(char **words)
{
    const char *step = words[0];
    const int threads = atoi(words[2]), k = atoi(words[3]);
    const struct kernel_facts facts = facts_of(step);
    if (emu_set_gpu(words[1]) != 0 || threads < 1) {
        fprintf(stderr, "cost: waves %s %s %s\n", step, words[1], words[2]);
        return 2;
    }
    const bool in_slices =
        strncmp(step, "04_shared/", 10) == 0 && strcmp(step, "04_shared/1_panel") != 0;
    const size_t panels = strcmp(step, "04_shared/1_panel") == 0 ? shared_panel_bytes(k) : 0;
    // A warp's registers are given out in pieces of 256.
    const int of_a_warp = (facts.registers * WARPS_OF + ROUNDED_TO - 1) / ROUNDED_TO * ROUNDED_TO;
    const int by_registers = REGISTERS_PER_SM / (of_a_warp * ((threads + WARPS_OF - 1) / WARPS_OF));
    const int by_the_rest = gpu_blocks_per_sm(threads, (size_t)facts.shared + panels);
    printf("{\"sms\":%d,\"registers\":%d,\"shared\":%zu,\"blocks_per_sm\":%d,\"launches\":%d}\n",
           gpu_model()->sms, facts.registers, (size_t)facts.shared + panels,
           smaller_of(by_registers, by_the_rest),
           in_slices && k > SHARED_BK ? (k + SHARED_BK - 1) / SHARED_BK : 1);
    return 0;
}

// A page has no environment (emu/engine/base/environment.c reads it from a file of Linux).
const char *environment_value(const char *name)
{
    (void)name;
    return NULL;
}

static int list(void)
{
    for (int i = 0; i < CHAPTERS; i++)
        for (int step = 0; step < chapters[i]->step_count; step++)
            printf("%s/%s\n", chapters[i]->name, chapter_step(chapters[i], step)->name);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list();
    if (argc == 6 && strcmp(argv[1], "waves") == 0)
        return waves(argv + 2);
    for (int i = 0; argc > 1 && i < CHAPTERS; i++)
        if (strcmp(argv[1], chapters[i]->name) == 0)
            return chapter_main(chapters[i], argc - 1, argv + 1);
    fprintf(stderr, "cost: %s: no such chapter\n", argc > 1 ? argv[1] : "nothing");
    return 2;
}
