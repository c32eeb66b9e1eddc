# SPDX-License-Identifier: MIT
#
# panels.awk: what the tiles of one wave need of A and B, in two orders.
#     awk -f mk/svg.awk -f 03_tiled/img/panels.awk > panels.svg

# A left of C, B above it, both narrow: k is not to scale. Waves of PLACES tiles; the second wave is
# the coloured one, the first is done.
function order(left, top, panel, title,    number, i, j, within, first, fill, rows, cols, r, c)
{
    for (i = 0; i < SIDE; i++)
        need_row[i] = need_col[i] = 0
    for (number = 0; number < SIDE * SIDE; number++) {
        first = int(number / (panel * SIDE)) * panel
        within = number - first * SIDE
        i = first + within % panel
        j = int(within / panel)
        fill = number < PLACES ? "#d9d9d9" : number < 2 * PLACES ? "#f2b84b" : "#f4f6fa"
        if (number >= PLACES && number < 2 * PLACES)
            need_row[i] = need_col[j] = 1
        box(left + j * CELL, top + i * CELL, CELL, CELL, fill, "#fff", "")
    }
    rows = cols = 0
    for (i = 0; i < SIDE; i++) {
        rows += need_row[i]
        cols += need_col[i]
        box(left - 58, top + i * CELL, 48, CELL, need_row[i] ? "#7fb2e5" : "#f4f6fa", "#fff", "")
        box(left + i * CELL, top - 58, CELL, 48, need_col[i] ? "#8fce9b" : "#f4f6fa", "#fff", "")
    }
    box(left, top, SIDE * CELL, SIDE * CELL, "none", "#000", "")
    box(left - 58, top, 48, SIDE * CELL, "none", "#000", "")
    box(left, top - 58, SIDE * CELL, 48, "none", "#000", "")
    text(left - 34, top - 6, "middle", " font-weight=\"bold\"", "A")
    text(left - 8, top - 30, "end", " font-weight=\"bold\"", "B")
    text(left + SIDE * CELL / 2, top - 72, "middle", " font-weight=\"bold\"", title)
    text(left + SIDE * CELL / 2, top + SIDE * CELL + 20, "middle", "",
         "a wave: " rows " tile rows of A + " cols " tile columns of B = " rows + cols)
}

BEGIN {
    CELL = 12
    SIDE = 24
    PLACES = 36
    begin_sheet(900, 440)
    order(110, 96, 1, "row by row")
    order(560, 96, 6, "in panels of 6 rows, down each column")
    text(450, 428, "middle", "",
         "24 x 24 tiles of C, 36 places. Grey: the first wave, done. Orange: the tiles that are computed now.")
    print "</svg>"
}
