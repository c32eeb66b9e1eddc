# SPDX-License-Identifier: MIT
#
# machine.awk: a PC with a GPU: host and device, SMs, what is in an SM, and the memories between. Sizes are an
# H200's; latencies and bandwidths are measured (bench/results/ceilings_h200.txt).
#     awk -f mk/svg.awk -f 02_naive/img/machine.awk > machine.svg

# A memory: its name, and what it is like.
function memory(x, y, w, name, like)
{
    box(x, y, w, 40, MEMORY, GREEN, "")
    text(x + 10, y + 17, "start", BOLD, name)
    text(x + 10, y + 32, "start", " font-size=\"11\"", like)
}

function both_ways(x, y1, y2)
{
    printf "<path d=\"M%g %gV%g\" stroke=\"#555\" stroke-width=\"2\" marker-start=\"url(#tip)\" " \
        "marker-end=\"url(#tip)\"/>\n", x, y1 + 3, y2 - 3
}

function host()
{
    box(20, 40, 170, 390, "#f4f6f9", BLUE, "")
    text(30, 60, "start", BOLD, "host")
    box(35, 75, 140, 70, "#fff", BLUE, "")
    text(105, 100, "middle", BOLD, "CPU")
    text(105, 118, "middle", "", "runs main(),")
    text(105, 134, "middle", "", "launches kernels")
    both_ways(105, 145, 375)
    text(113, 215, "start", " font-size=\"11\"", "h_A[i]")
    memory(35, 375, 140, "memory of the PC", "malloc()")
}

# The 132 SMs, one of which is drawn large at the right.
function device(    i, j)
{
    box(250, 40, 310, 390, "#f4f6f9", BLUE, "")
    text(260, 60, "start", BOLD, "device: the GPU")
    for (i = 0; i < 6; i++)
        for (j = 0; j < 22; j++)
            box(263 + j * 13, 75 + i * 22, 11, 18, i == 0 && j == 21 ? YELLOW : "#fff", BLUE, "")
    text(405, 222, "middle", "", "132 SMs (streaming multiprocessors),")
    text(405, 238, "middle", "", "each works on some blocks of the grid")
    both_ways(405, 246, 282)
    memory(265, 282, 280, "L2 cache, 60 MiB", "shared by all SMs; 280 cycles away")
    both_ways(405, 322, 375)
    memory(265, 375, 280, "global memory (DRAM)", "cudaMalloc(); 647 cycles away, 4.4 TB/s")
}

function bus()
{
    printf "<path d=\"M178 395H262\" stroke=\"%s\" stroke-width=\"3\" marker-start=\"url(#tip)\" " \
        "marker-end=\"url(#tip)\"/>\n", "#555"
    text(220, 385, "middle", " font-size=\"11\"", "cuda-")
    text(220, 413, "middle", " font-size=\"11\"", "Memcpy")
}

function sm(    s, w, x)
{
    printf "<path d=\"M549 75L610 40M549 93L610 430\" stroke=\"%s\" stroke-dasharray=\"4 3\"/>\n", GOLD
    box(610, 40, 330, 390, YELLOW, GOLD, "")
    text(620, 60, "start", BOLD, "one SM")
    for (s = 0; s < 4; s++) {
        x = 622 + s * 78
        box(x, 75, 72, 222, "#fff", GOLD, "")
        text(x + 36, 91, "middle", " font-size=\"11\"", "scheduler")
        for (w = 0; w < 16; w++)
            box(x + 6 + w % 4 * 15.5, 98 + int(w / 4) * 15, 13, 12, w == CHOSEN[s] ? RED : "#dbe6f5", BLUE, "")
        text(x + 36, 174, "middle", " font-size=\"11\"", "16 warps")
        box(x + 6, 182, 60, 50, MEMORY, GREEN, "")
        text(x + 36, 203, "middle", " font-size=\"11\"", "registers")
        text(x + 36, 219, "middle", " font-size=\"11\"", "64 KiB")
        box(x + 6, 240, 60, 50, "#fff", RED, "")
        text(x + 36, 261, "middle", " font-size=\"11\"", "32 units")
        text(x + 36, 277, "middle", " font-size=\"10\"", "FMA: a*b+c")
    }
    both_ways(775, 299, 325)
    memory(622, 325, 306, "L1 cache and shared memory, 256 KiB", "one memory: 32 cycles as L1, 23 as shared")
    text(622, 388, "start", "", "In each clock cycle a scheduler takes a warp that is")
    text(622, 404, "start", "", "ready and starts one instruction for its 32 lanes. A")
    text(622, 420, "start", "", "warp that waits for memory stays where it is.")
}

BEGIN {
    split("5 14 2 9", chosen) # a warp of each scheduler, in this cycle
    for (s = 0; s < 4; s++)
        CHOSEN[s] = chosen[s + 1]
    BLUE = "#7a94b8"
    GREEN = "#3b7d4f"
    MEMORY = "#e4f2e7"
    YELLOW = "#fdf3d0"
    GOLD = "#8a6d00"
    RED = "#c0392b"
    BOLD = " font-weight=\"bold\""
    begin_svg(960, 450)
    print "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" " \
          "orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>"
    box(0, 0, 960, 450, "#fff", "none", "")
    text(20, 26, "start", BOLD " font-size=\"14\"", "A PC with a GPU. Green: memory; figures of an H200")
    host()
    device()
    bus()
    sm()
    print "</svg>"
}
