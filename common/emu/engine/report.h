// SPDX-License-Identifier: MIT
//
// report.h: what went wrong, for the one who wrote the program: where, who, what to do.
#ifndef REPORT_H
#define REPORT_H

#include "engine.h"

// ---- where.c ------------------------------------------------------------------------------------

// Source position of an address of the program, "file.cu:31"; the wrappers of the CUDA headers are
// skipped. Returns `text`.
char *where(const char *pc, char *text, size_t size);
// The same for many addresses at once: fills texts[i] (each of `size` bytes).
void where_all(const char *const *pcs, int count, char *texts, size_t size);

// As it stands in the program's file.
uintptr_t address_in_file(const char *pc);

// A place in the program as a number that fits in a record, and back.
enum { PLACE_OF_COPY = INT32_MIN }; // a mark beside the number: an asynchronous copy stands there
uint32_t place_number(const char *pc);
const char *place_pc(uint32_t number);

// ---- report.c -----------------------------------------------------------------------------------

// One diagnosis, printed to stderr in one piece; the program's exit status becomes 1.
// `what` is the first line; `address` and `cure` may be NULL.
void report(const char *pc, const char *address, const char *cure, const char *what, ...)
    __attribute__((format(printf, 4, 5)));
// Has this been told (it is counted then)? Spares the work of describing it once more.
bool report_is_old(const char *pc, const char *what);
// As above for the running thread, then ends its launch with `error`.
void report_and_stop(cudaError_t error, const char *pc, const char *address, const char *cure,
                     const char *what, ...) __attribute__((format(printf, 5, 6), noreturn));
// "allocation of 4096 bytes by cudaMalloc at main.c:12, 4 bytes past its end"
char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size);
// A launch that never began: remembered for cudaGetLastError, and explained.
void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why);
void fatal(const char *what, ...) __attribute__((format(printf, 1, 2), noreturn));

// ---- fault.c ------------------------------------------------------------------------------------

// Turns a segmentation fault into a diagnosis: host code that follows a device pointer, a library
// function inside a kernel that was handed a wrong one, a thread whose local arrays outgrew its
// stack.
void fault_handler_init(void);
void fault_handler_for_this_thread(void); // each thread needs a spare stack to handle it on

#endif
