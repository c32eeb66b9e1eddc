// SPDX-License-Identifier: MIT
//
// gallery_text.h: the whole text that a wrong program must bring forth, with its exit status, in a
// file: of those in emu/tests/mistakes/bad/ and in emu/tests/diagnoses/.
#ifndef TESTS_GALLERY_TEXT_H
#define TESTS_GALLERY_TEXT_H

#include "../../tests/support/support.h"

// All that the run wrote to stderr, and a last line "exit status 1"; but for what differs from run
// to run although nothing is wrong. free() it.
//   - Addresses of the host's memory and of stacks, which the system and the compiler choose: 0x...
//   - Where an endless loop was when its time was up: the line, the block and the thread.
char *gallery_text(const struct run *run);

// Compares it with the file, a path in the repository. False, with the first line that differs in
// `why`, where it is another one. With GALLERY_EXPECT set (`make gallery-expected`) it writes the
// file: this is what is expected from now on.
bool gallery_text_is_expected(const char *text, const char *file, char *why, size_t size);

// How many texts a folder of the repository holds.
int gallery_text_count(const char *folder);

#endif
