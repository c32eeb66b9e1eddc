// SPDX-License-Identifier: MIT
//
// fuzz_rewriter.c: any bytes as a preprocessed .cu file: emucc's rewriter ends, with a result or a
// complaint.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../emu/emucc/base/message.h"
#include "../../../emu/emucc/rewrite/rewrite.h"

// Instead of message.c, whose fail() ends the program.
static jmp_buf failed;
static int count;

void fail(const char *format, ...)
{
    (void)format;
    longjmp(failed, 1);
}

void complain(const char *format, ...)
{
    (void)format;
    count++;
}

void complain_at_list(const char *file, unsigned line, unsigned column, const char *format,
                      va_list arguments)
{
    char text[2000];
    (void)file;
    (void)line;
    (void)column;
    vsnprintf(text, sizeof text, format, arguments);
    count++;
}

void complain_at(const char *file, unsigned line, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain_at_list(file, line, column, format, arguments);
    va_end(arguments);
}

int complaints(void) { return count; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct rewrite_options options = {.our_headers = "/include"};
    char from[40], to[40];
    const int file = memfd_create("from", 0), result = memfd_create("to", 0);
    if (file < 0 || result < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(from, sizeof from, "/proc/self/fd/%d", file);
    snprintf(to, sizeof to, "/proc/self/fd/%d", result);
    if (setjmp(failed) == 0)
        rewrite_file(from, to, &options);
    close(file);
    close(result);
    return 0;
}
