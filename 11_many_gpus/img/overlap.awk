# SPDX-License-Identifier: MIT
#
# overlap.awk: what one of four GPUs does in each step, with a transfer of 0.6 of the products' time.
#     awk -f mk/svg.awk -f 11_many_gpus/img/overlap.awk > overlap.svg

function x_of(t) { return LEFT + SCALE * t }

function bar(from, to, fill, label)
{
    box(x_of(from), y, SCALE * (to - from) - 1, 20, fill, "none", "")
    text((x_of(from) + x_of(to)) / 2, y + 14, "middle", "", label)
}

function lane(name)
{
    y += 24
    text(LEFT - 8, y + 14, "end", " fill=\"#444\"", name)
}

function title(s)
{
    y += 34
    text(10, y + 14, "start", " font-weight=\"bold\"", s)
}

# The end of everything, and what is exposed.
function finish(total)
{
    printf "<path d=\"M%g %gv%g\" stroke=\"#c33\" stroke-width=\"2\"/>\n", x_of(total), top, y + 22 - top
    text(x_of(total) + 6, top + 14, "start", " fill=\"#c33\"", sprintf("%.2f", total))
}

BEGIN {
    LEFT = 90; SCALE = 390
    COMPUTE = "#bcd7f0"; COPY = "#f3d9a4"; WAIT = "#eee"
    begin_sheet(780, 300)
    y = -26
    title("1_all_gather"); top = y + 22
    lane("links"); bar(0, 0.6, COPY, "all-gather")
    lane("SMs"); bar(0.6, 1.6, COMPUTE, "A B")
    finish(1.6)
    title("2_shards"); top = y + 22
    for (i = 1; i <= 3; i++) { lane("copy " i); bar(0, 0.6, COPY, "shard " i) }
    lane("SMs"); bar(0, 0.25, COMPUTE, "own"); bar(0.25, 0.6, WAIT, "waits")
    for (i = 1; i <= 3; i++) bar(0.35 + 0.25 * i, 0.6 + 0.25 * i, COMPUTE, "shard " i)
    finish(1.35)
    title("2_shards_in_turn"); top = y + 22
    lane("copies")
    for (i = 1; i <= 3; i++) bar(0.2 * i - 0.2, 0.2 * i, COPY, "shard " i)
    lane("SMs"); bar(0, 0.25, COMPUTE, "own")
    for (i = 1; i <= 3; i++) bar(0.25 * i, 0.25 + 0.25 * i, COMPUTE, "shard " i)
    finish(1)
    print "</svg>"
}
