// SPDX-License-Identifier: MIT
//
// shared.h: declarations shared by shared.c and shared_see.c.
#ifndef EMUCC_SHARED_H
#define EMUCC_SHARED_H

#include "rewriter.h"

static const char MAY_BE_UNUSED[] = " __attribute__((unused))";

// Returns true if the variable's alignment exceeds that of its type.
bool has_alignment(const struct source *source, const struct declaration *declaration,
                   const struct declarator *declarator);

// Returns the reference to the running block's copy, without the ';':
//     emu_type &As = *static_cast<emu_type *>(emu_shared(...))
// `attribute` goes after the name. The caller frees the string.
char *shared_reference(const struct token *name, unsigned serial, bool is_dynamic, bool is_aligned,
                       const char *attribute);

#endif
