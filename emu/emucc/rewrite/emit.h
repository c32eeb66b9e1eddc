// SPDX-License-Identifier: MIT
//
// emit.h: writes tokens and generated text so that each keeps the line it had.
//
// Tokens may come in any order, and text may be added between them: wherever the output would get
// out of step, a new line marker tells the compiler which line and column of the user's file
// follow.
#ifndef EMUCC_EMIT_H
#define EMUCC_EMIT_H

#include "../read/lexer.h"
#include "../base/text.h"

struct emitter {
    const struct source *source;
    struct text out;
    size_t next_directive;        // the first that is not yet written
    uint32_t place, line, column; // of what comes next
};

// Goes to the line of token i, so that generated text written next belongs to it. Directives that
// stand before the token are written first, if they are not yet.
void emit_line_of(struct emitter *emitter, size_t i);

// Writes token i in its line and column.
void emit_token(struct emitter *emitter, size_t i);

// Writes generated text; it should end with a blank or a punctuator.
void emit_text(struct emitter *emitter, const char *text);

#endif
