// SPDX-License-Identifier: MIT
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#include "../base/message.h"
#include "../base/text.h"

bool is(const struct source *source, size_t i, const char *text)
{
    const struct token *token = &source->tokens[i];
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

bool same_text(const struct token *a, const struct token *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

bool is_glued(const struct source *source, size_t i)
{
    const struct token *token = &source->tokens[i];
    return i > 0 && token[-1].text + token[-1].length == token->text;
}

size_t skip_one(const struct source *source, size_t i)
{
    uint32_t match = source->tokens[i].match;
    return match != NO_MATCH && match > i ? match + 1 : i + 1;
}

static bool closes(const struct token *token)
{
    return token->kind == TOKEN_END ||
           (token->kind == TOKEN_OTHER && token->length == 1 && strchr(")]};", *token->text));
}

size_t skip_angles(const struct source *source, size_t i)
{
    for (int depth = 0; !closes(&source->tokens[i]); i = skip_one(source, i)) {
        if (is(source, i, "<") && is(source, i + 1, "<"))
            i++; // a shift
        else if (is(source, i, "<"))
            depth++;
        else if (is(source, i, ">") && --depth == 0)
            return i + 1;
    }
    return NOWHERE;
}

size_t angles_start(const struct source *source, size_t i)
{
    for (int depth = 0;; i--) {
        const struct token *token = &source->tokens[i];
        if (token->match != NO_MATCH && token->match < i)
            i = token->match;
        else if (token->match != NO_MATCH || is(source, i, ";"))
            return NOWHERE; // the start of the enclosing brackets
        else if (is(source, i, ">"))
            depth++;
        else if (is(source, i, "<") && i > 0 && is(source, i - 1, "<"))
            i--; // a shift
        else if (is(source, i, "<") && --depth == 0)
            return i;
        if (i == 0)
            return NOWHERE;
    }
}

size_t skip_name(const struct source *source, size_t i, size_t *last)
{
    *last = NOWHERE;
    if (is(source, i, "::"))
        i++;
    while (is_plain_name(source, i)) {
        *last = i++;
        if (is(source, i, "<")) {
            size_t after = skip_angles(source, i);
            if (after == NOWHERE)
                return i;
            i = after;
        }
        if (!is(source, i, "::"))
            return i;
        i++;
        *last = NOWHERE;
        if (keyword_at(source, i) == KEY_TEMPLATE)
            i++;
    }
    return i;
}

// Returns the token after the template arguments that seem to start with the '<' at i, or NOWHERE.
// A comparison looks similar, `f(a < b, c > d)`, so the token after the '>' decides.
static size_t skip_likely_angles(const struct source *source, size_t i, size_t end)
{
    if (i == 0 || !is_plain_name(source, i - 1) || is(source, i + 1, "<"))
        return NOWHERE;
    size_t after = skip_angles(source, i);
    if (after == NOWHERE || after > end)
        return NOWHERE;
    const struct token *next = &source->tokens[after];
    bool goes_on = next->kind == TOKEN_OTHER && strchr("({:,).", *next->text);
    return after == end || goes_on ? after : NOWHERE;
}

size_t piece_end(const struct source *source, size_t i, size_t end)
{
    while (i < end && !is(source, i, ",")) {
        size_t after = is(source, i, "<") ? skip_likely_angles(source, i, end) : NOWHERE;
        i = after != NOWHERE ? after : skip_one(source, i);
    }
    return i < end ? i : end;
}

void add_tokens(struct text *text, const struct source *source, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (i > begin && !is_glued(source, i))
            text_add(text, " ");
        text_add_bytes(text, source->tokens[i].text, source->tokens[i].length);
    }
}

void add_quoted(struct text *text, const char *string)
{
    text_add(text, "\"");
    for (const char *p = string; *p != '\0'; p++) {
        if (*p == '"' || *p == '\\')
            text_add(text, "\\");
        text_add_bytes(text, *p == '\n' ? " " : p, 1);
    }
    text_add(text, "\"");
}

void complain_token(const struct source *source, size_t i, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct token *token = &source->tokens[i];
    complain_at_list(source->places[token->place].name, token->line, token->column + 1, format,
                     arguments);
    va_end(arguments);
}
