// SPDX-License-Identifier: MIT
//
// launch.h: launches by libraries (emu/libraries/), stored launches, and the checks of a launch.
#ifndef LAUNCH_H
#define LAUNCH_H

#include "../base/base.h"
#include "../run/run.h"

struct nested;

// Like emu_run, for a library. pc: the location in the program. The launch is neither counted nor
// timed. can_be_kept: false if the closure points to the caller's data, so that a graph cannot
// store it.
void launch_library(const char *pc, const struct emu_config *config, const char *name,
                    void (*body)(void *), const void *closure, size_t closure_size,
                    bool can_be_kept);

// The location of this thread's next launch, if it is not a line with <<< >>>.
extern __thread const char *launch_caller;

// ---- Launches that have begun: with the engine's lock -------------------------------------------

// Runs a launch until it has ended or all of its blocks only poll. Returns true if it has ended.
bool launch_run_phase(struct launch *launch, enum look look);
// Ends and forgets it. Returns the launches that its kernel has made.
struct nested *launch_end(struct launch *launch);

// ---- launch_check.c -----------------------------------------------------------------------------

// Returns the error that a GPU gives for such a launch; `why` gets the reason.
cudaError_t launch_check(const struct emu_config *config, const void *function, bool cooperative,
                         char *why, size_t size);
// Reports arguments that are host addresses of device variables, as far as that can be detected.
void launch_check_arguments(const void *closure, size_t size, const char *pc);

// ---- Stored launches ----------------------------------------------------------------------------

// A launch with its arguments, to be run later.
struct kept_launch {
    struct emu_config config;
    const char *kernel;
    const void *function;
    void (*body)(void *);
    void *closure; // owned
    size_t size;
    struct dim3 cluster;
    bool cooperative, is_library;
    bool can_be_kept; // the closure is complete: it may run after the call has returned
    int work;         // its number in the schedule, or -1
    const char *pc;
};

void kept_launch_free(struct kept_launch *launch);
void keep_copy(const struct kept_launch *launch,
               struct kept_launch *into);                                // including its arguments
void launch_kept(const struct kept_launch *launch, cudaStream_t stream); // launch.c

// ---- nested.c: launches by kernels --------------------------------------------------------------

void nested_add(struct launch *parent, const struct kept_launch *launch);
// Runs the nested launches of a launch that has ended, and frees them.
void nested_run(struct nested *list, cudaStream_t stream);

#endif
