// SPDX-License-Identifier: MIT
//
// pragma.h: translates nvcc's pragmas to g++'s.
#ifndef EMUCC_PRAGMA_H
#define EMUCC_PRAGMA_H

#include "../read/lexer.h"
#include "../base/text.h"

// Appends the replacement of a directive that is not a line marker: the same text, another one, or
// nothing. It has no line break.
void translate_pragma(struct text *out, const struct source *source,
                      const struct directive *directive);

#endif
