# SPDX-License-Identifier: MIT
#
# ladder.awk: the chapters of the course as steps of a ladder.
#     awk -f mk/svg.awk -f docs/ladder.awk > ladder.svg

function add(number, name, idea, where)
{
    n++
    num[n] = number
    title[n] = name
    what[n] = idea
    place[n] = where
}

BEGIN {
    add("01", "cpu", "loop order, blocks, registers", "caches")
    add("02", "naive", "a thread for each element", "global memory")
    add("03", "tiled", "the grid fits the GPU", "waves")
    add("04", "shared", "a tile fetched once for a block", "shared memory")
    add("05", "outer product", "a tile kept by each thread", "registers")
    add("06", "layouts", "index arithmetic as algebra", "shape : stride")
    add("07", "tensor core", "a warp multiplies small tiles", "fragments")
    add("08", "CUTLASS hierarchy", "all of it, at every level", "pipelines")
    add("09", "Hopper", "copies on their own", "mbarriers")
    add("10", "shapes and types", "batches, long K, types", "all SMs")
    add("11", "many GPUs", "copies overlap", "NVLink")
    WIDTH = 900; STEP = 50; RISE = 40; EDGE = 14
    HEIGHT = n * RISE + 2 * EDGE

    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" " \
           "font-family=\"sans-serif\" font-size=\"12\">\n", WIDTH, HEIGHT
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT
    for (i = 1; i <= n; i++) {
        x = EDGE + (i - 1) * STEP
        y = HEIGHT - EDGE - i * RISE
        hue = i == 1 ? 210 : i <= 5 ? 40 + 18 * i : 250 + 14 * (i - 5)
        printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"hsl(%d,55%%,88%%)\"/>\n",
               x, y, WIDTH - EDGE - x, RISE - 2, hue
        printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"4\" fill=\"hsl(%d,55%%,45%%)\"/>\n",
               x, y, i == n ? WIDTH - EDGE - x : STEP, hue
        text(x + 10, y + 25, "start", " font-weight=\"bold\" font-size=\"14\"", num[i] "  " title[i])
        text(x + 200, y + 25, "start", "", what[i])
        text(WIDTH - EDGE - 8, y + 25, "end", " fill=\"#444\"", place[i])
    }
    print "</svg>"
}
