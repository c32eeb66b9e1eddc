# SPDX-License-Identifier: MIT
#
# panels.awk: the panels of A and B that a block needs, and how its threads fetch and use them.
#     awk -f mk/svg.awk -f 04_shared/img/panels.awk > panels.svg

function arrow(x1, y1, x2, y2, colour)
{
    printf "<path d=\"M%g %gL%g %g\" stroke=\"%s\" stroke-width=\"2\" marker-end=\"url(#%s)\"/>\n",
        x1, y1, x2, y2, colour, colour == RED ? "red" : "blue"
}

function marker(id, colour)
{
    printf "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" " \
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"%s\"/></marker>\n",
        id, colour
}

# A, B and C, with one block of C and its panels; slices of k are dashed.
function matrices(    i)
{
    text(30, 26, "start", " font-weight=\"bold\"", "global memory: the panels of one block")
    box(30, 220, 140, 160, "#f4f6f9", "#7a94b8", "")   # A: m x k
    box(190, 50, 200, 140, "#f4f6f9", "#7a94b8", "")   # B: k x n
    box(190, 220, 200, 160, "#f4f6f9", "#7a94b8", "")  # C: m x n
    box(30, 260, 140, 20, AS, RED, "")
    box(270, 50, 20, 140, BS, BLUE, "")
    box(270, 260, 20, 20, "#fbe08d", "#8a6d00", "")
    for (i = 1; i < 4; i++) {
        printf "<path d=\"M%g 220V380M190 %gH390\" stroke=\"#7a94b8\" stroke-dasharray=\"3 3\"/>\n",
            30 + 35 * i, 50 + 35 * i
    }
    text(38, 238, "start", " font-style=\"italic\"", "A")
    text(198, 68, "start", " font-style=\"italic\"", "B")
    text(198, 238, "start", " font-style=\"italic\"", "C")
    text(100, 274, "middle", "", "32 rows of A")
    text(308, 84, "start", "", "32")
    text(308, 98, "start", "", "columns")
    text(308, 112, "start", "", "of B")
    text(296, 274, "start", "", "32 x 32 of C")
    text(30, 400, "start", "", "dashed: slices of k, from step 2 on;")
    text(30, 416, "start", "", "a launch sees the panels of one slice")
}

# The two panels in shared memory, and the threads that store and read them.
function shared(left)
{
    text(left, 26, "start", " font-weight=\"bold\"", "shared memory of the block")
    box(left + 170, 50, 64, 160, BS, BLUE, "")
    box(left + 170, 50, 64, 3, BLUE, "none", "")
    text(left + 160, 66, "end", "", "Bs: k rows of 32 words")
    text(left + 160, 86, "end", " fill=\"" BLUE "\"", "warp 0 stores row 0,")
    text(left + 160, 100, "end", " fill=\"" BLUE "\"", "then row 32, ...;")
    text(left + 160, 114, "end", " fill=\"" BLUE "\"", "warp 1 rows 1, 33, ...")
    box(left, 250, 130, 64, AS, RED, "")
    box(left, 250, 64, 3, RED, "none", "")
    text(left, 330, "start", "", "As: 32 rows of k words")
    text(left, 350, "start", " fill=\"" RED "\"", "warp 0 stores 32 words")
    text(left, 364, "start", " fill=\"" RED "\"", "of row 0, then the next")
    text(left, 378, "start", " fill=\"" RED "\"", "32, ...; warp 1 row 1, ...")
    box(left + 170, 250, 64, 64, "#fbe08d", "#8a6d00", "")
    text(left + 202, 278, "middle", "", "1024")
    text(left + 202, 292, "middle", "", "threads")
    text(left + 170, 334, "start", "", "each: k multiply-adds,")
    text(left + 170, 348, "start", "", "with a row of As and")
    text(left + 170, 362, "start", "", "a column of Bs")
    arrow(left + 132, 282, left + 168, 282, RED)
    arrow(left + 202, 212, left + 202, 248, BLUE)
    text(left + 210, 228, "start", "", "each word")
    text(left + 210, 242, "start", "", "32 times")
    text(left + 150, 266, "middle", "", "32 x")
}

BEGIN {
    RED = "#b8361c"; BLUE = "#1f5fa8"; AS = "#f6d5cd"; BS = "#cfe0f3"
    begin_svg(820, 430)
    print "<defs>"
    marker("red", RED)
    marker("blue", BLUE)
    print "</defs>"
    box(0, 0, 820, 430, "#fff", "none", "")
    matrices()
    shared(500)
    arrow(400, 150, 660, 150, BLUE)
    text(440, 142, "middle", "", "each word once")
    arrow(400, 296, 490, 296, RED)
    text(440, 288, "middle", "", "once")
    print "</svg>"
}
