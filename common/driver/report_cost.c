// SPDX-License-Identifier: MIT
//
// What a step cost on the emulated GPU, in the table for people.
#include <math.h>
#include <string.h>

#include "report.h"

// "29.3 us"; "-" for what is not known.
static const char *time_text(double ms, char text[WIDE])
{
    if (isnan(ms))
        return "-";
    snprintf(text, WIDE, "%.3g %s", ms < 1 ? 1e3 * ms : ms, ms < 1 ? "us" : "ms");
    return text;
}

// '=': as predicted; '!': not so; ' ': not counted or not predicted.
static char verdict(long long counted, long long predicted)
{
    const bool both = counted != COUNT_UNKNOWN && predicted != COUNT_UNKNOWN;
    return !both ? ' ' : counted == predicted ? '=' : '!';
}

// ---- Columns -------------------------------------------------------------------------------------

void report_cost_header(const struct report *report)
{
    fprintf(report->out, "  %16s  %13s  %8s", "load sectors  ", "store sectors", "per req.");
    if (report->expected)
        fprintf(report->out, "  %s  %7s  %s", report->expected, "TFLOP/s", "waits most for");
    else
        fprintf(report->out, "  %8s  %s", "model", "bound by");
}

static void count_column(long long counted, long long predicted, int width, FILE *out)
{
    char text[WIDE];
    fprintf(out, "  %*s %c", width,
            count_text(counted == COUNT_UNKNOWN ? predicted : counted, text),
            verdict(counted, predicted));
}

static void expected_columns(const struct report *report, const struct expected *e)
{
    FILE *out = report->out;
    char text[WIDE];
    fprintf(out, "  %*s", (int)strlen(report->expected), time_text(e->ms, text));
    if (isnan(e->ms))
        fprintf(out, "  %7s  -", "-");
    else
        fprintf(out, "  %7.3g  %s", e->tflops, e->waits_for);
}

static void model_columns(const struct cost *cost, FILE *out)
{
    const bool has_model = cost->has_model && cost->model.bound_ms > 0;
    char text[WIDE];
    fprintf(out, "  %8s  %s", time_text(has_model ? cost->model.bound_ms : NAN, text),
            has_model ? model_unit_name(cost->model.bound) : "-");
}

void report_cost_columns(const struct report *report, const struct result *r)
{
    FILE *out = report->out;
    const struct counts *counted = &r->cost.counted, *predicted = &r->cost.predicted;
    const struct counts *known = r->status == STATUS_PREDICTED ? predicted : counted;
    const long long requests = counts_global_requests(known);
    count_column(counts_load_sectors(counted), counts_load_sectors(predicted), 14, out);
    count_column(counts_store_sectors(counted), counts_store_sectors(predicted), 11, out);
    if (requests > 0)
        fprintf(out, "  %8.2f", (double)counts_global_sectors(known) / (double)requests);
    else
        fprintf(out, "  %8s", "-");
    if (report->expected)
        expected_columns(report, &r->cost.expected);
    else
        model_columns(&r->cost, out);
}

// ---- Rows ----------------------------------------------------------------------------------------

static void count_row(const char *name, long long counted, long long predicted, FILE *out)
{
    char counted_text[WIDE], predicted_text[WIDE], difference_text[WIDE];
    fprintf(out, "  %-23s %19s  %19s", name, count_text(counted, counted_text),
            count_text(predicted, predicted_text));
    const char sign = verdict(counted, predicted);
    if (sign == '!')
        fprintf(out, "  %s%s", counted > predicted ? "+" : "",
                count_text(counted - predicted, difference_text));
    else if (sign == '=')
        fputs("  =", out);
    fputc('\n', out);
}

// Of FMA and MMA the one that the step uses.
static void model_row(const struct model *model, const struct step *step, FILE *out)
{
    const int left_out = step->on_tensor_cores ? MODEL_FMA : MODEL_MMA;
    char text[WIDE];
    fprintf(out, "  model of the %s:", model->gpu);
    for (int unit = 0; unit < MODEL_UNITS; unit++)
        if (unit != left_out)
            fprintf(out, " %s %s,", model_unit_name((enum model_unit)unit),
                    time_text(model->ms[unit], text));
    fprintf(out, " the largest binds\n");
}

void report_cost_rows(const struct result *r, bool all, FILE *out)
{
    const struct counts *counted = &r->cost.counted, *predicted = &r->cost.predicted;
    const long long conflicts = counts_shared_conflicts(counted);
    if (all) {
        fprintf(out, "  %-23s %19s  %19s\n", "counter", "counted", "predicted");
        bool others_predicted = true;
        for (int i = 0; i < counts_number(); i++) {
            const long long got = counts_get(counted, i), wanted = counts_get(predicted, i);
            if (got > 0 || wanted > 0)
                count_row(counts_name(i), got, wanted, out);
            else
                others_predicted = others_predicted && wanted == 0;
        }
        count_row("all others", r->status == STATUS_PREDICTED ? COUNT_UNKNOWN : 0,
                  others_predicted ? 0 : COUNT_UNKNOWN, out);
        if (r->cost.has_model)
            model_row(&r->cost.model, r->step, out);
    } else if (conflicts > 0) {
        count_row("bank conflicts (shared)", conflicts, counts_shared_conflicts(predicted), out);
    }
}
