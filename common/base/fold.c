// SPDX-License-Identifier: MIT
//
// Text folded at words; in a separate file, because the explorer folds, too, and has no terminal.
#define _POSIX_C_SOURCE 200809L // isatty
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "terminal.h"

void terminal_fold(FILE *out, int used, const char *text)
{
    const int columns = terminal_columns(out);
    const int indent = used <= columns / 2 ? used : 4;
    int at = used;
    for (const char *word = text; *word; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        if (at + (word != text) + length > columns && at > indent)
            at = fprintf(out, "\n%*s", indent, "") - 1;
        else if (word != text)
            at += fprintf(out, " ");
        at += fprintf(out, "%.*s", length, word);
        word += length;
    }
}

// In the explorer every stream claims to be a terminal, and the page folds its text itself.
bool terminal_is_screen(FILE *out)
{
#ifdef __wasm__
    return out == NULL;
#else
    return isatty(fileno(out)) || getenv("COLUMNS") != NULL;
#endif
}

void terminal_fold_on_screen(FILE *out, int used, const char *text)
{
    if (terminal_is_screen(out))
        terminal_fold(out, used, text);
    else
        fputs(text, out);
}

void terminal_line(FILE *out, const char *format, ...)
{
    char text[1001];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const int spaces = (int)strspn(text, " ");
    terminal_fold_on_screen(out, fprintf(out, "%*s", spaces, ""), text + spaces);
    fputc('\n', out);
}
