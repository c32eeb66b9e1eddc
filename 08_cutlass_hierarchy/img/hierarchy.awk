# SPDX-License-Identifier: MIT
#
# hierarchy.awk: the tiles of chapter 08 inside each other: grid, block, warp, instruction, each
# with what it needs of A (left) and B (on top) at a time.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/hierarchy.awk > hierarchy.svg

function warp_colour(warp, light) { return "hsl(" warp * 45 ",60%," light "%)" }

function title(x, name, shape)
{
    text(x, 22, "start", " font-weight=\"bold\" font-size=\"13\"", name)
    text(x, 38, "start", "", shape)
}

function notes(x, first, second, third)
{
    text(x, BOTTOM, "start", "", first)
    text(x, BOTTOM + 16, "start", "", second)
    text(x, BOTTOM + 32, "start", " fill=\"#666\"", third)
}

# From a tile that is drawn small to its enlargement.
function zoom(x1, top1, bottom1, x2, top2, bottom2)
{
    printf "<path d=\"M%g %g L%g %g M%g %g L%g %g\" stroke=\"#999\" stroke-dasharray=\"3 3\"/>\n",
        x1, top1, x2, top2, x1, bottom1, x2, bottom2
}

# C of 1024 x 1024: 8 x 4 tiles.
function grid(left, top, s,    i, j)
{
    title(left - 28, "grid", "m x n of C, all of K")
    box(left - 28, top, 20, 1024 * s, "#fdf3e4", "#c28a3c", "")
    box(left, top - 28, 1024 * s, 20, "#e9f5e8", "#5b9a57", "")
    box(left - 28, top + 2 * BM * s, 20, BM * s, "#f2b56b", "#c28a3c", "")
    box(left + BN * s, top - 28, BN * s, 20, "#8fc98b", "#5b9a57", "")
    text(left - 18, top + 512 * s + 4, "middle", "", "A")
    text(left + 640 * s, top - 14, "middle", "", "B")
    for (i = 0; i < 1024 / BM; i++)
        for (j = 0; j < 1024 / BN; j++)
            box(left + j * BN * s, top + i * BM * s, BN * s, BM * s, "#eef", "#99a", "")
    box(left + BN * s, top + 2 * BM * s, BN * s, BM * s, "#fbe08d", "#000", " stroke-width=\"1.5\"")
    notes(left - 28, "a block for each", BM " x " BN " of C", "global memory, L2")
    zoom(left + 2 * BN * s, top + 2 * BM * s, top + 3 * BM * s, BLOCK - 34, TOP, TOP + BM * BLOCK_S)
}

function block(left, top, s,    w, x, y)
{
    title(left - 34, "block", "(" BM "," BN "," BK "): " WARPS_M " x " WARPS_N " warps")
    box(left - 34, top, BK * s, BM * s, "#fdf3e4", "#c28a3c", "")
    box(left, top - 34, BN * s, BK * s, "#e9f5e8", "#5b9a57", "")
    text(left - 34 + BK * s / 2, top + 20, "middle", "", "As")
    text(left + 24, top - 15, "middle", "", "Bs")
    for (w = 0; w < WARPS_M * WARPS_N; w++) {
        x = left + int(w / WARPS_M) * WN * s
        y = top + w % WARPS_M * WM * s
        box(x, y, WN * s, WM * s, warp_colour(w, 87), warp_colour(w, 40), "")
        text(x + WN * s / 2, y + WM * s / 2 + 4, "middle", "", "warp " w)
    }
    box(left + 2 * WN * s, top + WM * s, WN * s, WM * s, "none", "#000", " stroke-width=\"2\"")
    box(left - 34, top + WM * s, MMA_K * s, WM * s, "#f2b56b", "#c28a3c", "")
    box(left + 2 * WN * s, top - 34, WN * s, MMA_K * s, "#8fc98b", "#5b9a57", "")
    notes(left - 34, "As " BM " x " BK ", Bs " BK " x " BN ": " (BM + BN) * BK * 2 / 1024 " KiB a stage,",
          BK / MMA_K " k-slices; one k-tile after another", "shared memory")
    zoom(left + 3 * WN * s, top + WM * s, top + 2 * WM * s, WARP - 34, TOP, TOP + WM * WARP_S)
}

