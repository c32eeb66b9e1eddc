// SPDX-License-Identifier: MIT
//
// constexpr.c: whether nvcc would refuse the call of a constexpr function of the host. What is not
// certain is accepted.
#define _GNU_SOURCE // memmem
#include "constexpr.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Functions ----------------------------------------------------------------------------------

// A specialization without __device__ of a __device__ template is a device function in nvcc, so
// names that device functions have, too, are not decided.
bool is_users_constexpr(unsigned says)
{
    return (says & SPACE_CONSTEXPR) && !(says & (SPACE_DEFAULTED | SPACE_DEVICE));
}

bool is_declared_by_cuda(const struct function *function)
{
    static const char *const files[] = {"/cmath", "/bits/std_abs.h"};
    const struct span file = function->at.file;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t length = strlen(files[i]);
        if (file.length > length && memcmp(file.text + file.length - length, files[i], length) == 0)
            return true;
    }
    return false;
}

// nvcc takes std::move(), std::forward() and the members of std::initializer_list for
// __host__ __device__.
bool is_systems_constexpr(const struct function *function, struct span base)
{
    static const char *const exempt[] = {"move", "forward", "swap"};
    if (!span_begins(function->name, "std::") || function->at.line == 0 ||
        !span_contains(function->at.file, "/c++/") || is_declared_by_cuda(function) ||
        span_begins(function->name, "std::initializer_list<") || span_begins(base, "~") ||
        span_begins(base, "operator new") || span_begins(base, "operator delete"))
        return false;
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        if (span_is(base, exempt[i]))
            return false;
    return true;
}

// ---- The text of a call -------------------------------------------------------------------------

static void read_text(struct lines *lines)
{
    char buffer[1 << 16];
    FILE *stream = fopen(lines->path, "r");
    if (!stream)
        return;
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, stream)) > 0;)
        text_add_bytes(&lines->text, buffer, size);
    fclose(stream);
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Returns true if `name` or `name<...>` ends at `end`.
static bool ends_with_name(struct span line, size_t end, struct span name)
{
    while (end > 0 && line.text[end - 1] == ' ')
        end--;
    if (end > 0 && line.text[end - 1] == '>') {
        int depth = 0;
        do {
            end--;
            depth += line.text[end] == '>' ? 1 : line.text[end] == '<' ? -1 : 0;
        } while (end > 0 && depth > 0);
        while (end > 0 && line.text[end - 1] == ' ')
            end--;
    }
    return end >= name.length &&
           memcmp(line.text + end - name.length, name.text, name.length) == 0 &&
           (end == name.length || !is_name_char(line.text[end - name.length - 1]));
}

static bool has_name(struct span line, struct span name)
{
    const char *end = line.text + line.length;
    for (const char *at = line.text;
         (at = memmem(at, (size_t)(end - at), name.text, name.length)) != NULL; at++)
        if ((at == line.text || !is_name_char(at[-1])) &&
            (at + name.length == end || !is_name_char(at[name.length])))
            return true;
    return false;
}

// Returns true if the function calls no other function at this position.
static bool is_alone(const struct dump *dump, const struct called *call)
{
    for (size_t i = 0; i < dump->call_count; i++) {
        const struct called *other = &dump->calls[i];
        if (other->caller == call->caller && other->id != call->id &&
            other->at.line == call->at.line && other->at.column == call->at.column)
            return false;
    }
    return true;
}

// Returns true if the last two parts of the name are the same: S::S.
static bool is_constructor(struct span name, struct span base)
{
    const size_t before = (size_t)(base.text - name.text);
    const struct span outer = {name.text, before > 2 ? before - 2 : 0};
    const struct span outer_base = base_name(outer);
    return outer.length > 0 && outer_base.length == base.length &&
           memcmp(outer_base.text, base.text, base.length) == 0;
}

// gcc's position is that of the '(' after a name, of the ']', or of an operand.
static bool line_calls(struct span line, const struct dump *dump, const struct called *call)
{
    static const char word[] = "operator";
    enum { AFTER = sizeof word - 1 };
    const size_t column = call->at.column - 1;
    const struct span base = base_name(call->name);
    if (call->at.column == 0 || column >= line.length)
        return false;
    const char *at = line.text + column;
    if (is_constructor(call->name, base))
        return has_name(line, base) && is_alone(dump, call);
    if (!span_begins(base, word) || base.length == AFTER || is_name_char(base.text[AFTER]))
        return *at == '(' && ends_with_name(line, column, base);
    const struct span sign = {base.text + AFTER, base.length - AFTER};
    if (*sign.text == ' ')
        return false; // a conversion
    if (span_is(sign, "[]"))
        return *at == ']';
    if (span_is(sign, "()"))
        return (*at == '(' || *at == ')') && is_alone(dump, call);
    return memmem(line.text, line.length, sign.text, sign.length) && is_alone(dump, call);
}

// Reads `# 12 "file"`. Returns true for that, and sets whether the file is this one.
static bool read_marker(struct span line, struct span file, unsigned *number, bool *is_file)
{
    if (line.length < 3 || line.text[0] != '#')
        return false;
    const char *at = line.text + (span_begins(line, "#line ") ? 6 : 2);
    char *after;
    const unsigned long value = strtoul(at, &after, 10);
    if (after == at)
        return false; // a pragma
    *number = (unsigned)value;
    const char *end = line.text + line.length;
    if (end - after > 2 && after[0] == ' ' && after[1] == '"') {
        const struct span name = {after + 2, (size_t)(end - after - 2)};
        *is_file = name.length > file.length && memcmp(name.text, file.text, file.length) == 0 &&
                   name.text[file.length] == '"';
    }
    return true;
}

bool is_written(struct lines *lines, const struct dump *dump, const struct called *call)
{
    if (lines->text.size == 0)
        read_text(lines);
    const char *end = lines->text.data + lines->text.size;
    unsigned number = 0;
    bool is_file = false;
    for (const char *begin = lines->text.data; begin && begin < end;) {
        const char *newline = memchr(begin, '\n', (size_t)(end - begin));
        const struct span line = {begin, (size_t)((newline ? newline : end) - begin)};
        begin = newline ? newline + 1 : end;
        if (read_marker(line, call->at.file, &number, &is_file))
            continue;
        if (is_file && number == call->at.line && line_calls(line, dump, call))
            return true;
        number++;
    }
    return false;
}

// ---- Calls that the compiler computed ----------------------------------------------------------

const struct function *function_around(const struct dump *dump, const struct space_call *call)
{
    const struct function *found = NULL;
    for (size_t i = 0; i < dump->function_count; i++) {
        const struct function *function = &dump->functions[i];
        const struct position *at = &function->at;
        if (function->mark == MARK_NONE || span_contains(function->name, "<lambda") ||
            at->line < call->first.line ||
            (at->line == call->first.line && at->column <= call->first.column) ||
            at->line > call->last.line ||
            (at->line == call->last.line && at->column > call->last.column) ||
            !span_is(at->file, call->file))
            continue;
        if (found && found->mark != function->mark)
            return NULL;
        found = function;
    }
    return found;
}
