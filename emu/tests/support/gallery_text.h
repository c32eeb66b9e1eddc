// SPDX-License-Identifier: MIT
//
// gallery_text.h: the whole text that a wrong program must bring forth, with its exit status. For a
// program of emu/tests/mistakes/ it is the comment at the program's end, for the programs of
// emu/tests/diagnoses/, which have many cases, it is in a file beside them, a section for each
// case.
#ifndef TESTS_GALLERY_TEXT_H
#define TESTS_GALLERY_TEXT_H

#include "program.h"

// All that the run wrote to stderr, and a last line "exit status 1"; but for what differs from run
// to run although nothing is wrong. free() it.
//   - Addresses of the host's memory and of stacks, which the system and the compiler choose: 0x...
//   - Where an endless loop was when its time was up: the line, the block and the thread.
char *gallery_text(const struct run *run);

// Compares it with the comment at the end of the program, a path in the repository. False, with the
// first line that differs in `why`. With GALLERY_EXPECT set (`make gallery-expected`) it rewrites
// the comment: this is what is expected from now on.
bool gallery_text_is_expected(const char *text, const char *file, char *why, size_t size);

// The same for a section of a file: the lines below "== NAME".
bool gallery_section_is_expected(const char *text, const char *file, const char *name, char *why,
                                 size_t size);
int gallery_section_count(const char *file);

#endif
