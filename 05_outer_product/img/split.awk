# SPDX-License-Identifier: MIT
#
# split.awk: how 256 threads share 128 x 128 elements of C in 6_warp_tile: 8 warps, 4 groups of
# 4 x 4 elements for each thread.
#     awk -f mk/svg.awk -f 05_outer_product/img/split.awk > split.svg

function colour(warp, light) { return "hsl(" warp * 45 ",60%," light "%)" }

# The lane at (row, col) of a warp's 8 x 4 lanes: the zigzag of 6_warp_tile.
function lane_at(row, col)
{
    return col % 2 + row % 2 * 2 + int(col / 2) * 4 + int(row / 2) * 8
}

# 128 x 128 elements, 1.9 pixels each, with the 8 warps; As on the left, Bs above.
function block(left, top,    w, row, col, s)
{
    s = 1.9
    text(left + 64 * s, top - 60, "middle", " font-weight=\"bold\"", "a block: 128 x 128 of C")
    text(left + 64 * s, top - 44, "middle", "", "8 warps, 2 down and 4 across")
    box(left - 30, top, 8 * s, 128 * s, "#fdf3e4", "#c28a3c", "")
    box(left, top - 30, 128 * s, 8 * s, "#e9f5e8", "#5b9a57", "")
    text(left - 36, top + 64 * s, "end", "", "As")
    text(left + 128 * s + 6, top - 19, "start", "", "Bs")
    for (w = 0; w < 8; w++) {
        row = int(w / 4)
        col = w % 4
        box(left + col * 32 * s, top + row * 64 * s, 32 * s, 64 * s, colour(w, 85), colour(w, 40), "")
        text(left + (col * 32 + 16) * s, top + (row * 64 + 33) * s, "middle", "", "warp " w)
    }
    box(left + 32 * s, top + 64 * s, 32 * s, 64 * s, "none", "#000", " stroke-width=\"2\"")
    box(left - 30, top + 64 * s, 8 * s, 64 * s, "#f2b56b", "#c28a3c", "")
    box(left + 32 * s, top - 30, 32 * s, 8 * s, "#8fc98b", "#5b9a57", "")
    text(left - 30, top + 128 * s + 20, "start", "", "warp 5 needs 64 rows of As")
    text(left - 30, top + 128 * s + 36, "start", "", "and 32 columns of Bs: 96 floats")
    text(left - 30, top + 128 * s + 52, "start", "", "for 64 x 32 multiply-adds at each p")
}

# 64 x 32 elements: 16 x 8 squares of 4 x 4, each with the lane that owns it.
function warp_tile(left, top, s,    i, j, lane, mine)
{
    text(left + 4 * s, top - 60, "middle", " font-weight=\"bold\"", "a warp: 64 x 32")
    text(left + 4 * s, top - 44, "middle", "", "4 groups of 8 x 4 lanes")
    for (i = 0; i < 16; i++)
        for (j = 0; j < 8; j++) {
            lane = lane_at(i % 8, j % 4)
            mine = lane == LANE
            box(left + j * s, top + i * s, s, s, mine ? "#fbe08d" : colour(5, 92), "#fff", "")
            text(left + (j + 0.5) * s, top + (i + 0.65) * s, "middle",
                 " font-size=\"9\"" (mine ? " font-weight=\"bold\"" : ""), lane)
            if (mine) { # what it reads of As and of Bs
                box(left - 18, top + i * s, 10, s, "#f2b56b", "#c28a3c", "")
                box(left + j * s, top - 30, s, 10, "#8fc98b", "#5b9a57", "")
            }
        }
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            box(left + j * 4 * s, top + i * 8 * s, 4 * s, 8 * s, "none", colour(5, 40),
                " stroke-width=\"1.5\"")
    text(left - 18, top + 16 * s + 20, "start", "", "a square is 4 x 4 elements; lane " LANE)
    text(left - 18, top + 16 * s + 36, "start", "", "has one in each group, and reads two")
    text(left - 18, top + 16 * s + 52, "start", "", "float4s of As and two of Bs at each p")
}

# 8 x 8 elements of one thread.
function thread_tile(left, top, s,    i, j, x, y)
{
    text(left + 4 * s, top - 60, "middle", " font-weight=\"bold\"", "a thread: 8 x 8 in registers")
    text(left + 4 * s, top - 44, "middle", "", "acc += a_frag x b_frag")
    for (i = 0; i < 8; i++) {
        y = top + i * s + int(i / 4) * 8
        x = left + i * s + int(i / 4) * 8
        box(left - 30, y, 20, s, "#f2b56b", "#fff", "")
        text(left - 20, y + s * 0.65, "middle", " font-size=\"9\"", "a" i)
        box(x, top - 30, s, 20, "#8fc98b", "#fff", "")
        text(x + s / 2, top - 16, "middle", " font-size=\"9\"", "b" i)
        for (j = 0; j < 8; j++)
            box(left + j * s + int(j / 4) * 8, y, s, s, "#fbe08d", "#fff", "")
    }
    text(left - 30, top + 8 * s + 28, "start", "", "16 floats read, 64 multiply-adds:")
    text(left - 30, top + 8 * s + 44, "start", "", "an outer product, the innermost one.")
    text(left - 30, top + 8 * s + 60, "start", "", "64 + 16 registers, and some for")
    text(left - 30, top + 8 * s + 76, "start", "", "addresses: 128 are allowed")
}

BEGIN {
    LANE = 9
    begin_sheet(900, 480)
    block(70, 90, 1)
    warp_tile(400, 90, 20)
    thread_tile(670, 90, 22)
    print "</svg>"
}
