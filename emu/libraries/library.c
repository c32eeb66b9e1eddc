// SPDX-License-Identifier: MIT
#include "library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/host/host.h"

struct closure {
    void (*work)(void *);
    void *job; // on the host's stack, which outlives the launch
};

static void run_closure(void *arg)
{
    const struct closure *closure = arg;
    closure->work(closure->job);
}

struct kept {
    void (*work)(void *);
    _Alignas(16) char job[LIBRARY_KEPT];
};

static void run_kept(void *arg)
{
    struct kept *kept = arg;
    kept->work(kept->job);
}

bool library_keeps(cudaStream_t stream) { return is_captured(stream) || pending_any(); }

bool library_run(const char *pc, const char *name, cudaStream_t stream, void (*work)(void *),
                 void *job, size_t size)
{
    const struct closure closure = {work, job};
    stream =
        stream ? stream : cudaStreamLegacy; // a library was compiled without per-thread streams
    const struct emu_config one = {{1, 1, 1}, {1, 1, 1}, 0, stream};
    struct kept kept = {.work = work};
    if (strncmp(name, "nccl", 4) != 0 && // which adds its collectives itself
        schedule_unknown(name, stream, "a call of a library"))
        return true;
    if (size > 0 && size <= sizeof kept.job && library_keeps(stream)) {
        memcpy(kept.job, job, size);
        launch_library(pc, &one, name, run_kept, &kept, sizeof kept, true);
    } else {
        launch_library(pc, &one, name, run_closure, &closure, sizeof closure, false);
    }
    return sticky_error() == cudaSuccess;
}

// ---- Operands -----------------------------------------------------------------------------------

static bool is_device_memory(uintptr_t address, size_t bytes)
{
    if (arena_offset((const void *)address) < MANAGED_END)
        return arena_is_valid(address, bytes);
    return (image_is_symbol(address, bytes) && bytes <= symbol_bytes_from(address)) ||
           host_is_registered(address, bytes);
}

static const char *call_name(void) { return emu_current->block->launch->kernel; }

static void __attribute__((cold, noreturn))
cannot_touch(const char *operand, enum access_kind kind, uintptr_t address, size_t element)
{
    const char *verb = kind == LOAD ? "reads" : "writes", *pc = emu_current->block->launch->pc;
    char text[512];
    describe_address(address, element, text, sizeof text);
    if (address < 4096)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, NULL,
                        "did its cudaMalloc succeed?", "%s: %s is a null pointer", call_name(),
                        operand);
    if (arena_offset((const void *)address) >= MANAGED_END)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, text,
                        "copy the data into memory from cudaMalloc, and pass that pointer (a "
                        "scalar: or ask for it in "
                        "host memory)",
                        "%s: %s is host memory", call_name(), operand);
    if (arena_was_freed(address))
        report_and_stop(cudaErrorIllegalAddress, KIND_FREE, pc, text,
                        "free it after the last call that uses it", "use after free: %s %s %s",
                        call_name(), verb, operand);
    report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                    "compare rows, columns and leading dimension, or length and increment, with "
                    "what was allocated: element (i, j) is at i + j * ld",
                    "out of bounds: %s %s %s beyond its memory", call_name(), verb, operand);
}

// Checks words of 4 bytes and the rest, in the sizes of a thread's accesses.
static void check_piece(uintptr_t address, size_t bytes, enum access_kind kind)
{
    struct thread *t = emu_current;
    uintptr_t offset = arena_offset((const void *)address);
    const char *pc = t->block->launch->pc;
    if (offset >= MANAGED_END)
        offset = image_variable(address);
    if (!offset || !t->checked)
        return;
    while (bytes > 0) {
        size_t step = offset % 4 == 0 && bytes >= 4 ? 4 : offset % 2 == 0 && bytes >= 2 ? 2 : 1;
        check_access(t, offset, step, kind, 0, pc);
        offset += step;
        bytes -= step;
    }
}

void library_touch(const char *operand, enum access_kind kind, struct pieces p)
{
    const uintptr_t first = (uintptr_t)p.start;
    if (p.bytes == 0 || p.count == 0)
        return;
    for (size_t i = 0; i < p.count; i++) {
        const uintptr_t piece = first + i * (uintptr_t)p.step;
        if (!is_device_memory(piece, p.bytes)) {
            size_t at = 0;
            while (is_device_memory(piece + at, p.element))
                at += p.element;
            cannot_touch(operand, kind, piece + at, p.element);
        }
        check_piece(piece, p.bytes, kind);
    }
}

void library_touch_host(const char *operand, const void *p, const char *cure)
{
    const char *pc = emu_current->block->launch->pc;
    if (!p)
        cannot_touch(operand, LOAD, 0, 1);
    if (arena_offset(p) < GLOBAL_END)
        report_and_stop(cudaErrorIllegalAddress, KIND_MEMORY, pc, NULL, cure,
                        "%s: %s is in device memory, but the pointer mode requires host memory",
                        call_name(), operand);
}

// ---- Refusals -----------------------------------------------------------------------------------

void library_refuse(const char *pc, const char *call, const char *status, const char *why, ...)
{
    char head[200], text[300];
    va_list args;
    va_start(args, why);
    vsnprintf(text, sizeof text, why, args);
    va_end(args);
    snprintf(head, sizeof head, "%s refused (%s)", call, status);
    call_refused(pc, head, text);
}

void *library_memory(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        fatal("no memory for %zu bytes that a library needs", count * size);
    return p;
}
