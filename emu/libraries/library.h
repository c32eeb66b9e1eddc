// SPDX-License-Identifier: MIT
//
// library.h: what every call of a library (cuBLAS, cuRAND, cuFFT) has in common: on a GPU it is a
// launch of NVIDIA's kernels, here of one thread that does all the work on this PC.
//
// So it waits for what is before it in its stream, the host must wait for it, and what it reads and
// writes is checked like a kernel's accesses. The engine's launch does all that; a library names
// its operands before it touches them.
#ifndef LIBRARY_H
#define LIBRARY_H

#include "../engine/memory/memory.h"
#include "../engine/check/check.h"
#include "../engine/report/report.h"
#include "../engine/host/host.h"

// Runs work(job) as the launch `name` in the stream; pc: where the program called. False where a
// diagnosis ended it, or an earlier kernel had crashed. size: of the job, which a graph keeps while
// the stream is captured; 0: it cannot, as the job points to things of the caller's.
enum { LIBRARY_KEPT = 704 }; // bytes at most
bool library_run(const char *pc, const char *name, cudaStream_t stream, void (*work)(void *),
                 void *job, size_t size);

// `count` pieces of device memory, `bytes` each, `step` bytes from one to the next: all of it is to
// be read, or written, by the running call. Ends the call with a diagnosis where it cannot be.
struct pieces {
    const void *start;
    size_t bytes, count;
    ptrdiff_t step;
    size_t element; // bytes
};
void library_touch(const char *operand, enum access_kind kind, struct pieces pieces);

// A number of `bytes` that the call wants from, or stores to, host memory (by its pointer mode).
void library_touch_host(const char *operand, const void *p, const char *cure);

// A call with an argument that the library refuses: a note with the reason.
void library_refuse(const char *pc, const char *call, const char *status, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

// Memory for the work itself; ends the program where there is none.
void *library_memory(size_t count, size_t size);

#endif
