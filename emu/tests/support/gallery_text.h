// SPDX-License-Identifier: MIT
//
// gallery_text.h: compares the complete output of a wrong program, with its exit status, to the
// expected text. For a program of emu/tests/mistakes/ that is the comment at the program's end. The
// programs of emu/tests/diagnoses/ have many cases; their texts are in a separate file with a
// section for each case.
#ifndef TESTS_GALLERY_TEXT_H
#define TESTS_GALLERY_TEXT_H

#include "program.h"

// Returns everything that the run wrote to stderr, and a last line "exit status 1". Replaces what
// differs from run to run:
//   - Addresses of the host's memory and of stacks, which the system and the compiler choose: 0x...
//   - The point where an endless loop was stopped: the line, the block and the thread.
// The caller frees the text.
char *gallery_text(const struct run *run);

// Compares the text with the comment at the end of the program, a path in the repository. Returns
// false, with the first line that differs in `why`. With GALLERY_EXPECT set (`make
// gallery-expected`) it rewrites the comment instead.
bool gallery_text_is_expected(const char *text, const char *file, char *why, size_t size);

// The same for a section of a file: the lines below "== NAME".
bool gallery_section_is_expected(const char *text, const char *file, const char *name, char *why,
                                 size_t size);
int gallery_section_count(const char *file);

#endif
