# SPDX-License-Identifier: MIT
#
# predicates.awk: the last tile of B, 32 x 256, of which 20 rows and 150 columns are inside; the 16
# pairs that thread 37 copies, and their predicates as a mask and four to a byte. By the formulas of
# predicated_copy.h and predicates.h.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/predicates.awk > predicates.svg

# 32 bits, the highest first; of[bit] is the predicate stored there.
function word(top, name, note, bit_of,    b, i, of, hex, nibble)
{
    for (i = 0; i < COPIES; i++)
        of[bit_of == "mask" ? i : int(i / 4) * 8 + i % 4] = i
    text(20, top + 17, "start", " font-weight=\"bold\"", name)
    hex = ""
    for (b = 31; b >= 0; b--) {
        box(WORD + (31 - b) * BIT, top, BIT, 24, b in of ? (inside[of[b]] ? "#bfe3bb" : "#fff") : "#eee", "#999", "")
        if (b in of) {
            text(WORD + (31.5 - b) * BIT, top + 16, "middle", "", inside[of[b]] ? 1 : 0)
            text(WORD + (31.5 - b) * BIT, top + 36, "middle", " font-size=\"9\" fill=\"#666\"", of[b])
            nibble += (inside[of[b]] ? 1 : 0) * 2 ^ (b % 4)
        }
        if (b % 4 == 0) {
            hex = hex sprintf("%x", nibble)
            nibble = 0
        }
        if (b % 8 == 0)
            printf "<path d=\"M%g %g v30\" stroke=\"#333\"/>\n", WORD + (32 - b) * BIT, top - 3
    }
    text(WORD + 32 * BIT + 12, top + 17, "start", " font-family=\"monospace\"", "0x" hex)
    text(WORD, top + 52, "start", " fill=\"#555\"", note)
}

BEGIN {
    ROWS = 32; COLS = 256; INSIDE_ROWS = 20; INSIDE_COLS = 150; THREAD = 37; COPIES = 16
    LEFT = 66; TOP = 40; X = 3; Y = 6; WORD = 100; BIT = 21
    begin_sheet(900, 420)
    text(20, 20, "start", " font-weight=\"bold\"",
         "the tile of B at the end of K and of the columns; the pairs that thread " THREAD " copies")
    box(LEFT, TOP, COLS * X, ROWS * Y, "#f3f3f3", "#999", "")
    box(LEFT, TOP, INSIDE_COLS * X, INSIDE_ROWS * Y, "#e9f5e8", "#5b9a57", "")
    text(LEFT + INSIDE_COLS * X - 6, TOP + 34, "end", " fill=\"#3c7a38\"",
         "inside: " INSIDE_ROWS " x " INSIDE_COLS)
    text(LEFT + COLS * X - 6, TOP + ROWS * Y - 6, "end", " fill=\"#666\"", "outside: zeros, nothing is read")
    for (i = 0; i < COPIES; i++) {
        row = int(THREAD / 32) + int(i / 4) * 8
        col = (THREAD % 32 + i % 4 * 32) * 2
        inside[i] = row < INSIDE_ROWS && col + 1 < INSIDE_COLS
        box(LEFT + col * X, TOP + row * Y, 2 * X, Y, inside[i] ? "#2f9e5b" : "#fff", inside[i] ? "#2f9e5b" : "#c0392b", "")
        text(LEFT + (col + 3) * X, TOP + row * Y + 8, "start", " font-size=\"11\"", i)
        if (i % 4 == 0)
            text(LEFT - 6, TOP + row * Y + 8, "end", " font-size=\"11\" fill=\"#666\"", "row " row)
    }
    word(270, "a mask", "predicate i in bit i: 32 to a register", "mask")
    word(348, "a vector", "predicate i in bit i % 4 of byte i / 4: 16 to a register (CUTLASS); R2P takes bits of one byte", "vector")
    print "</svg>"
}
