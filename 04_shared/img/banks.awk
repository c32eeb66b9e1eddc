# SPDX-License-Identifier: MIT
#
# banks.awk: where the 32 words that a warp stores to As stand in shared memory, in steps 2, 3, 4.
#     awk -f mk/svg.awk -f 04_shared/img/banks.awk > banks.svg

function line(x1, y1, x2, y2)
{
    printf "<path d=\"M%g %gL%g %g\" stroke=\"#fff\" stroke-width=\"0.5\"/>\n", x1, y1, x2, y2
}

# A part of row p of As: so many words, in one row of banks.
function row(x, y, words, p, bank_row)
{
    if (words > 0 && bank_row < ROWS)
        box(x, y, words * CELL, CELL, p % 2 ? "#d5deea" : "#eef2f7", "none", "")
}

function xor(a, b,    bit, result)
{
    for (bit = 1; bit <= 16; bit *= 2)
        if (int(a / bit) % 2 != int(b / bit) % 2)
            result += bit
    return result + 0
}

# The word of As[p][y], counted from the start of As.
function word(step, p, y)
{
    return step == 3 ? 33 * p + y : step == 4 ? 32 * p + xor(y, p) : 32 * p + y
}

# Shared memory as rows of 32 words, one for each bank; rows of As are light and dark in turn.
function memory(left, top, step, title, line1, line2,    p, w, x0, y0)
{
    text(left, top - 42, "start", " font-weight=\"bold\"", title)
    text(left, top - 26, "start", "", line1)
    for (w = 0; w < 32; w += 8)
        text(left + (w + 0.5) * CELL, top - 4, "middle", " font-size=\"8\"", w)
    text(left + 31.5 * CELL, top - 4, "middle", " font-size=\"8\"", 31)
    text(left + 20 * CELL, top - 4, "middle", " font-size=\"8\"", "bank")
    ROWS = step == 3 ? 33 : 32 # padding makes it longer
    box(left, top, 32 * CELL, ROWS * CELL, "#777", "none", "") # words that are not of As: padding
    for (p = 0; p < 32; p++) {
        w = step == 3 ? 33 * p : 32 * p # the row of As, over two rows of banks
        x0 = w % 32
        row(left + x0 * CELL, top + int(w / 32) * CELL, 32 - x0, p, int(w / 32))
        row(left, top + (int(w / 32) + 1) * CELL, x0, p, int(w / 32) + 1)
    }
    for (w = 1; w < 32; w++)
        line(left + w * CELL, top, left + w * CELL, top + ROWS * CELL)
    for (w = 1; w < ROWS; w++)
        line(left, top + w * CELL, left + 32 * CELL, top + w * CELL)
    for (p = 0; p < 32; p++) {
        w = word(step, p, Y)
        x0 = left + w % 32 * CELL
        y0 = top + int(w / 32) * CELL
        box(x0, y0, CELL, CELL, "#d7301f", "none", "")
        text(x0 + CELL / 2, y0 + CELL - 2, "middle", " font-size=\"7\" fill=\"#fff\"", p)
    }
    box(left, top, 32 * CELL, ROWS * CELL, "none", "#7a94b8", "")
    text(left, top + 33 * CELL + 18, "start", "", line2)
}

BEGIN {
    CELL = 9
    Y = 5 # the warp with threadIdx.y = 5 stores As[0..31][5]
    begin_sheet(940, 390)
    memory(15, 60, 2, "2_bank_conflicts: As[p][y]", "word 32 p + y",
        "32 lanes, one bank: 32 wavefronts")
    memory(325, 60, 3, "3_padded: rows of 33", "word 33 p + y (grey: the padding)",
        "32 lanes, 32 banks: 1 wavefront")
    memory(635, 60, 4, "4_swizzled: As[p][y ^ p % 32]", "word 32 p + (y XOR p)",
        "32 lanes, 32 banks: 1 wavefront")
    print "</svg>"
}
