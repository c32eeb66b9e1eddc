// SPDX-License-Identifier: MIT
//
// request_parts.h: what the files that read a request share.
//
//     request_flags.c     the flags, and which go together
//     request_choose.c    which steps, or which experiment
//     request_problem.c   sizes and scales: by flags, by files, by default
#ifndef COMMON_REQUEST_PARTS_H
#define COMMON_REQUEST_PARTS_H

#include "options.h"
#include "request.h"

// Was an experiment requested? Its flag was given, or has a value.
struct asked {
    bool given;
    const char *value;
};

// Flags write into this if they do not write into the request itself.
struct raw {
    struct option *options;
    int option_count;
    struct texts steps;
    bool hot;
    struct asked *asked; // one for each experiment of the chapter
};

// Each returns false with a line for stderr if the flags request something that does not exist.
bool choose_steps(const struct chapter *chapter, const struct texts *wanted, struct request *q,
                  struct failure *why);
bool choose_experiment(const struct chapter *chapter, const struct raw *raw, struct request *q,
                       struct failure *why);
// A step that does not suit is rejected if --step names it; otherwise it is set aside.
bool set_unsuited_aside(struct request *q, struct failure *why);
// Reads the headers of --a and --b: m, n and k are those of the files.
bool sizes_from_files(struct request *q, struct failure *why);

// The scale in the accumulator's type. False if that would change it by more than rounding: 0.5 in
// an integer, infinity, zero.
bool hold_scale(double asked, enum dtype type, double *held);

#endif
