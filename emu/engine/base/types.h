// SPDX-License-Identifier: MIT
//
// types.h: CUDA's types, and the constants and functions that every file of the engine needs.
#ifndef TYPES_H
#define TYPES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
// Programs see the built-in variables as constants; the engine assigns them.
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
// The address of the call in the program. One is subtracted so that the address is inside the call
// instruction.
#define CALLER() ((const char *)__builtin_return_address(0) - 1)
// Defined by the linker: where the program begins, where its code and where its data end. The
// program is the file that contains the engine: also a shared library.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

// False in a shared library whose engine is not used, because the program or a library loaded
// before has one: the first symbol is that of the engine in use, the second one the library's own.
extern const char emu_engine;
extern const char emu_own_engine __attribute__((visibility("hidden")));
static inline bool engine_is_used(void) { return &emu_engine == &emu_own_engine; }

// ---- errors.c -----------------------------------------------------------------------------------

// Sets the error for cudaGetLastError, and remembers where it occurred in case the program never
// asks. Returns the error.
cudaError_t set_error_at(cudaError_t error, const char *pc);
#define set_error(error) \
    set_error_at(error, CALLER()) // in a function that the program calls directly
// Where the latest error occurred that the program has not read; NULL if there is none.
const char *unseen_error(cudaError_t *error);
void set_sticky_error(cudaError_t error); // every later call returns it, as after a kernel that
                                          // crashed
cudaError_t sticky_error(void);
bool engine_was_forked(void); // is this process a child of the process that began to use the GPU?
void engine_init(void);       // called by each runtime function; the first call runs engine_start()
void engine_start(void);      // starts every room; defined by the topmost one (host/runtime.c)
extern pthread_mutex_t engine_lock; // one runtime call at a time
extern pthread_mutex_t heap_lock;   // for malloc and free in kernels

// ---- environment.c ------------------------------------------------------------------------------

void environment_check(void); // ends the program if a variable EMU_... has an invalid value
const char *environment_value(const char *name); // NULL: unset or empty
// The environment for a program that takes this one's place, with the settings of checks that this
// one has. The caller provides the array for it, with as many pointers as
// environment_most_for_exec() returns. The strings stay those of `environment` and of the engine.
// Both functions may be called by a signal handler.
size_t environment_most_for_exec(char *const *environment);
void environment_for_exec(char *const *environment, const char **copy);
double environment_seconds(const char *name, double otherwise);
bool environment_has(const char *name); // is it set, and neither empty nor 0?

// ---- message.c ----------------------------------------------------------------------------------

// Prints one line with the reason and ends the program with status 1.
void fatal(const char *what, ...) __attribute__((format(printf, 1, 2), noreturn));
char *grouped(char text[32], unsigned long long number); // "25,204"

#endif
