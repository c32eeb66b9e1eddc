// SPDX-License-Identifier: MIT
//
// report.h: what a chapter's program prints about each step: a table for people, CSV or JSON (one
// object a line) for programs.
#ifndef COMMON_REPORT_H
#define COMMON_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "machine.h"
#include "step.h"
#include "timer.h"
#include "verify.h"

enum report_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

enum status { STATUS_OK, STATUS_WRONG, STATUS_SKIPPED };

// How long a step took. A figure that cannot be had is NAN: "-" in a table, null in JSON.
struct times {
    struct statistics ms;
    double tflops;     // 2 m n k / median
    double pct_peak;   // of the machine's fp32 peak
    double pct_cublas; // cuBLAS's median / ours
};

// One thing counted on the emulated GPU, beside the value that the step's formula predicts.
struct counter {
    const char *name;
    double counted, predicted;
};

struct result {
    const struct chapter *chapter;
    const struct step *step;
    const struct gemm_problem *problem;
    const struct machine *machine;
    enum status status;
    struct failure reason;  // if skipped
    struct verdict verdict; // if not skipped
    bool has_owner;         // of the first wrong element
    struct owner owner;
    bool has_times;
    struct times times;
    const struct counter *counters;
    int counter_count;
};

struct report {
    enum report_format format;
    FILE *out;
    int name_width;     // of the longest step name
    bool has_times;     // false on the emulated GPU
    bool has_gpu_times; // columns for % of peak and % of cuBLAS
};

void report_begin(const struct report *report);
void report_result(const struct report *report, const struct result *result);

// The steps of a chapter, for --list.
void report_steps(enum report_format format, const struct chapter *chapter, FILE *out);

// ---- Pieces that the writers share ---------------------------------------------------------------

const char *status_name(enum status status);          // "ok", "wrong", "skipped"
void print_types(const struct step *step, FILE *out); // f16->f32

// A JSON string with its quotes; a JSON number, null for NaN and Inf.
void json_string(const char *text, FILE *out);
void json_number(double value, FILE *out);
void json_result(const struct result *result, FILE *out);

// A CSV field, in quotes where it needs them; a number, empty for NaN.
void csv_string(const char *text, FILE *out);
void csv_number(double value, FILE *out);
void csv_header(FILE *out);
void csv_result(const struct result *result, FILE *out);

#endif
