// SPDX-License-Identifier: MIT
//
// gaps.h: complements and divisions that leave elements out.
#ifndef GAPS_H
#define GAPS_H

#include "command.h"

// A note on the answer to `complement A [t]` or a division of A by T when no offset, or no element
// of A, should be missing and some are: CuTe's algorithm takes it that each stride is a multiple of
// what the smaller ones cover, and rounds down. NULL: there is nothing to note.
const char *gaps_note(const struct words *words, const char *answer);

#endif
