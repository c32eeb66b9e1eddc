// SPDX-License-Identifier: MIT
//
// request_parts.h: what the parts of a request's reading have between them.
//
//     request_flags.c     the flags, and which go together
//     request_choose.c    which steps, or which experiment
//     request_problem.c   sizes and scales: by flags, by files, by default
#ifndef COMMON_REQUEST_PARTS_H
#define COMMON_REQUEST_PARTS_H

#include "options.h"
#include "request.h"

// Whether an experiment was asked for: its flag was given, or has a value.
struct asked {
    bool given;
    const char *value;
};

// What the flags write into, where that is not the request itself.
struct raw {
    struct option *options;
    int option_count;
    struct texts steps;
    bool hot;
    struct asked *asked; // one for each experiment of the chapter
};

// Each returns false with a line for stderr where the flags ask for something that does not exist.
bool choose_steps(const struct chapter *chapter, const struct texts *wanted, struct request *q,
                  struct failure *why);
bool choose_experiment(const struct chapter *chapter, const struct raw *raw, struct request *q,
                       struct failure *why);
// A step that does not suit is refused where --step names it; else it is set aside.
bool set_unsuited_aside(struct request *q, struct failure *why);
// Reads the heads of --a and --b: m, n and k are those of the files.
bool sizes_from_files(struct request *q, struct failure *why);

// The scale as the accumulator has it. False where that would be another number than a rounded one:
// 0.5 of an integer, infinity, zero.
bool hold_scale(double asked, enum dtype type, double *held);

#endif
