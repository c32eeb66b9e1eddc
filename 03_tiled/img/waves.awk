# SPDX-License-Identifier: MIT
#
# waves.awk: efficiency over the number of waves: the formula as a line, what --waves measured as
# points, from the recorded results. Run in the repository root.
#     awk -f mk/svg.awk -f 03_tiled/img/waves.awk > waves.svg

function at_x(waves) { return LEFT + waves / WAVES * WIDTH }
function at_y(share) { return TOP + (1 - share) * HEIGHT }

function axes(    i)
{
    for (i = 0; i <= 100; i += 20) {
        print "<path d=\"M" LEFT " " at_y(i / 100) " h" WIDTH "\" stroke=\"#ddd\"/>"
        text(LEFT - 8, at_y(i / 100) + 4, "end", "", i "%")
    }
    for (i = 0; i <= 4; i++) {
        print "<path d=\"M" at_x(i) " " TOP " v" HEIGHT "\" stroke=\"#ddd\"/>"
        text(at_x(i), TOP + HEIGHT + 18, "middle", "", i)
    }
    text(LEFT + WIDTH / 2, TOP + HEIGHT + 38, "middle", "", "tiles / places")
    text(LEFT, TOP - 14, "start", "", "efficiency: of the best point; of the formula, tiles / (whole waves x places)")
}

# 1 - idle: rises to 1 at each whole wave and falls at the next tile.
function formula(    wave, points)
{
    for (wave = 0; wave < WAVES; wave++) {
        points = points " " at_x(wave) "," at_y(wave / (wave + 1))
        points = points " " at_x(wave + 1 < WAVES ? wave + 1 : WAVES) "," \
                 at_y((wave + 1 < WAVES ? wave + 1 : WAVES) / (wave + 1))
    }
    print "<polyline points=\"" substr(points, 2) "\" fill=\"none\" stroke=\"#999\" stroke-width=\"1.5\"/>"
}

# One mark: number 1, 2 or 3.
function mark(number, x, y)
{
    if (number == 1)
        printf "<circle cx=\"%g\" cy=\"%g\" r=\"4\" fill=\"none\" stroke=\"#2a6fb8\" stroke-width=\"1.8\"/>\n", x, y
    else if (number == 2)
        printf "<path d=\"M%g %g h8 v8 h-8 z\" fill=\"#2f9e5b\"/>\n", x - 4, y - 4
    else
        printf "<path d=\"M%g %g l5 9 h-10 z\" fill=\"#d2691e\"/>\n", x, y - 6
}

# The rows of one of the tables below "--waves:" of a record. Returns how many there were.
function series(number, file, table, name,    line, f, found, inside)
{
    found = inside = 0
    while ((getline line < file) > 0) {
        inside += line ~ /^ +(blocks|tiles) +waves/
        split(line, f, " ")
        if (inside == table && f[1] ~ /^[0-9]+$/ && f[3] ~ /%$/ && f[6] ~ /%$/) {
            mark(number, at_x(f[2]), at_y(f[6] / 100))
            found++
        }
    }
    close(file)
    if (found > 0) {
        mark(number, LEFT + 320, LEGEND)
        text(LEFT + 334, LEGEND + 4, "start", "", name)
        LEGEND += 20
    }
    return found
}

BEGIN {
    LEFT = 60
    TOP = 40
    WIDTH = 810
    HEIGHT = 270
    WAVES = 4.25
    LEGEND = TOP + HEIGHT - 82
    begin_svg(900, 365)
    print "<rect width=\"900\" height=\"365\" fill=\"#fff\"/>"
    axes()
    formula()
    print "<path d=\"M" LEFT + 312 " " LEGEND " h16\" stroke=\"#999\" stroke-width=\"1.5\"/>"
    text(LEFT + 334, LEGEND + 4, "start", "", "computed")
    LEGEND += 20
    series(1, "bench/results/h200_02_naive.txt", 1, "measured on an H200, chapter 02: a block for each tile")
    series(2, "bench/results/h200_03_tiled.txt", 1, "measured on an H200: a block for each tile")
    series(3, "bench/results/h200_03_tiled.txt", 2, "measured on an H200: one wave of blocks")
    print "</svg>"
}
