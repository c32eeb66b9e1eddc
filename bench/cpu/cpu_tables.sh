#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cpu_tables.sh: writes the measured tables into the pages of 01_cpu and draws 01_cpu/img/roofline.svg,
# from bench/results/cpu_gemm.csv and cpu_counters.csv; and of a second processor, whose vectors are
# shorter, from cpu_zen3_gemm.csv. Their rows of four columns are ceilings. Run in the repository root.
#
# On a page a table is between two lines, `<!-- table NAME -->` and `<!-- end NAME -->`;
# what is between them is replaced.
set -eu
results=bench/results
pages='01_cpu/README.md 01_cpu/results.md'
for file in cpu_gemm cpu_zen3_gemm; do
    [ -s $results/$file.csv ] || { echo "$results/$file.csv is missing: make bench-cpu" >&2; exit 1; }
done
[ -s $results/cpu_counters.csv ] ||
    { echo "$results/cpu_counters.csv is missing: make cpu-counters" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The header of part $2 of a results file, or of the first, as one line of Markdown.
source_of() {
    # shellcheck disable=SC2016 # backquotes of Markdown
    printf '*Source: [`%s`](../%s); ' "$1" "$1"
    awk -v RS= -F '\n' -v part="${2:-1}" 'NR == part {
        for (i = 1; i <= NF; i++)
            if (sub(/^# /, "", $i) && $i ~ /^(cpu|date|commit|L1)/) text = text (text ? "; " : "") $i
        print text ".*" }' "$1"
}

library='
function median(list, n,    i, j, t) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j - 1] + 0 > list[j] + 0; j--) {
            t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
        }
    return n % 2 ? list[(n + 1) / 2] + 0 : (list[n / 2] + list[n / 2 + 1]) / 2
}
function middle(key,    i, n, list) { # of the values that were kept under this key
    n = split(values[key], list, " ")
    return n ? median(list, n) : 0
}
function number(x) { return x >= 100 ? sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : sprintf("%.2f", x) }
'

ceilings() {
    awk -F, "$library"'
        /^#/ || NF != 4 || $1 == "what" { next }
        !($1 in unit) { order[++count] = $1; unit[$1] = $4 }
        { value[$1, $2] = $3; if ($2 > threads) threads = $2 }
        END {
            printf "| | 1 thread | %d threads | |\n|---|--:|--:|---|\n", threads
            for (i = 1; i <= count; i++) {
                name = order[i]
                printf "| %s | %s | %s | %s |\n", name, number(value[name, 1]),
                       (name, threads) in value ? number(value[name, threads]) : "", unit[name]
            }
        }' $results/cpu_gemm.csv
    echo; source_of $results/cpu_gemm.csv 2
}

# $1: the file
ladder() {
    awk -F, "$library"'
        $2 != "ladder" { next }
        !($8 in seen) { seen[$8] = 1; order[++count] = $8 }
        { values[$8, $4, $7] = values[$8, $4, $7] " " $10; if ($7 > threads) threads = $7 }
        END {
            printf "| GFLOP/s | 512 | 1024 | 2048 | 1024, %d threads | 2048, %d threads |\n", threads, threads
            print "|---|--:|--:|--:|--:|--:|"
            for (i = 1; i <= count; i++) {
                s = order[i]
                printf "| %s | %s | %s | %s |", s, number(middle(s SUBSEP 512 SUBSEP 1)),
                       number(middle(s SUBSEP 1024 SUBSEP 1)), number(middle(s SUBSEP 2048 SUBSEP 1))
                if (s SUBSEP 2048 SUBSEP threads in values)
                    printf " %s | %s |\n", number(middle(s SUBSEP 1024 SUBSEP threads)),
                           number(middle(s SUBSEP 2048 SUBSEP threads))
                else
                    print " | |"
            }
        }' "$1"
    echo; source_of "$1"
}

