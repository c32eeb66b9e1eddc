// SPDX-License-Identifier: MIT
//
// A line for each GEMM step in the file that LADDER_FILE names, for the table at the end of `make
// run` (mk/ladder.awk): fields separated by tabs, "-" for unknown figures.
#include <math.h>

#include "../../step/kind.h"
#include "report.h"

static void field(double value, const char *format, FILE *out)
{
    fputc('\t', out);
    if (isfinite(value))
        fprintf(out, format, value);
    else
        fputc('-', out);
}

void report_ladder(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = r->problem;
    if (r->step->kind != STEP_GEMM)
        return;
    const double operations = kind_of(r->step)->operations(p);
    const double bytes = 32.0 * (double)counts_global_sectors(&r->cost.counted);
    const struct expected *e = &r->cost.expected;
    const bool expects = r->has_cost && isfinite(e->ms);
    const char *kind = r->step->place == STEP_ON_CPU ? "cpu"
                       : r->machine->is_emulated     ? "emulated"
                                                     : "gpu";
    fprintf(out, "%s\t%s\t%s\t", kind, r->chapter->name, r->step->name);
    print_types(r->step, out);
    fprintf(out, "\t%d\t%d\t%d\t%s", p->m, p->n, p->k, status_of(r));
    field(r->has_times ? r->times.tflops : NAN, "%.4g", out);
    field(r->has_times ? r->times.pct_cublas : NAN, "%.1f", out);
    field(r->has_cost && bytes > 0 ? operations / bytes : NAN, "%.2f", out);
    field(expects ? e->ms : NAN, "%.3g", out);
    field(expects ? e->tflops : NAN, "%.3g", out);
    fprintf(out, "\t%s\n", expects ? e->waits_for : "-");
}
