// SPDX-License-Identifier: MIT
//
// message.c: the fatal error message, and numbers with thousands separators.
#include "screen.h"
#include "types.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void fatal(const char *what, ...)
{
    char message[8192], text[sizeof message + 8];
    va_list args;
    va_start(args, what);
    vsnprintf(message, sizeof message, what, args);
    va_end(args);
    snprintf(text, sizeof text, "emu: %s\n", message);
    screen_message(text);
    _exit(1);
}

char *grouped(char text[32], unsigned long long number)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}
