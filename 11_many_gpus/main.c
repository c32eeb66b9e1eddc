// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // setenv
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/base/output.h"
#include "../common/base/processes.h"
#include "../common/base/terminal.h"
#include "../common/device/cuda_check.h"
#include "../common/driver/request/options.h"
#include "../common/driver/request/setup.h"
#include "many.h"
#include "parts/measure.h"
#include "parts/operands.h"
#include "predict/expected.h"

// ---- Steps --------------------------------------------------------------------------------------

static int one_launch(const struct many_gemm *g, int ranks)
{
    (void)g, (void)ranks;
    return 1;
}
static int launch_a_shard(const struct many_gemm *g, int ranks)
{
    (void)g;
    return ranks;
}

// Every shard but its own reaches each rank: of A, or of the parts of C.
static double sent_gather(const struct many_gemm *g, int ranks)
{
    return 2.0 * (ranks - 1) * g->m * g->lda / ranks;
}
static double sent_scatter(const struct many_gemm *g, int ranks)
{
    return 2.0 * (ranks - 1) * g->m * g->n / ranks;
}

// Every rank receives the rest of its row of A and of its column of B^T.
static double sent_grid(const struct many_gemm *g, int ranks)
{
    const int down = g->grid_rows, across = ranks / down;
    return 2.0 * g->k * ((across - 1.0) * g->m + (down - 1.0) * g->n) / ranks;
}

const struct many_step many_steps[] = {
    {.name = "1_all_gather",
     .teaches = "NCCL brings all of A to every GPU, then each multiplies",
     .operation = MANY_ALL_GATHER,
     .run = all_gather,
     .needs_nccl = true,
     .launches = one_launch,
     .sent = sent_gather},
    {.name = "1_one_shot",
     .teaches = "few rows: a kernel stores them to every peer, instead of NCCL",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_one_shot,
     .launches = one_launch,
     .sent = sent_gather},
    {.name = "2_shards",
     .teaches =
         "its own shard first, while copy engines fetch the other shards; an event for each shard",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_shards,
     .launches = launch_a_shard,
     .sent = sent_gather},
    {.name = "2_shards_in_turn",
     .teaches = "one copy after the other: shards arrive in the order in which they are needed",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_in_turn,
     .launches = launch_a_shard,
     .sent = sent_gather},
    {.name = "3_flags",
     .teaches = "one kernel: a tile waits for the flag of its shard, which a stream sets",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_flags,
     .launches = one_launch,
     .sent = sent_gather},
    {.name = "4_pull",
     .teaches = "warps of the kernel fetch the peers' rows: the host launches, and no more",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_pull,
     .launches = one_launch,
     .sent = sent_gather},
    {.name = "8_tuned",
     .teaches = "of steps 1 to 4, the one that should be fastest",
     .operation = MANY_ALL_GATHER,
     .run = all_gather_tuned,
     .launches = one_launch,
     .sent = sent_gather},
    {.name = "5_reduce_scatter",
     .teaches = "each GPU multiplies its part of k, then NCCL adds",
     .operation = MANY_REDUCE_SCATTER,
     .run = reduce_scatter,
     .needs_nccl = true,
     .launches = one_launch,
     .sent = sent_scatter},
    {.name = "5_one_shot",
     .teaches = "few rows: a kernel stores the parts to their owners, and adds",
     .operation = MANY_REDUCE_SCATTER,
     .run = reduce_scatter_one_shot,
     .launches = one_launch,
     .sent = sent_scatter},
    {.name = "6_shards_out",
     .teaches = "the peers' shards first: copy engines push one while the next is computed",
     .operation = MANY_REDUCE_SCATTER,
     .run = reduce_scatter_shards,
     .launches = launch_a_shard,
     .sent = sent_scatter},
    {.name = "7_epilogue_out",
     .teaches = "the epilogue stores each tile to its owner, whose own tiles add the parts",
     .operation = MANY_REDUCE_SCATTER,
     .run = reduce_scatter_epilogue,
     .launches = one_launch,
     .sent = sent_scatter},
    {.name = "8_tuned",
     .teaches = "of steps 5 to 7, the one that should be fastest",
     .operation = MANY_REDUCE_SCATTER,
     .run = reduce_scatter_tuned,
     .launches = one_launch,
     .sent = sent_scatter},
    {.name = "9_summa",
     .teaches = "a grid of GPUs: panels of A travel along its rows, panels of B along its columns",
     .operation = MANY_GRID,
     .run = summa,
     .needs_nccl = true,
     .launches = summa_panels,
     .sent = sent_grid},
    {.name = "9_summa_flags",
     .teaches = "one kernel: a tile waits for flags of its rows, one part of k after another",
     .operation = MANY_GRID,
     .run = summa_flags,
     .launches = one_launch,
     .sent = sent_grid},
};
const int many_step_count = sizeof many_steps / sizeof *many_steps;

