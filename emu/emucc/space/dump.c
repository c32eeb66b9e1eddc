// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem
#include "dump.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

bool span_is(struct span span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

bool span_begins(struct span span, const char *text)
{
    return span.length >= strlen(text) && memcmp(span.text, text, strlen(text)) == 0;
}

bool span_contains(struct span span, const char *text)
{
    return span.length && memmem(span.text, span.length, text, strlen(text)) != NULL;
}

// Returns the length of operator+, operator() ... at the start of the name, or 0.
static size_t operator_length(struct span name)
{
    static const char word[] = "operator", signs[] = "+-*/%^&|~!=<>,()[]";
    size_t i = sizeof word - 1;
    if (!span_begins(name, word) || i == name.length || !strchr(signs, name.text[i]))
        return 0;
    const bool compares = name.text[i] == '<'; // otherwise that begins template arguments
    while (i < name.length && strchr(signs, name.text[i]) && (compares || name.text[i] != '<'))
        i++;
    return i;
}

struct span base_name(struct span name)
{
    int depth = 0;
    size_t begin = 0, end = name.length;
    for (size_t i = 0; i < name.length; i++) {
        const struct span rest = {name.text + i, name.length - i};
        const size_t length = i == begin ? operator_length(rest) : 0;
        if (length)
            return (struct span){rest.text, length};
        if (strchr("<({", name.text[i])) {
            end = depth == 0 && i > begin ? i : end;
            depth++;
        } else if (strchr(">)}", name.text[i])) {
            depth--;
        } else if (name.text[i] == ':' && depth == 0) {
            begin = i + 1;
            end = name.length;
        }
    }
    return (struct span){name.text + begin, end - begin};
}

// "[file:line:column] " at the start of the text. Returns the text after it, or NULL.
static const char *read_position(const char *text, const char *end, struct position *position)
{
    const char *close = *text == '[' ? memmem(text, (size_t)(end - text), "] ", 2) : NULL;
    const char *numbers = close;
    for (int colons = 0; numbers && numbers > text && colons < 2;)
        colons += *--numbers == ':';
    if (!numbers || numbers == text)
        return NULL;
    char *after; // strtoul(), because sscanf() would look for the end of the whole dump
    position->line = (unsigned)strtoul(numbers + 1, &after, 10);
    position->column = *after == ':' ? (unsigned)strtoul(after + 1, &after, 10) : 0;
    position->file = (struct span){text + 1, (size_t)(numbers - text - 1)};
    return after == close ? close + 2 : NULL;
}

// ;; Function N::f<int> (_ZN1N1fIiEEvv, funcdef_no=3, decl_uid=1234, ...)
static bool read_head(const char *line, const char *end, struct function *function)
{
    static const char start[] = ";; Function ", numbered[] = ", funcdef_no=", uid[] = "decl_uid=";
    const size_t length = sizeof start - 1;
    if ((size_t)(end - line) < length || memcmp(line, start, length) != 0)
        return false;
    line += length;
    const char *number = memmem(line, (size_t)(end - line), numbered, sizeof numbered - 1);
    const char *id = memmem(line, (size_t)(end - line), uid, sizeof uid - 1);
    const char *open = number;
    while (open && open > line && *open != '(')
        open--;
    if (!id || !open || open <= line + 1)
        return false;
    *function = (struct function){.name = {line, (size_t)(open - 1 - line)},
                                  .symbol = {open + 1, (size_t)(number - open - 1)},
                                  .id = strtoul(id + sizeof uid - 1, NULL, 10)};
    return true;
}

static enum mark mark_in(const char *line, const char *end)
{
    const struct span all = {line, (size_t)(end - line)};
    if (!span_begins(all, "__attribute__((") || !span_contains(all, "patchable_function_entry"))
        return MARK_NONE;
    return span_contains(all, "patchable_function_entry (0, 0)") ? MARK_BOTH : MARK_DEVICE;
}

// Finds "NAMED.1234 (" in a statement without its position: `fD.1 (2);`, `x = fD.1 (2);`.
static bool read_call(const char *line, const char *end, struct called *call)
{
    static const char assigned[] = " = ";
    for (const char *at = line; (at = memmem(at, (size_t)(end - at), "D.", 2)) != NULL; at += 2) {
        char *after;
        if (!isdigit((unsigned char)at[2]))
            continue;
        const unsigned long id = strtoul(at + 2, &after, 10);
        if (after[0] != ' ' || after[1] != '(')
            continue;
        const char *begin = line, *found;
        while ((found = memmem(begin, (size_t)(at - begin), assigned, sizeof assigned - 1)))
            begin = found + sizeof assigned - 1;
        struct position ignored; // of the object whose member is called
        for (const char *next; (next = read_position(begin, at, &ignored));)
            begin = next;
        call->name = (struct span){begin, (size_t)(at - begin)};
        call->id = id;
        return begin < at && *begin != '(';
    }
    return false;
}

static void add_call(struct dump *dump, const struct called *call)
{
    if ((dump->call_count & (dump->call_count - 1)) == 0) // 0 and the powers of two
        dump->calls = grow(dump->calls, dump->call_count * 2 + 1, sizeof *dump->calls);
    dump->calls[dump->call_count++] = *call;
}

static void add_function(struct dump *dump, const struct function *function)
{
    const size_t count = dump->function_count;
    if ((count & (count - 1)) == 0)
        dump->functions = grow(dump->functions, count * 2 + 1, sizeof *dump->functions);
    dump->functions[dump->function_count++] = *function;
}

static void read_line(struct dump *dump, const char *line, const char *end)
{
    struct function next;
    if (read_head(line, end, &next)) {
        next.head.text = line;
        if (dump->function_count > 0) {
            struct span *body = &dump->functions[dump->function_count - 1].body;
            body->length = body->text ? (size_t)(line - body->text) : 0;
        }
        add_function(dump, &next);
    }
    if (dump->function_count == 0)
        return;
    struct function *now = &dump->functions[dump->function_count - 1];
    if (now->mark == MARK_NONE && now->at.line == 0)
        now->mark = mark_in(line, end);
    while (line < end && *line == ' ')
        line++;
    struct called call = {.caller = dump->function_count - 1};
    const char *statement = read_position(line, end, &call.at);
    if (!statement)
        return;
    if (now->at.line == 0) {
        now->at = call.at;
        now->head.length = (size_t)(line - now->head.text);
        now->body.text = line;
    }
    if (read_call(statement, end, &call))
        add_call(dump, &call);
}

bool dump_read(struct dump *dump, const char *path)
{
    struct text text = {0};
    char buffer[1 << 16];
    FILE *stream = fopen(path, "r");
    if (!stream)
        return false;
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, stream)) > 0;)
        text_add_bytes(&text, buffer, size);
    fclose(stream);
    dump->text = text.data;
    for (const char *line = text.data; line && *line;) {
        const char *end = strchr(line, '\n');
        end = end ? end : line + strlen(line);
        read_line(dump, line, end);
        line = *end ? end + 1 : end;
    }
    if (dump->function_count > 0 && dump->functions[dump->function_count - 1].body.text) {
        struct span *body = &dump->functions[dump->function_count - 1].body;
        body->length = strlen(body->text);
    }
    return true;
}

