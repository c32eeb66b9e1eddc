// SPDX-License-Identifier: MIT
//
// pragma.h: pragmas that nvcc knows, in words that g++ knows.
#ifndef EMUCC_PRAGMA_H
#define EMUCC_PRAGMA_H

#include "../read/lexer.h"
#include "../base/text.h"

// Appends what shall stand in place of a directive that is no line marker: the same text, another,
// or nothing. Has no line's end.
void translate_pragma(struct text *out, const struct source *source,
                      const struct directive *directive);

#endif
