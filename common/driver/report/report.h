// SPDX-License-Identifier: MIT
//
// report.h: what a chapter's program prints about each step: a table for people, CSV or JSON (one
// object a line) for programs.
#ifndef COMMON_REPORT_H
#define COMMON_REPORT_H

#include "formats.h"
#include "result.h"
#include "words.h"

enum report_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

struct report {
    enum report_format format;
    FILE *out;
    int columns;        // that fit a line; 0: no limit
    bool colour;        // of the status
    int name_width;     // of the longest step name
    int status_width;   // of the longest status that can come
    bool has_times;     // false on the emulated GPU
    bool has_gpu_times; // TFLOP/s, % of peak; GFLOP/s on a CPU
    bool has_peer;      // % of cuBLAS; without one: GB/s
    bool has_costs;     // true on the emulated GPU
    bool expects;       // expected times; else what the model computes
    int expected_size;  // of m = n = k; 0: that of the problem
    bool all_counters;  // below each row of a table
    unsigned shown;     // columns of this table, and of all so far (table.c)
    unsigned ever_shown;
    unsigned waited_for; // reasons that rows named (words.h)
};

void report_begin(struct report *report);
void report_result(struct report *report, const struct result *result);

// Explains what a table showed. Nothing in the other formats.
void report_legend(const struct report *report);

// One line for a GEMM step, for the table that closes `make run`. (ladder.c)
void report_ladder(const struct result *result, FILE *out);

// The steps of a chapter, for --list.
void report_steps(enum report_format format, const struct chapter *chapter, FILE *out);

#endif
