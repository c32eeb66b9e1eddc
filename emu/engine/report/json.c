// SPDX-License-Identifier: MIT
//
// json.c: a diagnosis as one JSON object on a line.
#include "printed.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

size_t add(char *text, size_t used, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text + used, TEXT - used, format, args);
    va_end(args);
    size_t end = used + (size_t)(length > 0 ? length : 0);
    return end < TEXT ? end : TEXT - 1;
}

const char *cure_of(const struct diagnosis *d)
{
    return d->cure ? d->cure : kind_facts[d->kind].cure;
}

struct place place_of(const char *text)
{
    static const char between[] = ", called at ";
    struct place place = {.caller = NULL};
    const char *caller = strstr(text, between);
    const size_t length = caller ? (size_t)(caller - text) : strlen(text);
    snprintf(place.file, sizeof place.file, "%.*s", (int)length, text);
    char *number = strrchr(place.file, ':');
    place.line = number ? atoi(number + 1) : 0;
    if (place.line > 0)
        *number = '\0';
    place.caller = caller ? caller + sizeof between - 1 : NULL;
    return place;
}

// One member of a JSON object, with a string value.
size_t add_first_member(char *text, size_t used, const char *name, const char *value)
{
    used = add(text, used, "\"%s\": \"", name);
    for (; *value; value++) {
        if (*value == '\n')
            used = add(text, used, "\\n");
        else if (*value == '"' || *value == '\\')
            used = add(text, used, "\\%c", *value);
        else
            used = add(text, used, "%c", *value);
    }
    return add(text, used, "\"");
}

size_t add_member(char *text, size_t used, const char *name, const char *value)
{
    return add_first_member(text, add(text, used, ", "), name, value);
}

static size_t add_index(char *text, size_t used, const char *name, struct uint3 index)
{
    return add(text, used, "\"%s\": [%u, %u, %u]", name, index.x, index.y, index.z);
}

static size_t add_other(char *text, size_t used, const struct other_access *o, const char *line)
{
    used = add(text, used, ", \"other\": {");
    used = add_first_member(text, used, "what", o->what);
    used = add_member(text, used, "at", line);
    if (o->detail == OTHER_BLOCK)
        used = add_index(text, add(text, used, ", "), "block", o->block);
    if (o->detail != OTHER_PLACE)
        used = add_index(text, add(text, used, ", "), "thread", o->thread);
    return add(text, used, "}");
}

// Splits "file.h:12, called at main.cu:3" into a location and its caller.
static size_t add_place(char *text, size_t used, const char *line)
{
    const char *caller = place_of(line).caller;
    used = add_member(text, used, "at", line);
    return caller ? add_member(text, used, "caller", caller) : used;
}

void write_json(char *text, const struct printed *p)
{
    const struct reporter *by = &p->by;
    const struct diagnosis *d = p->d;
    size_t used = add(text, 0, "{\"emu\": \"diagnosis\"");
    used = add_member(text, used, "kind", kind_facts[d->kind].word);
    used = add_member(text, used, "title", kind_facts[d->kind].title);
    used = add_member(text, used, "what", p->message);
    if (p->line)
        used = add_place(text, used, p->line);
    if (by->launch) {
        used = add_member(text, used, "kernel", by->launch->kernel);
        if (gpu_count() > 1)
            used = add(text, used, ", \"gpu\": %d", by->launch->device);
        used = add_index(text, add(text, used, ", "), "block", by->block);
        used = add_index(text, add(text, used, ", "), "thread", by->thread);
    }
    if (d->address)
        used = add_member(text, used, "address", d->address);
    if (d->other)
        used = add_other(text, used, d->other, p->other_line);
    if (d->detail)
        used = add_member(text, used, d->detail_label, d->detail);
    if (cure_of(d))
        used = add_member(text, used, "cure", cure_of(d));
    if (kind_facts[d->kind].anchor)
        used = add(text, used, ", \"help\": \"HOW_IT_WORKS.md#%s\"", kind_facts[d->kind].anchor);
    add(text, used, "}\n");
}
