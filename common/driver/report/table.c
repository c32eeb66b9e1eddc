// SPDX-License-Identifier: MIT
#include "table.h"

#include <math.h>
#include <string.h>

#include "../../base/terminal.h"
#include "../../step/kind.h"
#include "cost.h"

// ---- Columns -------------------------------------------------------------------------------------

enum column {
    MAX_ERROR,
    ALLOWED,
    MEDIAN,
    MINIMUM,
    SPREAD,
    RATE,
    GB_PER_S,
    PEAK,
    CUBLAS,
    LOAD_SECTORS,
    STORE_SECTORS,
    PER_REQUEST,
    EXPECTED,
    EXPECTED_RATE,
    WAITS_FOR,
    MODEL,
    BOUND_BY,
    COLUMNS
};

// rank: 1 is the last to be left out. Columns of text are aligned to the left.
static const struct {
    const char *head;
    int width, rank;
    bool is_text;
    const char *meaning;
} column_of[COLUMNS] = {
    [MAX_ERROR] = {"max error", 9, 7, false,
                   "largest difference from a reference computed in float64"},
    [ALLOWED] = {"allowed", 9, 8, false, "the largest difference that rounding explains"},
    [MEDIAN] = {"median ms", 9, 1, false, "the middle one of all timed runs"},
    [MINIMUM] = {"min ms", 9, 6, false, "the fastest run"},
    [SPREAD] = {"spread", 6, 5, false,
                "distance between the quartiles of the runs, in % of the median"},
    [RATE] = {"TFLOP/s", 9, 2, false, "10^12 multiplications and additions a second"},
    [GB_PER_S] = {"GB/s", 9, 2, false, "bytes that must be read and written, per second"},
    [PEAK] = {"% peak", 6, 4, false, "share of what the hardware can do with these types"},
    [CUBLAS] = {"% cuBLAS", 8, 3, false, "speed relative to NVIDIA's library in the same run"},
    [LOAD_SECTORS] = {"load sectors", 13, 1, false,
                      "sectors of 32 bytes that loads fetched through the L1 cache"},
    [STORE_SECTORS] = {"store sectors", 13, 4, false, "sectors of 32 bytes that stores wrote"},
    [PER_REQUEST] = {"per req.", 8, 3, false,
                     "sectors that one load or store of a warp needs, on average"},
    [EXPECTED] = {"expected", 8, 2, false, NULL},
    [EXPECTED_RATE] = {"TFLOP/s", 7, 6, false, "the speed that the expected time means"},
    [WAITS_FOR] = {"waits most for", 15, 5, true, "what the warps wait for most of the time"},
    [MODEL] = {"model", 8, 2, false, "computed from counters and data sheets, not measured"},
    [BOUND_BY] = {"bound by", 8, 3, true,
                  "the unit that is busy longest in that model: FMA, MMA, DRAM, L2 or L1"},
};

enum { GAP = 2 };

static bool is_shown(const struct report *report, enum column c) { return report->shown >> c & 1; }

// The columns that the machine and the kind of step have.
static unsigned columns_there(const struct report *report)
{
    unsigned there = 1u << MAX_ERROR | 1u << ALLOWED;
    if (report->has_times)
        there |= 1u << MEDIAN | 1u << MINIMUM | 1u << SPREAD |
                 1u << (report->has_peer ? RATE : GB_PER_S);
    if (report->has_gpu_times && report->has_peer)
        there |= 1u << PEAK | 1u << CUBLAS;
    if (report->has_costs)
        there |= 1u << LOAD_SECTORS | 1u << STORE_SECTORS | 1u << PER_REQUEST |
                 (report->expects ? 1u << EXPECTED | 1u << EXPECTED_RATE | 1u << WAITS_FOR
                                  : 1u << MODEL | 1u << BOUND_BY);
    return there;
}

static unsigned columns_that_fit(const struct report *report)
{
    // Counts of large problems and times of small ones are wider than their columns. 80 columns
    // have room for that.
    enum { USUAL = 80, OVERHANG = 4 };
    const unsigned there = columns_there(report);
    int left = report->columns - report->name_width - GAP - report->status_width -
               (report->columns < USUAL ? OVERHANG : 0);
    unsigned shown = 0;
    for (int rank = 1; rank <= COLUMNS; rank++)
        for (enum column c = 0; c < COLUMNS; c++)
            if (column_of[c].rank == rank && there >> c & 1 &&
                (report->columns == 0 || column_of[c].width + GAP <= left)) {
                shown |= 1u << c;
                left -= column_of[c].width + GAP;
            }
    return shown;
}

static const char *head_of(const struct report *report, enum column c)
{
    static char at_size[16];
    if (c == RATE && !report->has_gpu_times)
        return "GFLOP/s";
    if (c != EXPECTED || report->expected_size == 0)
        return column_of[c].head;
    snprintf(at_size, sizeof at_size, "at %d", report->expected_size);
    return at_size;
}

