# SPDX-License-Identifier: MIT
#
# expect_compare.awk: expected times (build/emu/bench/expect, first with facts, then alone) compared with what
# was measured, row by row; then for each size the mean error without sign (MAPE), the worst row, and
# Kendall's tau over the pairs whose measured times differ by more than 5%; and the same of each chapter.
# (No chapter was left out when the rules of emu/timing/ were chosen.)
#
# awk -f expect_compare.awk EXPECTED h200_gemm*.tsv h200_07_types_s8.tsv h200_paired.tsv
#
# Where h200_paired.tsv has a time, that one counts, because it is the newest; where it is more than 3% from the
# other record's, the kernel has changed since, and the older times at other sizes are left out.
BEGIN {
    FS = OFS = "\t"
}
FNR == 1 { file++ }
/^#/ || $1 == "chapter" || $1 == "peer" || $2 == "peer" { next }
file == 1 {
    key[++n] = $2 OFS $3 OFS $4 OFS $5 OFS $6
    way[n] = $1
    expected[n] = $7
    bound[n] = $8
    next
}
FILENAME !~ /paired/ {
    if ($1 == "cool" && $6 == $7 && $7 == $8 && $12 + 0 > 0)
        ms[$2 OFS $3 OFS $4 OFS $5 OFS $6] = $12
    next
}
$5 == $6 && $6 == $7 {
    row = $1 OFS $2 OFS $3 OFS $4
    if (!(row OFS $5 in ms))
        next
    if ($5 == 4096 && abs($9 / ms[row OFS $5] - 1) > 0.03)
        for (i = 1; i <= split("1024 2048 8192", sizes, " "); i++)
            delete ms[row OFS sizes[i]]
    ms[row OFS $5] = $9
}
function abs(x) { return x < 0 ? -x : x }
# Of the rows of one way, size and chapter ("" for all).
function sum_up(w, size, chapter,    i, j, part, rows, list, error, worst, at, same, other, e, name) {
    for (i = 1; i <= n; i++) {
        split(key[i], part, OFS)
        if (way[i] != w || part[5] != size || (chapter != "" && part[1] != chapter) || !(key[i] in ms))
            continue
        list[++rows] = i
        e = abs(expected[i] / ms[key[i]] - 1)
        error += e
        if (e >= worst) {
            worst = e
            at = part[1] "/" part[2] " " part[4]
        }
    }
    for (i = 1; i <= rows; i++)
        for (j = 1; j < i; j++) {
            a = ms[key[list[i]]]; b = ms[key[list[j]]]
            if (abs(log(a / b)) < 0.05)
                continue
            s = (a - b) * (expected[list[i]] - expected[list[j]])
            same += s > 0; other += s < 0
        }
    if (rows)
        print "# " w, size, chapter == "" ? "all" : chapter, rows, sprintf("%.1f%%", 100 * error / rows), \
            sprintf("%.0f%%", 100 * worst), at, same + other ? sprintf("%.2f", (same - other) / (same + other)) : "-"
}
END {
    print "# with: facts of nvcc; alone: the trace alone. Rules were chosen with these times in view."
    print "# way", "size", "rows of", "rows", "MAPE", "worst", "which", "tau"
    ways = split("with alone", w, " ")
    sizes_count = split("1024 2048 4096 8192", sizes, " ")
    chapters = split("02_naive 03_tiled 04_shared 05_outer_product 06_layouts 07_tensor_core 08_cutlass_hierarchy 09_hopper", c, " ")
    for (v = 1; v <= ways; v++)
        for (z = 1; z <= sizes_count; z++) {
            sum_up(w[v], sizes[z], "")
            for (i = 1; sizes[z] == 4096 && i <= chapters; i++)
                sum_up(w[v], sizes[z], c[i])
        }
    print "way", "chapter", "step", "types", "trans", "size", "expected_ms", "measured_ms", "ratio", "waits_for"
    for (i = 1; i <= n; i++)
        if (key[i] in ms)
            print way[i], key[i], expected[i], ms[key[i]], sprintf("%.2f", expected[i] / ms[key[i]]), bound[i]
}
