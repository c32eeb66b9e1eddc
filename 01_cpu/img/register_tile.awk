# SPDX-License-Identifier: MIT
#
# register_tile.awk: one value of p in a register tile: 4 numbers of A and 8 of B for 32 sums.
#     awk -f mk/svg.awk -f 01_cpu/img/register_tile.awk > register_tile.svg

BEGIN {
    MR = 4; NR = 8; CELL = 30; WIDE = 40
    begin_sheet(720, 270)
    text(30, 26, "start", " font-weight=\"bold\"", "One value of p")
    for (j = 0; j < NR; j++) {
        box(130 + WIDE * j, 60, WIDE, CELL, "#cfe0f3", "#1f5fa8", "")
        text(130 + WIDE * (j + 0.5), 80, "middle", "", "b" j)
    }
    for (i = 0; i < MR; i++) {
        box(86, 110 + CELL * i, CELL, CELL, "#f6d5cd", "#b8361c", "")
        text(86 + CELL / 2, 130 + CELL * i, "middle", "", "a" i)
        for (j = 0; j < NR; j++) {
            box(130 + WIDE * j, 110 + CELL * i, WIDE, CELL, "#fbe08d", "#8a6d00", "")
            text(130 + WIDE * (j + 0.5), 130 + CELL * i, "middle", " font-size=\"10\"", "+a" i "b" j)
        }
    }
    text(290, 50, "middle", " fill=\"#1f5fa8\"", "NR = 8 numbers of a row of B")
    text(30, 110, "start", " fill=\"#b8361c\"", "MR = 4")
    text(30, 126, "start", " fill=\"#b8361c\"", "numbers")
    text(30, 142, "start", " fill=\"#b8361c\"", "of a")
    text(30, 158, "start", " fill=\"#b8361c\"", "column")
    text(30, 174, "start", " fill=\"#b8361c\"", "of A")
    text(290, 252, "middle", " fill=\"#8a6d00\"", "MR x NR = 32 sums, in registers for all p")
    text(490, 110, "start", " font-weight=\"bold\"", "loads: the sides")
    text(490, 128, "start", "", "4 + 8 = 12")
    text(490, 158, "start", " font-weight=\"bold\"", "multiply-adds: the area")
    text(490, 176, "start", "", "4 x 8 = 32, or 2.7 for each load")
    text(490, 206, "start", " font-weight=\"bold\"", "stores")
    text(490, 224, "start", "", "none until the last p")
    print "</svg>"
}
