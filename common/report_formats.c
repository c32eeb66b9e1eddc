// SPDX-License-Identifier: MIT
//
// Reports for programs: JSON and CSV.
#include <math.h>
#include <string.h>

#include "report.h"

// ---- JSON ----------------------------------------------------------------------------------------

void json_string(const char *text, FILE *out)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*c);
        else
            fputc(*c, out);
    fputc('"', out);
}

void json_number(double value, FILE *out)
{
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputs("null", out);
}

static void json_field(const char *name, double value, FILE *out)
{
    fprintf(out, ",\"%s\":", name);
    json_number(value, out);
}

static void json_wrong(const struct result *r, FILE *out)
{
    const struct verdict *v = &r->verdict;
    fprintf(out, ",\"wrong\":{\"count\":%lld,\"row\":%d,\"col\":%d", (long long)v->wrong, v->row,
            v->col);
    json_field("got", v->got, out);
    json_field("expected", v->expected, out);
    json_field("allowed", v->allowed, out);
    if (r->has_owner)
        fprintf(out, ",\"block\":[%d,%d,%d],\"thread\":%d,\"warp\":%d,\"lane\":%d",
                r->owner.block_x, r->owner.block_y, r->owner.block_z, r->owner.thread,
                r->owner.thread / 32, r->owner.thread % 32);
    fputc('}', out);
}

static void json_times(const struct times *t, FILE *out)
{
    fprintf(out, ",\"times\":{\"reps\":%d", t->ms.count);
    json_field("median_ms", t->ms.median, out);
    json_field("min_ms", t->ms.min, out);
    json_field("spread", t->ms.spread, out);
    json_field("tflops", t->tflops, out);
    json_field("pct_peak", t->pct_peak, out);
    json_field("pct_cublas", t->pct_cublas, out);
    fputc('}', out);
}

static void json_counters(const struct counter *counters, int count, FILE *out)
{
    fputs(",\"counters\":{", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\"%s\":{\"counted\":", i > 0 ? "," : "", counters[i].name);
        json_number(counters[i].counted, out);
        json_field("predicted", counters[i].predicted, out);
        fputc('}', out);
    }
    fputc('}', out);
}

void json_result(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = r->problem;
    fputs("{\"chapter\":", out);
    json_string(r->chapter->name, out);
    fputs(",\"step\":", out);
    json_string(r->step->name, out);
    fprintf(out, ",\"m\":%d,\"n\":%d,\"k\":%d", p->m, p->n, p->k);
    json_field("alpha", p->alpha, out);
    json_field("beta", p->beta, out);
    fputs(",\"types\":\"", out);
    print_types(r->step, out);
    fprintf(out, "\",\"status\":\"%s\"", status_name(r->status));
    json_field("max_err", r->status == STATUS_SKIPPED ? NAN : r->verdict.max_error, out);
    json_field("bound", r->status == STATUS_SKIPPED ? NAN : r->verdict.bound, out);
    fputs(",\"machine\":", out);
    json_string(r->machine->name, out);
    fprintf(out, ",\"emulated\":%s", r->machine->is_emulated ? "true" : "false");
    if (r->status == STATUS_SKIPPED) {
        fputs(",\"reason\":", out);
        json_string(r->reason.text, out);
    }
    if (r->status == STATUS_WRONG)
        json_wrong(r, out);
    if (r->has_times)
        json_times(&r->times, out);
    else if (r->machine->is_emulated)
        json_counters(r->counters, r->counter_count, out);
    fputs("}\n", out);
}

// ---- CSV -----------------------------------------------------------------------------------------

void csv_string(const char *text, FILE *out)
{
    if (!strpbrk(text, ",\"\n\r")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out); // a quote inside quotes is written twice
        fputc(*text, out);
    }
    fputc('"', out);
}

void csv_number(double value, FILE *out)
{
    if (!isnan(value))
        fprintf(out, "%.9g", value);
}

static void csv_field(double value, FILE *out)
{
    fputc(',', out);
    csv_number(value, out);
}

void csv_header(FILE *out)
{
    fputs("chapter,step,m,n,k,alpha,beta,types,status,max_err,bound,machine,emulated,reason,reps,"
          "median_ms,min_ms,spread,tflops,pct_peak,pct_cublas\n",
          out);
}

void csv_result(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = r->problem;
    const bool skipped = r->status == STATUS_SKIPPED;
    fprintf(out, "%s,%s,%d,%d,%d", r->chapter->name, r->step->name, p->m, p->n, p->k);
    csv_field(p->alpha, out);
    csv_field(p->beta, out);
    fputc(',', out);
    print_types(r->step, out);
    fprintf(out, ",%s", status_name(r->status));
    csv_field(skipped ? NAN : r->verdict.max_error, out);
    csv_field(skipped ? NAN : r->verdict.bound, out);
    fputc(',', out);
    csv_string(r->machine->name, out);
    fprintf(out, ",%d,", r->machine->is_emulated);
    csv_string(skipped ? r->reason.text : "", out);

    const struct times *t = &r->times;
    const double columns[] = {t->ms.count, t->ms.median, t->ms.min,    t->ms.spread,
                              t->tflops,   t->pct_peak,  t->pct_cublas};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        csv_field(r->has_times ? columns[i] : NAN, out);
    fputc('\n', out);
}
