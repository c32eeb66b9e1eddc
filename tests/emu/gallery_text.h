// SPDX-License-Identifier: MIT
//
// gallery_text.h: the whole text that a program of tests/emu/mistakes/bad/ must bring forth, with
// its exit status: expected/NAME.txt beside that folder.
#ifndef TESTS_GALLERY_TEXT_H
#define TESTS_GALLERY_TEXT_H

#include "../support/support.h"

// All that the run wrote to stderr, and a last line "exit status 1"; but for what differs from run
// to run although nothing is wrong. free() it.
//   - Addresses of the host's memory and of stacks, which the system and the compiler choose: 0x...
//   - Where an endless loop was when its time was up: the line, the block and the thread.
char *gallery_text(const struct run *run);

// Compares it with expected/NAME.txt. False, with the first line that differs in `why`, where it is
// another one.
bool gallery_text_is_expected(const char *text, const char *name, char *why, size_t size);

// Makes it the one that is expected from now on (`make gallery-expected`).
void gallery_text_expect(const char *text, const char *name);

// How many programs a text is expected of.
int gallery_text_count(void);

#endif
