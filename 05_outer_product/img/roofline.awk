# SPDX-License-Identifier: MIT
#
# roofline.awk: the roofline of shared memory by the measured ceilings, and the steps of chapter
# 05 under it.
#     awk -f mk/svg.awk -f 05_outer_product/img/roofline.awk > roofline.svg
#
# Across: multiply-adds of a warp for each pass through the banks (wavefront), as the steps' formulas
# count them. Up: what these can deliver at most, computed from the two measured ceilings.

function x_of(v) { return 80 + 110 * (log(v) / log(2) + 2) } # 1/4 ... 16
function y_of(t) { return 330 - 70 * (log(t) / log(2) - 2) } # 4 ... 64 and more

function roof(v) { return v * 64 * passes < ffma ? v * 64 * passes : ffma } # 64 FLOP each

function step(v, name, below)
{
    printf "<circle cx=\"%g\" cy=\"%g\" r=\"5\" fill=\"#d9534f\"/>\n", x_of(v), y_of(roof(v))
    text(x_of(v) + (below ? 10 : -8), y_of(roof(v)) + (below ? 16 : -8), below ? "start" : "end", "",
         name)
}

BEGIN {
    while ((getline line < "bench/results/ceilings_h200.txt") > 0) {
        split(line, field, " ")
        if (field[1] == "ffma")
            ffma = field[2]
        if (field[1] == "shared_read_32")
            passes = field[2] / 128 # 10^12 passes of 128 bytes a second
    }
    begin_svg(820, 400)
    print "<rect width=\"820\" height=\"400\" fill=\"#fff\"/>"
    for (v = 0.25; v <= 16; v *= 2) {
        printf "<path d=\"M%g 40V340\" stroke=\"#e4e4e4\"/>\n", x_of(v)
        text(x_of(v), 356, "middle", "", v < 1 ? "1/" 1 / v : v)
    }
    for (t = 4; t <= 64; t *= 2) {
        printf "<path d=\"M80 %gH740\" stroke=\"#e4e4e4\"/>\n", y_of(t)
        text(72, y_of(t) + 4, "end", "", t)
    }
    text(410, 384, "middle", "", "multiply-adds of a warp for each pass through the banks")
    text(80, 24, "start", "", "TFLOP/s at most (computed from measured ceilings of an H200)")
    ridge = ffma / (64 * passes)
    printf "<path d=\"M%g %gL%g %gH740\" fill=\"none\" stroke=\"#36618f\" stroke-width=\"2\"/>\n",
        x_of(0.25), y_of(roof(0.25)), x_of(ridge), y_of(ffma)
    text(736, y_of(ffma) - 8, "end", "", sprintf("multiply-adds: %.1f TFLOP/s", ffma))
    step(1 / 2, "1_k_tiles, 2_tile2d", 1)
    step(8 / 9, "3_thread_tile_1d", 1)
    step(64 / 48, "4_thread_tile_2d, as written", 1)
    step(64 / 20, "5_vectorized", 1)
    step(64 / 8, "6_warp_tile", 1)
    print "</svg>"
}
