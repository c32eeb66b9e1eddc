// SPDX-License-Identifier: MIT
#include "failure.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

bool fail(struct failure *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    // cppcheck-suppress ctuuninitvar; it is only written here
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    // A file name or a value may contain a newline; the message stays one line.
    for (char *c = why->text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return false;
}
