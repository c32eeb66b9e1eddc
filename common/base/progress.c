// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // isatty
#include "progress.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "timer.h"

static double first_call, last_drawn;
static bool on_screen;

static void draw(const char *format, va_list arguments)
{
    char line[200];
    vsnprintf(line, sizeof line, format, arguments);
    fprintf(stderr, "\r\033[K%s", line); // back to the line's start, clear it
    fflush(stderr);
    last_drawn = timer_seconds();
    on_screen = true;
}

void progress(const char *format, ...)
{
    const double now = timer_seconds();
    if (first_call == 0)
        first_call = now;
    if (now - first_call < 1 || now - last_drawn < 0.1 || !isatty(STDERR_FILENO))
        return;
    va_list arguments;
    va_start(arguments, format);
    draw(format, arguments);
    va_end(arguments);
}

void progress_now(const char *format, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    va_list arguments;
    va_start(arguments, format);
    draw(format, arguments);
    va_end(arguments);
}

void progress_clear(void)
{
    if (on_screen)
        fputs("\r\033[K", stderr);
    on_screen = false;
}