function warp(left, top, s,    i, j)
{
    title(left - 34, "warp 5", "(" WM "," WN "," MMA_K "): " WM / MMA_M " x " WN / MMA_N " mma")
    for (i = 0; i < WM / MMA_M; i++) {
        box(left - 34, top + i * MMA_M * s, MMA_K * 1.5, MMA_M * s, i == 1 ? "#f2b56b" : "#fdf3e4", "#c28a3c", "")
        text(left - 34 + MMA_K * 0.75, top + (i + 0.5) * MMA_M * s + 4, "middle", " font-size=\"10\"", "a" i)
        for (j = 0; j < WN / MMA_N; j++)
            box(left + j * MMA_N * s, top + i * MMA_M * s, MMA_N * s, MMA_M * s, warp_colour(5, 92), warp_colour(5, 60), "")
    }
    for (j = 0; j < WN / MMA_N; j++) {
        box(left + j * MMA_N * s, top - 34, MMA_N * s, MMA_K * 1.5, j == 6 ? "#8fc98b" : "#e9f5e8", "#5b9a57", "")
        text(left + (j + 0.5) * MMA_N * s, top - 18, "middle", " font-size=\"10\"", "b" j)
    }
    box(left + 6 * MMA_N * s, top + MMA_M * s, MMA_N * s, MMA_M * s, "#fbe08d", "#000", " stroke-width=\"2\"")
    notes(left - 34, "4 + 4 ldmatrix.x4 for 32 mma:", "an outer product of fragments", "registers: 128 sums a lane")
    zoom(left + 7 * MMA_N * s, top + MMA_M * s, top + 2 * MMA_M * s, MMA - 34, TOP, TOP + MMA_M * MMA_S)
}

function instruction(left, top, s,    i, j, lane)
{
    title(left - 34, "instruction", "(" MMA_M "," MMA_N "," MMA_K ")")
    box(left - 34, top, 24, MMA_M * s, "#f2b56b", "#c28a3c", "")
    box(left, top - 34, MMA_N * s, 24, "#8fc98b", "#5b9a57", "")
    text(left - 22, top + MMA_M * s / 2 + 4, "middle", "", "a1")
    text(left + MMA_N * s / 2, top - 18, "middle", "", "b6")
    for (i = 0; i < MMA_M; i++)
        for (j = 0; j < MMA_N; j += 2) {
            lane = i % 8 * 4 + j / 2
            box(left + j * s, top + i * s, 2 * s, s, lane == 5 ? "#fbe08d" : "#fff", "#bbb", "")
            text(left + (j + 1) * s, top + (i + 0.8) * s, "middle", " font-size=\"9\"", "T" lane)
        }
    box(left, top, MMA_N * s, MMA_M * s, "none", "#000", " stroke-width=\"1.5\"")
    notes(left - 34, "4 sums a lane,", "T5 in yellow", "a tensor core")
}

BEGIN {
    BM = 128; BN = 256; BK = 32; WM = 64; WN = 64; MMA_M = 16; MMA_N = 8; MMA_K = 16
    WARPS_M = BM / WM; WARPS_N = BN / WN
    TOP = 86; BOTTOM = 292; HEIGHT = 336
    GRID = 38; BLOCK = 252; BLOCK_S = 0.9; WARP = 548; WARP_S = 2.5; MMA = 780; MMA_S = 11
    begin_sheet(900, HEIGHT)
    grid(GRID, TOP, 0.14)
    block(BLOCK, TOP, BLOCK_S)
    warp(WARP, TOP, WARP_S)
    instruction(MMA, TOP, MMA_S)
    print "</svg>"
}
