// SPDX-License-Identifier: MIT
//
// message.h: errors as compilers print them.
#ifndef EMUCC_MESSAGE_H
#define EMUCC_MESSAGE_H

#include <stdarg.h>

// "emucc: error: ..." on stderr, then the end of the program with exit status 1.
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

// "emucc: error: ..." on stderr; the program goes on and shall exit with 1.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

// "file:line:column: error: ..." on stderr, with the user's source line below when it can be read.
// `column` counts from 1; 0 leaves it out.
void complain_at(const char *file, unsigned line, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void complain_at_list(const char *file, unsigned line, unsigned column, const char *format,
                      va_list arguments);

// Number of complaints so far.
int complaints(void);

#endif
