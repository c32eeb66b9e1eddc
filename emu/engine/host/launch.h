// SPDX-License-Identifier: MIT
//
// launch.h: launches that the program did not write as such (emu/libraries/), and whether
// one is legal.
#ifndef LAUNCH_H
#define LAUNCH_H

#include "../base/base.h"

// As emu_run; pc: where the program asked for it. Neither counted nor timed. Where the closure
// names things of the caller's, a graph cannot keep it.
void launch_library(const char *pc, const struct emu_config *config, const char *name,
                    void (*body)(void *), const void *closure, size_t closure_size,
                    bool can_be_kept);

// Where the program asked for the next launch by this thread, if that is no line with <<< >>>.
extern __thread const char *launch_caller;

// ---- launch_check.c -----------------------------------------------------------------------------

// What a GPU says of such a launch, and why it does not run.
cudaError_t launch_check(const struct emu_config *config, const void *function, bool cooperative,
                         char *why, size_t size);
// Tells of arguments that are an address of the host's, as far as that can be seen.
void launch_check_arguments(const void *closure, size_t size, const char *pc);

// ---- Launches that are kept instead of made ------------------------------------------------------

// A launch with its arguments, to be made later.
struct kept_launch {
    struct emu_config config;
    const char *kernel;
    const void *function;
    void (*body)(void *);
    void *closure; // owned
    size_t size;
    struct dim3 cluster;
    bool cooperative, is_library;
    const char *pc;
};

void kept_launch_free(struct kept_launch *launch);
void keep_copy(const struct kept_launch *launch, struct kept_launch *into); // its arguments, too
void launch_kept(const struct kept_launch *launch, cudaStream_t stream);    // launch.c

// ---- nested.c: launches by kernels --------------------------------------------------------------

struct launch;
struct nested;
void nested_add(struct launch *parent, const struct kept_launch *launch);
// Runs those of a launch that has ended, and forgets them.
void nested_run(struct nested *list, cudaStream_t stream);

#endif
