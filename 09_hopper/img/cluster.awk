# SPDX-License-Identifier: MIT
#
# cluster.awk: two blocks of a cluster, one tile of C below the other. Each fetches its own A, and
# half of the B that both need, which goes to both.
#     awk -f mk/svg.awk -f 09_hopper/img/cluster.awk > cluster.svg

function arrow(path, rank, end)
{
    printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", path, DARK[rank],
        end ? " marker-end=\"url(#t" rank ")\"" : ""
}

# From a loader to the same place in both stages.
function multicast(rank, from, y, x)
{
    arrow(sprintf("M500 %gC560 %g 560 %g 620 %gH%g", from, from, y, y, x), rank, 0)
    arrow(sprintf("M%g %gV114", x, y), rank, 1)
    arrow(sprintf("M%g %gV212", x, y), rank, 1)
}

function tip(rank)
{
    printf "<marker id=\"t%d\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" " \
        "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">" \
        "<path d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>\n", rank, DARK[rank]
}

# C, and what its two tiles need of A and B.
function matrices(left, top,    r)
{
    text(left, 24, "start", HEAD, "what they compute")
    for (r = 0; r < 2; r++) {
        box(left + r * 80, top - 34, 80, 24, LIGHT[r], DARK[r], "")
        text(left + r * 80 + 40, top - 18, "middle", SMALL, "B, half " r)
        box(left - 34, top + r * 80, 24, 80, LIGHT[r], DARK[r], "")
        text(left - 22, top + r * 80 + 44, "middle", SMALL, "A")
        box(left, top + r * 80, 160, 80, "#fff", DARK[r], " stroke-width=\"1.5\"")
        text(left + 80, top + r * 80 + 38, "middle", BOLD, "rank " r)
        text(left + 80, top + r * 80 + 56, "middle", SMALL, "128 x 256 of C")
    }
}

# A block's stage when it is full.
function stage(rank, x, y,    h)
{
    box(x, y, 218, 74, "#f7f7f7", "#777", "")
    text(x + 10, y + (rank == 0 ? 18 : 64), "start", BOLD, "rank " rank ": a stage, 48 KiB")
    y += rank == 0 ? 30 : 12
    box(x + 10, y, 50, 34, LIGHT[rank], DARK[rank], "")
    text(x + 35, y + 21, "middle", SMALL, "A")
    for (h = 0; h < 2; h++) {
        box(x + 74 + h * 67, y, 67, 34, LIGHT[h], DARK[h], "")
        text(x + 107 + h * 67, y + 21, "middle", SMALL, "B, half " h)
    }
}

function engine(rank, x, y)
{
    box(x, y, 170, 60, LIGHT[rank], DARK[rank], "")
    text(x + 10, y + 18, "start", BOLD, "loader of rank " rank)
    text(x + 10, y + 35, "start", SMALL, "its A: 16 KiB, to itself")
    text(x + 10, y + 50, "start", SMALL, "B, half " rank ": 16 KiB, to both")
}

BEGIN {
    BOLD = " font-weight=\"bold\""; SMALL = " font-size=\"11\""
    HEAD = " font-weight=\"bold\" font-size=\"13\""
    LIGHT[0] = "#dbe9f7"; DARK[0] = "#2a6fb8"; LIGHT[1] = "#fde3c8"; DARK[1] = "#cc7a1e"
    begin_svg(900, 332)
    tip(0)
    tip(1)
    box(0, 0, 900, 332, "#fff", "none", "")
    matrices(60, 80)
    text(330, 24, "start", HEAD, "what they fetch for each k-tile, from L2")
    engine(0, 330, 50)
    engine(1, 330, 208)
    text(660, 24, "start", HEAD, "where it lands")
    stage(0, 660, 42)
    stage(1, 660, 202)
    arrow("M500 72C560 72 600 90 668 90", 0, 1)   # A
    arrow("M500 248C560 248 600 234 668 232", 1, 1)
    multicast(0, 98, 150, 767)
    multicast(1, 222, 172, 834)
    text(60, 298, "start", "", "Without a cluster each block would fetch 48 KiB; with one, 32. Each expects 48 at its own barrier full.")
    text(60, 316, "start", "", "A stage is filled again when all 8 + 8 warps of both blocks have signalled both loaders.")
    print "</svg>"
}