static void print_cell(const struct report *report, enum column c, const char *text)
{
    // The last column is not padded.
    const bool is_last = report->shown >> c == 1;
    fprintf(report->out, "%*s%*s", GAP, "",
            is_last && column_of[c].is_text ? 0
            : column_of[c].is_text          ? -column_of[c].width
                                            : column_of[c].width,
            text);
}

void table_begin(struct report *report)
{
    report->shown = columns_that_fit(report);
    report->ever_shown |= report->shown;
    fprintf(report->out, "%-*s  %-*s", report->name_width, "step", report->status_width, "status");
    for (enum column c = 0; c < COLUMNS; c++)
        if (is_shown(report, c))
            print_cell(report, c, head_of(report, c));
    fputc('\n', report->out);
}

// ---- Cells ---------------------------------------------------------------------------------------

// "-" for an unknown figure.
static void number_text(double value, const char *format, char text[WIDE])
{
    if (isnan(value))
        snprintf(text, WIDE, "-");
    else
        snprintf(text, WIDE, format, value); // NOLINT: formats are literals of cell_text()
}

// "8,912,896 =": counted, or otherwise predicted; and whether both are equal.
static void sectors_text(long long counted, long long predicted, char text[WIDE])
{
    char number[WIDE];
    snprintf(text, WIDE, "%.28s %c",
             count_text(counted == COUNT_UNKNOWN ? predicted : counted, number),
             cost_verdict(counted, predicted));
}

static double per_request(const struct result *r)
{
    const struct counts *known =
        r->status == STATUS_PREDICTED ? &r->cost.predicted : &r->cost.counted;
    const long long requests = counts_global_requests(known);
    return requests > 0 ? (double)counts_global_sectors(known) / (double)requests : NAN;
}

static void cost_cell(enum column c, const struct result *r, char text[WIDE])
{
    const struct cost *cost = &r->cost;
    const struct expected *e = &cost->expected;
    const bool has_model = cost->has_model && cost->model.bound_ms > 0;
    switch (c) {
    case LOAD_SECTORS:
        sectors_text(counts_load_sectors(&cost->counted), counts_load_sectors(&cost->predicted),
                     text);
        break;
    case STORE_SECTORS:
        sectors_text(counts_store_sectors(&cost->counted), counts_store_sectors(&cost->predicted),
                     text);
        break;
    case PER_REQUEST: number_text(per_request(r), "%.2f", text); break;
    case EXPECTED: cost_time_text(e->ms, text); break;
    case EXPECTED_RATE: number_text(isnan(e->ms) ? NAN : e->tflops, "%.3g", text); break;
    case WAITS_FOR: snprintf(text, WIDE, "%s", isnan(e->ms) ? "-" : e->waits_for); break;
    case MODEL: cost_time_text(has_model ? cost->model.bound_ms : NAN, text); break;
    case BOUND_BY:
        snprintf(text, WIDE, "%s", has_model ? model_unit_name(cost->model.bound) : "-");
        break;
    default: break;
    }
}

static void cell_text(const struct report *report, enum column c, const struct result *r,
                      char text[WIDE])
{
    static const struct times none = {{0, NAN, NAN, NAN}, NAN, NAN, NAN, NAN, {""}};
    const struct times *t = r->has_times ? &r->times : &none;
    snprintf(text, WIDE, "-");
    switch (c) {
    case MAX_ERROR: number_text(has_run(r) ? r->verdict.max_error : NAN, "%.2e", text); break;
    case ALLOWED: number_text(has_run(r) ? r->verdict.bound : NAN, "%.2e", text); break;
    case MEDIAN: number_text(t->ms.median, "%.4g", text); break;
    case MINIMUM: number_text(t->ms.min, "%.4g", text); break;
    case SPREAD: number_text(100 * t->ms.spread, "%.1f%%", text); break;
    case RATE:
        number_text(report->has_gpu_times ? t->tflops : 1000 * t->tflops, "%.3g", text);
        break;
    case GB_PER_S: number_text(t->gbs, "%.4g", text); break;
    case PEAK: number_text(t->pct_peak, "%.1f%%", text); break;
    case CUBLAS: number_text(t->pct_cublas, "%.1f%%", text); break;
    default:
        if (r->has_cost)
            cost_cell(c, r, text);
    }
}

// ---- Rows ----------------------------------------------------------------------------------------

static void print_status(const struct report *report, const struct result *r)
{
    const char *colour = !report->colour          ? ""
                         : r->status == STATUS_OK ? "\033[32m"
                         : is_bad(r)              ? "\033[31m"
                                                  : "";
    fprintf(report->out, "%-*s  %s%s%s", report->name_width, r->step->name, colour, status_of(r),
            *colour ? "\033[0m" : "");
}

// The problem that was wrong, if it differs from the one in the table's head.
static void print_checked(const struct result *r, FILE *out)
{
    if (!r->in_check)
        return;
    fputs("  checked   ", out);
    kind_of(r->step)->print(&r->check, out);
    const char *strides = kind_of(r->step)->strides;
    const int ld[] = {r->check.lda, r->check.ldb, r->check.ldc};
    for (const char *c = strides; *c; c++)
        fprintf(out, ", ld%c = %d", *c, ld[*c - 'a']);
    fputc('\n', out);
}

