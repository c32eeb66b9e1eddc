// SPDX-License-Identifier: MIT
//
// The report for people: a table whose rows appear as the steps finish.
#include "report.h"

#include <math.h>

#include "../step/kind.h"

const char *status_name(enum status status)
{
    static const char *const names[] = {"ok", "wrong", "skipped", "predicted", "found", "failed"};
    return names[status];
}

const char *status_of(const struct result *r)
{
    return r->status == STATUS_FOUND ? r->found.kind : status_name(r->status);
}

bool has_run(const struct result *r)
{
    return r->status == STATUS_OK || (is_bad(r) && r->has_verdict);
}

bool is_bad(const struct result *r)
{
    return r->status == STATUS_WRONG || r->status == STATUS_FOUND || r->status == STATUS_FAILED;
}

const struct gemm_problem *judged_problem(const struct result *r)
{
    return r->in_check ? &r->check : r->problem;
}

void print_types(const struct step *step, FILE *out)
{
    fprintf(out, "%s->%s", dtype_name(step->type_ab), dtype_name(step->type_c));
}

void print_transposes(const struct step *step, FILE *out)
{
    const char *before = "";
    for (unsigned t = TRANSPOSE_NN; t <= TRANSPOSE_TT; t <<= 1)
        if (step_transposes(step) & t) {
            fprintf(out, "%s%s", before, transpose_name(t));
            before = " ";
        }
}

// Right-aligned; "-" for a figure that could not be had.
static void table_number(double value, int width, const char *format, FILE *out)
{
    char text[64] = "-";
    if (!isnan(value))
        snprintf(text, sizeof text, format, value);
    fprintf(out, "  %*s", width, text);
}

static void table_header(const struct report *report)
{
    fprintf(report->out, "%-*s  %-*s  %9s  %9s", report->name_width, "step", report->status_width,
            "status", "max error", "allowed");
    if (report->has_times)
        fprintf(report->out, "  %9s  %9s  %6s  %9s", "median ms", "min ms", "spread",
                !report->has_peer       ? "GB/s"
                : report->has_gpu_times ? "TFLOP/s"
                                        : "GFLOP/s");
    if (report->has_gpu_times && report->has_peer)
        fprintf(report->out, "  %6s  %8s", "% peak", "% cuBLAS");
    if (report->has_costs)
        report_cost_header(report);
    fputc('\n', report->out);
}

static void table_times(const struct report *report, const struct result *r)
{
    static const struct times none = {{0, NAN, NAN, NAN}, NAN, NAN, NAN, NAN, {""}};
    const struct times *t = r->has_times ? &r->times : &none;
    FILE *out = report->out;
    table_number(t->ms.median, 9, "%.4g", out);
    table_number(t->ms.min, 9, "%.4g", out);
    table_number(100 * t->ms.spread, 6, "%.1f%%", out);
    if (!report->has_peer) {
        table_number(t->gbs, 9, "%.4g", out);
        return;
    }
    table_number(report->has_gpu_times ? t->tflops : 1000 * t->tflops, 9, "%.3g", out);
    if (report->has_gpu_times) {
        table_number(t->pct_peak, 6, "%.1f%%", out);
        table_number(t->pct_cublas, 8, "%.1f%%", out);
    }
}

// The problem that went wrong, where it is not the one in the table's head.
static void table_checked(const struct result *r, FILE *out)
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

static void table_wrong(const struct result *r, FILE *out)
{
    const struct verdict *v = &r->verdict;
    const struct shape C = kind_of(r->step)->shapes(judged_problem(r)).C;
    const long long elements = (long long)C.rows * C.cols;
    if (r->is_unwritten)
        fprintf(out, "  first wrong element: C(%d, %d) was never written, expected %.9g\n", v->row,
                v->col, v->expected);
    else if (v->wrong > 0)
        fprintf(out, "  first wrong element: C(%d, %d) = %.9g, expected %.9g, may be off by %.2g\n",
                v->row, v->col, isnan(v->got) ? (double)NAN : v->got, v->expected, v->allowed);
    if (r->has_owner)
        fprintf(out, "  should be computed by block (%d, %d, %d), warp %d, lane %d\n",
                r->owner.block_x, r->owner.block_y, r->owner.block_z, r->owner.thread / 32,
                r->owner.thread % 32);
    if (v->wrong > 0)
        fprintf(out, "  wrong elements: %lld of %lld\n", (long long)v->wrong, elements);
    if (v->outside > 0)
        fprintf(out, "  written between the rows of C: %lld elements, which are not the matrix's\n",
                (long long)v->outside);
}

