// SPDX-License-Identifier: MIT
//
// boxes.h: what it takes the copy engine to move a matrix once, box by box: arithmetic for
// predictions.
#ifndef COMMON_BOXES_H
#define COMMON_BOXES_H

struct box_traffic {
    long long sectors, bytes;
};

// A rows x cols matrix that begins at a multiple of 32 bytes and whose rows begin at multiples of
// 16, in boxes that are `width` elements wide: whole sectors. Each row of a box is moved by itself,
// and here only what of it lies inside the matrix.
struct box_traffic cover_boxes(int rows, int cols, int ld, int width, int element);

// What loads ask for beyond that: boxes reach to row `to_row` and column `to_col` (a multiple of
// `width`), and of each row of a box what lies outside costs a sector for each 32 bytes.
long long sectors_outside(int rows, int cols, int to_row, int to_col, int width, int element);

#endif
