// SPDX-License-Identifier: MIT
//
// result.h: what is known about a step after it ran (or was predicted), and questions about it.
#ifndef COMMON_RESULT_H
#define COMMON_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "../gpu/counting.h"
#include "../../step/counters.h"
#include "../../step/machine.h"
#include "../../predict/model.h"
#include "../../step/step.h"
#include "../../base/timer.h"
#include "../../step/verify.h"

// FOUND: the emulated GPU has diagnosed something; FAILED: the GPU could not run it.
enum status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_SKIPPED,
    STATUS_PREDICTED,
    STATUS_FOUND,
    STATUS_FAILED
};

// How long a step took. A figure that is not available is NAN: "-" in a table, null in JSON.
struct times {
    struct statistics ms;
    double tflops;          // for GEMM: 2 m n k / median
    double pct_peak;        // of the machine's peak for the step's types: model_peak()
    double pct_cublas;      // cuBLAS's median / ours
    double gbs;             // GB/s: the bytes that must move / median
    struct failure no_peer; // why an existing cuBLAS did not run; empty: it ran, or does not exist
};

// How long the step would take on the GPU that is shown: simulated (expect.h). ms: NAN if unknown.
struct expected {
    double ms, tflops;
    const char *waits_for; // what the warps wait for most
};

// What the emulated GPU counted (COUNT_UNKNOWN if nothing ran), what the step's formula predicts
// (COUNT_UNKNOWN without a formula), and the times that the model computes: from the counts, or
// otherwise from the prediction.
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
    bool in_check;         // a small problem was wrong: that one, not the requested one
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

const char *status_name(enum status status);        // "ok", "wrong", "skipped" ...
const char *status_of(const struct result *result); // the same, or the diagnosis: "race" ...
bool is_bad(const struct result *result);           // wrong, found or failed
bool has_run(const struct result *result);          // and was verified
// The problem that was judged: the requested one, or a small one that was wrong before it.
const struct gemm_problem *judged_problem(const struct result *result);

#endif