// A diagnosis stands on stderr, whole; a row that has one says what it is and how often.
static void table_found(const struct result *r, FILE *out)
{
    char times[WIDE];
    const bool once = r->found.times == 1;
    fprintf(out, "  %s%s%s%s\n", once ? "once" : count_text(r->found.times, times),
            once ? "" : " times", r->found.place[0] ? ", first at " : "", r->found.place);
}

static void table_result(const struct report *report, const struct result *r)
{
    FILE *out = report->out;
    fprintf(out, "%-*s  ", report->name_width, r->step->name);
    if (r->status == STATUS_SKIPPED) {
        fprintf(out, "%s: %s\n", status_name(r->status), r->reason.text);
        return;
    }
    fprintf(out, "%-*s", report->status_width, status_of(r));
    if (r->status == STATUS_FOUND) {
        table_found(r, out);
    } else if (r->status == STATUS_FAILED) {
        fprintf(out, "  %s\n", r->reason.text);
    } else {
        table_number(has_run(r) ? r->verdict.max_error : NAN, 9, "%.2e", out);
        table_number(has_run(r) ? r->verdict.bound : NAN, 9, "%.2e", out);
        if (report->has_times)
            table_times(report, r);
        if (r->has_cost)
            report_cost_columns(report, r);
        fputc('\n', out);
    }
    if (is_bad(r)) {
        table_checked(r, out);
        if (r->has_verdict && !r->verdict.ok)
            table_wrong(r, out);
        fputs("  repeat    ", out);
        print_repeat(r, out);
        fputc('\n', out);
    }
    if (r->has_times && r->times.no_peer.text[0] != '\0')
        fprintf(out, "  without cuBLAS: %s\n", r->times.no_peer.text);
    if (r->has_cost)
        report_cost_rows(r, report->all_counters, out);
}

void report_begin(const struct report *report)
{
    if (report->format == FORMAT_TABLE)
        table_header(report);
    else if (report->format == FORMAT_CSV)
        csv_header(report->out);
}

void report_result(const struct report *report, const struct result *result)
{
    switch (report->format) {
    case FORMAT_TABLE: table_result(report, result); break;
    case FORMAT_CSV: csv_result(result, report->out); break;
    case FORMAT_JSON: json_result(result, report->out); break;
    }
    fflush(report->out); // a row is there as soon as its step is done
}

static void list_step(enum report_format format, const struct chapter *chapter,
                      const struct step *step, FILE *out)
{
    const char *place = step->place == STEP_ON_CPU ? "CPU" : "GPU";
    switch (format) {
    case FORMAT_TABLE:
        fprintf(out, "  %-20s %s  ", step->name, place);
        print_types(step, out);
        fputs("  ", out);
        print_transposes(step, out);
        fprintf(out, "%s%s\n", step_transposes(step) ? "  " : "", step->teaches);
        break;
    case FORMAT_CSV:
        fprintf(out, "%s,%s,%s,", chapter->name, step->name, place);
        print_types(step, out);
        fputc(',', out);
        print_transposes(step, out);
        fputc(',', out);
        csv_string(step->teaches, out);
        fputc('\n', out);
        break;
    case FORMAT_JSON:
        fprintf(out, "{\"chapter\":\"%s\",\"step\":\"%s\",\"place\":\"%s\",\"types\":\"",
                chapter->name, step->name, place);
        print_types(step, out);
        fputs("\",\"transposes\":\"", out);
        print_transposes(step, out);
        fputs("\",\"teaches\":", out);
        json_string(step->teaches, out);
        fputs("}\n", out);
        break;
    }
}

void report_steps(enum report_format format, const struct chapter *chapter, FILE *out)
{
    if (format == FORMAT_TABLE)
        fprintf(out, "%s: %s\n", chapter->name, chapter->title);
    else if (format == FORMAT_CSV)
        fputs("chapter,step,place,types,transposes,teaches\n", out);
    for (int i = 0; i < chapter->step_count; i++)
        list_step(format, chapter, chapter_step(chapter, i), out);
}