// ---- The request --------------------------------------------------------------------------------

struct many_request {
    int m, n, k, size, gpus, grid_rows, reps;
    double alpha, beta;
    struct texts steps;
    int format; // 0: a table; 1: csv
    bool list, help, expect;
    const char *timeline; // or NULL
};

static int complain_of(const struct failure *why, int status)
{
    if (processes()->number == 0) {
        terminal_fold_on_screen(stderr, fprintf(stderr, "11_many_gpus: "), why->text);
        fputc('\n', stderr);
    }
    return status;
}

// By its whole name, or by how it begins: "2" names both variants of step 2.
static bool is_named(const struct many_step *step, const char *name)
{
    return strncmp(step->name, name, strlen(name)) == 0;
}

static bool is_chosen(const struct many_request *q, const struct many_step *step)
{
    for (int i = 0; i < q->steps.count; i++)
        if (is_named(step, q->steps.text[i]))
            return true;
    return q->steps.count == 0;
}

enum { NAME_WIDTH = 18 }; // of the longest name of a step, and a space

static void list_steps(bool csv)
{
    if (csv)
        printf("chapter,step,place,types,transposes,teaches\n");
    for (int i = 0; i < many_step_count && csv; i++)
        printf("11_many_gpus,%s,GPU,bf16->bf16,NT,\"%s\"\n", many_steps[i].name,
               many_steps[i].teaches);
    for (int i = 0; i < many_step_count && !csv; i++) {
        const int used = printf("%-*s ", NAME_WIDTH, many_steps[i].name);
        terminal_fold_on_screen(stdout, used, many_steps[i].teaches);
        putchar('\n');
    }
}

// ---- The table ----------------------------------------------------------------------------------

struct row {
    const struct many_step *step;
    struct failure why; // not right, or skipped
    enum { ROW_OK, ROW_WRONG, ROW_SKIPPED } status;
    double sent; // bytes by all GPUs, counted; negative: not counted
    struct many_contender alone, whole;
};

#ifdef EMU_GPU
#include <emu_api.h>

static double sent_so_far(int gpus)
{
    long long sum = 0;
    for (int from = 0; from < gpus; from++)
        for (int to = 0; to < gpus; to++)
            sum += emu_link_bytes(from, to);
    return (double)sum;
}
#else
static double sent_so_far(int gpus)
{
    (void)gpus;
    return -1;
}
#endif

// Twice: the second run must give the same bits.
static void check_step(struct ranks *all, const struct many_gemm *g, struct row *row)
{
    uint64_t digest[2];
    for (int i = 0; i < 2; i++) {
        const double before = sent_so_far(MANY_MOST);
        operands_reset_c(all, g);
        ranks_run_operation(all, g, row->step->run);
        row->sent = before < 0 ? -1 : processes_sum(sent_so_far(MANY_MOST) - before);
        digest[i] = operands_digest(all, g);
    }
    bool right = operands_check(all, g, &row->why);
    if (right && digest[0] != digest[1])
        right = fail(&row->why, "two runs gave different bits");
    if (!processes_agree(right, &row->why))
        row->status = ROW_WRONG;
}

