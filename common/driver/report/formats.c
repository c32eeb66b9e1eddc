// SPDX-License-Identifier: MIT
//
// Reports for programs: JSON and CSV.
#include "formats.h"

#include <math.h>
#include <string.h>

#include "words.h"

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

static void json_field(const char *name, double value, FILE *out)
{
    fprintf(out, ",\"%s\":", name);
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputs("null", out);
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
    json_field("gbs", t->gbs, out);
    fputc('}', out);
}

// Whole numbers: a double would round what exceeds 2^53.
static void json_count(const char *name, long long value, FILE *out)
{
    if (value == COUNT_UNKNOWN)
        fprintf(out, "\"%s\":null", name);
    else
        fprintf(out, "\"%s\":%lld", name, value);
}

static void json_model(const struct model *model, FILE *out)
{
    fprintf(out, ",\"model\":{\"gpu\":\"%s\"", model->gpu);
    json_field("fma_ms", model->ms[MODEL_FMA], out);
    json_field("mma_ms", model->ms[MODEL_MMA], out);
    json_field("dram_ms", model->ms[MODEL_DRAM], out);
    json_field("l2_ms", model->ms[MODEL_L2], out);
    json_field("l1_ms", model->ms[MODEL_L1], out);
    json_field("bound_ms", model->bound_ms, out);
    fprintf(out, ",\"bound\":\"%s\"}", model_unit_name(model->bound));
}

static void json_cost(const struct cost *cost, FILE *out)
{
    fputs(",\"counters\":{", out);
    for (int i = 0; i < counts_number(); i++) {
        fprintf(out, "%s\"%s\":{", i > 0 ? "," : "", counts_name(i));
        json_count("counted", counts_get(&cost->counted, i), out);
        fputc(',', out);
        json_count("predicted", counts_get(&cost->predicted, i), out);
        fputc('}', out);
    }
    fputc('}', out);
    if (cost->has_model)
        json_model(&cost->model, out);
}

void json_result(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = judged_problem(r);
    fputs("{\"chapter\":", out);
    json_string(r->chapter->name, out);
    fputs(",\"step\":", out);
    json_string(r->step->name, out);
    fprintf(out, ",\"trans_a\":%s,\"trans_b\":%s,\"m\":%d,\"n\":%d,\"k\":%d",
            p->trans_a ? "true" : "false", p->trans_b ? "true" : "false", p->m, p->n, p->k);
    json_field("alpha", p->alpha, out);
    json_field("beta", p->beta, out);
    fputs(",\"types\":\"", out);
    print_types(r->step, out);
    fprintf(out, "\",\"status\":\"%s\"", status_of(r));
    json_field("max_err", has_run(r) ? r->verdict.max_error : NAN, out);
    json_field("bound", has_run(r) ? r->verdict.bound : NAN, out);
    fputs(",\"machine\":", out);
    json_string(r->machine->name, out);
    fprintf(out, ",\"emulated\":%s", r->machine->is_emulated ? "true" : "false");
    if (r->reason.text[0] != '\0') {
        fputs(",\"reason\":", out);
        json_string(r->reason.text, out);
    }
    if (r->status == STATUS_FOUND) {
        fprintf(out, ",\"found\":{\"times\":%lld,\"at\":", r->found.times);
        json_string(r->found.place, out);
        fputc('}', out);
    }
    if (r->has_verdict && r->verdict.wrong > 0)
        json_wrong(r, out);
    if (r->has_times)
        json_times(&r->times, out);
    else if (r->has_cost)
        json_cost(&r->cost, out);
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

static void csv_field(double value, FILE *out)
{
    fputc(',', out);
    if (!isnan(value))
        fprintf(out, "%.9g", value);
}

void csv_header(FILE *out)
{
    fputs("chapter,step,trans_a,trans_b,m,n,k,alpha,beta,types,status,max_err,bound,machine,"
          "emulated,reason,reps,"
          "median_ms,min_ms,spread,tflops,pct_peak,pct_cublas,gbs",
          out);
    for (int i = 0; i < counts_number(); i++)
        fprintf(out, ",%s,predicted_%s", counts_name(i), counts_name(i));
    fputs(",model_fma_ms,model_mma_ms,model_dram_ms,model_l2_ms,model_l1_ms,model_bound_ms,model_"
          "bound\n",
          out);
}

static void csv_count(bool known, long long value, FILE *out)
{
    fputc(',', out);
    if (known && value != COUNT_UNKNOWN)
        fprintf(out, "%lld", value);
}

// Empty on a real GPU, on the CPU, and for a step that is wrong or was skipped.
static void csv_cost(const struct result *r, FILE *out)
{
    for (int i = 0; i < counts_number(); i++) {
        csv_count(r->has_cost, counts_get(&r->cost.counted, i), out);
        csv_count(r->has_cost, counts_get(&r->cost.predicted, i), out);
    }
    const struct model *model = &r->cost.model;
    const bool has_model = r->has_cost && r->cost.has_model;
    for (int unit = 0; unit < MODEL_UNITS; unit++)
        csv_field(has_model ? model->ms[unit] : NAN, out);
    csv_field(has_model ? model->bound_ms : NAN, out);
    fprintf(out, ",%s", has_model ? model_unit_name(model->bound) : "");
}

void csv_result(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = judged_problem(r);
    fprintf(out, "%s,%s,%d,%d,%d,%d,%d", r->chapter->name, r->step->name, p->trans_a, p->trans_b,
            p->m, p->n, p->k);
    csv_field(p->alpha, out);
    csv_field(p->beta, out);
    fputc(',', out);
    print_types(r->step, out);
    fprintf(out, ",%s", status_of(r));
    csv_field(has_run(r) ? r->verdict.max_error : NAN, out);
    csv_field(has_run(r) ? r->verdict.bound : NAN, out);
    fputc(',', out);
    csv_string(r->machine->name, out);
    fprintf(out, ",%d,", r->machine->is_emulated);
    csv_string(r->reason.text, out);

    const struct times *t = &r->times;
    const double columns[] = {t->ms.count, t->ms.median, t->ms.min,     t->ms.spread,
                              t->tflops,   t->pct_peak,  t->pct_cublas, t->gbs};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        csv_field(r->has_times ? columns[i] : NAN, out);
    csv_cost(r, out);
    fputc('\n', out);
}

// ---- Experiments ---------------------------------------------------------------------------------

void print_figures(bool json, const struct figure *figures, size_t count,
                   const struct machine *machine, FILE *out)
{
    for (size_t i = 0; i < count; i++)
        if (json)
            json_field(figures[i].name, figures[i].value, out);
        else
            csv_field(figures[i].value, out);
    fputs(json ? ",\"machine\":" : ",", out);
    (json ? json_string : csv_string)(machine->name, out);
    if (json)
        fprintf(out, ",\"emulated\":%s}\n", machine->is_emulated ? "true" : "false");
    else
        fprintf(out, ",%d\n", machine->is_emulated);
}
