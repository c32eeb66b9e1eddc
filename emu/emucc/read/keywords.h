// SPDX-License-Identifier: MIT
//
// keywords.h: the names that the rewriter treats specially.
#ifndef EMUCC_KEYWORDS_H
#define EMUCC_KEYWORDS_H

#include <stddef.h>

enum keyword {
    KEY_NONE, // an identifier of the program

    // CUDA's language extensions.
    KEY_GLOBAL,        // __global__
    KEY_DEVICE,        // __device__
    KEY_HOST,          // __host__
    KEY_SHARED,        // __shared__
    KEY_CONSTANT,      // __constant__
    KEY_MANAGED,       // __managed__
    KEY_GRID_CONSTANT, // __grid_constant__
    KEY_BOUNDS,        // __launch_bounds__(...) and similar, which NVIDIA's compiler and the engine
                       // read
    KEY_NOINLINE,      // __noinline__
    KEY_FORCEINLINE,   // __forceinline__
    KEY_ALIGN,         // __align__(n)

    // C++ keywords that determine the kind of a declaration or statement.
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
    KEY_VOLATILE, // and restrict: allowed among the specifiers and after a *
    KEY_OPERATOR,
    KEY_TYPE_OF, // decltype(...), typeof(...)
    KEY_TYPE,    // int, float, auto ...
    KEY_ALIGNAS,
    KEY_ATTRIBUTE,
    KEY_ASM,
    KEY_STATEMENT, // return, else, case ...: an expression may follow
    KEY_CONDITION, // if, for, while, switch: a parenthesis follows, then a statement
    KEY_DO,
    KEY_ACCESS,  // public, protected, private
    KEY_LITERAL, // true, false, nullptr, __null
};

enum keyword keyword_of(const char *name, size_t length);

#endif
