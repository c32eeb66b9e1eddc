// SPDX-License-Identifier: MIT
#include "json.h"

#include <stdlib.h>
#include <string.h>

// A minimal reader. Each function returns the text after what it has read, or NULL.
static const char *json_value(const char *at);

static const char *json_spaces(const char *at) { return at + strspn(at, " "); }

static const char *json_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < ' ') // or the end of the text
            return NULL;
        if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
            return NULL;
    }
    return at + 1;
}

static const char *json_number(const char *at)
{
    char *end;
    if (!strchr("-0123456789", *at))
        return NULL;
    strtod(at, &end);
    return end > at ? end : NULL;
}

// Reads the comma-separated values between the brackets; in an object each has a name.
static const char *json_list(const char *at, char close, bool named)
{
    at = json_spaces(at + 1);
    if (*at == close)
        return at + 1;
    for (;; at++) {
        if (named) {
            at = json_string(json_spaces(at));
            if (!at || *json_spaces(at) != ':')
                return NULL;
            at = json_spaces(at) + 1;
        }
        at = json_value(json_spaces(at));
        if (!at)
            return NULL;
        at = json_spaces(at);
        if (*at == close)
            return at + 1;
        if (*at != ',')
            return NULL;
    }
}

static const char *json_value(const char *at)
{
    switch (*at) {
    case '{': return json_list(at, '}', true);
    case '[': return json_list(at, ']', false);
    case '"': return json_string(at);
    case '\0': return NULL;
    default: return json_number(at);
    }
}

bool is_json_object(const char *line)
{
    const char *end = *line == '{' ? json_value(line) : NULL;
    return end && (*end == '\0' || *end == '\n');
}
