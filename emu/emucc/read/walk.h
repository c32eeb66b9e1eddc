// SPDX-License-Identifier: MIT
//
// walk.h: navigation over tokens. Every index is an index into source.tokens.
#ifndef EMUCC_WALK_H
#define EMUCC_WALK_H

#include "lexer.h"

enum { NOWHERE = UINT32_MAX };

bool is(const struct source *source, size_t i, const char *text);
bool same_text(const struct token *a, const struct token *b);

static inline enum keyword keyword_at(const struct source *source, size_t i)
{
    return source->tokens[i].keyword;
}

// An identifier that is not a keyword of C++ or CUDA.
static inline bool is_plain_name(const struct source *source, size_t i)
{
    return source->tokens[i].kind == TOKEN_NAME && source->tokens[i].keyword == KEY_NONE;
}

// True if there is no blank between token i and the one before it.
bool is_glued(const struct source *source, size_t i);

// Returns the token after i, or after its partner if i opens a bracket pair.
size_t skip_one(const struct source *source, size_t i);

// Returns the token after the template arguments that start with the '<' at i, or NOWHERE.
size_t skip_angles(const struct source *source, size_t i);

// Returns the '<' that belongs to the '>' at i, or NOWHERE.
size_t angles_start(const struct source *source, size_t i);

// Returns the token after the name at i, which may be qualified and have template arguments
// (`::ns::A<int>::type`), or i if there is none. Also skips a "::" that precedes something else
// (`A::*`, `A::~A`, `A::operator`). Stores the last identifier's index in *last, or NOWHERE if the
// name does not end with one.
size_t skip_name(const struct source *source, size_t i, size_t *last);

// Returns the end of the list element that starts at i: the next ',' at this level, or `end`.
// Commas inside brackets, braces and template arguments do not count.
size_t piece_end(const struct source *source, size_t i, size_t end);

// Appends the text of tokens [begin, end) on one line.
struct text;
void add_tokens(struct text *text, const struct source *source, size_t begin, size_t end);

// Appends a string as a C string literal.
void add_quoted(struct text *text, const char *string);

// complain_at() for the line of token i.
void complain_token(const struct source *source, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
