// SPDX-License-Identifier: MIT
//
// keywords.h: the names that mean something to the rewriter.
#ifndef EMUCC_KEYWORDS_H
#define EMUCC_KEYWORDS_H

#include <stddef.h>

enum keyword {
    KEY_NONE, // a name of the program's own

    // CUDA's language extensions.
    KEY_GLOBAL,        // __global__
    KEY_DEVICE,        // __device__
    KEY_HOST,          // __host__
    KEY_SHARED,        // __shared__
    KEY_CONSTANT,      // __constant__
    KEY_MANAGED,       // __managed__
    KEY_GRID_CONSTANT, // __grid_constant__
    KEY_BOUNDS,        // __launch_bounds__(...) and its like: for NVIDIA's compiler, and the engine
    KEY_NOINLINE,      // __noinline__
    KEY_FORCEINLINE,   // __forceinline__
    KEY_ALIGN,         // __align__(n)

    // C++ words that tell what kind of declaration or statement this is.
    KEY_TEMPLATE,
    KEY_TYPENAME,
    KEY_CLASS, // struct, class, union, enum
    KEY_NAMESPACE,
    KEY_EXTERN,
    KEY_STATIC,
    KEY_INLINE,
    KEY_CONSTEXPR,
    KEY_FRIEND,
    KEY_TYPEDEF,
    KEY_SPECIFIER, // virtual, explicit, thread_local ...
    KEY_CONST,
    KEY_VOLATILE, // and restrict: may stand among the specifiers and after a *
    KEY_OPERATOR,
    KEY_TYPE_OF, // decltype(...), typeof(...)
    KEY_TYPE,    // int, float, auto ...
    KEY_ALIGNAS,
    KEY_ATTRIBUTE,
    KEY_ASM,
    KEY_STATEMENT, // return, else, case ...: an expression starts after it
    KEY_CONDITION, // if, for, while, switch: a parenthesis follows, then a statement
    KEY_DO,
    KEY_ACCESS,  // public, protected, private
    KEY_LITERAL, // true, false, nullptr, __null
};

enum keyword keyword_of(const char *name, size_t length);

#endif
