// SPDX-License-Identifier: MIT
//
// text.h: files as text, and texts that grow.
#ifndef LEARN_SOURCE_TEXT_H
#define LEARN_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../../common/base/failure.h"

enum { LARGEST_SOURCE = 4 << 20 }; // bytes

// The whole file, followed by a zero byte, for free(). NULL with the reason, which names it;
// a file with a zero byte is not text.
char *text_of_file(const char *path, struct failure *why);

// All that was written to a file that has no name, from its start; for free(). "" where it cannot
// be read.
char *text_of_stream(FILE *file);

// A text that grows: printing into memory. NULL: out of memory.
struct text {
    FILE *file;
    char *chars;
    size_t length;
};
bool text_begin(struct text *t);
char *text_end(struct text *t); // for free()

// Writes a file by base/output.h.
bool text_save(const char *path, const char *text, struct failure *why);

// 262144 as "262,144". Returns `digits`.
char *text_grouped(long long number, char digits[32]);

// How many bytes the character of UTF-8 there has, 1 to 4; 0 where it is none.
int text_character(const char *at);

// A file without a name, for programs to write into.
FILE *text_nameless_file(struct failure *why);

#endif