static void print_wrong(const struct result *r, FILE *out)
{
    const struct verdict *v = &r->verdict;
    const struct shape C = kind_of(r->step)->shapes(judged_problem(r)).C;
    const long long elements = (long long)C.rows * C.cols;
    if (r->is_unwritten)
        terminal_line(out, "  first wrong element: C(%d, %d) was never written, expected %.9g",
                      v->row, v->col, v->expected);
    else if (v->wrong > 0)
        terminal_line(
            out, "  first wrong element: C(%d, %d) = %.9g, expected %.9g, may be off by %.2g",
            v->row, v->col, isnan(v->got) ? (double)NAN : v->got, v->expected, v->allowed);
    if (r->has_owner)
        fprintf(out, "  should be computed by block (%d, %d, %d), warp %d, lane %d\n",
                r->owner.block_x, r->owner.block_y, r->owner.block_z, r->owner.thread / 32,
                r->owner.thread % 32);
    if (v->wrong > 0)
        fprintf(out, "  wrong elements: %lld of %lld\n", (long long)v->wrong, elements);
    if (v->outside > 0)
        terminal_line(out,
                      "  written between the rows of C: %lld elements, which are not the matrix's",
                      (long long)v->outside);
}

// The diagnosis itself is on stderr; the row says which kind it was and how often it came.
static void print_found(const struct result *r, FILE *out)
{
    char times[WIDE];
    const bool once = r->found.times == 1;
    fprintf(out, "  %s%s%s%s\n", once ? "once" : count_text(r->found.times, times),
            once ? "" : " times", r->found.place[0] ? ", first at " : "", r->found.place);
}

void table_result(struct report *report, const struct result *r)
{
    FILE *out = report->out;
    print_status(report, r);
    if (r->status == STATUS_SKIPPED) {
        const int used = report->name_width + GAP + (int)strlen(status_of(r));
        terminal_fold_on_screen(out, used + fprintf(out, ": "), r->reason.text);
        fputc('\n', out);
        return;
    }
    fprintf(out, "%*s", report->status_width - (int)strlen(status_of(r)), "");
    if (r->status == STATUS_FOUND) {
        print_found(r, out);
    } else if (r->status == STATUS_FAILED) {
        fprintf(out, "%*s", GAP, "");
        terminal_fold_on_screen(out, report->name_width + report->status_width + 2 * GAP,
                                r->reason.text);
        fputc('\n', out);
    } else {
        char text[WIDE];
        if (r->has_cost && is_shown(report, WAITS_FOR) && !isnan(r->cost.expected.ms))
            report->waited_for |= reason_bit(r->cost.expected.waits_for);
        for (enum column c = 0; c < COLUMNS; c++)
            if (is_shown(report, c)) {
                cell_text(report, c, r, text);
                print_cell(report, c, text);
            }
        fputc('\n', out);
    }
    if (is_bad(r)) {
        print_checked(r, out);
        if (r->has_verdict && !r->verdict.ok)
            print_wrong(r, out);
        fputs("  repeat    ", out);
        print_repeat(r, out);
        fputc('\n', out);
    }
    if (r->has_times && r->times.no_peer.text[0] != '\0')
        fprintf(out, "  without cuBLAS: %s\n", r->times.no_peer.text);
    if (r->has_cost)
        cost_rows(r, report->all_counters, out);
}

// ---- The legend ----------------------------------------------------------------------------------

static void print_meaning(const struct report *report, enum column c)
{
    const char *rate = report->has_gpu_times ? column_of[c].meaning
                                             : "10^9 multiplications and additions a second";
    const char *meaning = c == RATE ? rate : column_of[c].meaning;
    char expected[100] = "simulated time, not measured; about 10% off";
    if (c == EXPECTED && report->expected_size > 0)
        snprintf(expected, sizeof expected,
                 "expected time for m = n = k = %d: simulated, not measured; about 10%% off",
                 report->expected_size);
    const int used = fprintf(report->out, "%-14s ", head_of(report, c));
    terminal_fold(report->out, used, c == EXPECTED ? expected : meaning);
    fputc('\n', report->out);
}

void table_legend(const struct report *report)
{
    for (enum column c = 0; c < COLUMNS; c++)
        if (report->ever_shown >> c & 1)
            print_meaning(report, c);
    if (report->ever_shown >> LOAD_SECTORS & 1) {
        terminal_fold(report->out, fprintf(report->out, "%-14s ", "="),
                      "the number that the step's formula predicts (--counters: all)");
        fputc('\n', report->out);
    }
    print_reasons(report->waited_for, report->out);
}

void table_glossary(FILE *out)
{
    const struct report report = {.out = out, .has_gpu_times = true};
    for (enum column c = 0; c < COLUMNS; c++)
        print_meaning(&report, c);
    print_reasons((unsigned)ALL_REASONS, out);
}
