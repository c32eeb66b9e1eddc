// SPDX-License-Identifier: MIT
//
// errors.c: starts the engine at the first call of any runtime function, and stores errors for the
// program.
#include "types.h"
#include "emu_api.h"

pthread_mutex_t engine_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t heap_lock = PTHREAD_MUTEX_INITIALIZER;

// A child process does not inherit the threads that run kernels.
static bool forked;

bool engine_was_forked(void) { return forked; }

static void mark_child(void) { forked = true; }

static void start(void)
{
    pthread_atfork(NULL, NULL, mark_child);
    engine_start();
}

void engine_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

static _Thread_local cudaError_t last_error;
static _Atomic cudaError_t sticky;

static const char *unseen_at; // location of an error that the program has not read
static cudaError_t unseen;

cudaError_t set_error_at(cudaError_t error, const char *pc)
{
    unseen_at = pc;
    unseen = error;
    return last_error = error;
}

const char *unseen_error(cudaError_t *error)
{
    *error = unseen;
    return unseen_at;
}

void emu_forget_error(void) { sticky = last_error = cudaSuccess; }

void set_sticky_error(cudaError_t error) { sticky = error; }

// After a kernel crashed, every later call returns its error. cudaGetLastError() returns it only
// after one of these calls.
cudaError_t sticky_error(void)
{
    if (forked)
        return last_error = cudaErrorInitializationError; // as CUDA does
    if (sticky != cudaSuccess)
        last_error = sticky;
    return sticky;
}

cudaError_t cudaPeekAtLastError(void)
{
    unseen_at = NULL;
    return last_error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define EMU_ERROR(name, number, text) \
    case name: return #name;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define EMU_ERROR(name, number, text) \
    case name: return text;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}
