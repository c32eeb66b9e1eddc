// SPDX-License-Identifier: MIT
//
// shared.h: what shared.c and shared_see.c have in common.
#ifndef EMUCC_SHARED_H
#define EMUCC_SHARED_H

#include "rewriter.h"

static const char MAY_BE_UNUSED[] = " __attribute__((unused))";

// Is the variable to be aligned beyond what its type asks?
bool has_alignment(const struct source *source, const struct declaration *declaration,
                   const struct declarator *declarator);

// The reference to the running block's copy, without the ';':
//     emu_type &As = *static_cast<emu_type *>(emu_shared(...))
// `attribute` goes behind the name. The caller frees it.
char *shared_reference(const struct token *name, unsigned serial, bool is_dynamic, bool is_aligned,
                       const char *attribute);

#endif
