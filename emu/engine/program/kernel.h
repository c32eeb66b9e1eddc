// SPDX-License-Identifier: MIT
//
// kernel.h: what is known of a kernel.
#ifndef KERNEL_H
#define KERNEL_H

#include "../base/base.h"

// ---- kernel.c, function_name.c -----------------------------------------------------------------------

// The static shared memory and the dynamic limit of a kernel, once known.
struct kernel_info {
    const void *function;
    const char *name; // NULL until kernel_name() was asked
    size_t static_shared;
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
    int max_threads;        // of a block: __launch_bounds__
};
struct kernel_info *kernel_info(const void *function);
// What the program calls the function. Found out once, which takes a while.
const char *kernel_name(const void *function);
// The name in the program's table of symbols, without namespaces, arguments of a template and
// parameters.
void function_name(const void *function, char *name, size_t size);
// How many bytes of code it has; 0: not known, or loaded while the program runs.
size_t function_size(const void *function);

#endif
