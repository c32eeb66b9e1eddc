// SPDX-License-Identifier: MIT
//
// boxes.h: what the copy engine does to move a matrix once, box by box: formulas for predictions.
#ifndef COMMON_BOXES_H
#define COMMON_BOXES_H

struct box_traffic {
    long long sectors, bytes;
};

// A rows x cols matrix that begins at a multiple of 32 bytes and whose rows begin at multiples of
// 16, in boxes that are `width` elements wide: whole sectors. Each row of a box is moved
// separately; this counts only its part inside the matrix.
struct box_traffic cover_boxes(int rows, int cols, int ld, int width, int element);

// What loads request in addition: boxes extend to row `to_row` and column `to_col` (a multiple of
// `width`), and the part of a row of a box outside the matrix costs a sector for each 32 bytes.
long long sectors_outside(int rows, int cols, int to_row, int to_col, int width, int element);

#endif