# $1: threads, or "max"; $2: the file
peers() {
    awk -F, -v want="$1" "$library"'
        $2 != "peers" { next }
        {
            if ($7 > most) most = $7
            if (want != "max" && $7 != want) next
            name = $8; shape = $3 " " $4 " × " $5 " × " $6
            if (!((shape) in shapes)) { shapes[shape] = 1; order[++count] = shape }
            if (!(name in names) && name != "peak") { names[name] = $9; columns[++width] = name }
            values[shape, name, $7] = values[shape, name, $7] " " $10
            if ($11 > fastest[shape, name, $7]) fastest[shape, name, $7] = $11
            if ($13 > 0) values[shape, name, $7, "ratio"] = values[shape, name, $7, "ratio"] " " $13
        }
        END {
            t = want == "max" ? most : want
            printf "| %d thread%s, GFLOP/s |", t, t == 1 ? "" : "s"
            for (c = 1; c <= width; c++) printf " %s (%s) |", columns[c], names[columns[c]]
            printf " of the best library | its fastest call | FMA peak | of it | fastest call |\n|---|"
            for (c = 1; c <= width + 5; c++) printf "--:|"
            print ""
            for (i = 1; i <= count; i++) {
                s = order[i]; best_call = 0; of_best = 0
                printf "| %s |", s
                for (c = 1; c <= width; c++) {
                    v = middle(s SUBSEP columns[c] SUBSEP t); f = fastest[s, columns[c], t]
                    r = middle(s SUBSEP columns[c] SUBSEP t SUBSEP "ratio")
                    if (c > 1 && r && (!of_best || r < of_best)) of_best = r
                    if (c > 1 && f > best_call) best_call = f
                    printf " %s |", number(v)
                }
                call = fastest[s, "11_tuned", t]
                peak = middle(s SUBSEP "peak" SUBSEP t); top = fastest[s, "peak", t]
                of_peak = middle(s SUBSEP "peak" SUBSEP t SUBSEP "ratio")
                printf " %s | %s | %s | %s | %s |\n", of_best ? sprintf("%.2f", of_best) : "",
                       best_call ? sprintf("%.2f", call / best_call) : "", number(peak),
                       peak ? sprintf("%.0f%%", 100 * of_peak) : "",
                       top ? sprintf("%.0f%%", 100 * call / top) : ""
            }
        }' "$2"
    echo; source_of "$2"
}

