// SPDX-License-Identifier: MIT
//
// symbol.c: access to __device__ and __constant__ variables by the host.
#include "host.h"
#include "stream.h"
#include "../memory/memory.h"
#include "../report/report.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// ---- Symbols: __device__ and __constant__ variables ---------------------------------------------

cudaError_t symbol_copy_check(const struct symbol_copy *c)
{
    const uintptr_t symbol = (uintptr_t)c->symbol;
    engine_init();
    if (sticky_error() != cudaSuccess)
        return sticky_error();
    if (!image_is_symbol(symbol, 1)) {
        report(KIND_MEMORY, c->pc, NULL,
               "pass the __device__ or __constant__ variable itself, not a string or a "
               "pointer to other memory",
               "copy to or from a symbol that is not a __device__ variable");
        return set_error_at(cudaErrorInvalidSymbol, c->pc);
    }
    return image_is_symbol(symbol + c->offset, c->bytes)
               ? cudaSuccess
               : set_error_at(cudaErrorInvalidValue, c->pc);
}

cudaError_t symbol_copy_run(const struct symbol_copy *c)
{
    char *symbol = c->symbol + c->offset;
    const cudaError_t error = symbol_copy_check(c);
    if (error != cudaSuccess)
        return error;
    pthread_mutex_lock(&engine_lock);
    image_select(gpu_current());
    arena_open(); // the other side may be device memory
    if (c->write) {
        memmove(symbol, c->other, c->bytes);
        image_was_set((uintptr_t)symbol, c->bytes, gpu_current(), c->pc);
        note_copied_to_device(c->bytes);
    } else {
        memmove(c->other, symbol, c->bytes);
        check_written((uintptr_t)c->other, c->bytes);
        note_copied_to_host(c->bytes);
    }
    arena_close();
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

static cudaError_t copy_symbol(const char *function, const struct symbol_copy *c)
{
    cudaError_t error = capture_refuses(USE_WORK, STREAM_DEFAULT, function, c->pc);
    if (error == cudaSuccess)
        error = symbol_copy_check(c);
    if (error != cudaSuccess)
        return error;
    stream_sync(STREAM_DEFAULT);
    return symbol_copy_run(c);
}

// ---- Copies in a stream -------------------------------------------------------------------------

struct later {
    struct symbol_copy copy;
    char *staged; // the source, if the program may change it after the call
};

static void run_later(void *data) { symbol_copy_run(&((struct later *)data)->copy); }

static void release_later(void *data)
{
    free(((struct later *)data)->staged);
    free(data);
}

static void add_later(const char *function, const struct symbol_copy *c, cudaStream_t stream)
{
    struct later later = {*c, NULL};
    const struct pending_call waiting = {.run = run_later,
                                         .release = release_later,
                                         .data = &later,
                                         .what = function,
                                         .pc = c->pc,
                                         .writes = c->write ? c->symbol + c->offset : c->other,
                                         .bytes = c->bytes};
    if (c->write && copy_is_pageable(c->other)) {
        if (!(later.staged = malloc(c->bytes)))
            fatal("no memory for a copy");
        later.copy.other = memcpy(later.staged, c->other, c->bytes);
    }
    pending_add_copy(stream, &waiting, sizeof later);
}

static cudaError_t copy_symbol_async(const char *function, const struct symbol_copy *c,
                                     cudaStream_t stream)
{
    cudaError_t error = capture_refuses(USE_WORK, stream, function, c->pc);
    if (error == cudaSuccess)
        error = symbol_copy_check(c);
    if (error != cudaSuccess || c->bytes == 0 || (capture && capture->symbol(stream, c)))
        return error;
    if (!c->write && copy_is_pageable(c->other)) // it is written when the call returns
        pending_drain(stream);
    if (!pending_blocks(stream))
        return symbol_copy_run(c);
    add_later(function, c, stream);
    return cudaSuccess;
}

// ---- Addresses of symbols -----------------------------------------------------------------------

struct asked {
    uintptr_t begin;
    size_t size;
};
static struct asked *asked; // symbols whose address the program has requested
static size_t asked_count, asked_room;
static pthread_mutex_t asked_lock = PTHREAD_MUTEX_INITIALIZER;

static bool find_asked(uintptr_t address, size_t *bytes_from)
{
    bool found = false;
    *bytes_from = 0;
    pthread_mutex_lock(&asked_lock);
    for (size_t i = 0; i < asked_count; i++) {
        const size_t before = address - asked[i].begin;
        if (before > asked[i].size)
            continue;
        found = true;
        if (asked[i].size - before > *bytes_from)
            *bytes_from = asked[i].size - before;
    }
    pthread_mutex_unlock(&asked_lock);
    return found;
}

// The end counts, because programs pass it to kernels and algorithms.
bool symbol_address_was_asked(uintptr_t address)
{
    size_t bytes_from;
    return find_asked(address, &bytes_from);
}

size_t symbol_bytes_from(uintptr_t address)
{
    size_t bytes_from;
    find_asked(address, &bytes_from);
    return bytes_from;
}

static bool is_known(uintptr_t address, size_t bytes)
{
    for (size_t i = 0; i < asked_count; i++)
        if (asked[i].begin == address && asked[i].size == bytes)
            return true;
    return false;
}

void symbol_address_asked(uintptr_t address, size_t bytes)
{
    pthread_mutex_lock(&asked_lock);
    if (!is_known(address, bytes)) {
        if (asked_count == asked_room) {
            asked_room = 2 * asked_room + 16;
            asked = realloc(asked, asked_room * sizeof *asked);
            if (!asked)
                fatal("no memory for the addresses of variables");
        }
        asked[asked_count++] = (struct asked){address, bytes};
    }
    pthread_mutex_unlock(&asked_lock);
}

// The number of bytes from there to the end of the linker's section of variables.
static size_t bytes_of_section(uintptr_t address)
{
    size_t bytes = 1;
    for (size_t step = (size_t)1 << 40; step > 0; step /= 2)
        while (image_is_symbol(address, bytes + step))
            bytes += step;
    return bytes;
}

// The typed forms of the copies (cuda_runtime_cxx.h) know the size of the variable.
int emu_symbol_fits(size_t symbol_bytes, size_t bytes, size_t offset)
{
    if (bytes <= symbol_bytes && offset <= symbol_bytes - bytes)
        return 1;
    report(KIND_BOUNDS, CALLER(), NULL, "count bytes, and compare with the size of the variable",
           "copy of %zu bytes at offset %zu: the __device__ variable has %zu bytes", bytes, offset,
           symbol_bytes);
    set_error(cudaErrorInvalidValue);
    return 0;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    (void)kind;
    return copy_symbol(__func__, &COPY_TO_SYMBOL);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    (void)kind;
    return copy_symbol(__func__, &COPY_FROM_SYMBOL);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind;
    return copy_symbol_async(__func__, &COPY_TO_SYMBOL, stream);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind;
    return copy_symbol_async(__func__, &COPY_FROM_SYMBOL, stream);
}

int emu_symbol_address(void **p, const void *symbol, size_t bytes)
{
    const uintptr_t address = (uintptr_t)symbol;
    if (!p || !image_is_symbol(address, 1))
        return set_error(cudaErrorInvalidSymbol);
    *p = (void *)address;
    symbol_address_asked(address, bytes ? bytes : bytes_of_section(address));
    return cudaSuccess;
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    return emu_symbol_address(p, symbol, 0);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    (void)bytes;
    (void)symbol;
    return set_error(cudaErrorNotSupported); // the linker's section has no sizes of single
                                             // variables
}
