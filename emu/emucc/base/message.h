// SPDX-License-Identifier: MIT
//
// message.h: prints errors in the form that compilers use.
#ifndef EMUCC_MESSAGE_H
#define EMUCC_MESSAGE_H

#include <stdarg.h>

// Prints "emucc: error: ..." on stderr and exits with status 1.
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

// Prints "emucc: error: ..." on stderr and returns. The program must later exit with status 1.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Prints "file:line:column: error: ..." on stderr, followed by the user's source line if the file
// can be read. `column` counts from 1; 0 omits it.
void complain_at(const char *file, unsigned line, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void complain_at_list(const char *file, unsigned line, unsigned column, const char *format,
                      va_list arguments);

// The same for a warning, which complaints() does not count. After warnings_are_errors() it is
// printed and counted as an error.
void warn_at_list(const char *file, unsigned line, unsigned column, const char *format,
                  va_list arguments) __attribute__((format(printf, 4, 0)));

void warnings_are_errors(void);

// Number of complaints so far.
int complaints(void);

#endif
