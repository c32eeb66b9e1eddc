// SPDX-License-Identifier: MIT
//
// request.h: what a user asked of a chapter's program.
#ifndef COMMON_REQUEST_H
#define COMMON_REQUEST_H

#include "driver.h"
#include "npy.h"
#include "options.h"

enum { MAX_STEPS = 64 };

struct request {
    bool help, list;
    int m, n, k;             // -1 until resolved: neither a flag nor a file says it
    int size;                // --size, -1 when not given
    double alpha, beta;      // rounded to float32
    const char *a, *b, *out; // file names, NULL when not given
    const char *gpu;         // name of the GPU to emulate, or NULL
    int reps;                // 0: as many as the time allows
    long long seed;
    int format; // enum report_format
    bool cold;
    bool predict;                        // do not run: what the formulas say
    bool counters, lines;                // show all counters, the annotated source
    const char *heat, *svg;              // FILE:LINE to draw, and the picture's file name, or NULL
    const struct step *steps[MAX_STEPS]; // the chosen ones, in the order to run them
    int step_count;
    bool steps_named;                    // by --step; else all of the chapter
    const struct experiment *experiment; // instead of steps, or NULL
};

// Parses and checks all that can be checked without the machine; reads the heads of --a and --b, so
// that m, n, k are those of the files where there are files. False with one line for stderr.
bool request_parse(const struct chapter *chapter, int argc, char **argv, struct request *request,
                   struct failure *why);

// Gives m, n and k that nothing has set yet the chapter's default.
void request_resolve_sizes(struct request *request, int default_size);

// The problem of a resolved request, with dense rows (ld == row length).
struct gemm_problem request_problem(const struct request *request);

// What --help prints.
void request_help(const struct chapter *chapter, FILE *out);

#endif
