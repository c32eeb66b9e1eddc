# SPDX-License-Identifier: MIT
#
# The bits of an offset in a tile of f16 in shared memory, and what a swizzle does to them.
#     awk -f mk/svg.awk -f 07_tensor_core/img/swizzle_bits.awk > swizzle_bits.svg

function cell(x, y, label, fill)
{
    box(x, y, CELL, 24, fill, "#444")
    text(x + CELL / 2, y + 16, "middle", "", label)
}

# Bit b of an offset is drawn at the place of bit b, the lowest at the right.
function place(bit) { return RIGHT - (bit + 1) * CELL }

# An offset: `vector` bits choose a vector in a row, then come those of the row.
function offset(y, title, vector, base, shift, bits, name,   b, from, to) {
    text(20, y + 16, "start", " font-weight=\"bold\"", title)
    text(20, y + 32, "start", "", name)
    for (b = 0; b < BITS; b++)
        if (b < 3)
            cell(place(b), y, "e" b, "#e8e8e8")
        else if (b < 3 + vector)
            cell(place(b), y, "c" b - 3, "#cfe3f7")
        else
            cell(place(b), y, "r" b - 3 - vector, "#fbe3b9")
    # What is xored, and into what.
    from = place(base + shift) + CELL - bits * CELL / 2
    to = place(base) + CELL - bits * CELL / 2
    printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\" fill=\"none\" stroke=\"#c00\" " \
        "stroke-width=\"2.5\"/>\n", place(base + shift + bits - 1), y, bits * CELL
    printf "<path d=\"M%d %d v12 H%d v-8\" fill=\"none\" stroke=\"#c00\" stroke-width=\"2\" " \
        "marker-end=\"url(#head)\"/>\n", from, y + 24, to
    text((from + to) / 2, y + 50, "middle", " fill=\"#c00\"", "xor")
    # The banks: 4-byte words are pairs of elements, 5 bits of them choose a bank.
    printf "<path d=\"M%d %d v-5 H%d v5\" fill=\"none\" stroke=\"#555\"/>\n", \
        place(5), y - 4, place(1) + CELL
    text((place(5) + place(1) + CELL) / 2, y - 13, "middle", " fill=\"#555\"", "bank")
}

BEGIN {
    CELL = 42; BITS = 10; RIGHT = 660
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"680\" height=\"330\" " \
        "viewBox=\"0 0 680 330\" font-family=\"sans-serif\" font-size=\"12\">\n"
    print "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"4\" refY=\"4\" " \
        "orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#c00\"/></marker></defs>"
    print "<rect width=\"680\" height=\"330\" fill=\"#fff\"/>"
    text(20, 24, "start", "", "bits of an offset, in elements of f16; e: element in a vector of 16 bytes, c: vector in the row, r: row")
    offset(66, "rows of 128 bytes", 3, 3, 3, 3, "Swizzle&lt;3,3,3&gt;")
    offset(160, "rows of 64 bytes", 2, 3, 3, 2, "Swizzle&lt;2,3,3&gt;")
    offset(254, "rows of 256 bytes", 4, 3, 4, 3, "Swizzle&lt;3,3,4&gt;")
    print "</svg>"
}
