// SPDX-License-Identifier: MIT
//
// symbol.c: access to __device__ and __constant__ variables by the host.
#include "host.h"
#include "stream.h"
#include "../memory/memory.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

// ---- Symbols: __device__ and __constant__ variables ---------------------------------------------

static cudaError_t copy_symbol(char *symbol, void *host, size_t bytes, size_t offset, bool write,
                               const char *pc)
{
    engine_init();
    if (sticky_error() != cudaSuccess)
        return sticky_error();
    if (!image_is_symbol((uintptr_t)symbol, 1)) {
        report(KIND_MEMORY, pc, NULL,
               "pass the __device__ or __constant__ variable itself, not a string or a "
               "pointer to other memory",
               "copy to or from a symbol that is not a __device__ variable");
        return set_error_at(cudaErrorInvalidSymbol, pc);
    }
    if (!image_is_symbol((uintptr_t)symbol + offset, bytes))
        return set_error_at(cudaErrorInvalidValue, pc);
    stream_sync(cudaStreamLegacy);
    pthread_mutex_lock(&engine_lock);
    image_select(gpu_current());
    arena_open(); // the other side may be device memory
    if (write) {
        memmove(symbol + offset, host, bytes);
        image_was_set((uintptr_t)symbol + offset, bytes, gpu_current(), pc);
        note_copied_to_device(bytes);
    } else {
        memmove(host, symbol + offset, bytes);
        check_written((uintptr_t)host, bytes);
        note_copied_to_host(bytes);
    }
    arena_close();
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

enum { MAX_ASKED = 256 };
static uintptr_t asked[MAX_ASKED]; // symbols whose address the program has requested
static int asked_count;

bool symbol_address_was_asked(uintptr_t address)
{
    for (int i = 0; i < asked_count; i++)
        if (asked[i] == address)
            return true;
    return asked_count == MAX_ASKED;
}

void symbol_address_asked(uintptr_t address)
{
    if (!symbol_address_was_asked(address))
        asked[asked_count++] = address;
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

#define SYMBOL(p) ((char *)(uintptr_t)(p))

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    (void)kind;
    const cudaError_t refused = capture_refuses(USE_WORK, cudaStreamLegacy, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    return copy_symbol(SYMBOL(symbol), SYMBOL(from), bytes, offset, true, CALLER());
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    (void)kind;
    const cudaError_t refused = capture_refuses(USE_WORK, cudaStreamLegacy, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    return copy_symbol(SYMBOL(symbol), to, bytes, offset, false, CALLER());
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind;
    pending_drain(stream);
    return copy_symbol(SYMBOL(symbol), SYMBOL(from), bytes, offset, true, CALLER());
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)kind;
    pending_drain(stream);
    return copy_symbol(SYMBOL(symbol), to, bytes, offset, false, CALLER());
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    if (!p || !image_is_symbol((uintptr_t)symbol, 1))
        return set_error(cudaErrorInvalidSymbol);
    *p = (void *)(uintptr_t)symbol;
    symbol_address_asked((uintptr_t)symbol);
    return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    (void)bytes;
    (void)symbol;
    return set_error(cudaErrorNotSupported); // the linker's section has no sizes of single
                                             // variables
}
