# SPDX-License-Identifier: MIT
#
# summa.awk: one panel of 9_summa on a grid of 2 x 2 GPUs: which GPU has it, and which GPU receives it.
#     awk -f mk/svg.awk -f 11_many_gpus/img/summa.awk > summa.svg

# A matrix of 2 x 2 blocks. The panel, w x h blocks, is the first quarter of k.
function matrix(x, y, name, w, h, fill, stroke,    i, j)
{
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            box(x + BLOCK * j, y + BLOCK * i, BLOCK, BLOCK, "#f4f6f8", "#889", "")
    box(x, y, BLOCK * w, BLOCK * h, fill, stroke, "")
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            text(x + BLOCK * (j + 1) - 5, y + BLOCK * (i + 1) - 8, "end", "", name "(" i "," j ")")
}

function arrow(x1, y1, x2, y2, color)
{
    printf "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"%s\" stroke-width=\"3\" marker-end=\"url(#head)\"/>\n", \
           x1, y1, x2, y2, color
}

BEGIN {
    BLOCK = 70; GPU = 100; COPY = "#f3d9a4"; OTHER = "#bfe3cc"
    begin_sheet(780, 310)
    print "<defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">" \
          "<path d=\"M0 0L6 3L0 6z\" fill=\"#444\"/></marker></defs>"
    text(90, 24, "middle", " font-weight=\"bold\"", "A, m x k")
    matrix(20, 34, "A", 0.5, 2, COPY, "#b80")
    text(270, 24, "middle", " font-weight=\"bold\"", "B transposed, k x n")
    matrix(200, 34, "B", 2, 0.5, OTHER, "#396")
    text(590, 24, "middle", " font-weight=\"bold\"", "the GPUs, and the panel in transit")
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++) {
            x = 440 + 170 * j; y = 44 + 150 * i
            box(x, y, GPU, GPU, "#fff", "#446", " stroke-width=\"2\" rx=\"6\"")
            text(x + GPU / 2, y + 18, "middle", "", "GPU (" i "," j ")")
            box(x + 8, y + 34, 24, 48, COPY, "#b80", "")
            box(x + 44, y + 34, 48, 24, OTHER, "#396", "")
            text(x + 68, y + 80, "middle", " fill=\"#444\"", "C(" i "," j ")")
        }
    for (i = 0; i < 2; i++)
        arrow(440 + GPU + 4, 44 + 150 * i + 66, 440 + 166, 44 + 150 * i + 66, "#b80")
    for (j = 0; j < 2; j++)
        arrow(440 + 170 * j + 68, 44 + GPU + 4, 440 + 170 * j + 68, 44 + 146, "#396")
    text(20, 220, "start", " fill=\"#444\"", "The panel is the first quarter of k.")
    text(20, 240, "start", " fill=\"#444\"", "GPU (i,0) has rows i of it in A: it sends along its row.")
    text(20, 260, "start", " fill=\"#444\"", "GPU (0,j) has columns j of it in B: it sends down its column.")
    text(20, 280, "start", " fill=\"#444\"", "Each GPU then adds the product of its two pieces to C(i,j).")
    print "</svg>"
}
