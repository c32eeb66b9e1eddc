// SPDX-License-Identifier: MIT
//
// request.h: what a user asked of a chapter's program.
#ifndef COMMON_REQUEST_H
#define COMMON_REQUEST_H

#include "setup.h"

struct request {
    bool help, list;
    int m, n, k;       // -1: neither a flag nor a file says it
    int size;          // --size, -1 when not given
    int lda, ldb, ldc; // -1: dense rows
    bool trans_a, trans_b;
    double alpha, beta, gamma; // NAN when not given
    const char *a, *b, *out;   // file names, NULL when not given
    const char *gpu;           // name of the GPU to emulate, or NULL
    int reps;                  // 0: as many as the time allows
    long long seed;
    int format; // enum report_format
    bool cold;
    bool wide;                 // all columns, however wide the terminal is
    bool predict;              // do not run: what the formulas say
    bool expect;               // the same: how long a GPU would take, simulated
    bool counters, lines;      // show all counters, the annotated source
    bool banks;                // show what each shared access asks of the banks
    const char *heat, *svg;    // FILE:LINE to draw, and the picture's file name, or NULL
    const char *timeline;      // the picture of --expect
    const struct step **steps; // the chosen ones, in the order to run them
    int step_count;
    bool steps_named;             // by --step; else all of the chapter, but for those that
    const struct step **unsuited; // request_suits() says no to: skipped aloud
    int unsuited_count;
    const struct experiment *experiment; // instead of steps, or NULL
    const char *experiment_value;        // what stood behind its flag, or NULL
    const char *experiment_beside;       // what stood behind the flag it takes along, or NULL
};

// Parses and checks all that can be checked without the machine; reads the heads of --a and --b, so
// that m, n, k are those of the files where there are files. False with one line for stderr; then
// nothing needs to be freed.
bool request_parse(const struct chapter *chapter, int argc, char **argv, struct request *request,
                   struct failure *why);
void request_free(struct request *request);

// Whether the step has what the flags ask for on any machine: their transposition, and a type that
// holds their alpha and beta; else why not.
bool request_suits(const struct request *request, const struct step *step, struct failure *why);

// The problem of a step: what the request says, and for the rest dense rows (ld == row length) and
// the defaults of the step, its kind and its chapter on this machine. NULL: of the chapter's GEMM.
// Where several steps share one problem they share matrices and reference, too.
struct gemm_problem request_problem(const struct request *request, const struct step *step,
                                    const struct setup *setup);
bool request_same_problem(const struct request *request, const struct step *a, const struct step *b,
                          const struct setup *setup);

// Whether rows of that length fit the leading dimensions that the flags name; else why not.
bool request_holds_rows(const struct request *request, const struct step *step,
                        const struct setup *setup, struct failure *why);

// The flag that asks for something only the emulated GPU can count, or NULL.
const char *request_observation(const struct request *request);

// What --help prints.
void request_help(const struct chapter *chapter, FILE *out);

#endif
