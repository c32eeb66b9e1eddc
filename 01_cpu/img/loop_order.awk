# SPDX-License-Identifier: MIT
#
# loop_order.awk: what the innermost loop of steps 1 and 2 touches in A, B and C.
#     awk -f mk/svg.awk -f 01_cpu/img/loop_order.awk > loop_order.svg

# A path that ends in an arrow.
function arrow(x1, y1, x2, y2)
{
    printf "<path d=\"M%g %gL%g %g\" stroke=\"#1b1b1b\" stroke-width=\"2\" marker-end=\"url(#tip)\"/>\n", x1, y1, x2, y2
}

# A, B and C of one step, and what one run of its innermost loop touches: (ax, ay, aw, ah) of A ...
function step(left, title, order, ax, ay, aw, ah, bx, by, bw, bh, cx, cy, cw, ch)
{
    text(left, 26, "start", " font-weight=\"bold\"", title)
    text(left, 44, "start", " font-family=\"monospace\"", order)
    box(left, 200, 110, 110, "#f4f6f9", "#7a94b8", "")
    box(left + 150, 60, 130, 110, "#f4f6f9", "#7a94b8", "")
    box(left + 150, 200, 130, 110, "#f4f6f9", "#7a94b8", "")
    box(left + ax, 200 + ay, aw, ah, "#f6d5cd", "#b8361c", "")
    box(left + 150 + bx, 60 + by, bw, bh, "#cfe0f3", "#1f5fa8", "")
    box(left + 150 + cx, 200 + cy, cw, ch, "#fbe08d", "#8a6d00", "")
    text(left + 6, 216, "start", " font-style=\"italic\"", "A")
    text(left + 156, 76, "start", " font-style=\"italic\"", "B")
    text(left + 156, 216, "start", " font-style=\"italic\"", "C")
}

BEGIN {
    begin_sheet(740, 360)
    print "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" " \
          "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#1b1b1b\"/></marker></defs>"
    step(30, "Step 1", "for i: for j: for p", 0, 40, 110, 12, 60, 0, 12, 110, 60, 40, 12, 12)
    arrow(34, 246, 136, 246)
    arrow(246, 64, 246, 166)
    text(30, 332, "start", "", "A: along a row.  B: down a column, a jump of ld each time.")
    text(30, 348, "start", "", "C: one sum, in a register.")
    step(420, "Step 2", "for i: for p: for j", 60, 40, 12, 12, 0, 40, 130, 12, 0, 40, 130, 12)
    arrow(574, 106, 696, 106)
    arrow(574, 246, 696, 246)
    text(420, 332, "start", "", "A: one number.  B: along a row.")
    text(420, 348, "start", "", "C: along a row, loaded and stored each time.")
    print "</svg>"
}
