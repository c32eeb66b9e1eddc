# SPDX-License-Identifier: MIT
#
# ring.awk: a ring of four stages in time. The loader asks as soon as a stage is empty; two
# warpgroups multiply as soon as it is full. Computed by that rule: a copy takes 2.3 times as long as
# the products of a stage.
#     awk -f mk/svg.awk -f 09_hopper/img/ring.awk > ring.svg

function at_x(time) { return LEFT + time * UNIT }

function mark(x, y, colour)
{
    printf "<path d=\"M%g %g l6 %g l-6 %g z\" fill=\"%s\"/>\n", x - 3, y, BAR / 2 - 2, BAR / 2 - 2,
        colour
}

# When each k-tile is requested, has landed, is begun and is done.
function simulate(    k)
{
    for (k = 0; k < TILES; k++) {
        ask[k] = k < STAGES ? 0.15 * k : over[k - STAGES]
        if (k > 0 && ask[k] < ask[k - 1] + 0.15)
            ask[k] = ask[k - 1] + 0.15
        land[k] = ask[k] + COPY
        begin[k] = k > 0 && over[k - 1] > land[k] ? over[k - 1] : land[k]
        over[k] = begin[k] + 1
    }
}

function draw(k,    y, round)
{
    y = TOP + k % STAGES * ROW + (ROW - BAR) / 2
    round = int(k / STAGES)
    box(at_x(ask[k]) + 2, y, (land[k] - ask[k]) * UNIT - 4, BAR, "#dbe9f7", "#7aa5cf", "")
    text((at_x(ask[k]) + at_x(land[k])) / 2, y + BAR / 2 + 4, "middle", " fill=\"#235f9e\"",
         "copy " k)
    box(at_x(begin[k]) + 2, y, UNIT - 4, BAR, "#fbe08d", "#b8860b", "")
    text(at_x(begin[k]) + UNIT / 2, y + BAR / 2 + 4, "middle", " font-size=\"11\"", "wgmma " k)
    mark(at_x(land[k]), y + 2, RED)
    text(at_x(land[k]), y - 4, "middle", " font-size=\"10\" fill=\"" RED "\"", "full " round)
    mark(at_x(over[k]), y + 2, GREEN)
    text(at_x(over[k]), y + BAR + 11, "middle", " font-size=\"10\" fill=\"" GREEN "\"", "empty " round)
    # What the tensor cores do, in a separate row.
    box(at_x(begin[k]), TOP + STAGES * ROW + 14, UNIT, 16, "#fbe08d", "#b8860b", "")
    text(at_x(begin[k]) + UNIT / 2, TOP + STAGES * ROW + 26, "middle", " font-size=\"11\"", k)
}

function table(y,    round)
{
    text(LEFT, y, "start", " font-weight=\"bold\"", "Parity of each wait, in the first, second and third time round")
    text(LEFT, y + 20, "start", "", "warpgroups, for full:   0, 1, 0 ...   phase 0 is over when the first copy has landed")
    text(LEFT, y + 38, "start", "", "loader, for empty:      1, 0, 1 ...   a fresh barrier is in phase 0, so \"phase -1\" (parity 1) is over at once")
}

BEGIN {
    STAGES = 4; TILES = 10; COPY = 2.3
    LEFT = 70; UNIT = 64; ROW = 56; BAR = 24; TOP = 30; HEIGHT = 398
    RED = "#c0392b"; GREEN = "#3c7d38"
    simulate()
    begin_sheet(900, HEIGHT)
    text(16, 22, "start", " font-weight=\"bold\" font-size=\"13\"", "Four stages in time")
    for (s = 0; s < STAGES; s++)
        text(LEFT - 8, TOP + s * ROW + ROW / 2 + 4, "end", "", "stage " s)
    text(LEFT - 8, TOP + STAGES * ROW + 20, "end", " font-size=\"11\"", "tensor")
    text(LEFT - 8, TOP + STAGES * ROW + 32, "end", " font-size=\"11\"", "cores")
    for (k = 0; k < TILES; k++)
        draw(k)
    y = TOP + STAGES * ROW + 66
    mark(LEFT + 3, y - 11, RED)
    text(LEFT + 14, y + 2, "start", "", "full 0: its bytes have arrived; phase 0 of this barrier is over")
    mark(LEFT + 433, y - 11, GREEN)
    text(LEFT + 444, y + 2, "start", "", "empty 0: all readers have arrived; phase 0 is over")
    table(y + 30)
    print "</svg>"
}
