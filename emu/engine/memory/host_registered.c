// SPDX-License-Identifier: MIT
//
// host_registered.c: memory of the host program that kernels may access, too (cudaHostRegister).
#include "arena.h"

enum { MAX_REGISTERED = 256 };
static struct {
    uintptr_t base;
    size_t size;
} registered[MAX_REGISTERED];

cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags)
{
    (void)flags;
    for (int i = 0; p && bytes && i < MAX_REGISTERED; i++)
        if (registered[i].size == 0) {
            registered[i].base = (uintptr_t)p;
            registered[i].size = bytes;
            return cudaSuccess;
        }
    return set_error(cudaErrorInvalidValue);
}

cudaError_t cudaHostUnregister(void *p)
{
    for (int i = 0; i < MAX_REGISTERED; i++)
        if (registered[i].size && registered[i].base == (uintptr_t)p) {
            registered[i].size = 0;
            return cudaSuccess;
        }
    return set_error(cudaErrorHostMemoryNotRegistered);
}

bool host_is_registered(uintptr_t address, size_t size)
{
    for (int i = 0; i < MAX_REGISTERED; i++)
        if (registered[i].size >= size && address - registered[i].base <= registered[i].size - size)
            return true;
    return false;
}

void host_for_each_registered(void (*each)(uintptr_t begin, size_t size, void *to), void *to)
{
    for (int i = 0; i < MAX_REGISTERED; i++)
        if (registered[i].size)
            each(registered[i].base, registered[i].size, to);
}