// The efficiency follows from two other columns: a narrow terminal leaves it out.
static bool shows_efficiency(void)
{
    enum { WHOLE_ROW = 72 };
    return terminal_columns(stdout) >= WHOLE_ROW;
}

static void print_head(bool emulated, bool csv)
{
    if (csv)
        return;
    if (emulated)
        printf("%-*s %-7s %8s  %10s  %10s\n", NAME_WIDTH, "step", "check", "products", "KiB sent",
               "predicted");
    else
        printf("%-*s %-7s %10s %10s %10s%s\n", NAME_WIDTH, "step", "check", "compute us",
               "total us", "exposed us", shows_efficiency() ? " efficiency" : "");
}

// Columns that this machine cannot fill stay empty.
static void print_csv(const struct row *row, const struct many_gemm *g, int gpus, bool emulated)
{
    static const char *const states[] = {"ok", "wrong", "skipped"};
    printf("11_many_gpus,%s,%d,%d,%d,%d,%s,%d,%.0f,", row->step->name, gpus, g->m, g->n, g->k,
           states[row->status], row->step->launches(g, gpus), row->step->sent(g, gpus) * gpus);
    if (row->status != ROW_OK)
        printf(",,\n");
    else if (emulated)
        printf("%.0f,,\n", row->sent);
    else
        printf(",%.1f,%.1f\n", row->alone.us.median, row->whole.us.median);
}

static void print_row(const struct row *row, const struct many_gemm *g, int gpus, bool emulated)
{
    const int used = printf("%-*s ", NAME_WIDTH, row->step->name);
    if (row->status != ROW_OK) {
        const int begun = printf("%s: ", row->status == ROW_WRONG ? "WRONG" : "skipped");
        terminal_fold_on_screen(stdout, used + begun, row->why.text);
        putchar('\n');
        return;
    }
    if (emulated) {
        printf("%-7s %8d  %10.1f  %10.1f\n", "ok", row->step->launches(g, gpus), row->sent / 1024,
               row->step->sent(g, gpus) * gpus / 1024);
        return;
    }
    printf("%-7s %10.1f %10.1f %10.1f", "ok", row->alone.us.median, row->whole.us.median,
           row->whole.us.median - row->alone.us.median);
    if (shows_efficiency())
        printf(" %10.2f", row->alone.us.median / row->whole.us.median);
    putchar('\n');
}

static const char *const titles[] = {
    [MANY_ALL_GATHER] = "all-gather + GEMM: A is split by rows, B by columns of C",
    [MANY_REDUCE_SCATTER] = "GEMM + reduce-scatter: A and B are split along k, C by rows",
    [MANY_GRID] = "a grid: every matrix is split in both directions"};

// --expect: a step is not executed. chart: gets its streams as text, or NULL.
static bool expect_one(struct ranks *all, const struct many_request *q, const struct many_gemm *g,
                       const struct many_step *step, FILE *chart)
{
    struct output svg = {0};
    struct many_expected e = {0};
    struct failure why = {.text = ""};
    if (q->timeline && !output_open(&svg, q->timeline, &why))
        return complain_of(&why, EXIT_WRONG) == EXIT_OK;
    const bool fine =
        many_expect(all, g, step, chart, terminal_columns(stdout), svg.file, &e, &why);
    if (q->format)
        printf("11_many_gpus,%s,%d,%d,%d,%d,%.1f,%.1f,%s\n", step->name, all->count, g->m, g->n,
               g->k, e.product_us, e.us, why.text);
    else if (fine)
        printf("%-*s %12.1f %12.1f %12.1f\n", NAME_WIDTH, step->name, e.product_us, e.us,
               e.us - e.product_us);
    else
        terminal_fold_on_screen(stdout, printf("%-*s ", NAME_WIDTH, step->name), why.text);
    if (!fine && !q->format)
        putchar('\n');
    return !svg.file || output_close(&svg, &why) || complain_of(&why, EXIT_WRONG) == EXIT_OK;
}

