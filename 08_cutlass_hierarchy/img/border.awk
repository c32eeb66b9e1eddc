# SPDX-License-Identifier: MIT
#
# border.awk: 4097 x 4097 on 132 SMs, in tiles of 128 x 256 alone, and in whole ones with a border of
# 64 x 64. Every tile is drawn as large as what is computed for it. By the formulas of raster.h and
# raster.c.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/border.awk > border.svg

function ceil_div(a, b) { return int((a + b - 1) / b) }

# raster_panel()
function panel_of(bm, bn, tiles_m,    panel, lines, best, fewest)
{
    for (panel = 1; panel <= tiles_m && panel <= SMS; panel++) {
        lines = panel * bm + ceil_div(SMS, panel) * bn
        if (panel == 1 || lines < fewest) {
            best = panel
            fewest = lines
        }
    }
    return ceil_div(tiles_m, int((tiles_m + int(best / 2)) / best))
}

# raster_block(): the block that takes tile (row, col).
function block_of(row, col, panel, tiles_m, tiles_n,    first, height)
{
    first = int(row / panel) * panel
    height = tiles_m - first < panel ? tiles_m - first : panel
    return first * tiles_n + col * height + row - first
}

function tiles(left, tiles_m, tiles_n,    panel, row, col, turn)
{
    panel = panel_of(128, 256, tiles_m)
    for (row = 0; row < tiles_m; row++)
        for (col = 0; col < tiles_n; col++) {
            turn = int(block_of(row, col, panel, tiles_m, tiles_n) / SMS)
            box(left + col * W, TOP + row * H, W, H, COLOR[turn], "#fff", " stroke-width=\"0.5\"")
            if (turn + 1 > rounds)
                rounds = turn + 1
        }
}

function legend(left, y, count, last,    i, x)
{
    for (i = 0; i < count; i++) {
        x = left + i * 74
        box(x, y - 10, 12, 12, COLOR[i], "#888", " stroke-width=\"0.5\"")
        text(x + 16, y, "start", "", "round " i + 1)
    }
    if (last) {
        box(left + count * 74, y - 10, 12, 12, BORDER, "#888", " stroke-width=\"0.5\"")
        text(left + count * 74 + 16, y, "start", "", "second launch")
    }
}

BEGIN {
    SMS = 132; W = 18; H = 9; TOP = 40; BORDER = "#8fc98b"
    split("#e4e4f2 #fbe08d #b7b7de #f2b56b #d9534f", colors, " ")
    for (i = 1; i <= 5; i++)
        COLOR[i - 1] = colors[i]
    begin_sheet(860, 410)

    left = 30
    text(left, 24, "start", " font-weight=\"bold\"", "tiles of 128 x 256 alone")
    tiles(left, 33, 17)
    text(left, TOP + 33 * H + 22, "start", "", "33 x 17 = 561 tiles: " rounds " rounds of " SMS)
    legend(left, TOP + 33 * H + 46, rounds, 0)

    left = 430
    rounds = 0
    text(left, 24, "start", " font-weight=\"bold\"", "whole tiles, and a border of 64 x 64")
    tiles(left, 32, 16)
    small = W / 4
    for (i = 0; i < 65; i++)
        box(left + 16 * W, TOP + i * small, small, small, BORDER, "#fff", " stroke-width=\"0.5\"")
    for (i = 0; i < 64; i++)
        box(left + i * small, TOP + 32 * H, small, small, BORDER, "#fff", " stroke-width=\"0.5\"")
    text(left, TOP + 33 * H + 22, "start", "", "32 x 16 = 512 tiles: " rounds \
         " rounds; and 65 + 64 = 129 small ones")
    legend(left, TOP + 33 * H + 46, rounds, 1)
    print "</svg>"
}
