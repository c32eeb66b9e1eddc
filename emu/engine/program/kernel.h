// SPDX-License-Identifier: MIT
//
// kernel.h: properties of a kernel.
#ifndef KERNEL_H
#define KERNEL_H

#include "../base/base.h"

// ---- kernel.c, function_name.c -----------------------------------------------------------------------

// The static shared memory and the limits of a kernel.
struct kernel_info {
    const void *function;
    const char *name; // NULL until kernel_name() is called
    size_t static_shared;
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
    int max_threads;        // threads of a block: __launch_bounds__
    struct kernel_info *next;
};
struct kernel_info *kernel_info(const void *function);
// The name in the source. Looked up once, because that is slow.
const char *kernel_name(const void *function);
// The name in the program's symbol table, without namespaces, template arguments and parameters.
void function_name(const void *function, char *name, size_t size);
void function_symbol(const void *function, char *symbol, size_t size); // as the linker has it
// Its size of code in bytes; 0: unknown, or loaded at run time.
size_t function_size(const void *function);

#endif
