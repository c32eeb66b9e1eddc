// SPDX-License-Identifier: MIT
//
// expected_time.c: how long launches would take on the emulated GPU: one block is run and traced
// (trace.c), the rest is simulated (emu/timing/).
#include "code.h"
#include "expect.h"
#include "sample.h"
#include "../count/count.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

#include "emu_api.h"
#include "../../timing/facts.h"
#include "../../timing/launch_time.h"

// A launch that has ended.
struct seen {
    struct seen *next;
    struct traced_sample *sample;
    struct trace *last; // block of launch_shape.last
    const char *kernel;
    struct launch_shape shape;
    struct spread spread;
    bool failed;
};

const char *const emu_why_names[EMU_WHYS] = {"issued",          "math pipe",        "memory queue",
                                             "long scoreboard", "short scoreboard", "arithmetic",
                                             "copies",          "barrier",          "no warp"};

const char *const emu_limit_names[EMU_LIMITS] = {"L2 answered at once", "no bank conflicts",
                                                 "memory queue without end", "twice the warps"};

static const char stuck[] = "its warps wait for what is not simulated";

static bool sampling, lifts_limits;
static int64_t cost[MAX_PLACES][WHYS]; // scheduler cycles, by location
static const char *facts_of;           // the step whose kernel facts apply, or NULL
static double multiply_adds;           // of all launches together
static double bytes_read;              // of the arrays that they read; 0: unknown
static struct seen *first, **last = &first;
// The running launch: the trace of its first run, and the number of runs.
static struct trace *first_trace;
static int runs;
static struct launch_timeline timeline; // of the longest launch of the last expectation

static void print_expected(const struct seen *s, struct launch *launch, FILE *to);

bool expect_is_on(void)
{
    return sampling || environment_has("EMU_EXPECT") || environment_has("EMU_TIMELINE");
}

// Are the computations read from the machine code?
static bool reads_code(void) { return !sampling || multiply_adds <= 0; }

void expect_begins(struct launch *launch)
{
    if (!expect_is_on())
        return;
    launch->sample = traced_sample_new(launch, reads_code(), reads_code());
    if (reads_code())
        turns_begin(launch->function);
    if (!sampling) {
        memset(launch->sample->has_run, true, sizeof launch->sample->has_run);
        return;
    }
    launch->is_sample = true;
    // Traced blocks; or the first one and its peers.
    const int some = traced_sample_next(launch->sample);
    launch->blocks = launch->cluster_blocks > 1 ? launch->cluster_blocks : (uint64_t)some;
    launch->checked = false;
}

// The rest of the sample, if the blocks run so far differ.
static bool runs_others(struct launch *launch)
{
    const int more = launch->cluster_blocks > 1 ? 0 : traced_sample_next(launch->sample);
    if (more == 0)
        return false;
    launch->blocks = (uint64_t)more;
    launch->next_block = launch->ended = 0;
    return true;
}

// In split-K and similar kernels, blocks write partial results, fence, and count themselves by an
// atomic; the last block combines all. The first block is therefore run repeatedly, like its peers,
// until it does something else. (No block waits for another, so the partial results may be
// anything.) This is done only in samples, whose results are not used.
bool expect_runs_again(struct launch *launch)
{
    enum { MOST_RUNS = 64 };
    if (!launch->is_sample || launch->error != cudaSuccess || launch->stop)
        return false;
    if (reads_code())
        return runs_others(launch);
    struct trace *const trace = launch->sample->of[0];
    if (!trace_has_fence(trace))
        return false;
    if (first_trace && (!trace_is_like(first_trace, trace) || runs == MOST_RUNS))
        return false;
    if (first_trace)
        trace_free(trace);
    else
        first_trace = trace;
    runs++;
    launch->sample->of[0] = trace_new(launch->threads_per_block, reads_code(), 0, 0);
    launch->next_block = launch->ended = 0;
    return true;
}

static void finish(struct trace *t)
{
    turns_select(trace_number(t));
    trace_take_values(t);
    code_mixes(trace_block(t), reads_code() && !trace_has_mma(t));
    trace_combine_atomics(t);
}

void expect_ended(struct launch *launch)
{
    struct traced_sample *const sample = launch->sample;
    launch->sample = NULL;
    if (!sample)
        return;
    struct seen *s = calloc(1, sizeof *s);
    if (!s)
        fatal("no memory for the expected time of a launch");
    *s = (struct seen){
        .sample = sample,
        .kernel = launch->kernel,
        .failed = launch->error != cudaSuccess || launch->stop,
        .shape = {.grid_x = launch->grid.x,
                  .grid_y = launch->grid.y,
                  .blocks = (long)launch->grid.x * launch->grid.y * launch->grid.z,
                  .threads = (int)launch->threads_per_block,
                  .shared = (long)launch->static_bytes + (long)launch->dynamic_shared}};
    if (first_trace) { // its peers were run, too
        struct trace *const peer = sample->of[0];
        if (!trace_is_like(first_trace, peer)) {
            s->last = peer;
            s->shape.parts = runs + 1;
        } else {
            trace_free(peer);
        }
        sample->of[0] = first_trace;
        first_trace = NULL;
    }
    runs = 0;
    for (int i = 0; i < sample->count; i++)
        finish(sample->of[i]);
    if (s->last)
        finish(s->last);
    if (reads_code())
        s->spread = traced_sample_add(sample, &s->shape);
    if (sampling) {
        *last = s;
        last = &s->next;
        return;
    }
    if (!s->failed)
        print_expected(s, launch, stderr);
    traced_sample_free(s->sample);
    free(s);
}

