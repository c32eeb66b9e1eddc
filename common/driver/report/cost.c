// SPDX-License-Identifier: MIT
#include "cost.h"

#include <math.h>

#include "../../base/terminal.h"

const char *cost_time_text(double ms, char text[WIDE])
{
    if (isnan(ms))
        snprintf(text, WIDE, "-");
    else
        snprintf(text, WIDE, "%.3g %s", ms < 1 ? 1e3 * ms : ms, ms < 1 ? "us" : "ms");
    return text;
}

char cost_verdict(long long counted, long long predicted)
{
    const bool both = counted != COUNT_UNKNOWN && predicted != COUNT_UNKNOWN;
    return !both ? ' ' : counted == predicted ? '=' : '!';
}

// Columns of a count: all 57 bits of it if the row then fits.
static int count_width(FILE *out)
{
    enum { WHOLE = 19, NARROW = 14, ROW = 70 };
    return terminal_columns(out) >= ROW ? WHOLE : NARROW;
}

static void count_row(const char *name, long long counted, long long predicted, FILE *out)
{
    char counted_text[WIDE], predicted_text[WIDE], difference_text[WIDE];
    const int width = count_width(out);
    fprintf(out, "  %-23s %*s  %*s", name, width, count_text(counted, counted_text), width,
            count_text(predicted, predicted_text));
    const char sign = cost_verdict(counted, predicted);
    if (sign == '!')
        fprintf(out, "  %s%s", counted > predicted ? "+" : "",
                count_text(counted - predicted, difference_text));
    else if (sign == '=')
        fputs("  =", out);
    fputc('\n', out);
}

// FMA or MMA, whichever the step uses.
static void model_row(const struct model *model, const struct step *step, FILE *out)
{
    const int left_out = step->on_tensor_cores ? MODEL_FMA : MODEL_MMA;
    char text[WIDE], all[MODEL_UNITS * 2 * WIDE];
    int used = 0;
    for (int unit = 0; unit < MODEL_UNITS; unit++)
        if (unit != left_out)
            used += snprintf(all + used, sizeof all - (size_t)used, "%s %s, ",
                             model_unit_name((enum model_unit)unit),
                             cost_time_text(model->ms[unit], text));
    snprintf(all + used, sizeof all - (size_t)used, "the largest binds");
    terminal_fold_on_screen(out, fprintf(out, "  model of the %s: ", model->gpu), all);
    fputc('\n', out);
}

void cost_rows(const struct result *r, bool all, FILE *out)
{
    const struct counts *counted = &r->cost.counted, *predicted = &r->cost.predicted;
    const long long conflicts = counts_shared_conflicts(counted);
    if (all) {
        const int width = count_width(out);
        fprintf(out, "  %-23s %*s  %*s\n", "counter", width, "counted", width, "predicted");
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
