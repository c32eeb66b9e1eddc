# SPDX-License-Identifier: MIT
#
# products.awk: the inner product, the outer product, and what a block of chapter 05 does with them.
#     awk -f mk/svg.awk -f 05_outer_product/img/products.awk > products.svg

# A at the lower left, B at the upper right, C between them: rows of A next to rows of C, columns of
# B above columns of C.
function matrices(left, top, title, line1, line2)
{
    AX = left
    CX = left + K + GAP
    BY = top + 22
    CY = BY + K + GAP
    text(left + (K + GAP + N) / 2, top, "middle", " font-weight=\"bold\"", title)
    box(AX, CY, K, M, PLAIN, EDGE, "")
    box(CX, BY, N, K, PLAIN, EDGE, "")
    box(CX, CY, N, M, PLAIN, EDGE, "")
    text(AX + K / 2, CY + M + 16, "middle", "", "A")
    text(CX + N + 12, BY + K / 2 + 4, "middle", "", "B")
    text(CX + N + 12, CY + M / 2 + 4, "middle", "", "C")
    text(left + (K + GAP + N) / 2, CY + M + 38, "middle", "", line1)
    text(left + (K + GAP + N) / 2, CY + M + 54, "middle", "", line2)
}

BEGIN {
    M = N = 128
    K = 96
    GAP = 14
    PLAIN = "#eef3fa"
    EDGE = "#7a94b8"
    ROW = "#f2b56b"
    COLUMN = "#8fc98b"
    RESULT = "#fbe08d"
    begin_sheet(900, 350)

    matrices(20, 24, "inner product", "a row of A times a column of B: one element,",
             "complete; 2 k numbers for k multiply-adds")
    box(AX, CY + 40, K, 8, ROW, "none", "")
    box(CX + 64, BY, 8, K, COLUMN, "none", "")
    box(CX + 64, CY + 40, 8, 8, "#d9534f", "none", "")

    matrices(325, 24, "outer product", "a column of A times a row of B: all elements,",
             "a part of each; m + n numbers for m n")
    box(AX + 40, CY, 8, M, ROW, "none", "")
    box(CX, BY + 40, N, 8, COLUMN, "none", "")
    box(CX, CY, N, M, RESULT, EDGE, "")

    matrices(630, 24, "both: a block and its tile of C", "blocks cut C as inner products do; in a block,",
             "the tile is a sum of outer products, BK at a time")
    for (i = 1; i < 4; i++) {
        printf "<path d=\"M%g %gh%g M%g %gv%g\" stroke=\"%s\" stroke-dasharray=\"3 2\"/>\n",
            CX, CY + i * 32, N, CX + i * 32, CY, M, EDGE
    }
    box(AX, CY + 32, K, 32, "#fbe6cb", EDGE, "")
    box(CX + 64, BY, 32, K, "#d8eed6", EDGE, "")
    for (i = 0; i < 6; i++) {
        box(AX + i * 16, CY + 32, 16, 32, i == 2 ? ROW : "none", EDGE, "")
        box(CX + 64, BY + i * 16, 32, 16, i == 2 ? COLUMN : "none", EDGE, "")
    }
    box(CX + 64, CY + 32, 32, 32, RESULT, "#000", " stroke-width=\"1.5\"")
    text(AX + 40, CY + 26, "middle", " font-size=\"10\"", "BK")
    text(AX + 40, CY + 52, "middle", " font-size=\"10\"", "As")
    text(CX + 80, BY + 44, "middle", " font-size=\"10\"", "Bs")
    text(CX + 58, BY + 44, "end", " font-size=\"10\"", "BK")
    print "</svg>"
}
