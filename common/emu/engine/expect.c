// SPDX-License-Identifier: MIT
//
// expect.c: how long launches would take on the GPU that is shown: one block is run and traced
// (trace.c), the rest is simulated (common/emu/expect/).
#include "expect.h"

#include "device.h"
#include "report.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "emu_api.h"
#include "../expect/facts.h"
#include "../expect/launch_time.h"

// What is known of a launch when it has ended.
struct seen {
    struct seen *next;
    struct trace *trace;
    const char *kernel;
    struct launch_shape shape;
    bool failed;
};

const char *const emu_why_names[EMU_WHYS] = {"issued",          "math pipe",        "memory queue",
                                             "long scoreboard", "short scoreboard", "arithmetic",
                                             "copies",          "barrier",          "no warp"};

static bool sampling;
static const char *facts_of; // the step whose kernels' facts are known, or NULL
static double multiply_adds; // of all launches together
static struct seen *first, **last = &first;

bool expect_is_on(void) { return sampling; }

void expect_begins(struct launch *launch)
{
    if (!sampling)
        return;
    launch->trace = trace_new(launch->threads_per_block);
    launch->blocks = 1;
    launch->checked = false;
}

void expect_ended(struct launch *launch)
{
    if (!launch->trace)
        return;
    struct seen *s = calloc(1, sizeof *s);
    if (!s)
        fatal("no memory for the expected time of a launch");
    *s = (struct seen){
        .trace = launch->trace,
        .kernel = launch->kernel,
        .failed = launch->error != cudaSuccess || launch->stop,
        .shape = {.grid_x = launch->grid.x,
                  .grid_y = launch->grid.y,
                  .blocks = (long)launch->grid.x * launch->grid.y * launch->grid.z,
                  .threads = (int)launch->threads_per_block,
                  .shared = (long)launch->static_bytes + (long)launch->dynamic_shared}};
    *last = s;
    last = &s->next;
    launch->trace = NULL;
}

void emu_expect_begin(const char *facts, double all_multiply_adds)
{
    engine_init();
    emu_count(1);
    sampling = true;
    facts_of = facts;
    multiply_adds = all_multiply_adds;
}

static void forget(void)
{
    while (first) {
        struct seen *s = first;
        first = s->next;
        trace_free(s->trace);
        free(s);
    }
    last = &first;
}

double emu_expect_us(double cycles, double mma_cycles, int launches)
{
    const struct gpu_time *gpu = gpu_time_of(gpu_model()->key);
    return gpu ? launch_us(gpu, cycles, mma_cycles, launches) : 0;
}

int emu_expect_end(struct emu_expected *expected)
{
    double threads = 0;
    *expected = (struct emu_expected){.why_not = NULL};
    sampling = false;
    emu_count(0);
    const struct gpu_time *gpu = gpu_time_of(gpu_model()->key);
    if (!gpu)
        expected->why_not = "no figures for this GPU";
    for (const struct seen *s = first; s; s = s->next)
        threads += (double)s->shape.blocks * s->shape.threads;
    for (const struct seen *s = first; s && !expected->why_not; s = s->next) {
        struct launch_shape shape = s->shape;
        shape.facts = facts_find(facts_of, s->kernel);
        shape.multiply_adds = multiply_adds > 0 ? multiply_adds / threads : 0;
        const struct traced_block *block = trace_block(s->trace);
        expected->why_not = s->failed ? "its first block needs others" : block->incomplete;
        if (expected->why_not)
            break;
        const struct launch_time time = launch_time(block, &shape, gpu, 0);
        expected->cycles += time.cycles;
        expected->mma_cycles += time.mma_cycles;
        expected->kernel = s->kernel;
        expected->registers = time.registers;
        expected->blocks_per_sm = time.resident;
        expected->launches++;
        expected->ipc = time.ipc;
        expected->mma_busy = time.mma_busy;
        expected->l1_busy = time.l1_busy;
        for (int i = 0; i < EMU_WHYS; i++)
            expected->why[i] += time.share[i];
    }
    expected->us = expected->why_not
                       ? 0
                       : launch_us(gpu, expected->cycles, expected->mma_cycles, expected->launches);
    if (!first)
        expected->why_not = "no kernel was launched";
    forget();
    return expected->why_not ? -1 : 0;
}
