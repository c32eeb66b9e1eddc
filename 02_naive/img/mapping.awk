# SPDX-License-Identifier: MIT
#
# mapping.awk: C, its blocks, and how the warps of a block are arranged in both steps of chapter 02.
#     awk -f mk/svg.awk -f 02_naive/img/mapping.awk > mapping.svg

function colour(warp, light) { return "hsl(" warp * 45 ",60%," light "%)" }

# One block of 16 x 16 threads over C. swapped: threadIdx.x counts rows.
function block(left, top, swapped,    x, y, row, col, id, warp)
{
    for (y = 0; y < 16; y++)
        for (x = 0; x < 16; x++) {
            row = swapped ? x : y
            col = swapped ? y : x
            id = y * 16 + x
            warp = int(id / 32)
            box(left + col * CELL, top + row * CELL, CELL, CELL, colour(warp, 82), "#fff", "")
            if (warp == 0)
                text(left + (col + 0.5) * CELL, top + (row + 0.7) * CELL, "middle",
                     " font-size=\"9\"", id)
        }
    for (warp = 0; warp < 8; warp++) {
        x = swapped ? left + warp * 2 * CELL : left
        y = swapped ? top : top + warp * 2 * CELL
        box(x, y, swapped ? 2 * CELL : 16 * CELL, swapped ? 16 * CELL : 2 * CELL, "none",
            colour(warp, 40), " stroke-width=\"1.5\"")
        if (warp > 0)
            text(x + (swapped ? CELL : 8 * CELL), y + (swapped ? 8 : 1) * CELL + 4, "middle",
                 " font-size=\"10\" fill=\"" colour(warp, 25) "\"",
                 swapped ? warp : "warp " warp)
    }
    text(left + 8 * CELL, top - 22, "middle", " font-weight=\"bold\"",
         swapped ? "1_uncoalesced: a warp is 2 columns" : "2_coalesced: a warp is 2 rows")
    text(left + 8 * CELL, top - 7, "middle", "",
         swapped ? "threadIdx.x runs down, threadIdx.y to the right" \
                 : "threadIdx.x runs to the right, threadIdx.y down")
}

# C of 40 x 56 elements under a grid of 3 x 4 blocks, 3 pixels to an element.
function grid(left, top,    b, i, j)
{
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++) {
            b = 16 * 3
            box(left + j * b, top + i * b, b, b, i == 1 && j == 1 ? "#fbe08d" : "#eef3fa", "#7a94b8",
                " stroke-dasharray=\"3 2\"")
            text(left + j * b + 3, top + i * b + 12, "start", " font-size=\"8\"", "(" j "," i ")")
        }
    box(left, top, 56 * 3, 40 * 3, "none", "#000", " stroke-width=\"2\"")
    text(left + 96, top - 22, "middle", " font-weight=\"bold\"", "the grid over C")
    text(left + 96, top - 7, "middle", "", "(blockIdx.x, blockIdx.y)")
    text(left, top + 166, "start", "", "C: m = 40 rows, n = 56 columns (bold)")
    text(left, top + 182, "start", "", "grid: 4 x 3 blocks of 16 x 16 threads;")
    text(left, top + 198, "start", "", "threads past the edge do nothing")
    text(left, top + 222, "start", "", "one block, enlarged: its 256 threads")
    text(left, top + 238, "start", "", "are 8 warps of 32 lanes; the numbers")
    text(left, top + 254, "start", "", "are the lanes of warp 0")
}

BEGIN {
    CELL = 17
    begin_sheet(900, 350)
    grid(20, 55)
    block(290, 55, 1)
    block(600, 55, 0)
    print "</svg>"
}