static bool expect_operation(struct ranks *all, const struct many_request *q,
                             const struct many_gemm *g)
{
    bool written = true;
    int chosen = 0;
    for (int i = 0; i < many_step_count; i++)
        chosen += is_chosen(q, &many_steps[i]);
    FILE *const chart = chosen == 1 && !q->format ? tmpfile() : NULL;
    if (!q->format)
        printf("%-*s %12s %12s %12s\n", NAME_WIDTH, "step", "product us", "expected us",
               "exposed us");
    for (int i = 0; i < many_step_count; i++)
        if (many_steps[i].operation == g->operation && is_chosen(q, &many_steps[i]))
            written = expect_one(all, q, g, &many_steps[i], chart) && written;
    if (!chart)
        return written;
    if (ftell(chart) > 0)
        putchar('\n');
    rewind(chart);
    for (int c; (c = getc(chart)) != EOF;)
        putchar(c);
    fclose(chart);
    return written;
}

static bool run_operation(struct ranks *all, const struct many_request *q,
                          enum many_operation operation, bool emulated)
{
    struct many_gemm g = {.operation = operation,
                          .m = q->m,
                          .n = q->n,
                          .k = q->k,
                          .grid_rows = q->grid_rows ? q->grid_rows : many_grid_rows(all->count),
                          .alpha = (float)q->alpha,
                          .beta = (float)q->beta};
    bool right = true, any = false;
    for (int i = 0; i < many_step_count; i++)
        any = any || (many_steps[i].operation == operation && is_chosen(q, &many_steps[i]));
    if (!any)
        return true;
    char grid[40] = "";
    if (operation == MANY_GRID)
        snprintf(grid, sizeof grid, ", on %d x %d GPUs", g.grid_rows, all->count / g.grid_rows);
    if (!q->format) {
        putchar('\n');
        terminal_line(stdout, "%s%s", titles[operation], grid);
    }
    if (q->expect)
        return expect_operation(all, q, &g);
    print_head(emulated, q->format == 1);
    operands_create(all, &g, 0);
    for (int i = 0; i < many_step_count; i++) {
        struct row row = {.step = &many_steps[i]};
        if (row.step->operation != operation || !is_chosen(q, row.step))
            continue;
        if (row.step->needs_nccl && !all->have_nccl) {
            row.status = ROW_SKIPPED;
            row.why = all->no_nccl;
        } else if (!row.step->needs_nccl && all->here < all->count) {
            row.status = ROW_SKIPPED;
            fail(&row.why, "it needs all GPUs in one process");
        } else {
            check_step(all, &g, &row);
        }
        if (row.status == ROW_OK && !emulated) {
            struct many_contender both[] = {{.name = "compute only", .run = compute_only},
                                            {.name = row.step->name, .run = row.step->run}};
            many_measure(all, &g, both, 2, q->reps);
            row.alone = both[0];
            row.whole = both[1];
        }
        (q->format ? print_csv : print_row)(&row, &g, all->count, emulated);
        right = right && row.status != ROW_WRONG;
    }
    operands_free(all, &g);
    return right;
}

static void print_title(const struct many_request *q, const struct ranks *all,
                        const struct machine *machine)
{
    if (q->format) {
        puts(q->expect
                 ? "chapter,step,gpus,m,n,k,product_us,expected_us,not_modelled"
                 : "chapter,step,gpus,m,n,k,status,products,predicted_bytes,sent_bytes,compute_us,"
                   "total_us");
        return;
    }
    printf("11_many_gpus: a GEMM that does not wait for its neighbours\n");
    printf("%d x %s; bf16 in and out, B stored n x k\n", all->count, machine->name);
    printf("C = %g A B^T + %g C, m = %d, n = %d, k = %d\n", q->alpha, q->beta, q->m, q->n, q->k);
    if (all->here < all->count)
        printf("Each GPU has its own process, started by mpirun.\n");
    else if (all->count == 1)
        printf("One GPU: nothing is sent%s.\n",
               machine->is_emulated ? " (EMU_GPUS=2 emulates two)" : "");
    else if (!all->peers)
        terminal_line(stdout,
                      "Not every GPU can copy to every other: steps 2 and 6 use NCCL instead.");
}

