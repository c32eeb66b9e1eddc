# SPDX-License-Identifier: MIT
#
# machine.awk: an SM of Hopper, and the two ways to its shared memory: loads and stores of threads
# (the generic proxy), and the copy engine and wgmma (the asynchronous proxy).
#     awk -f mk/svg.awk -f 09_hopper/img/machine.awk > machine.svg

# marker: the tips of its colour, as in tips()
function arrow(path, colour, width, marker, extra)
{
    printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" marker-end=\"url(#%s)\"%s/>\n",
        path, colour, width, marker, extra
}

function tip(name, colour)
{
    printf "<marker id=\"%s\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" " \
        "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">" \
        "<path d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>\n", name, colour
}

function threads()
{
    box(20, 40, 210, 44, "#fff", BLUE, "")
    text(30, 59, "start", BOLD, "a thread of the loader")
    text(30, 76, "start", SMALL, "requests tiles, stage after stage")

    box(20, 116, 210, 210, "#fff", BLUE, "")
    text(30, 135, "start", BOLD, "two warpgroups")
    text(30, 152, "start", SMALL, "4 warps each; they issue wgmma,")
    text(30, 166, "start", SMALL, "wait, and store C")
    box(36, 182, 178, 50, "#fdf3e4", ORANGE, "")
    text(125, 203, "middle", BOLD, "tensor cores")
    text(125, 220, "middle", SMALL, "64 x 256 x 16 at a time")
    arrow("M125 232V264", ORANGE, 2.5, "orange", "")
    box(36, 266, 178, 46, "#e8f0fa", BLUE, "")
    text(125, 285, "middle", BOLD, "registers")
    text(125, 302, "middle", SMALL, "128 sums a thread")
}

function shared_memory(    s, y)
{
    box(360, 116, 270, 210, "#eef6ec", GREEN, "")
    text(370, 135, "start", BOLD, "shared memory, 227 KiB for a block")
    for (s = 0; s < 4; s++) {
        y = 146 + s * 28
        box(372, y, 156, 22, "#fff", GREEN, "")
        text(380, y + 15, "start", SMALL, "stage " s ": A and B, 48 KiB")
        box(534, y, 40, 22, "#fff", GREEN, "")
        text(554, y + 15, "middle", SMALL, "full")
        box(580, y, 42, 22, "#fff", GREEN, "")
        text(601, y + 15, "middle", SMALL, "empty")
    }
    box(372, 272, 250, 42, "#fff", GREEN, "")
    text(382, 290, "start", SMALL, "slices of C to be stored")
    text(382, 305, "start", " font-size=\"11\" fill=\"" RED "\"", "fenced by each writer, then a barrier")
}

function copy_engine()
{
    box(720, 40, 160, 44, "#fdf3e4", ORANGE, "")
    text(730, 59, "start", BOLD, "copy engine (TMA)")
    text(730, 76, "start", SMALL, "one in each SM")
    box(720, 196, 160, 50, "#f2f2f2", "#777", "")
    text(730, 216, "start", BOLD, "L2, global memory")
    text(730, 233, "start", SMALL, "A, B and C as stored")
    arrow("M780 196V86", ORANGE, 2.5, "orange", "")
    arrow("M820 84V194", ORANGE, 2.5, "orange", "")
}

function ways()
{
    arrow("M230 62H718", BLUE, 1.5, "blue", " stroke-dasharray=\"5 4\"")
    text(474, 54, "middle", SMALL, "one instruction: map, coordinates, place, mbarrier")
    arrow("M720 78C676 78 680 160 634 160", ORANGE, 2.5, "orange", "")
    text(652, 108, "end", SMALL, "tiles land, swizzled; full counts their bytes")
    arrow("M360 190C320 190 290 200 218 205", ORANGE, 2.5, "orange", "")
    text(298, 166, "middle", SMALL, "A and B, by")
    text(298, 180, "middle", SMALL, "a descriptor")
    arrow("M214 292H368", BLUE, 2.5, "blue", "")
    text(296, 284, "middle", SMALL, "ordinary stores")
    arrow("M622 296C720 296 700 110 744 88", ORANGE, 2.5, "orange", "")
    text(700, 306, "start", SMALL, "tiles leave")
}

BEGIN {
    BOLD = " font-weight=\"bold\""; SMALL = " font-size=\"11\""
    BLUE = "#2a6fb8"; ORANGE = "#cc7a1e"; GREEN = "#5b9a57"; RED = "#c0392b"
    begin_svg(900, 376)
    tip("blue", BLUE)
    tip("orange", ORANGE)
    box(0, 0, 900, 376, "#fff", "none", "")
    text(20, 24, "start", " font-weight=\"bold\" font-size=\"13\"", "An SM of Hopper: its threads and its units")
    threads()
    shared_memory()
    copy_engine()
    ways()
    arrow("M20 352H60", BLUE, 2.5, "blue", "")
    text(68, 356, "start", "", "generic proxy: what a thread loads and stores")
    arrow("M380 352H420", ORANGE, 2.5, "orange", "")
    text(428, 356, "start", "", "asynchronous proxy: runs by itself, and must be waited for")
    print "</svg>"
}
