// SPDX-License-Identifier: MIT
//
// counting.h: asks the emulated GPU what kernels cost. A real GPU counts too, but only for Nsight
// Compute.
#ifndef COMMON_COUNTING_H
#define COMMON_COUNTING_H

#include <stdbool.h>
#include <stdio.h>

#include "../../step/counters.h"
#include "../../base/failure.h"
#include "shared_access.h"

// What was found wrong: how often, and what came first, in one word and as "file.cu:41" (or "").
struct found {
    long long times;
    const char *kind; // "race", "bounds", "unwritten" ...
    char place[256];
};

// What one of a launch's SMs would do: see emu_api.h.
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
    // Between the two, a launch runs its first block alone, to say how long all would take. False
    // where it cannot.
    void (*expect_begin)(const char *facts, double multiply_adds, double bytes, int what_if);
    void (*expect_lines)(FILE *out);
    void (*expect_timeline)(double cycles, FILE *svg); // where what_if was given
    bool (*expect_end)(struct expectation *expectation);
    double (*expect_us)(double cycles, double mma_cycles, int launches);
    // Since it was last asked.
    void (*take_found)(struct found *found);
    // What diagnoses call the device memory there; NULL for the name: they forget it.
    void (*name_array)(const void *device, const char *name, int rows, int cols, int ld,
                       int element_bytes);
    void (*forget_error)(void);         // a kernel was stopped; those that follow can run
    void (*begin)(void);                // counts every launch from here on, from zero
    void (*end)(struct counts *counts); // stops; what has been counted stays for the calls below
    // The source of the kernels, with what each line cost beside it.
    void (*print_lines)(FILE *out);
    // Whether a load or store at "file.cu:28" was counted; the end of the path is enough.
    bool (*has_place)(const char *place);
    // What the first warp there touched: as text to `out`, and as a picture unless svg is NULL.
    void (*print_heat)(const char *place, FILE *out, FILE *svg); // svg: or NULL
    // Where most of a counter (its name) comes from, as "file.cu:28"; false where it is 0.
    bool (*worst_place)(const char *counter, char *place, size_t size);
    // For graders: are mistakes looked for at all; what the end of the program would tell, now; did
    // a kernel store to the word at a device address; bytes copied from the device to the host so
    // far.
    bool (*checks_are_on)(void);
    void (*tell_end)(void);
    bool (*kernel_stored)(const void *address);
    long long (*copied_to_host)(void);
    // The accesses to shared memory, in the order of the source; for free(). Returns how many.
    int (*shared_accesses)(struct shared_access **accesses);
};

// NULL in a program that was built for a real GPU.
const struct counting *counting_on_emulated_gpu(void);

#endif