static void print_foot(const struct many_request *q, bool emulated)
{
    if (q->format)
        return;
    if (q->expect)
        terminal_fold(
            stdout, printf("\n") - 1,
            "Expected, not measured. product: of one GPU alone, simulated. expected: from "
            "the first call to the end of the last GPU's work. exposed: the difference.");
    else if (emulated)
        terminal_fold(stdout, printf("\n") - 1,
                      "products: GEMMs that each GPU launches. KiB sent: by all GPUs, counted by "
                      "the emulated GPU; predicted: by formula. Each step ran twice with equal "
                      "bits.");
    else
        terminal_fold(stdout, printf("\n") - 1,
                      "compute: the products alone. exposed: total - compute, the time for which "
                      "the tensor cores wait. efficiency: compute / total. Times of the slowest "
                      "GPU.");
    putchar('\n');
}

// The number of ranks, and of rows of their grid.
static bool choose_ranks(const struct many_request *q, int *ranks, struct failure *why)
{
    const int started = processes()->count;
    int there = 0;
    CUDA_CHECK(cudaGetDeviceCount(&there));
    *ranks = started > 1 ? started : q->gpus > 0 ? q->gpus : there < MANY_MOST ? there : MANY_MOST;
    if (started > 1 && q->expect)
        return fail(why, "--expect: one process records the streams of all GPUs (without mpirun)");
    if (started > 1 && q->gpus > 0 && q->gpus != started)
        return fail(why, "--gpus %d: there are %d processes, with a GPU each", q->gpus, started);
    if (q->grid_rows && *ranks % q->grid_rows != 0)
        return fail(why, "--grid-rows %d: it must divide the number of GPUs, %d", q->grid_rows,
                    *ranks);
    return true;
}

static int run_all(const struct many_request *q)
{
    static struct ranks all;
    struct machine machine;
    struct failure why;
    int ranks;
    bool right = true;
    if (!machine_of_gpu(&machine, &why))
        return complain_of(&why, EXIT_WRONG);
    if (machine_capability(&machine) != 90) {
        terminal_line(
            stdout,
            "11_many_gpus: skipped: its products need compute capability 9.0; this GPU has %d.%d",
            machine.compute_capability / 10, machine.compute_capability % 10);
        return EXIT_OK;
    }
    if (!choose_ranks(q, &ranks, &why) || !ranks_open(&all, ranks, &why))
        return complain_of(&why, EXIT_REQUEST);
    print_title(q, &all, &machine);
    for (int operation = 0; operation < MANY_OPERATIONS; operation++)
        right =
            run_operation(&all, q, (enum many_operation)operation, machine.is_emulated) && right;
    print_foot(q, machine.is_emulated);
    ranks_close(&all);
    return right ? EXIT_OK : EXIT_WRONG;
}

