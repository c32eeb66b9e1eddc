// SPDX-License-Identifier: MIT
//
// lexer.h: a preprocessed C++ text as tokens.
//
// Differences from the standard's tokens, made for the rewriter: every '<' and '>' is a token of
// its own (so "<<<" is three of them however it is spaced, and "A<B<int>>" needs no special case),
// and line markers and pragmas are kept apart, so that looking at the next token is looking at
// code.
#ifndef EMUCC_LEXER_H
#define EMUCC_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keywords.h"

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHARACTER, TOKEN_OTHER, TOKEN_END };

// A file named by a line marker.
struct place {
    const char *quoted; // its name with quotes and escapes, as in the marker
    size_t quoted_length;
    char *name;   // without them
    bool system;  // warnings are off, and what is unusual there is not the user's fault
    bool is_ours; // of the emulator's CUDA headers, which count as such
};

struct token {
    const char *text;
    uint32_t length;
    uint32_t line, column; // in its file; columns from 0
    uint32_t place;        // index into source.places
    uint32_t match;        // the other bracket of a pair, or NO_MATCH
    uint32_t edit;         // index + 1 into the rewriter's edits, or 0
    enum token_kind kind;
    enum keyword keyword;
};

enum { NO_MATCH = UINT32_MAX };

// A line that starts with '#'.
struct directive {
    const char *text; // without the line's end
    uint32_t length;
    uint32_t line, place;           // for a line marker, those that it announces
    uint32_t from_line, from_place; // where it stands
    uint32_t before;                // index of the token that follows it
    bool is_marker;
    bool begins_file; // a line marker in place of an #include
};

struct source {
    char *text;
    struct token *tokens; // token_count of them and one TOKEN_END
    size_t token_count;
    struct directive *directives;
    size_t directive_count;
    struct place *places;
    size_t place_count;
};

// Reads the file at `path`; ends the program with a message if it cannot be read or is too large.
// our_headers: the folder of the emulator's CUDA headers, or NULL.
void source_read(struct source *source, const char *path, const char *our_headers);
void source_free(struct source *source);

#endif
