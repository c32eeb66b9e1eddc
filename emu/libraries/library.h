// SPDX-License-Identifier: MIT
//
// library.h: the common part of every library call (cuBLAS, cuRAND, cuFFT, cuSPARSE, NCCL). On a
// GPU it launches NVIDIA's kernels; here it launches one thread that does all the work on this PC.
//
// So the call is ordered in its stream, the host must wait for it, and its accesses are checked
// like a kernel's. The engine's launch provides all of this; a library declares its operands before
// it accesses them.
#ifndef LIBRARY_H
#define LIBRARY_H

#include "../engine/memory/memory.h"
#include "../engine/check/check.h"
#include "../engine/report/report.h"
#include "../engine/host/host.h"
#include "../engine/host/pending.h"

// Runs work(job) as the launch `name` in the stream; pc: address of the program's call. Returns
// false if a diagnosis ended it or an earlier kernel crashed. size: of the job, which is stored
// while the stream is captured or while earlier work of the stream waits; 0: it cannot be stored,
// because the job points to the caller's data. Then the call waits for that work.
enum { LIBRARY_KEPT = 784 }; // maximum size in bytes
// May the next call in this stream have to store its job?
bool library_keeps(cudaStream_t stream);
bool library_run(const char *pc, const char *name, cudaStream_t stream, void (*work)(void *),
                 void *job, size_t size);

// Declares that the running call reads or writes `count` pieces of device memory, each of `bytes`,
// `step` bytes apart. Ends the call with a diagnosis if an access is not allowed.
struct pieces {
    const void *start;
    size_t bytes, count;
    ptrdiff_t step;
    size_t element; // bytes
};
void library_touch(const char *operand, enum access_kind kind, struct pieces pieces);

// Checks the access to a number in host memory, which the pointer mode requires.
void library_touch_host(const char *operand, const void *p, const char *cure);

// Reports an argument that the library refuses, with the reason.
void library_refuse(const char *pc, const char *call, const char *status, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

// The handles that a library has returned and not yet destroyed. A call with any other pointer is
// reported, because reading what it points to would crash the program.
struct library_maker {
    const char *what, *call; // "handle", "cublasCreate"
};
void library_add_handle(const void *handle);
void library_drop_handle(const void *handle);
bool library_has_handle(const char *pc, const char *call, const char *status,
                        struct library_maker maker, const void *handle);

// Allocates memory for the work itself; ends the program if there is none.
void *library_memory(size_t count, size_t size);

#endif
