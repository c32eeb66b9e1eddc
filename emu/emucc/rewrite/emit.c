// SPDX-License-Identifier: MIT
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "../read/walk.h"

enum {
    MAX_EMPTY_LINES = 8, // so many are shorter than a line marker
    MAX_COLUMN = 1000,   // further right stand only expanded macros, whose columns nobody sees
};

static void end_line(struct emitter *emitter)
{
    text_add(&emitter->out, "\n");
    emitter->line++;
    emitter->column = 0;
}

static void emit_marker(struct emitter *emitter, uint32_t place_index, uint32_t line)
{
    const struct place *place = &emitter->source->places[place_index];
    if (emitter->column > 0)
        end_line(emitter);
    text_add_format(&emitter->out, "# %u %.*s%s\n", line, (int)place->quoted_length, place->quoted,
                    place->system || place->is_ours ? " 3" : "");
    emitter->place = place_index;
    emitter->line = line;
    emitter->column = 0;
}

static void go_to_line(struct emitter *emitter, uint32_t place, uint32_t line)
{
    if (emitter->place != place || line < emitter->line || line - emitter->line > MAX_EMPTY_LINES)
        emit_marker(emitter, place, line);
    while (emitter->line < line)
        end_line(emitter);
}

// The original marker may also mark the begin or the end of a file, so it is kept unchanged.
static void emit_original_marker(struct emitter *emitter, const struct directive *directive)
{
    const struct place *place = &emitter->source->places[directive->place];
    if (emitter->column > 0)
        end_line(emitter);
    text_add_bytes(&emitter->out, directive->text, directive->length);
    text_add(&emitter->out, !place->system && place->is_ours ? " 3\n" : "\n");
    emitter->place = directive->place;
    emitter->line = directive->line;
    emitter->column = 0;
}

// ---- nvcc's pragmas -----------------------------------------------------------------------------

static bool starts_with(const char *p, const char *end, const char *word)
{
    return (size_t)(end - p) >= strlen(word) && memcmp(p, word, strlen(word)) == 0;
}

// g++ requires a loop after its own pragma, nvcc does not. The conditions of `while` and `do` may
// contain a call that round.c inserts, which g++ would reject there.
static bool loop_follows(const struct source *source, size_t i) { return is(source, i, "for"); }

// `#pragma unroll 4` becomes g++'s own pragma. Any other argument is dropped (a macro, a template
// parameter, or none for "the whole loop"), because g++ needs a number here and unrolling does not
// change results.
static void translate_unroll(struct text *out, const struct source *source,
                             const struct directive *directive, const char *p, const char *end)
{
    enum { LARGEST = 65534 }; // the largest number that g++ accepts
    while (p < end && strchr(" \t(", *p))
        p++;
    char *after;
    unsigned long count = strtoul(p, &after, 10);
    if (after == p || count > LARGEST)
        return;
    while (after < end && strchr(" \t)\r", *after))
        after++;
    if (after == end && loop_follows(source, directive->before))
        text_add_format(out, "#pragma GCC unroll %lu", count);
}

// Appends the replacement of a directive that is not a line marker: the same text, another one, or
// nothing. It has no line break.
static void translate_pragma(struct text *out, const struct source *source,
                             const struct directive *directive)
{
    static const char *const dropped[] = {"nv_", "nvcc", "hd_warning_disable", "nounroll", "diag_"};
    const char *p = directive->text, *end = p + directive->length;
    p += 1 + strspn(p + 1, " \t");
    if (starts_with(p, end, "pragma")) {
        p += strlen("pragma");
        p += strspn(p, " \t");
        if (starts_with(p, end, "unroll")) {
            translate_unroll(out, source, directive, p + strlen("unroll"), end);
            return;
        }
        for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
            if (starts_with(p, end, dropped[i]))
                return;
    }
    text_add_bytes(out, directive->text, directive->length);
}

// ---- Output -------------------------------------------------------------------------------------

static void emit_directives(struct emitter *emitter, size_t before)
{
    const struct source *source = emitter->source;
    for (; emitter->next_directive < source->directive_count; emitter->next_directive++) {
        const struct directive *directive = &source->directives[emitter->next_directive];
        if (directive->before > before)
            return;
        if (directive->is_marker) {
            emit_original_marker(emitter, directive);
            continue;
        }
        struct text line = {0};
        translate_pragma(&line, source, directive);
        if (line.size > 0) {
            go_to_line(emitter, directive->place, directive->line);
            if (emitter->column > 0)
                end_line(emitter);
            text_add_bytes(&emitter->out, line.data, line.size);
            end_line(emitter);
        }
        text_free(&line);
    }
}

void emit_line_of(struct emitter *emitter, size_t i)
{
    const struct token *token = &emitter->source->tokens[i];
    emit_directives(emitter, i);
    go_to_line(emitter, token->place, token->line);
}

static void add(struct emitter *emitter, const char *bytes, size_t size)
{
    text_add_bytes(&emitter->out, bytes, size);
    for (const char *p = bytes; p < bytes + size; p++) {
        bool line_ends = *p == '\n';
        emitter->line += line_ends;
        emitter->column = line_ends ? 0 : emitter->column + 1;
    }
}

void emit_token(struct emitter *emitter, size_t i)
{
    const struct token *token = &emitter->source->tokens[i];
    emit_line_of(emitter, i);
    if (token->column > MAX_COLUMN) {
        if (emitter->after != i || !is_glued(emitter->source, i))
            add(emitter, " ", 1);
    } else {
        if (emitter->column > token->column)
            emit_marker(emitter, token->place, token->line);
        while (emitter->column < token->column)
            add(emitter, " ", 1);
    }
    add(emitter, token->text, token->length);
    emitter->after = i + 1;
}

void emit_text(struct emitter *emitter, const char *text)
{
    add(emitter, text, strlen(text));
    emitter->after = 0;
}
