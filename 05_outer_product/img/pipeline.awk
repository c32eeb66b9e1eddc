# SPDX-License-Identifier: MIT
#
# pipeline.awk: what a block of step 6 and of step 7 does in time, over the first slices of K. No measurement: the
# lengths show the order, with a copy that takes as long as two and a half multiplications.
#     awk -f mk/svg.awk -f 05_outer_product/img/pipeline.awk > pipeline.svg

function bar(from, to, y, colour, light, s)
{
    box(LEFT + from * UNIT, y, (to - from) * UNIT, 22, light ? "#fff" : colour, colour,
        light ? " stroke-width=\"2\"" : "")
    text(LEFT + (from + to) / 2 * UNIT, y + 15, "middle", light ? "" : " fill=\"#fff\"", s)
}

function barrier(at, top, bottom)
{
    printf "<path d=\"M%g %gV%g\" stroke=\"#000\" stroke-width=\"2\"/>\n", LEFT + at * UNIT, top, bottom
}

# Step 6: a slice is loaded into registers, stored, multiplied.
function one_tile(top,    s, t)
{
    text(20, top - 14, "start", BOLD, "6_warp_tile: one pair of tiles. The multiply-adds wait for each slice")
    text(20, top + 15, "start", "", "load, wait")
    text(20, top + 45, "start", "", "store")
    text(20, top + 75, "start", "", "multiply")
    for (s = 0; s < 3; s++) {
        t = s * 4
        bar(t, t + COPY, top, GREY, 1, "slice " s)
        bar(t + COPY, t + COPY + 0.3, top + 30, GREY, 0, "")
        barrier(t + COPY + 0.3, top - 4, top + 86)
        bar(t + COPY + 0.4, t + COPY + 1.4, top + 60, COLOUR[0], 0, s)
        barrier(t + COPY + 1.45, top - 4, top + 86)
    }
}

# Step 7: four stages; while one is multiplied, three are filled.
function stages(top,    s, start, stage)
{
    text(20, top - 14, "start", BOLD, "7_double_buffer: four stages. Three copies are in flight while one slice is multiplied")
    for (stage = 0; stage < 4; stage++)
        text(20, top + stage * 30 + 15, "start", " fill=\"" COLOUR[stage] "\"", "stage " stage)
    text(20, top + 145, "start", "", "multiply")
    for (s = 0; s < 9; s++) {
        start = s < 3 ? s * 0.1 : s - 3 + COPY + 0.15
        stage = s % 4
        bar(start, start + COPY, top + stage * 30, COLOUR[stage], 1, "slice " s)
        bar(s + COPY + 0.2, s + COPY + 1.1, top + 130, COLOUR[stage], 0, s)
        barrier(s + COPY + 0.1, top - 4, top + 156)
    }
    text(LEFT + (COPY + 0.1) * UNIT + 4, top + 176, "start", "",
         "at each line: wait until at most 2 groups are in flight, barrier, start the copy of the slice three ahead")
}

BEGIN {
    split("#2b6cb0 #2f855a #97600f #9b2c2c", colour)
    for (s = 0; s < 4; s++)
        COLOUR[s] = colour[s + 1]
    GREY = "#718096"
    BOLD = " font-weight=\"bold\""
    LEFT = 100
    UNIT = 66
    COPY = 2.5
    begin_sheet(930, 394)
    one_tile(64)
    stages(204)
    text(20, 22, "start", "", "time runs to the right; frames: in flight from global memory; full: multiplied; black lines: barriers")
    print "</svg>"
}
