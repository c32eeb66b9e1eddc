// SPDX-License-Identifier: MIT
//
// shared.h: declarations shared by shared.c, shared_see.c and members.c.
#ifndef EMUCC_SHARED_H
#define EMUCC_SHARED_H

#include "rewriter.h"

static const char MAY_BE_UNUSED[] = " __attribute__((unused))";

enum { SITE_DIMENSIONS = 4 }; // EMU_SITE_DIMENSIONS of emu.h

// Returns the table emu_members_SERIAL of the structure that is declared, or NULL if it is not a
// plain one. class_name: of a structure that the declaration itself defines. The caller frees it.
char *shared_members(const struct source *source, const struct declaration *declaration,
                     const char *class_name, unsigned serial);

// Returns true if the variable's alignment exceeds that of its type.
bool has_alignment(const struct source *source, const struct declaration *declaration,
                   const struct declarator *declarator);

// Returns the reference to the running block's copy, without the ';':
//     emu_type &As = *static_cast<emu_type *>(emu_shared(...))
// `attribute` goes after the name. The caller frees the string.
char *shared_reference(const struct token *name, unsigned serial, bool is_dynamic, bool is_aligned,
                       const char *attribute);

#endif
