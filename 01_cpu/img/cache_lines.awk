# SPDX-License-Identifier: MIT
#
# cache_lines.awk: how much of each cache line a walk down a column and a walk along a row use.
#     awk -f mk/svg.awk -f 01_cpu/img/cache_lines.awk > cache_lines.svg

# One cache line, 16 floats; the first `used` of them are used.
function line(left, top, used,    f)
{
    for (f = 0; f < 16; f++)
        box(left + 18 * f, top, 18, 20, f < used ? "#1f5fa8" : "#f4f6f9", "#7a94b8", "")
}

BEGIN {
    begin_sheet(720, 250)
    text(30, 26, "start", " font-weight=\"bold\"", "Down a column of B (step 1)")
    for (row = 0; row < 6; row++) {
        line(60, 44 + 26 * row, 1)
        text(52, 59 + 26 * row, "end", "", "p = " row)
    }
    text(60, 222, "start", "", "Each multiply-add loads a line of 64 bytes and uses 4 of them:")
    text(60, 238, "start", "", "6 multiply-adds, 6 lines.")

    text(400, 26, "start", " font-weight=\"bold\"", "Along a row of B (step 2)")
    line(400, 44, 16)
    text(400, 84, "start", "", "16 multiply-adds use one line,")
    text(400, 100, "start", "", "and the prefetcher fetches the next.")
    box(400, 130, 18, 20, "#1f5fa8", "#7a94b8", "")
    text(426, 145, "start", "", "a float that is used")
    box(400, 158, 18, 20, "#f4f6f9", "#7a94b8", "")
    text(426, 173, "start", "", "a float that only moves along")
    print "</svg>"
}