static int run(int argc, char **argv)
{
    struct many_request q = {.alpha = 1, .reps = 15};
    struct failure why;
    static const char *const formats[] = {"table", "csv", NULL};
    const struct option options[] = {
        {.flag = "--size",
         .argument = "S",
         .help = "m, n and k",
         .kind = OPTION_INT,
         .value = &q.size,
         .min = 1,
         .max = 1 << 20},
        {.flag = "-m",
         .argument = "M",
         .help = "rows of A and C",
         .kind = OPTION_INT,
         .value = &q.m,
         .min = 1,
         .max = 1 << 20},
        {.flag = "-n",
         .argument = "N",
         .help = "columns of C, rows of B",
         .kind = OPTION_INT,
         .value = &q.n,
         .min = 1,
         .max = 1 << 20},
        {.flag = "-k",
         .argument = "K",
         .help = "columns of A and B",
         .kind = OPTION_INT,
         .value = &q.k,
         .min = 1,
         .max = 1 << 20},
        {.flag = "--gpus",
         .argument = "P",
         .help = "how many GPUs (all that there are)",
         .kind = OPTION_INT,
         .value = &q.gpus,
         .min = 1,
         .max = MANY_MOST},
        {.flag = "--grid-rows",
         .argument = "R",
         .help = "rows of 9_summa's grid (nearly square)",
         .kind = OPTION_INT,
         .value = &q.grid_rows,
         .min = 1,
         .max = MANY_MOST},
        {.flag = "--step",
         .argument = "NAME",
         .help = "this step alone, or those that begin so",
         .kind = OPTION_TEXTS,
         .value = &q.steps},
        {.flag = "--alpha",
         .argument = "X",
         .help = "scales A B (1)",
         .kind = OPTION_REAL,
         .value = &q.alpha},
        {.flag = "--beta",
         .argument = "X",
         .help = "scales C (0)",
         .kind = OPTION_REAL,
         .value = &q.beta},
        {.flag = "--reps",
         .argument = "R",
         .help = "timed runs of each step (15)",
         .kind = OPTION_INT,
         .value = &q.reps,
         .min = 1,
         .max = 1000},
        {.flag = "--format",
         .argument = "F",
         .help = "table or csv",
         .kind = OPTION_CHOICE,
         .value = &q.format,
         .choices = formats},
        {.flag = "--expect",
         .help = "expected times, without running; of one step also its streams",
         .kind = OPTION_SWITCH,
         .value = &q.expect},
        {.flag = "--timeline",
         .argument = "FILE",
         .help = "--expect, and draw the streams of one step as SVG",
         .kind = OPTION_TEXT,
         .value = &q.timeline},
        {.flag = "--list", .help = "list the steps", .kind = OPTION_SWITCH, .value = &q.list},
        {.flag = "--help", .help = "this text", .kind = OPTION_SWITCH, .value = &q.help},
    };
    const int count = sizeof options / sizeof *options;
    if (!options_parse(options, count, argc, argv, &why))
        return complain_of(&why, EXIT_REQUEST);
    if (q.help) {
        printf("11_many_gpus: a GEMM that does not wait for its neighbours\n\n");
        options_print(options, count, stdout);
        return EXIT_OK;
    }
    if (q.list) {
        list_steps(q.format == 1);
        return EXIT_OK;
    }
    for (int i = 0; i < q.steps.count; i++) {
        bool known = false;
        for (int s = 0; s < many_step_count; s++)
            known = known || is_named(&many_steps[s], q.steps.text[i]);
        if (!known) {
            fail(&why, "--step %s: no such step; --list names them", q.steps.text[i]);
            return complain_of(&why, EXIT_REQUEST);
        }
    }
    q.expect = q.expect || q.timeline;
#ifdef EMU_GPU
    char gpus[16];
    snprintf(gpus, sizeof gpus, "%d",
             processes()->count > 1 ? processes()->on_host
             : q.gpus > 2           ? q.gpus
                                    : 2);
    setenv("EMU_GPUS", gpus, 0);
    if (q.expect)
        setenv("EMU_CHECK", "off", 0); // nothing runs that could be checked
    const int small[] = {256, 192, 128};
#else
    const int small[] = {8192, 8192, 8192};
#endif
    const int large[] = {8192, 8192, 8192}, *otherwise = q.expect ? large : small;
    q.m = q.m ? q.m : q.size ? q.size : otherwise[0];
    q.n = q.n ? q.n : q.size ? q.size : otherwise[1];
    q.k = q.k ? q.k : q.size ? q.size : otherwise[2];
    return run_all(&q);
}

int main(int argc, char **argv)
{
    struct failure why;
    if (!processes_open(&argc, &argv, &why))
        return complain_of(&why, EXIT_REQUEST);
    const int status = run(argc, argv);
    processes_close();
    return status;
}
