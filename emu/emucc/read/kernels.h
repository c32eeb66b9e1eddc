// SPDX-License-Identifier: MIT
//
// kernels.h: the kernels that a program has declared so far.
//
// A launch hands the engine the kernel's address, which the compiler can only tell where the
// kernel's name alone says which function is meant: not for overloaded ones, and not where template
// arguments are left to deduction.
#ifndef EMUCC_KERNELS_H
#define EMUCC_KERNELS_H

#include "declaration.h"

struct kernel {
    const struct token *name;
    char *parameters;           // their text without names and default arguments
    size_t template_parameters; // that have no default; 0 for an ordinary function
    bool is_template, is_overloaded;
    bool in_namespace; // its name alone does not tell it from outside
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
// A function that is no kernel was declared; `name` is the index of its name.
void kernels_add_function(struct kernels *kernels, size_t name);
void kernels_free(struct kernels *kernels);

// What stands before "<<<".
enum kernel_reference {
    REFERENCE_EXPRESSION, // something that yields a kernel: a pointer, table[i], f(n)
    REFERENCE_NAME,       // the name of kernels, one of which the arguments choose
    REFERENCE_FUNCTION,   // a name that says which function is meant: its address can be taken
};

enum kernel_reference kernel_reference(const struct kernels *kernels, const struct source *source,
                                       size_t begin, size_t end);

// Is that parameter (0 the first) of the kernel that [begin, end) names a reference?
bool kernel_takes_reference(const struct kernels *kernels, const struct source *source,
                            size_t begin, size_t end, size_t parameter);

#endif
