// SPDX-License-Identifier: MIT
//
// kernels.h: the kernels that a program has declared so far.
//
// A launch passes the kernel's address to the engine. The compiler can take that address only if
// the kernel's name alone selects one function. It does not for overloaded kernels, nor where
// template arguments are deduced.
#ifndef EMUCC_KERNELS_H
#define EMUCC_KERNELS_H

#include "declaration.h"

struct kernel {
    const struct token *name;
    char *parameters;           // their text without names and default arguments
    size_t template_parameters; // those without a default; 0 for an ordinary function
    bool is_template, is_overloaded;
    bool in_namespace; // outside the namespace, its name alone does not identify it
};

struct kernels {
    struct kernel *items;
    size_t count;
    size_t *functions; // the names of other functions, as indices of tokens
    size_t function_count;
};

void kernels_add(struct kernels *kernels, const struct source *source,
                 const struct declaration *declaration, const struct declarator *declarator,
                 bool in_namespace);
// Records the declaration of a function that is not a kernel; `name` is the index of its name.
void kernels_add_function(struct kernels *kernels, size_t name);
void kernels_free(struct kernels *kernels);

// The kind of expression before "<<<".
enum kernel_reference {
    REFERENCE_EXPRESSION, // an expression whose value is a kernel: a pointer, table[i], f(n)
    REFERENCE_NAME,       // a name of several kernels; the arguments select one
    REFERENCE_FUNCTION,   // a name that selects one function: its address can be taken
};

enum kernel_reference kernel_reference(const struct kernels *kernels, const struct source *source,
                                       size_t begin, size_t end);

// Returns true if parameter number `parameter` (from 0) of the kernel that [begin, end) names is a
// reference.
bool kernel_takes_reference(const struct kernels *kernels, const struct source *source,
                            size_t begin, size_t end, size_t parameter);

#endif
