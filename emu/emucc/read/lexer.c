// SPDX-License-Identifier: MIT
#include "lexer.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message.h"
#include "../base/text.h"

struct lexer {
    struct source *source;
    const char *at, *line_start;
    const char *our_headers;
    uint32_t line, place;
    size_t token_capacity, directive_capacity;
};

static bool starts_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool continues_name(char c) { return starts_name(c) || isdigit((unsigned char)c); }

static void new_line(struct lexer *lexer, const char *start)
{
    lexer->line++;
    lexer->line_start = start;
}

// ---- Pieces of text: each returns the end of the one that starts at p ---------------------------

static const char *name_end(const char *p)
{
    // The preprocessor may write a letter of an identifier as \u00e9.
    while (continues_name(*p) || (p[0] == '\\' && (p[1] == 'u' || p[1] == 'U')))
        p++;
    return p;
}

static const char *number_end(const char *p)
{
    for (;; p++) {
        if ((*p == '+' || *p == '-') && strchr("eEpP", p[-1]))
            continue;
        if (*p == '\'' && continues_name(p[1])) // 1'000'000
            continue;
        if (*p != '.' && !continues_name(*p))
            return p;
    }
}

static const char *quoted_end(const char *p, char quote)
{
    for (p++; *p != quote; p++) {
        if (*p == '\0' || *p == '\n')
            return p; // the compiler reports it
        if (*p == '\\' && p[1] != '\0')
            p++;
    }
    return p + 1;
}

// R"mark( ... )mark"; p points at the first quote.
static const char *raw_string_end(const char *p)
{
    const char *mark = p + 1;
    size_t length = strcspn(mark, "(\n");
    for (p = mark + length; *p != '\0'; p++)
        if (*p == ')' && strncmp(p + 1, mark, length) == 0 && p[length + 1] == '"')
            return p + length + 2;
    return p;
}

// Returns the end of a string or character literal with its prefix and suffix, or NULL if no
// literal starts at p.
static const char *literal_end(const char *p, enum token_kind *kind)
{
    const char *quote = p;
    if (quote[0] == 'u' && quote[1] == '8')
        quote += 2;
    else if (*quote == 'u' || *quote == 'U' || *quote == 'L')
        quote++;
    bool raw = quote[0] == 'R' && quote[1] == '"';
    quote += raw;
    if (*quote != '"' && *quote != '\'')
        return NULL;
    *kind = *quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
    const char *end = raw ? raw_string_end(quote) : quoted_end(quote, *quote);
    const char *suffix = name_end(end);
    // extern "C"__global__: if __global__ is a macro, the preprocessor separates the two.
    return keyword_of(end, (size_t)(suffix - end)) == KEY_NONE ? suffix : end;
}

