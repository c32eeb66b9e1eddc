// SPDX-License-Identifier: MIT
// emit.h: writes tokens and generated text so that each keeps its line.
//
// Tokens may come in any order, with generated text between them. Where the output would no longer
// match the user's file, a new line marker gives the compiler the line and column that follow.
#ifndef EMUCC_EMIT_H
#define EMUCC_EMIT_H

#include "../read/lexer.h"
#include "../base/text.h"

struct emitter {
    const struct source *source;
    struct text out;
    size_t next_directive;        // the first one that is not written yet
    uint32_t place, line, column; // of the next output
    size_t after; // the token after the one that was written last; 0 after generated text
};

// Advances to the line of token i, so that generated text written next belongs to it. First writes
// the directives before the token that are not written yet.
void emit_line_of(struct emitter *emitter, size_t i);

// Writes token i on its line, in its column.
void emit_token(struct emitter *emitter, size_t i);

// Writes generated text, which should end with a blank or a punctuator.
void emit_text(struct emitter *emitter, const char *text);

#endif
