# SPDX-License-Identifier: MIT
#
# stages.awk: what happens in each stage of shared memory, turn by turn, with 2, 3 and 4 stages: which
# tiles are in flight, which are waited for, which are used. Drawn by the rule of 3_multistage.
#     awk -f mk/svg.awk -f 08_cutlass_hierarchy/img/stages.awk > stages.svg

function at_x(turn) { return LEFT + (turn + 1) * TURN } # turn -1: before the first

# Tile `tile` is started in turn tile - (stages - 1), or before the first, and used in turn `tile`.
function tile_in_stage(tile, stages, top,    from, y, end)
{
    y = top + tile % stages * ROW
    from = tile - (stages - 1)
    if (from < -1)
        from = -1
    end = tile < TURNS ? tile : TURNS
    if (from >= TURNS)
        return
    box(at_x(from) + 2, y + 3, (end - from) * TURN - 4, ROW - 6, "#dbe9f7", "#7aa5cf", "")
    text((at_x(from) + at_x(end)) / 2, y + ROW / 2 + 4, "middle", " fill=\"#235f9e\"",
         end - from > 1 ? "tile " tile " in flight" : "tile " tile)
    if (tile >= TURNS)
        return
    box(at_x(tile) + 2, y + 3, TURN - 4, ROW - 6, "#fbe08d", "#b8860b", "")
    text(at_x(tile) + TURN / 2, y + ROW / 2 + 4, "middle", " font-weight=\"bold\"", "use " tile)
    printf "<path d=\"M%g %g l6 %g l-6 %g z\" fill=\"#c0392b\"/>\n", at_x(tile) - 3, y + 5,
        (ROW - 10) / 2, (ROW - 10) / 2
}

function pipeline(stages, top,    s, turn, tile)
{
    text(16, top - 28, "start", " font-weight=\"bold\"",
         stages " stages: cp_async_wait_group(" stages - 2 "), " \
         (stages == 2 ? "one turn" : stages - 1 " turns") " for a copy")
    for (turn = -1; turn < TURNS; turn++) {
        printf "<path d=\"M%g %g v%g\" stroke=\"#ccc\"/>\n", at_x(turn), top - 4, stages * ROW + 8
        text(at_x(turn) + TURN / 2, top - 8, "middle", " fill=\"#666\" font-size=\"11\"",
             turn < 0 ? "before" : "turn " turn)
    }
    for (s = 0; s < stages; s++)
        text(LEFT - 8, top + s * ROW + ROW / 2 + 4, "end", "", "stage " s)
    for (tile = 0; tile < TURNS + stages - 1; tile++)
        tile_in_stage(tile, stages, top)
}

function legend(y)
{
    box(LEFT, y, 26, 16, "#dbe9f7", "#7aa5cf", "")
    text(LEFT + 34, y + 12, "start", "", "in flight")
    printf "<path d=\"M%g %g l6 8 l-6 8 z\" fill=\"#c0392b\"/>\n", LEFT + 130, y
    text(LEFT + 144, y + 12, "start", "", "waited for: the oldest group, then the barrier")
    box(LEFT + 430, y, 26, 16, "#fbe08d", "#b8860b", "")
    text(LEFT + 464, y + 12, "start", "", "used; in the same turn the stage used before is filled")
}

BEGIN {
    LEFT = 74; TURNS = 7; TURN = 101; ROW = 26; HEIGHT = 440
    begin_sheet(900, HEIGHT)
    pipeline(2, 46)
    pipeline(3, 156)
    pipeline(4, 292)
    legend(HEIGHT - 24)
    print "</svg>"
}
