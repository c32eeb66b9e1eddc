// SPDX-License-Identifier: MIT
//
// lexer.h: the tokens of a preprocessed C++ text.
//
// They differ from the standard's tokens to suit the rewriter. Every '<' and '>' is a token of its
// own, so "<<<" is three tokens with any spacing, and "A<B<int>>" needs no special case. Line
// markers and pragmas are stored separately, so the next token is always code.
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
    char *name;   // without quotes and escapes
    bool system;  // a system header: warnings are off, and unusual code in it is not the user's
                  // mistake
    bool is_ours; // one of the emulator's CUDA headers, which also count as system headers
};

struct token {
    const char *text;
    uint32_t length;
    uint32_t line, column; // in its file; columns count from 0
    uint32_t place;        // index into source.places
    uint32_t match;        // the other bracket of a pair, or NO_MATCH
    uint32_t edit;         // index + 1 into the rewriter's edits, or 0
    enum token_kind kind;
    enum keyword keyword;
};

enum { NO_MATCH = UINT32_MAX };

// A line that starts with '#'.
struct directive {
    const char *text; // without the line break
    uint32_t length;
    uint32_t line, place;           // for a line marker: the position of the next line
    uint32_t from_line, from_place; // position of the directive itself
    uint32_t before;                // index of the token that follows it
    bool is_marker;
    bool begins_file; // a line marker that replaces an #include
};

struct source {
    char *text;
    struct token *tokens; // token_count tokens and a final TOKEN_END
    size_t token_count;
    struct directive *directives;
    size_t directive_count;
    struct place *places;
    size_t place_count;
};

// Reads the file at `path`. Ends the program with a message if the file cannot be read or is too
// large. our_headers is the folder of the emulator's CUDA headers, or NULL.
void source_read(struct source *source, const char *path, const char *our_headers);
void source_free(struct source *source);

#endif
