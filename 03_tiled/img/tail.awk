# SPDX-License-Identifier: MIT
#
# tail.awk: 13 tiles on 4 places, with a block for each tile and with one wave of blocks.
#     awk -f mk/svg.awk -f 03_tiled/img/tail.awk > tail.svg

# How: "waves" all tiles take 1, "free" a tile goes to the place that is free first, "fixed" to
# place (tile mod PLACES).
function chart(left, top, how, title, under,    tile, place, i, begin, last)
{
    for (i = 0; i < PLACES; i++)
        until[i] = 0
    for (tile = 0; tile < TILES; tile++) {
        place = tile % PLACES
        if (how == "free")
            for (i = 0; i < PLACES; i++)
                if (until[i] < until[place])
                    place = i
        begin = until[place]
        until[place] += how == "waves" ? 1 : takes[tile + 1]
        box(left + begin * UNIT, top + place * ROW, (until[place] - begin) * UNIT, ROW - 4,
            "hsl(" (int(tile / PLACES) * 70 + 40) ",60%,80%)", "#fff", "")
        text(left + (begin + until[place]) / 2 * UNIT, top + place * ROW + 16, "middle", "", tile)
    }
    last = 0
    for (i = 0; i < PLACES; i++)
        if (until[i] > last)
            last = until[i]
    for (i = 0; i < PLACES; i++)
        box(left + until[i] * UNIT, top + i * ROW, (last - until[i]) * UNIT, ROW - 4, "none",
            "#bbb", " stroke-dasharray=\"2 2\"")
    print "<path d=\"M" left + last * UNIT " " top - 6 " V" top + PLACES * ROW + 2 \
          "\" stroke=\"#c00\" stroke-width=\"1.5\"/>"
    text(left, top - 14, "start", " font-weight=\"bold\"", title)
    text(left, top + PLACES * ROW + 16, "start", " fill=\"#555\"", under)
}

BEGIN {
    PLACES = 4
    TILES = 13
    UNIT = 62
    ROW = 24
    # Tiles take about 1: those in the cache less, those that share an SM with more tiles longer.
    split("1.00 0.85 1.10 0.95 1.05 0.80 1.15 0.95 0.90 1.00 1.05 0.85 0.70", takes, " ")
    begin_sheet(900, 175)
    chart(15, 40, "waves", "The formula", "each tile takes 1, waves wait for each other")
    chart(360 - 45, 40, "free", "A block for each tile", "a free place takes the next tile")
    chart(660 - 45, 40, "fixed", "One wave of blocks", "block b computes tiles b, b + 4, b + 8 ...")
    print "</svg>"
}
