# SPDX-License-Identifier: MIT
#
# pieces.awk: 128 x 128 x 4096 with tiles that are cut into 1 to 32 pieces along K: measured (dots)
# and by the model (lines), from the recorded sweep.
#     awk -f mk/svg.awk -f 10_shapes_and_types/img/pieces.awk > pieces.svg

function x_of(pieces) { return 70 + 110 * log(pieces) / log(2) }

function y_of(us) { return 300 - 260 * us / 100 }

# below: how far under its last dot the name is written, so that names do not meet.
function curve(tile, colour, below,    i, points)
{
    for (i = 1; i <= 32; i *= 2) {
        points = points x_of(i) "," y_of(expected[tile, i]) " "
        printf "<circle cx=\"%g\" cy=\"%g\" r=\"4\" fill=\"%s\"/>\n", x_of(i), y_of(measured[tile, i]),
            colour
    }
    printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>\n", points, colour
    text(x_of(32) + 10, y_of(measured[tile, 32]) + 4 + below, "start", " fill=\"" colour "\"", tile)
}

BEGIN {
    FS = "\t"
    while ((getline < "bench/results/tune_tensor_h200.tsv") > 0)
        if ($2 == "128x128x4096" && $3 !~ /~/ && $7 == "") {
            split($3 "/1", part, "/")
            measured[part[1], part[2]] = $4
            expected[part[1], part[2]] = $5
        }
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 350\" font-family=\"sans-serif\" font-size=\"13\">"
    print "<rect width=\"700\" height=\"350\" fill=\"white\"/>"
    for (us = 0; us <= 100; us += 20) {
        printf "<path d=\"M60 %gH640\" stroke=\"#dddddd\"/>\n", y_of(us)
        text(52, y_of(us) + 4, "end", "", us " us")
    }
    for (i = 1; i <= 32; i *= 2)
        text(x_of(i), 320, "middle", "", i)
    text(345, 342, "middle", "", "pieces of each tile")
    text(70, 24, "start", "", "dots: measured; lines: the model")
    curve("128x256", "#4a5fc1", 0)
    curve("64x64", "#8a6508", -6)
    curve("16x128", "#a03030", 8)
    print "</svg>"
}
