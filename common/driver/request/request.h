// SPDX-License-Identifier: MIT
//
// request.h: the user's request to a chapter's program.
#ifndef COMMON_REQUEST_H
#define COMMON_REQUEST_H

#include "setup.h"

struct request {
    bool help, list;
    int m, n, k;       // -1: given neither by a flag nor by a file
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
    bool wide;                 // all columns, for any width of the terminal
    bool predict;              // do not run: what the formulas say
    bool expect;               // the same: how long a GPU would take, simulated
    bool counters, lines;      // show all counters, the annotated source
    bool banks;                // show the banks of each shared access
    const char *heat, *svg;    // FILE:LINE to draw, and the picture's file name, or NULL
    const char *timeline;      // the picture of --expect
    const struct step **steps; // the chosen ones, in the order to run them
    int step_count;
    bool steps_named;             // by --step; otherwise all of the chapter, except those that
    const struct step **unsuited; // request_suits() rejects: skipped with a message
    int unsuited_count;
    const struct experiment *experiment; // instead of steps, or NULL
    const char *experiment_value;        // the value after its flag, or NULL
    const char *experiment_beside;       // the value after the flag of its .beside, or NULL
};

// Parses and checks everything that does not depend on the machine; reads the headers of --a and
// --b, so m, n, k are those of the files, if any. False with one line for stderr; then nothing must
// be freed.
bool request_parse(const struct chapter *chapter, int argc, char **argv, struct request *request,
                   struct failure *why);
void request_free(struct request *request);

// Does the step have what the flags request on any machine: their transposition, and a type that
// holds their alpha and beta? If not, why.
bool request_suits(const struct request *request, const struct step *step, struct failure *why);

// The problem of a step: the request's values, and otherwise dense rows (ld == row length) and the
// defaults of the step, its kind and its chapter on this machine. NULL: of the chapter's GEMM.
// Steps that share one problem also share matrices and reference.
struct gemm_problem request_problem(const struct request *request, const struct step *step,
                                    const struct setup *setup);
bool request_same_problem(const struct request *request, const struct step *a, const struct step *b,
                          const struct setup *setup);

// Do rows of that length fit the leading dimensions that the flags name? If not, why.
bool request_holds_rows(const struct request *request, const struct step *step,
                        const struct setup *setup, struct failure *why);

// The flag that requests something that only the emulated GPU can count, or NULL.
const char *request_observation(const struct request *request);

// What --help prints.
void request_help(const struct chapter *chapter, FILE *out);

#endif