static const char *punctuator_end(const char *p)
{
    static const char *const long_ones[] = {"...", "->*", "<=>", "::", "->", ".*", "++", "--",
                                            "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                            "*=",  "/=",  "%=",  "^=", "&=", "|=", "##"};
    if (p[1] == '\0' || !strchr(".*>=:+-&|#", p[1])) // most are short, and there are many
        return p + 1;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        if (strncmp(p, long_ones[i], strlen(long_ones[i])) == 0)
            return p + strlen(long_ones[i]);
    return p + 1;
}

// ---- Directives ---------------------------------------------------------------------------------

static char *unescape(const char *quoted, size_t length)
{
    char *name = grow(NULL, length, 1), *to = name;
    for (size_t i = 1; i + 1 < length; i++) {
        if (quoted[i] == '\\' && i + 2 < length)
            i++;
        *to++ = quoted[i];
    }
    *to = '\0';
    return name;
}

static uint32_t place_of(struct lexer *lexer, const char *quoted, size_t length, bool system)
{
    struct source *source = lexer->source;
    const char *folder = lexer->our_headers;
    // A file that began as a system header stays one: gcc omits the flag where the header uses a
    // macro of the precompiled headers.
    for (int round = 0; round < 2 - system; round++)
        for (size_t i = source->place_count; i-- > 0;) {
            const struct place *place = &source->places[i];
            if (place->quoted_length == length && place->system == (system || round > 0) &&
                memcmp(place->quoted, quoted, length) == 0)
                return (uint32_t)i;
        }
    source->places = grow(source->places, source->place_count + 1, sizeof *source->places);
    char *name = unescape(quoted, length);
    const bool is_ours = folder && strncmp(name, folder, strlen(folder)) == 0;
    source->places[source->place_count] = (struct place){quoted, length, name, system, is_ours};
    return (uint32_t)source->place_count++;
}

// # 12 "file" 1 3: the next line is line 12 of the file. Flag 1 marks the beginning of the file,
// flag 3 a system header.
static bool read_marker(struct lexer *lexer, const char *p, const char *end, bool *begins)
{
    char *after;
    if (!isdigit((unsigned char)*p)) // strtoul would find a number in the following lines
        return false;
    unsigned long line = strtoul(p, &after, 10);
    p = after + strspn(after, " \t");
    if (*p != '"')
        return false;
    const char *name_stop = quoted_end(p, '"');
    if (name_stop > end) // the name contains a line break
        return false;
    bool system = memchr(name_stop, '3', (size_t)(end - name_stop)) != NULL;
    *begins = memchr(name_stop, '1', (size_t)(end - name_stop)) != NULL;
    lexer->place = place_of(lexer, p, (size_t)(name_stop - p), system);
    lexer->line = (uint32_t)line;
    return true;
}

static void add_directive(struct lexer *lexer)
{
    struct source *source = lexer->source;
    const char *end = lexer->at + strcspn(lexer->at, "\n");
    const char *word = lexer->at + 1;
    word += strspn(word, " \t");
    if (strncmp(word, "line", 4) == 0)
        word += 4 + strspn(word + 4, " \t");
    uint32_t here = lexer->line, place = lexer->place;
    bool begins = false, is_marker = read_marker(lexer, word, end, &begins);
    if (source->directive_count == lexer->directive_capacity) {
        lexer->directive_capacity = lexer->directive_capacity * 2 + 256;
        source->directives =
            grow(source->directives, lexer->directive_capacity, sizeof *source->directives);
    }
    source->directives[source->directive_count++] =
        (struct directive){.text = lexer->at,
                           .length = (uint32_t)(end - lexer->at),
                           .line = is_marker ? lexer->line : here,
                           .place = lexer->place,
                           .from_line = here,
                           .from_place = place,
                           .before = (uint32_t)source->token_count,
                           .is_marker = is_marker,
                           .begins_file = begins};
    lexer->at = *end == '\n' ? end + 1 : end;
    if (is_marker)
        lexer->line_start = lexer->at;
    else
        new_line(lexer, lexer->at);
}

// ---- Tokens -------------------------------------------------------------------------------------

static void add_token(struct lexer *lexer, enum token_kind kind, const char *end)
{
    struct source *source = lexer->source;
    if (source->token_count == lexer->token_capacity) {
        lexer->token_capacity = lexer->token_capacity * 2 + 4096;
        source->tokens = grow(source->tokens, lexer->token_capacity, sizeof *source->tokens);
    }
    size_t length = (size_t)(end - lexer->at);
    source->tokens[source->token_count++] =
        (struct token){.text = lexer->at,
                       .length = (uint32_t)length,
                       .line = lexer->line,
                       .column = (uint32_t)(lexer->at - lexer->line_start),
                       .place = lexer->place,
                       .match = NO_MATCH,
                       .kind = kind,
                       .keyword = kind == TOKEN_NAME ? keyword_of(lexer->at, length) : KEY_NONE};
    for (const char *p = lexer->at; p < end; p++)
        if (*p == '\n') // only in raw strings
            new_line(lexer, p + 1);
    lexer->at = end;
}

// Comments survive the preprocessor's -C, and so may an escaped line break.
static bool skip_blank(struct lexer *lexer)
{
    const char *p = lexer->at;
    if (p[0] == '/' && p[1] == '/') {
        lexer->at = p + strcspn(p, "\n");
    } else if (p[0] == '/' && p[1] == '*') {
        for (p += 2; *p != '\0' && !(p[0] == '*' && p[1] == '/'); p++)
            if (*p == '\n')
                new_line(lexer, p + 1);
        lexer->at = *p == '\0' ? p : p + 2;
    } else if (*p == '\n') {
        lexer->at = p + 1;
        new_line(lexer, lexer->at);
    } else if (isspace((unsigned char)*p) || (p[0] == '\\' && p[1] == '\n')) {
        lexer->at = p + 1;
    } else {
        return false;
    }
    return true;
}

static bool begins_line(const struct lexer *lexer)
{
    return lexer->line_start + strspn(lexer->line_start, " \t") == lexer->at;
}

static void read_tokens(struct lexer *lexer)
{
    while (*lexer->at != '\0') {
        const char *p = lexer->at, *end;
        enum token_kind kind;
        if (skip_blank(lexer))
            continue;
        if (*p == '#' && begins_line(lexer))
            add_directive(lexer);
        else if ((end = literal_end(p, &kind)))
            add_token(lexer, kind, end);
        else if (starts_name(*p) || *p == '\\')
            add_token(lexer, TOKEN_NAME, name_end(p + 1));
        else if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1])))
            add_token(lexer, TOKEN_NUMBER, number_end(p + 1));
        else
            add_token(lexer, TOKEN_OTHER, punctuator_end(p));
    }
    add_token(lexer, TOKEN_END, lexer->at);
    lexer->source->token_count--;
}