void emu_expect_begin(const char *facts, double all_multiply_adds, double bytes, int what_if)
{
    engine_init();
    emu_count(1);
    sampling = true;
    facts_of = facts;
    multiply_adds = all_multiply_adds;
    bytes_read = bytes;
    lifts_limits = what_if != 0;
    memset(cost, 0, sizeof cost);
}

static void forget(void)
{
    while (first) {
        struct seen *s = first;
        first = s->next;
        traced_sample_free(s->sample);
        trace_free(s->last);
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
    double threads = 0, longest = 0;
    *expected = (struct emu_expected){.why_not = NULL};
    sampling = false;
    emu_count(0);
    const struct gpu_time *gpu = gpu_time_of(gpu_model()->key);
    if (!gpu)
        expected->why_not = "no figures for this GPU";
    bool has_mma = false;
    for (const struct seen *s = first; s; s = s->next)
        has_mma |= trace_has_mma(s->sample->of[0]);
    for (const struct seen *s = first; s; s = s->next)
        if (trace_has_mma(s->sample->of[0]) == has_mma)
            threads += (double)s->shape.blocks * s->shape.threads;
    for (const struct seen *s = first; s && !expected->why_not; s = s->next) {
        struct launch_shape shape = s->shape;
        shape.facts = facts_find(facts_of, s->kernel);
        // In a program with mma kernels, a kernel without mma only copies.
        const bool multiplies = trace_has_mma(s->sample->of[0]) == has_mma;
        shape.multiply_adds = multiplies && multiply_adds > 0 ? multiply_adds / threads : 0;
        shape.bytes = bytes_read;
        const struct traced_block *block = trace_block(s->sample->of[0]);
        shape.last = s->last ? trace_block(s->last) : NULL;
        expected->why_not = s->failed ? "its first block needs others" : block->incomplete;
        if (!expected->why_not && shape.last)
            expected->why_not = shape.last->incomplete;
        if (expected->why_not)
            break;
        const struct launch_time time = launch_time(block, &shape, gpu, 0, cost);
        if (time.cycles < 0) {
            expected->why_not = stuck;
            break;
        }
        expected->blocks += (double)shape.blocks;
        if (shape.last) {
            struct launch_shape without = shape;
            without.last = NULL;
            expected->parts_cycles +=
                time.cycles - launch_time(block, &without, gpu, 0, NULL).cycles;
        }
        if (lifts_limits && time.cycles > longest) {
            launch_timeline_free(&timeline);
            timeline = launch_timeline(block, &shape, gpu);
            timeline.kernel = s->kernel;
            timeline.gpu = gpu_model()->name;
            longest = time.cycles;
        }
        expected->cycles += time.cycles;
        expected->mma_cycles += time.mma_cycles;
        for (int i = 0; lifts_limits && i < EMU_LIMITS; i++)
            expected->without[i] += launch_time(block, &shape, gpu, 1u << i, NULL).cycles;
        expected->kernel = s->kernel;
        expected->registers = time.registers;
        expected->blocks_per_sm = time.resident;
        expected->launches++;
        expected->work += time.work;
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

void emu_expect_draw_timeline(double cycles, FILE *svg)
{
    if (timeline.kernel)
        launch_timeline_draw(&timeline, cycles, svg);
}

// ---- Lines --------------------------------------------------------------------------------------

enum { TEXT = 300, MOST_LINES = 10 };
struct line {
    char at[TEXT];
    int64_t cost[WHYS], sum;
};

static int by_cost(const void *a, const void *b)
{
    const int64_t x = ((const struct line *)a)->sum, y = ((const struct line *)b)->sum;
    return (x < y) - (x > y);
}

static void print_line(const struct line *line, int64_t total, FILE *to)
{
    int most = WHY_MATH;
    for (int i = WHY_MATH; i < WHYS; i++)
        most = line->cost[i] > line->cost[most] ? i : most;
    const char *name = strrchr(line->at, '/');
    fprintf(to, "  %5.1f%%  %5.1f%%  %-16s  %s\n", 100.0 * (double)line->sum / (double)total,
            100.0 * (double)line->cost[WHY_ISSUED] / (double)total,
            line->cost[most] > 0 ? emu_why_names[most] : "-", name ? name + 1 : line->at);
}

void emu_expect_print_lines(FILE *to)
{
    const int n = count_places_used;
    struct line *lines = calloc((size_t)n, sizeof *lines);
    int used = 0;
    int64_t total = 0;
    if (!lines)
        fatal("no memory for the lines of a program");
    for (int id = 1; id < n; id++) {
        char at[TEXT];
        int64_t sum = 0;
        for (int i = 0; i < WHYS; i++)
            sum += cost[id][i];
        if (sum == 0)
            continue;
        total += sum;
        source_line(count_places[id].pc, at, sizeof at);
        int line = 0;
        while (line < used && strcmp(lines[line].at, at) != 0)
            line++;
        if (line == used)
            memcpy(lines[used++].at, at, sizeof at);
        lines[line].sum += sum;
        for (int i = 0; i < WHYS; i++)
            lines[line].cost[i] += cost[id][i];
    }
    qsort(lines, (size_t)used, sizeof *lines, by_cost);
    fprintf(to, "  cycles  issued  waits most for    line\n");
    for (int i = 0; i < used && i < MOST_LINES; i++)
        print_line(&lines[i], total, to);
    free(lines);
}

// ---- EMU_EXPECT=1: for any program --------------------------------------------------------------

static const char *waits_for(const struct launch_time *time)
{
    int most = WHY_MATH;
    for (int i = WHY_MATH; i < WHY_EMPTY; i++)
        most = time->share[i] > time->share[most] ? i : most;
    return time->waits_for_atomics ? "atomics on one line of L2" : emu_why_names[most];
}

static bool begins_cold(void)
{
    const char *l2 = environment_value("EMU_EXPECT_L2");
    return l2 && strcmp(l2, "cold") == 0;
}

static const char *state_of_l2(const struct launch_time *time)
{
    return begins_cold() ? "cold" : time->in_l2 ? "warm" : "too small";
}

// Names of kernels, GPUs and reasons need no escapes in JSON.
static void print_json(const struct seen *s, const struct gpu_time *gpu, double us,
                       const struct launch_time *time, FILE *to)
{
    fprintf(to,
            "{\"emu\": \"expected\", \"kernel\": \"%s\", \"us\": %.4g, \"gpu\": \"%s\", "
            "\"gpu_is\": \"%s\", \"blocks\": %ld, \"threads\": %d, \"blocks_per_sm\": %d, "
            "\"registers\": %d, \"l2\": \"%s\", \"traced_blocks\": %d, "
            "\"least_work\": %.3g, \"most_work\": %.3g, \"waits_for\": \"%s\", \"cycles\": {",
            s->kernel, us, gpu_model()->name, gpu->measured ? "measured" : "not measured",
            s->shape.blocks, s->shape.threads, time->resident, time->registers, state_of_l2(time),
            s->spread.blocks, s->spread.least, s->spread.most, waits_for(time));
    for (int i = 0; i < WHYS; i++)
        fprintf(to, "%s\"%s\": %.3f", i > 0 ? ", " : "", emu_why_names[i], time->share[i]);
    fputs("}}\n", to);
}

static void print_text(const struct seen *s, const struct gpu_time *gpu, double us,
                       const struct launch_time *time)
{
    char text[1000], spread[100] = "";
    if (s->shape.samples > 0)
        snprintf(spread, sizeof spread, ", blocks do %.2g to %.2g of the mean work",
                 s->spread.least, s->spread.most);
    snprintf(text, sizeof text,
             "emu: expected %.3g us on the %s%s: %s, %ld blocks of %d threads, L2 %s%s, waits most "
             "for %s\n",
             us, gpu_model()->name, gpu->measured ? "" : " (not measured)", s->kernel,
             s->shape.blocks, s->shape.threads, state_of_l2(time), spread, waits_for(time));
    screen_message(text);
}

static void print_why_not(const struct seen *s, const char *why_not, FILE *to)
{
    fprintf(to,
            report_wants_json()
                ? "{\"emu\": \"expected\", \"kernel\": \"%s\", \"not_modelled\": \"%s\"}\n"
                : "emu: expected time of %s: not modelled: %s\n",
            s->kernel, why_not);
}

// Computes the time for the launch's schedule. Prints it if EMU_EXPECT asks for that.
static void print_expected(const struct seen *s, struct launch *launch, FILE *to)
{
    gpu_time_in((struct circumstances){.cold = begins_cold()});
    const struct gpu_time *gpu = gpu_time_of(gpu_model()->key);
    const struct traced_block *block = trace_block(s->sample->of[0]);
    struct launch_time time = {.cycles = -1};
    launch->not_expected = !gpu ? "no figures for this GPU" : block->incomplete;
    if (!launch->not_expected) {
        memset(cost, 0, sizeof cost);
        time = launch_time(block, &s->shape, gpu, 0, cost);
        if (time.cycles < 0)
            launch->not_expected = stuck;
    }
    if (!launch->not_expected)
        launch->expected_us = launch_us(gpu, time.cycles, time.mma_cycles, 1);
    if (!environment_has("EMU_EXPECT"))
        return;
    if (launch->not_expected) {
        print_why_not(s, launch->not_expected, to);
        return;
    }
    const double us = launch->expected_us;
    if (report_wants_json()) {
        print_json(s, gpu, us, &time, to);
        return;
    }
    print_text(s, gpu, us, &time);
    const char *asked = environment_value("EMU_EXPECT");
    if (asked && strcmp(asked, "lines") == 0)
        emu_expect_print_lines(to);
}
