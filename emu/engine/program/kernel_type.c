// SPDX-License-Identifier: MIT
//
// kernel_type.c: a hash table from a kernel's address to its parameter types, for launches that
// pass only the address.
#include "../base/base.h"

enum { SLOTS = 1 << 12 };
static struct {
    const void *function;
    const struct emu_kernel_type *type;
} slots[SLOTS];

static size_t slot_of(const void *function)
{
    size_t i = ((uintptr_t)function >> 4) % SLOTS;
    for (size_t tried = 0; slots[i].function && slots[i].function != function; tried++) {
        if (tried == SLOTS)
            fatal("more than %d kernels", SLOTS);
        i = (i + 1) % SLOTS;
    }
    return i;
}

void emu_register_kernel(const void *function, const struct emu_kernel_type *type)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    const size_t i = slot_of(function);
    slots[i].type = type;
    slots[i].function = function;
    pthread_mutex_unlock(&lock);
}

const struct emu_kernel_type *emu_kernel_type_of(const void *function)
{
    return function ? slots[slot_of(function)].type : NULL;
}
