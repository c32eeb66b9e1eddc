# SPDX-License-Identifier: MIT
#
# tile.awk: a tile as TMA writes it and wgmma reads it, with a 128-byte swizzle: the vectors of one
# repetition of the pattern, the distances between repetitions, and the fields of a descriptor.
#     awk -f mk/svg.awk -f 09_hopper/img/tile.awk > tile.svg

function xor8(a, b,    bit, sum)
{
    sum = 0
    for (bit = 1; bit < 8; bit *= 2)
        if (int(a / bit) % 2 != int(b / bit) % 2)
            sum += bit
    return sum
}

function arrow_down(x, y1, y2, s)
{
    printf "<path d=\"M%g %gV%g\" stroke=\"%s\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>\n",
        x, y1, y2, RED
    text(x + 6, (y1 + y2) / 2 + 4, "start", SMALL " fill=\"" RED "\"", s)
}

# Eight lines of 128 bytes: the place of each vector of 16 bytes.
function pattern(left, top,    line, place, vector)
{
    text(left, top - 36, "start", BOLD, "the pattern: 8 lines of 128 bytes, 1024 in all")
    text(left, top - 20, "start", SMALL, "place p of line r holds vector p xor r; vectors 2 and 3, which are")
    text(left, top - 6, "start", SMALL, "k = 16 to 31 of a K-major tile, in yellow")
    for (line = 0; line < 8; line++)
        for (place = 0; place < 8; place++) {
            vector = xor8(place, line)
            box(left + place * 38, top + line * 22, 38, 22, int(vector / 2) == 1 ? "#fbe08d" : "#fff", "#99a", "")
            text(left + place * 38 + 19, top + line * 22 + 15, "middle", SMALL, line "," vector)
        }
    for (place = 0; place < 8; place++)
        text(left + place * 38 + 19, top + 8 * 22 + 14, "middle", " font-size=\"10\" fill=\"#666\"", place * 16)
    text(left + 8 * 38 + 6, top + 8 * 22 + 14, "start", " font-size=\"10\" fill=\"#666\"", "byte of the line")
}

function block(x, y, first, s)
{
    box(x, y, 78, 34, first ? "#e9f5e8" : "#fff", "#5b9a57", "")
    text(x + 39, y + 21, "middle", SMALL, s)
}

function k_major(left, top)
{
    text(left, top - 20, "start", BOLD, "K-major")
    text(left, top - 6, "start", SMALL, "a line: a row m, 64 of k")
    block(left, top, 1, "m 0-7")
    block(left, top + 46, 0, "m 8-15")
    block(left, top + 92, 0, "m 16-23")
    text(left + 39, top + 144, "middle", "", "...")
    arrow_down(left + 84, top + 10, top + 60, "stride")
    text(left + 90, top + 52, "start", SMALL " fill=\"" RED "\"", "1024")
    text(left, top + 170, "start", SMALL, "16 further along k: + 32 bytes")
}

function mn_major(left, top,    b)
{
    text(left, top - 20, "start", BOLD, "MN-major")
    text(left, top - 6, "start", SMALL, "a line: one k, 64 of m")
    for (b = 0; b < 2; b++) {
        block(left + b * 92, top, b == 0, "k 0-7")
        block(left + b * 92, top + 46, 0, "k 8-15")
        text(left + b * 92 + 39, top + 98, "middle", "", "...")
        block(left + b * 92, top + 106, 0, "k 56-63")
        text(left + b * 92 + 39, top + 154, "middle", SMALL, "m " b * 64 "-" b * 64 + 63)
    }
    arrow_down(left + 176, top + 10, top + 60, "stride")
    text(left + 182, top + 52, "start", SMALL " fill=\"" RED "\"", "1024")
    printf "<path d=\"M%g %gH%g\" stroke=\"%s\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>\n",
        left + 10, top - 3 + 43, left + 100, RED
    text(left + 192, top + 90, "start", SMALL " fill=\"" RED "\"", "leading")
    text(left + 192, top + 104, "start", SMALL " fill=\"" RED "\"", "8192 (right)")
    text(left, top + 170, "start", SMALL, "16 further along k: + 2048 bytes")
}

function field(x, w, name, bits, value, colour)
{
    box(x, FIELDS, w, 40, colour, "#777", "")
    text(x + w / 2, FIELDS + 17, "middle", "", name)
    text(x + w / 2, FIELDS + 33, "middle", SMALL, value)
    text(x + w / 2, FIELDS + 54, "middle", " font-size=\"10\" fill=\"#666\"", bits)
}

BEGIN {
    BOLD = " font-weight=\"bold\""; SMALL = " font-size=\"11\""; RED = "#c0392b"; FIELDS = 300
    begin_svg(900, 366)
    printf "<marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" " \
        "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">" \
        "<path d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>\n", RED
    box(0, 0, 900, 366, "#fff", "none", "")
    pattern(20, 60)
    k_major(450, 60)
    mn_major(630, 60)
    text(20, FIELDS - 10, "start", BOLD, "a descriptor: 64 bits, distances in units of 16 bytes")
    field(20, 190, "address", "bits 0-13", "shared memory, &gt;&gt; 4", "#e9f5e8")
    field(220, 190, "leading", "bits 16-29", "0 (K-major), 8192 &gt;&gt; 4", "#fdecea")
    field(420, 190, "stride", "bits 32-45", "1024 &gt;&gt; 4", "#fdecea")
    field(620, 120, "base offset", "bits 49-51", "0", "#f7f7f7")
    field(750, 130, "swizzle", "bits 62-63", "1: 128 bytes", "#fbe08d")
    print "</svg>"
}
