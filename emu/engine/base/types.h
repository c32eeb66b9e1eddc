// SPDX-License-Identifier: MIT
//
// types.h: CUDA's types and the constants and functions that every file of the engine needs.
#ifndef TYPES_H
#define TYPES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
// Programs see the built-in variables as constants; here they are set.
#define threadIdx emu_constant_threadIdx
#define blockIdx emu_constant_blockIdx
#define blockDim emu_constant_blockDim
#define gridDim emu_constant_gridDim
#include "emu.h"
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_WARPS = MAX_THREADS / WARP,
    MAX_BARRIERS = 16,
    MAX_UNORDERED = 64
};

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
// The address in the program that asked for something; one back, it lies inside the call.
#define CALLER() ((const char *)__builtin_return_address(0) - 1)
extern const char __executable_start[]; // of the program's code and data, says the linker

// ---- errors.c -----------------------------------------------------------------------------------

// Remembers an error for cudaGetLastError, and where it arose, should nobody ever ask. Returns it.
cudaError_t set_error_at(cudaError_t error, const char *pc);
#define set_error(error) \
    set_error_at(error, CALLER()) // in a function that the program called itself
// Where the latest error occurred that the program has not asked for; NULL: there is none.
const char *unseen_error(cudaError_t *error);
void set_sticky_error(cudaError_t error); // every later call returns it, as after a crashed kernel
cudaError_t sticky_error(void);
bool engine_was_forked(void); // this process is a child of the one that began to use the GPU
void engine_init(void);       // by each call; the first one calls engine_start()
void engine_start(void);      // starts every room; the topmost one defines it (host/runtime.c)
extern pthread_mutex_t engine_lock; // one runtime call at a time
extern pthread_mutex_t heap_lock;   // malloc and free of kernels

// ---- environment.c ------------------------------------------------------------------------------

void environment_check(void); // ends the program where a variable EMU_... has no meaning
double environment_seconds(const char *name, double otherwise);
bool environment_has(const char *name); // set, and neither empty nor 0

// ---- message.c ----------------------------------------------------------------------------------

// Ends the program with status 1 after one line that says why.
void fatal(const char *what, ...) __attribute__((format(printf, 1, 2), noreturn));
char *grouped(char text[32], unsigned long long number); // "25,204"

#endif
