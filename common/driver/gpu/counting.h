// SPDX-License-Identifier: MIT
//
// counting.h: what kernels cost on the emulated GPU. A real GPU counts too, but only for Nsight
// Compute.
#ifndef COMMON_COUNTING_H
#define COMMON_COUNTING_H

#include <stdbool.h>
#include <stdio.h>

#include "../../step/counters.h"
#include "../../base/failure.h"
#include "shared_access.h"

// Diagnoses: how many, and the first one, as one word and as "file.cu:41" (or "").
struct found {
    long long times;
    const char *kind; // "race", "bounds", "unwritten" ...
    char place[256];
};

// The work of one of a launch's SMs: see emu_api.h.
enum { EXPECT_WHYS = 9, EXPECT_LIMITS = 4 };
struct expectation {
    double ms;
    double cycles, mma_cycles;
    const char *kernel;
    int launches, registers, blocks_per_sm;
    double why[EXPECT_WHYS]; // shares of the schedulers' cycles, by reason
    const char *const *why_names;
    double without[EXPECT_LIMITS]; // cycles, one limit lifted
    const char *const *limit_names;
    double ipc, mma_busy, l1_busy;
    double work;         // instructions that were simulated, about
    double parts_cycles; // of `cycles`: for adding up parts of tiles
    double blocks;       // of all launches
    const char *why_not;
};

struct counting {
    // Between these two calls a launch runs only its first block, to estimate the time of all.
    // False if this is not possible.
    void (*expect_begin)(const char *facts, double multiply_adds, double bytes, int what_if);
    void (*expect_lines)(FILE *out);
    void (*expect_timeline)(double cycles, FILE *svg); // if what_if was given
    bool (*expect_end)(struct expectation *expectation);
    double (*expect_us)(double cycles, double mma_cycles, int launches);
    // Since the previous call.
    void (*take_found)(struct found *found);
    // Names the device memory there for diagnoses; NULL removes the name.
    void (*name_array)(const void *device, const char *name, int rows, int cols, int ld,
                       int element_bytes);
    void (*forget_error)(void);         // a kernel was stopped; those that follow can run
    void (*begin)(void);                // counts every launch from here on, from zero
    void (*end)(struct counts *counts); // stops; the counts stay for the calls below
    // The source of the kernels, with the cost of each line next to it.
    void (*print_lines)(FILE *out);
    // Was a load or store at "file.cu:28" counted? The end of the path is enough.
    bool (*has_place)(const char *place);
    // What the first warp there accessed: as text to `out`, and as a picture unless svg is NULL.
    void (*print_heat)(const char *place, FILE *out, FILE *svg); // svg: or NULL
    // The line that causes most of a counter (given by name), as "file.cu:28"; false if the counter
    // is 0.
    bool (*worst_place)(const char *counter, char *place, size_t size);
    // For graders: are mistakes checked at all; the report of the program's end, now; did a kernel
    // store to the word at a device address; bytes copied from the device to the host so far; bytes
    // that came to the device by copies and as arguments of kernels.
    bool (*checks_are_on)(void);
    // From here on host code of the program cannot change what was counted and found.
    void (*seal)(void);
    void (*report_end)(void);
    bool (*kernel_stored)(const void *address);
    long long (*copied_to_host)(void);
    long long (*copied_to_device)(void);
    // The accesses to shared memory, in the order of the source; for free(). Returns how many.
    int (*shared_accesses)(struct shared_access **accesses);
};

// NULL in a program built for a real GPU.
const struct counting *counting_on_emulated_gpu(void);

#endif
