# SPDX-License-Identifier: MIT
#
# svg.awk: what the pictures that awk draws begin with: awk -f mk/svg.awk -f FIGURE.awk > FIGURE.svg,
# in the root of the repository, as `make pictures` does.

# `extra`: more attributes, each after a space.
function text(x, y, anchor, extra, s)
{
    printf "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, extra, s
}

function box(x, y, w, h, fill, stroke, extra)
{
    if (stroke != "")
        extra = " stroke=\"" stroke "\"" extra
    printf "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\"%s/>\n", x, y, w, h, fill, extra
}

function begin_svg(width, height)
{
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" width "\" height=\"" height "\" " \
          "font-family=\"sans-serif\" font-size=\"12\">"
}

# The same on a white sheet.
function begin_sheet(width, height)
{
    begin_svg(width, height)
    box(0, 0, width, height, "#fff", "none")
}
