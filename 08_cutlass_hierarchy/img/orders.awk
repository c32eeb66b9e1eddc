# SPDX-License-Identifier: MIT
#
# orders.awk: five orders in which blocks take the tiles of C, as one line each: 16 x 8 tiles of 128 x
# 256, panels of 4, the first 14 blocks in yellow. By the formulas of raster_orders.c.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/orders.awk > orders.svg

function take(row, col)
{
    at_row[taken] = row
    at_col[taken] = col
    taken++
}

# The square at (row, col): quarters down, right, up; the first and the last turned. Quarters beyond
# C are left out.
function walk(row, col, side, across, back,    quarter, d, r)
{
    if (row >= TILES_M || col >= TILES_N)
        return
    if (side == 1) {
        take(row, col)
        return
    }
    for (quarter = 0; quarter < 4; quarter++) {
        d = (quarter == 1 || quarter == 2) != back
        r = (quarter >= 2) != back
        walk(row + (across ? r : d) * side / 2, col + (across ? d : r) * side / 2, side / 2,
             across != (quarter == 0 || quarter == 3), back != (quarter == 3))
    }
}

function order(name,    i, panel, in_panel, row, col)
{
    taken = 0
    if (name == "hilbert")
        walk(0, 0, 16, 0, 0)
    for (i = 0; name != "hilbert" && i < TILES_M * TILES_N; i++) {
        panel = int(i / (PANEL * TILES_N))
        in_panel = i % (PANEL * TILES_N)
        row = panel * PANEL + in_panel % PANEL
        col = int(in_panel / PANEL)
        if (name == "rows") {
            row = int(i / TILES_N); col = i % TILES_N
        } else if (name == "columns") {
            row = i % TILES_M; col = int(i / TILES_M)
        } else if (name == "back and forth" && panel % 2 == 1)
            col = TILES_N - 1 - col
        take(row, col)
    }
}

function draw(left, name,    i, row, col, rows, cols, points)
{
    order(name)
    split("", rows); split("", cols)
    text(left, 24, "start", " font-weight=\"bold\"", name)
    box(left, TOP, TILES_N * W, TILES_M * H, "#f4f4fa")
    for (i = 0; i < WAVE; i++) {
        box(left + at_col[i] * W, TOP + at_row[i] * H, W, H, "#fbe08d")
        rows[at_row[i]] = cols[at_col[i]] = 1
    }
    for (i = 0; i < taken; i++)
        points = points sprintf("%s%g,%g", i ? " " : "", left + (at_col[i] + 0.5) * W, TOP + (at_row[i] + 0.5) * H)
    printf "<polyline points=\"%s\" fill=\"none\" stroke=\"#4b4b8f\" stroke-width=\"1\"/>\n", points
    for (row = 0; row < TILES_M; row++)
        box(left - 12, TOP + row * H, 8, H - 1, row in rows ? "#f2b56b" : "#fdf3e4")
    for (col = 0; col < TILES_N; col++)
        box(left + col * W, TOP - 12, W - 1, 8, col in cols ? "#8fc98b" : "#e9f5e8")
    text(left, TOP + TILES_M * H + 20, "start", "",
         length(rows) * 128 " rows, " length(cols) * 256 " columns")
}

BEGIN {
    TILES_M = 16; TILES_N = 8; PANEL = 4; WAVE = 14; W = 18; H = 9; TOP = 50
    count = split("rows,columns,panels,back and forth,hilbert", names, ",")
    begin_svg(900, 240)
    box(0, 0, 900, 240, "#fff")
    for (n = 1; n <= count; n++)
        draw(26 + (n - 1) * 176, names[n])
    print "</svg>"
}
