// SPDX-License-Identifier: MIT
// allocation_name.c: the variable that holds an allocation: the argument of `cudaMalloc(&d_a,
// ...)`, read from the source file. There is no name if the source file is missing or the call
// spans lines.
#include "report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Skips "(void **)" and '&'. Without '&' the argument is already a pointer to the variable.
static const char *skip_cast(const char *at, bool *is_address)
{
    at += strspn(at, " ");
    if (*at == '(' && strstr(at, "**") && strchr(at, ')'))
        at = strchr(at, ')') + 1;
    at += strspn(at, " ");
    *is_address = *at == '&';
    return at + *is_address + strspn(at + *is_address, " ");
}

// A name, with members and indices: d_a, buffers[i], m->data.
static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("_.[]", at[length])) ||
           strncmp(at + length, "->", 2) == 0)
        length += at[length] == '-' ? 2 : 1;
    return length;
}

bool allocation_name(const char *place, char *name, size_t size)
{
    char file[300], line[1000];
    const char *colon = strrchr(place, ':');
    if (!colon || (size_t)(colon - place) >= sizeof file)
        return false;
    snprintf(file, sizeof file, "%.*s", (int)(colon - place), place);
    FILE *source = fopen(file, "r");
    bool found = source != NULL;
    for (long left = strtol(colon + 1, NULL, 10); found && left > 0; left--)
        found = fgets(line, sizeof line, source) != NULL;
    if (source)
        fclose(source);
    const char *call = found ? strstr(line, "cudaMalloc") : NULL;
    const char *open = call ? strchr(call, '(') : NULL;
    if (!open || strstr(open, "cudaMalloc")) // several calls: it is not known which of them
        return false;
    bool is_address;
    const char *at = skip_cast(open + 1, &is_address);
    const size_t length = name_length(at);
    if (length == 0 || isdigit((unsigned char)*at) || at[length + strspn(at + length, " ")] != ',')
        return false;
    snprintf(name, size, "%s%.*s", is_address ? "" : "*", (int)length, at);
    return true;
}