// Pairs up ( ), [ ] and { }. If a bracket is missing, some have no partner; the compiler reports
// where.
static void match_brackets(struct source *source)
{
    uint32_t *open = grow(NULL, source->token_count + 1, sizeof *open);
    size_t depth = 0;
    for (uint32_t i = 0; i < source->token_count; i++) {
        struct token *token = &source->tokens[i];
        if (token->kind != TOKEN_OTHER || token->length != 1)
            continue;
        if (strchr("([{", *token->text)) {
            open[depth++] = i;
        } else if (strchr(")]}", *token->text) && depth > 0) {
            struct token *opener = &source->tokens[open[depth - 1]];
            char wanted = *opener->text == '(' ? ')' : *opener->text == '[' ? ']' : '}';
            if (*token->text != wanted)
                continue;
            depth--;
            opener->match = i;
            token->match = open[depth];
        }
    }
    free(open);
}

static char *read_file(const char *path)
{
    FILE *stream = fopen(path, "rb");
    struct text text = {0};
    char piece[1 << 16];
    size_t size;
    if (!stream)
        fail("%s: %s", path, strerror(errno));
    while ((size = fread(piece, 1, sizeof piece, stream)) > 0)
        text_add_bytes(&text, piece, size);
    if (ferror(stream) || text.size >= UINT32_MAX)
        fail("%s: cannot be read", path);
    fclose(stream);
    text_add(&text, "");
    return text.data;
}

void source_read(struct source *source, const char *path, const char *our_headers)
{
    *source = (struct source){.text = read_file(path)};
    struct lexer lexer = {.source = source,
                          .at = source->text,
                          .line_start = source->text,
                          .our_headers = our_headers,
                          .line = 1};
    lexer.place = place_of(&lexer, "\"\"", 2, false);
    read_tokens(&lexer);
    match_brackets(source);
}

void source_free(struct source *source)
{
    for (size_t i = 0; i < source->place_count; i++)
        free(source->places[i].name);
    free(source->places);
    free(source->directives);
    free(source->tokens);
    free(source->text);
}
