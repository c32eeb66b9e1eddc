# SPDX-License-Identifier: MIT
#
# panels.awk: which tiles of C the first wave of blocks computes, row by row and in panels, and what
# of A and B it needs: 8192 x 8192 in tiles of 128 x 256, 132 SMs. By the formula of raster.h.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/panels.awk > panels.svg

function path(d, fill, stroke, extra)
{
    printf "<path d=\"%s\" fill=\"%s\" stroke=\"%s\"%s/>\n", d, fill, stroke, extra
}

# raster_block(): the block that takes tile (row, col).
function block_of(row, col, panel,    first, height)
{
    first = int(row / panel) * panel
    height = TILES_M - first < panel ? TILES_M - first : panel
    return first * TILES_N + col * height + row - first
}

# The tiles of each colour are one path, a rectangle for each run of them in a row; the white lines
# between all tiles are one more. A rectangle for each tile would make the file 16 times as long.
function order(left, panel, name,    row, col, wave, fill, run, last, paths, lines, rows, cols, used_row, used_col)
{
    for (row = 0; row < TILES_M; row++) {
        last = ""
        for (col = 0; col <= TILES_N; col++) {
            wave = int(block_of(row, col, panel) / SMS)
            fill = col == TILES_N ? "" : wave == 0 ? "#fbe08d" : wave % 2 ? "#e4e4f2" : "#f4f4fa"
            if (fill != last) {
                if (last != "")
                    paths[last] = paths[last] sprintf("M%g %gh%gv%gh%gz", left + run * W, TOP + row * H,
                                                      (col - run) * W, H, (run - col) * W)
                run = col
                last = fill
            }
            if (fill != "" && wave == 0)
                used_row[row] = used_col[col] = 1
        }
    }
    for (col = 0; col <= TILES_N; col++)
        lines = lines sprintf("M%g %gv%g", left + col * W, TOP, TILES_M * H)
    for (row = 0; row <= TILES_M; row++)
        lines = lines sprintf("M%g %gh%g", left, TOP + row * H, TILES_N * W)
    path(paths["#fbe08d"], "#fbe08d", "none", "")
    path(paths["#e4e4f2"], "#e4e4f2", "none", "")
    path(paths["#f4f4fa"], "#f4f4fa", "none", "")
    path(lines, "none", "#fff", " stroke-width=\"0.5\"")
    for (row = 0; row < TILES_M; row++) {
        box(left - 26, TOP + row * H, 18, H, row in used_row ? "#f2b56b" : "#fdf3e4", "none", "")
        rows += row in used_row
    }
    for (col = 0; col < TILES_N; col++) {
        box(left + col * W, TOP - 26, W, 18, col in used_col ? "#8fc98b" : "#e9f5e8", "none", "")
        cols += col in used_col
    }
    text(left - 26, 20, "start", " font-weight=\"bold\"", name)
    text(left - 32, TOP + 60, "end", "", "A")
    text(left - 32, TOP - 13, "end", "", "B")
    text(left - 26, TOP + TILES_M * H + 20, "start", "",
         "the first " SMS " blocks need " rows * 128 " rows of A and " cols * 256 " columns of B")
}

BEGIN {
    TILES_M = 64; TILES_N = 32; SMS = 132; W = 11; H = 5.5; TOP = 62
    begin_sheet(900, 450)
    order(66, 1, "steps 1 to 4: row by row")
    order(516, 16, "step 5: panels of 16 tiles")
    print "</svg>"
}
