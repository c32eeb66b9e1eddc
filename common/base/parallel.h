// SPDX-License-Identifier: MIT
//
// parallel.h: a loop whose iterations run on all cores.
#ifndef COMMON_PARALLEL_H
#define COMMON_PARALLEL_H

// Calls body(context, index) once for each index from 0 to count - 1, on as many threads as there
// are cores, in no particular order; short work stays on this one. Returns when all are done.
// `what` names the work in the progress line ("reference"); NULL for none. Works on one core when
// no thread can be started.
void parallel_for(int count, void (*body)(void *context, int index), void *context,
                  const char *what);

// Into how many parts each of `rows` rows of `cols` elements is divided, so that even one long row
// (a vector) keeps all cores busy; 1 if there are many rows. For loops over rows * parts indices.
// Part p of a row is [p * PART_OF_ROW, p * PART_OF_ROW + part_length()), or the whole row if parts
// is 1.
enum { PART_OF_ROW = 65536, ROWS_ENOUGH = 1024 };

static inline int parts_of_row(int rows, int cols)
{
    return rows >= ROWS_ENOUGH || cols <= PART_OF_ROW ? 1 : (cols - 1) / PART_OF_ROW + 1;
}

static inline int part_length(int parts, int part, int cols)
{
    const int left = cols - part * PART_OF_ROW;
    return parts == 1 ? cols : left < PART_OF_ROW ? left : PART_OF_ROW;
}

#endif
