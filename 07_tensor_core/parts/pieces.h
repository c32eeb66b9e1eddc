// SPDX-License-Identifier: MIT
//
// pieces.h: can a matrix be taken in pieces of several elements alone? For host code.
//
// A thread copies 16 bytes in one instruction, if they lie at a multiple of 16. Where each row of a
// matrix is a number of such pieces, none lies across an edge. The choice is made once, by the
// launcher, for all threads alike.
#ifndef TENSOR_CORE_PIECES_H
#define TENSOR_CORE_PIECES_H

#include <stdbool.h>
#include <stdint.h>

// Rows of `cols` elements of `element` bytes, in pieces of `bytes` bytes.
static inline bool in_pieces(const void *M, int cols, int ld, int element, int bytes)
{
    const int piece = bytes / element;
    return (uintptr_t)M % (unsigned)bytes == 0 && cols % piece == 0 && ld % piece == 0;
}

#endif
