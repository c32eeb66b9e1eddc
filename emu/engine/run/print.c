// SPDX-License-Identifier: MIT
//
// print.c: output of kernels.
//
// A kernel's printf is the C library's, which does not check the watchdog. These functions override
// it, so that a loop that only prints can be ended. The compiler calls puts and putchar if the
// format allows it, and __printf_chk if it checks formats.
#include "run.h"
#include "../sync/sync.h"

#include <stdarg.h>
#include <stdio.h>

#undef printf
#undef puts
#undef putchar

static void look(const char *pc)
{
    if (!emu_current)
        return;
    emu_current->block->launch->has_other_effects = true;
    watchdog_look(emu_current, pc);
    forecast_clear();
}

int printf(const char *format, ...)
{
    va_list args;
    look(CALLER());
    va_start(args, format);
    const int length = vfprintf(stdout, format, args);
    va_end(args);
    return length;
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list args;
    (void)flag;
    look(CALLER());
    va_start(args, format);
    const int length = vfprintf(stdout, format, args);
    va_end(args);
    return length;
}

int puts(const char *line)
{
    look(CALLER());
    return fputs(line, stdout) == EOF ? EOF : fputc('\n', stdout);
}

int putchar(int c)
{
    look(CALLER());
    return fputc(c, stdout);
}
