// SPDX-License-Identifier: MIT
#include "boxes.h"

#include "../device/index.h"
#include "sectors.h"

// The sectors of a run of bytes that begins this far after the beginning of a sector.
static int sectors_of_run(int behind, int bytes)
{
    return bytes > 0 ? ceil_div(behind + bytes, SECTOR_BYTES) : 0;
}

struct box_traffic cover_boxes(int rows, int cols, int ld, int width, int element)
{
    enum { PERIOD = 2 }; // rows begin at a sector, or in the middle of one
    struct box_traffic sum = {.bytes = (long long)rows * cols * element};
    for (int row = 0; row < rows && row < PERIOD; row++) {
        const int behind = (int)(row_major(row, 0, ld) * element % SECTOR_BYTES);
        sum.sectors +=
            alike(row, rows, PERIOD) * (cols / width * sectors_of_run(behind, width * element) +
                                        sectors_of_run(behind, cols % width * element));
    }
    return sum;
}

long long sectors_outside(int rows, int cols, int to_row, int to_col, int width, int element)
{
    const int boxes = to_col / width, row = sectors_of_run(0, width * element);
    const int begun = cols % width > 0;
    const int cut = begun ? sectors_of_run(0, (width - cols % width) * element) : 0;
    const int inside = cut + (boxes - cols / width - begun) * row;
    return (long long)rows * inside + (long long)(to_row - rows) * boxes * row;
}