// ---- Uses of variables --------------------------------------------------------------------------

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void visit_line(const char *line, const char *end, use_visitor *visit, void *to)
{
    struct used use;
    while (line < end && *line == ' ')
        line++;
    const char *statement = read_position(line, end, &use.at), *assigned = statement;
    struct position ignored;
    for (const char *next; assigned && (next = read_position(assigned, end, &ignored));)
        assigned = next;
    for (const char *at = statement; at && (at = memmem(at, (size_t)(end - at), "D.", 2));
         at += 2) {
        const char *begin = at;
        while (begin > statement && is_name_char(begin[-1]))
            begin--;
        if (begin == at || !isdigit((unsigned char)at[2]))
            continue;
        use.name = (struct span){begin, (size_t)(at - begin)};
        use.id = strtoul(at + 2, NULL, 10);
        use.is_assigned = begin == assigned && memmem(at, (size_t)(end - at), " = ", 3);
        use.is_address = begin > statement && begin[-1] == '&';
        if (begin == statement || (begin[-1] != '.' && begin[-1] != ':' && begin[-1] != '>'))
            visit(&use, to);
    }
}

void dump_uses(const struct function *function, use_visitor *visit, void *to)
{
    const char *end = function->body.text + function->body.length;
    for (const char *line = function->body.text; line && line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        visit_line(line, newline ? newline : end, visit, to);
        line = newline ? newline + 1 : end;
    }
}

void dump_free(struct dump *dump)
{
    free(dump->calls);
    free(dump->functions);
    free(dump->text);
    *dump = (struct dump){0};
}
