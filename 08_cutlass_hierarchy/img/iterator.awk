# SPDX-License-Identifier: MIT
#
# iterator.awk: what a tile iterator does: access (whose thread copies what of a tile) and traversal
# (which tile is next). Tiles and threads of step 1: A's tile is 128 x 32 halves, B's 32 x 256, 256
# threads, vectors of 8 halves; so A's rows are 4 vectors, and 64 of them are copied at once.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/iterator.awk > iterator.svg

function arrow(d)
{
    printf "<path d=\"%s\" fill=\"none\" stroke=\"#b0413e\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n", d
}

# One round of all threads: rows of vectors with the numbers of the threads that copy them.
function round_of_threads(left, top, first_row,    row, col, thread, y)
{
    for (row = 0; row < SHOWN + 1; row++) {
        y = top + row * H + (row == SHOWN ? GAP : 0)
        thread = row == SHOWN ? THREADS - ACROSS : row * ACROSS
        text(left - 6, y + H - 5, "end", " fill=\"#666\"", "row " first_row + thread / ACROSS)
        for (col = 0; col < ACROSS; col++) {
            box(left + col * W, y, W, H, thread + col == MINE ? "#fbe08d" : "#f4f4fa", "#c8c8dc")
            text(left + (col + 0.5) * W, y + H - 5, "middle", "", thread + col)
        }
    }
    text(left + ACROSS * W / 2, top + SHOWN * H + GAP - 6, "middle", " fill=\"#666\"", ". . .")
}

# A matrix with the tiles of one block along K; the first three are filled.
function tiles(left, top, count, w, h, across,    i, x, y)
{
    for (i = 0; i < count; i++) {
        x = left + (across ? i * w : 0)
        y = top + (across ? 0 : i * h)
        box(x, y, w, h, i < 3 ? SHADE[i] : "#fff", "#8a8ab0")
        if (i < 3)
            text(x + w / 2, y + h / 2 + 4, "middle", "", i)
    }
}

BEGIN {
    THREADS = 256; ACROSS = 4; MINE = 9; SHOWN = 4; W = 66; H = 18; GAP = 18
    SHADE[0] = "#f2b56b"; SHADE[1] = "#f7d3a4"; SHADE[2] = "#fdf3e4"
    begin_svg(900, 360)
    print "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"6\" refY=\"3\" orient=\"auto\">" \
          "<path d=\"M0 0L6 3L0 6z\" fill=\"#b0413e\"/></marker></defs>"
    box(0, 0, 900, 360, "#fff", "none")

    text(20, 24, "start", " font-weight=\"bold\"", "access: one tile, all threads")
    text(20, 42, "start", "", "A's tile, 128 rows of 4 vectors: the number is the thread that copies")
    round_of_threads(72, 60, 0)
    round_of_threads(72, 210, THREADS / ACROSS)
    arrow("M" 62 + 2 * W " " 60 + 3 * H "v" 150 - H - 1)
    text(72 + 2 * W, 194, "start", " fill=\"#b0413e\"", "row_step: 64 rows")
    text(20, 345, "start", "", "thread 9: vector 1 of row 2, and of row 66")

    text(450, 24, "start", " font-weight=\"bold\"", "traversal: from tile to tile along K")
    text(450, 42, "start", "", "A, m x k")
    box(450, 50, 420, 110, "#f4f4fa", "#c8c8dc")
    tiles(450, 80, 10, 42, 40, 1)
    arrow("M471 76c4 -16 34 -16 40 -3")
    arrow("M513 76c4 -16 34 -16 40 -3")
    text(570, 72, "start", " fill=\"#b0413e\"", "tile_step: 32 columns on, 128 rows back")
    text(450, 190, "start", "", "B, k x n")
    box(450, 198, 420, 130, "#f4f4fa", "#c8c8dc")
    tiles(560, 198, 10, 150, 13, 0)
    arrow("M556 204c-14 2 -14 10 -3 13")
    arrow("M556 217c-14 2 -14 10 -3 13")
    text(724, 222, "start", " fill=\"#b0413e\"", "tile_step: 0: where one")
    text(724, 238, "start", " fill=\"#b0413e\"", "ends, the next begins")
    text(450, 345, "start", "", "k_major: the direction of K")
    print "</svg>"
}