counters() {
    awk -F, '
        /^#/ { next }
        $1 == "step" {
            print "| for 1000 multiply-adds | instructions | loads and stores | L1 misses | L2 misses |"
            print "|---|--:|--:|--:|--:|"; next
        }
        { printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' $results/cpu_counters.csv
    echo; source_of $results/cpu_counters.csv
}

# Both axes are logarithmic. The roofs are those of one thread; a point is step 11 on one shape, at
# the intensity that it has when each matrix crosses the memory bus once.
roofline() {
    awk -F, "$library"'
        function x_of(intensity) { return 70 + 560 * (log(intensity) - log(0.25)) / (log(1024) - log(0.25)) }
        function y_of(speed) { return 350 - 310 * (log(speed) - log(2)) / (log(512) - log(2)) }
        # The white outline is a separate text, because not every program draws an outline first (paint-order).
        function text(x, y, anchor, words) {
            printf "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\" aria-hidden=\"true\" fill=\"white\" stroke=\"white\" stroke-width=\"4\">%s</text>\n", x, y, anchor, words
            printf "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words
        }
        # A label below its point, moved down past the labels that are there already.
        function label(x, y, words,    i, free) {
            y += 18
            do {
                free = 1
                for (i = 1; i <= labels; i++)
                    if (x - label_x[i] < 110 && label_x[i] - x < 110 && y - label_y[i] < 13 && label_y[i] - y < 13) {
                        free = 0; y = label_y[i] + 13 }
            } while (!free)
            label_x[++labels] = x; label_y[labels] = y
            text(x, y, "middle", words)
        }
        /^#/ { next }
        NF == 4 && $2 == 1 {
            if ($1 ~ /^FMA/ && $3 > peak) peak = $3
            if ($1 ~ /^read/) { split($1, word, " "); roof[++roofs] = word[3]; gbs[roofs] = $3 }
        }
        $2 == "peers" && $3 == "sgemm" && $7 == 1 && $8 == "11_tuned" {
            key = $4 "×" $5 "×" $6
            if (!(key in intensity)) { order[++count] = key
                intensity[key] = 2 * $4 * $5 * $6 / 4 / ($4 * $6 + $6 * $5 + $4 * $5) }
            values[key] = values[key] " " $10
        }
        END {
            print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 400\" font-family=\"sans-serif\" font-size=\"11\">"
            print "<rect width=\"660\" height=\"400\" fill=\"white\"/>"
            for (v = 0.25; v <= 1024; v *= 4) {
                printf "<path d=\"M%.1f 40V350\" stroke=\"#ddd\"/>\n", x_of(v); text(x_of(v), 366, "middle", v) }
            for (v = 2; v <= 512; v *= 4) {
                printf "<path d=\"M70 %.1fH630\" stroke=\"#ddd\"/>\n", y_of(v); text(64, y_of(v) + 4, "end", v) }
            text(350, 388, "middle", "arithmetic intensity: FLOP per byte of A, B and C")
            print "<text transform=\"translate(22,195) rotate(-90)\" text-anchor=\"middle\">GFLOP/s, one thread</text>"
            printf "<path d=\"M%.1f %.1fH630\" stroke=\"#c00\" stroke-width=\"2\"/>\n", x_of(peak / gbs[1] > 0.25 ? peak / gbs[1] : 0.25), y_of(peak)
            text(628, y_of(peak) - 6, "end", "FMA peak " number(peak) " GFLOP/s")
            for (i = 1; i <= roofs; i++) {
                low = 0.25; if (low * gbs[i] < 2) low = 2 / gbs[i]
                printf "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#36c\" fill=\"none\"/>\n", x_of(low),
                       y_of(low * gbs[i]), x_of(peak / gbs[i]), y_of(peak)
                # Along the line (its slope on the page is that of equal steps of the two scales), below
                # the points where the line is long enough.
                end = peak / gbs[i] * (peak / gbs[i] > 2 ? 0.3 : 0.84)
                printf "<text transform=\"translate(%.0f,%.0f) rotate(%.1f)\" text-anchor=\"end\">%s %s GB/s</text>\n",
                       x_of(end), y_of(end * gbs[i]) - 5,
                       -atan2(310 / log(256), 560 / log(4096)) * 45 / atan2(1, 1), roof[i], number(gbs[i]) }
            for (i = 1; i <= count; i++) {
                key = order[i]; v = middle(key)
                printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#080\"><title>%s: %s GFLOP/s</title></circle>\n",
                       x_of(intensity[key]), y_of(v), key, number(v)
                split(key, side, "×")
                if (side[1] != side[2]) label(x_of(intensity[key]), y_of(v), key)
                else if (side[1] == 256 || side[1] == 4096) label(x_of(intensity[key]), y_of(v), side[1] "³") }
            print "</svg>"
        }' $results/cpu_gemm.csv
}

for table in ceilings ladder ladder_zen3 peers_one peers_all peers_one_zen3 peers_all_zen3 counters; do
    case $table in
    ladder) ladder $results/cpu_gemm.csv ;;
    ladder_zen3) ladder $results/cpu_zen3_gemm.csv ;;
    peers_one) peers 1 $results/cpu_gemm.csv ;;
    peers_all) peers max $results/cpu_gemm.csv ;;
    peers_one_zen3) peers 1 $results/cpu_zen3_gemm.csv ;;
    peers_all_zen3) peers max $results/cpu_zen3_gemm.csv ;;
    *) $table ;;
    esac >"$work/$table"
done
mkdir -p 01_cpu/img
roofline >01_cpu/img/roofline.svg

for page in $pages; do
    awk -v work="$work" '
        /^<!-- table / {
            print; skip = 1; file = work "/" $3
            while ((getline line < file) > 0) print line
            next
        }
        /^<!-- end / { skip = 0 }
        !skip' "$page" >"$work/page"
    cat "$work/page" >"$page"
done
