// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "message.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int count;
static bool warnings_count;

static void print(const char *format, va_list arguments)
{
    fputs("emucc: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
    exit(1);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
    count++;
}

// No caret below the line: preprocessing has lost the exact column.
static void quote_line(const char *file, unsigned line)
{
    FILE *stream = fopen(file, "r");
    if (!stream)
        return;
    char *text = NULL;
    size_t capacity = 0;
    bool found = false;
    for (unsigned i = 0; i < line && (i == 0 || found); i++)
        found = getline(&text, &capacity, stream) > 0;
    if (found && text) {
        size_t size = 0;
        while (text[size] != '\0' && text[size] != '\n' && text[size] != '\r')
            size++;
        fprintf(stderr, "%5u | %.*s\n", line, (int)size, text);
    }
    free(text);
    fclose(stream);
}

static void print_at(const char *file, unsigned line, unsigned column, const char *kind,
                     const char *option, const char *format, va_list arguments)
{
    fprintf(stderr, "%s:%u:", file, line);
    if (column)
        fprintf(stderr, "%u:", column);
    fprintf(stderr, " %s: ", kind);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "%s\n", option);
    quote_line(file, line);
}

void complain_at_list(const char *file, unsigned line, unsigned column, const char *format,
                      va_list arguments)
{
    print_at(file, line, column, "error", "", format, arguments);
    count++;
}

void warn_at_list(const char *file, unsigned line, unsigned column, const char *format,
                  va_list arguments)
{
    print_at(file, line, column, warnings_count ? "error" : "warning",
             warnings_count ? " [-Werror]" : "", format, arguments);
    count += warnings_count;
}

void complain_at(const char *file, unsigned line, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain_at_list(file, line, column, format, arguments);
    va_end(arguments);
}

int complaints(void) { return count; }
void warnings_are_errors(void) { warnings_count = true; }
