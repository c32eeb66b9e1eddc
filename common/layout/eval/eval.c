// SPDX-License-Identifier: MIT
//
// eval.c: one line in, one line out. What the operations are is in operations.c.
#include "eval.h"

#include <stdio.h>
#include <string.h>

#include "close.h"
#include "evaluation.h"

static bool same_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static const struct operation *find(const char *text, size_t length)
{
    for (size_t i = 0; operation_at(i) != NULL; i++)
        if (same_name(operation_at(i)->info.name, text, length))
            return operation_at(i);
    return NULL;
}

static bool no_operation(struct call *c, const char *name, size_t length)
{
    struct close_names close = {0};
    char text[CLOSE_TEXT];
    for (size_t i = 0; operation_at(i) != NULL; i++)
        close_names_add(&close, operation_at(i)->info.name, name, length);
    return fail(&c->why, "there is no operation '%.*s'%s", length > 40 ? 40 : (int)length, name,
                close_names_text(&close, text));
}

static bool split_line(struct call *c, const char *line, const char *end)
{
    const char *tab = memchr(line, '\t', (size_t)(end - line));
    const char *name_end = tab != NULL ? tab : end;
    if (line == end)
        return fail(&c->why, "an empty line; expected an operation and its operands");
    c->op = find(line, (size_t)(name_end - line));
    if (c->op == NULL)
        return no_operation(c, line, (size_t)(name_end - line));
    for (c->count = 0; tab != NULL; c->count++) {
        if (c->count == LAYOUT_EVAL_ARGUMENTS)
            return fail(&c->why, "more than %d operands", LAYOUT_EVAL_ARGUMENTS);
        const char *from = tab + 1;
        tab = memchr(from, '\t', (size_t)(end - from));
        c->arg[c->count] = from;
        c->end[c->count] = tab != NULL ? tab : end;
    }
    if (c->count < c->op->least || c->count > c->op->most)
        return fail(&c->why, "%s takes the operands %s; there are %d", c->op->info.name,
                    c->op->info.operands, c->count);
    return true;
}

int layout_eval_line(const char *line, size_t length, char *out, size_t size)
{
    struct call c = {.out = out, .size = size};
    const char *end = line + length;
    if (size == 0)
        return 1;
    out[0] = '\0';
    while (end > line && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    if (split_line(&c, line, end) && c.op->run(&c)) {
        if (!c.cut)
            return 0;
        fail(&c.why, "the answer has more than %zu characters", size);
    }
    // As printf does, a text that is too long is cut.
    snprintf(out, size, "error: %s", c.why.text);
    return 1;
}

const struct layout_operation *layout_operation(size_t i)
{
    const struct operation *op = operation_at(i);
    return op != NULL ? &op->info : NULL;
}
