// SPDX-License-Identifier: MIT
//
// report.h: what a chapter's program prints about each step: a table for people, CSV or JSON (one
// object a line) for programs.
#ifndef COMMON_REPORT_H
#define COMMON_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "counting.h"
#include "../step/counters.h"
#include "../step/machine.h"
#include "../predict/model.h"
#include "../step/step.h"
#include "../base/timer.h"
#include "../step/verify.h"

enum report_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

// FOUND: the emulated GPU has diagnosed something; FAILED: the GPU could not run it.
enum status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_SKIPPED,
    STATUS_PREDICTED,
    STATUS_FOUND,
    STATUS_FAILED
};

// How long a step took. A figure that cannot be had is NAN: "-" in a table, null in JSON.
struct times {
    struct statistics ms;
    double tflops;     // for GEMM: 2 m n k / median
    double pct_peak;   // of the machine's peak for the step's types: model_peak()
    double pct_cublas; // cuBLAS's median / ours
    double gbs;        // GB/s: the bytes that must move / median
    struct failure
        no_peer; // why cuBLAS, which is there, did not run; empty: it did, or is not there
};

// How long the step would take on the GPU that is shown: simulated (expect.h). ms: NAN where that
// is not known.
struct expected {
    double ms, tflops;
    const char *waits_for; // what the warps wait for most
};

// What the emulated GPU counted (COUNT_UNKNOWN where nothing ran), what the step's formula predicts
// (COUNT_UNKNOWN where it does not say), and the times that the model computes: from what was
// counted, or else from what is predicted.
struct cost {
    struct counts counted, predicted;
    bool has_model;
    struct model model;
    struct expected expected;
};

struct result {
    const struct chapter *chapter;
    const struct step *step;
    const struct gemm_problem *problem;
    const struct machine *machine;
    enum status status;
    struct failure reason; // if skipped or failed
    struct found found;    // if found
    bool in_check;         // a small problem went wrong: that one, not the one asked for
    struct gemm_problem check;
    bool has_verdict; // it ran to its end
    struct verdict verdict;
    bool is_unwritten; // the first wrong element was never written
    bool has_owner;    // of the first wrong element
    struct owner owner;
    bool has_times;
    struct times times;
    bool has_cost;
    struct cost cost;
};

struct report {
    enum report_format format;
    FILE *out;
    int name_width;       // of the longest step name
    int status_width;     // of the longest status that can come
    bool has_times;       // false on the emulated GPU
    bool has_costs;       // true there
    const char *expected; // head of the column of what is expected; NULL: what the model computes
    bool all_counters;    // below each row of a table
    bool has_gpu_times;   // TFLOP/s, % of peak; GFLOP/s on a CPU
    bool has_peer;        // % of cuBLAS; without one: GB/s instead of all these
};

void report_begin(const struct report *report);
void report_result(const struct report *report, const struct result *result);

// One line for a GEMM step, for the table that closes `make run`. (report_ladder.c)
void report_ladder(const struct result *result, FILE *out);

// The steps of a chapter, for --list.
void report_steps(enum report_format format, const struct chapter *chapter, FILE *out);

// The rows below a step's own: all counters, or those that stand out. (report_cost.c)
void report_cost_header(const struct report *report);
void report_cost_columns(const struct report *report, const struct result *result);
void report_cost_rows(const struct result *result, bool all, FILE *out);

// ---- Pieces that the writers share ---------------------------------------------------------------

// 1048576 -> "1,048,576", written to text; "-" for what is not known. (advice.c)
enum { WIDE = 32 };
const char *count_text(long long value, char text[WIDE]);
const char *status_name(enum status status);        // "ok", "wrong", "skipped" ...
const char *status_of(const struct result *result); // the same, or what was found: "race" ...
bool is_bad(const struct result *result);           // wrong, found or failed
const struct gemm_problem *judged_problem(const struct result *result); // the one that was judged
void print_types(const struct step *step, FILE *out);                   // f16->f32
void print_transposes(const struct step *step, FILE *out);              // NN NT
bool has_run(const struct result *result);                              // and been verified
// make 04 ARGS="--step 1 -m 37 -n 41 -k 29": runs that step alone, as small as shows it. (advice.c)
void print_repeat(const struct result *result, FILE *out);
// What the words of a table's head mean. (advice.c)
enum {
    WORDS_OF_TIMES = 1,
    WORDS_OF_COSTS = 2,
    WORDS_OF_EXPECTED = 4,
    WORDS_OF_MODEL = 8,
    WORDS_OF_BOXES = 16 // of the copy engine
};
void print_words(unsigned which, FILE *out);

// A JSON string with its quotes.
void json_string(const char *text, FILE *out);
void json_result(const struct result *result, FILE *out);

// A CSV field, in quotes where it needs them.
void csv_string(const char *text, FILE *out);
void csv_header(FILE *out);
void csv_result(const struct result *result, FILE *out);

// The end of an experiment's line, JSON or CSV: its figures, none where one is NaN, and the
// machine.
struct figure {
    const char *name; // in JSON
    double value;
};
void print_figures(bool json, const struct figure *figures, size_t count,
                   const struct machine *machine, FILE *out);

#endif
