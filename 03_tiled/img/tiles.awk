# SPDX-License-Identifier: MIT
#
# tiles.awk: which block computes which tile of C, in both steps of chapter 03.
#     awk -f mk/svg.awk -f 03_tiled/img/tiles.awk > tiles.svg

function smaller(a, b) { return a < b ? a : b }

function colour(block) { return "hsl(" block * 60 ",65%,82%)" }

# 5 x 8 tiles; C ends in the last row and the last column of tiles.
function outline(left, top)
{
    box(left, top, (8 - 0.19) * CELL, (5 - 0.31) * CELL, "none", "#000", " stroke-width=\"2\"")
}

# GX x GY blocks, each in strides of the grid.
function tile_loop(left, top,    i, j, x, y)
{
    for (i = 0; i < 5; i++)
        for (j = 0; j < 8; j++) {
            x = j % GX
            y = i % GY
            box(left + j * CELL, top + i * CELL, CELL, CELL, colour(y * GX + x), "#fff", "")
            text(left + (j + 0.5) * CELL, top + (i + 0.6) * CELL, "middle", " font-size=\"11\"",
                 "(" x "," y ")")
        }
    for (i = 0; i < 5; i += GY)
        for (j = 0; j < 8; j += GX)
            box(left + j * CELL, top + i * CELL, smaller(GX, 8 - j) * CELL, smaller(GY, 5 - i) * CELL,
                "none", "#555", " stroke-width=\"1.5\" stroke-dasharray=\"4 3\"")
    outline(left, top)
    text(left + 4 * CELL, top - 24, "middle", " font-weight=\"bold\"", "1_tile_loop, a grid of 3 x 2 blocks")
    text(left + 4 * CELL, top - 8, "middle", "", "(blockIdx.x, blockIdx.y); dashed: one turn of the grid")
}

# GX * GY blocks in one dimension, panels of two rows; a line through the tiles in their order.
function wave_grid(left, top,    number, first, high, within, i, j, points)
{
    for (number = 0; number < 40; number++) {
        first = int(number / (2 * 8)) * 2
        high = smaller(2, 5 - first)
        within = number - first * 8
        i = first + within % high
        j = int(within / high)
        box(left + j * CELL, top + i * CELL, CELL, CELL, colour(number % (GX * GY)), "#fff", "")
        points = points " " left + (j + 0.6) * CELL "," top + (i + 0.55) * CELL
        place[number] = left + j * CELL + 12 " " top + i * CELL + 16
    }
    print "<polyline points=\"" substr(points, 2) "\" fill=\"none\" stroke=\"#888\" stroke-width=\"1.5\"/>"
    for (number = 0; number < 40; number++) {
        split(place[number], at, " ")
        text(at[1], at[2], "middle", " font-size=\"11\"", number)
    }
    for (i = 2; i < 5; i += 2)
        print "<path d=\"M" left " " top + i * CELL " H" left + 8 * CELL \
              "\" stroke=\"#555\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>"
    outline(left, top)
    text(left + 4 * CELL, top - 24, "middle", " font-weight=\"bold\"", "2_wave_grid, 6 blocks, panels of 2 rows")
    text(left + 4 * CELL, top - 8, "middle", "", "the number of a tile; block = number mod 6")
}

BEGIN {
    CELL = 48
    GX = 3
    GY = 2
    begin_sheet(900, 340)
    tile_loop(30, 50)
    wave_grid(486, 50)
    text(450, 318, "middle", "",
         "C (bold) is 75 x 125 elements: 5 x 8 tiles of 16 x 16. One colour: one block, which computes its tiles one after the other.")
    print "</svg>"
}
