// SPDX-License-Identifier: MIT
//
// text.h: growing strings and lists of strings.
//
// A zero-initialised struct is empty and ready to use. Running out of memory ends the program, as a
// compiler cannot continue without it.
#ifndef EMUCC_TEXT_H
#define EMUCC_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct text {
    char *data; // ends with '\0' once something was added
    size_t size, capacity;
};

struct list {
    char **items; // ends with NULL once something was added, as execvp() wants it
    size_t count, capacity;
};

// Like realloc() for `count` elements of `size` bytes, but never returns NULL.
void *grow(void *memory, size_t count, size_t size);

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t size);
void text_add_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

// Both functions copy the string.
void list_add(struct list *list, const char *string);
void list_add_format(struct list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void list_add_all(struct list *list, const struct list *more);
void list_free(struct list *list);

// Returns a formatted string, which the caller frees.
char *format_string(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
