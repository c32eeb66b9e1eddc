// SPDX-License-Identifier: MIT
//
// declaration.h: finds what a declaration declares, from its tokens alone. It reads only what the
// rewriter needs: functions or variables, their names, specifiers and alignments.
#ifndef EMUCC_DECLARATION_H
#define EMUCC_DECLARATION_H

#include "walk.h"

struct declaration {
    size_t template_parameters; // '<' of the innermost template header, or NOWHERE
    size_t specifiers;          // first token after the template headers
    size_t declarators;         // first token after the specifiers
    size_t class_body;          // '{' of a class defined among the specifiers, or NOWHERE
    uint64_t keywords;          // the specifiers' keywords, one bit each: use has()
    bool is_template, is_specialization, is_instantiation;
};

// One declarator of a declaration: `*p[3]`, `f(int x) const`.
struct declarator {
    size_t begin, end; // range of its tokens, without the initialiser
    size_t name;       // NOWHERE for operators and similar names
    size_t parameters; // '(' of a function's parameters, or NOWHERE for a variable
    bool is_qualified; // A::f
    bool is_pointer;   // or a reference
    bool is_const_pointer;
};

static inline bool has(const struct declaration *declaration, enum keyword keyword)
{
    return declaration->keywords >> keyword & 1;
}

// Reads the template headers and specifiers of the declaration that starts at `begin`.
struct declaration read_declaration(const struct source *source, size_t begin);

// Reads the declarator that starts at `begin`.
struct declarator read_declarator(const struct source *source, size_t begin);

// If an attribute or alignment specifier ([[..]], alignas(..), __attribute__((..)), __align__(..))
// starts at i, returns the token after it; otherwise returns i.
size_t skip_attribute(const struct source *source, size_t i);

#endif
