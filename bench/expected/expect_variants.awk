# SPDX-License-Identifier: MIT
#
# expect_variants.awk: variants of steps (build/emu/bench/expect_variants) compared with what was measured, and what
# is issued in a cycle with what ncu counted. The lines of the record follow those of the steps.
#
# awk -f expect_variants.awk VARIANTS h200_05_unroll.txt h200_08_cutlass_hierarchy.txt tune_tensor_tiles_h200.tsv
#     ncu_full_h200.txt
BEGIN { OFS = "\t" }
function abs(x) { return x < 0 ? -x : x }
FNR == 1 { file++ }
file == 1 {
    split($0, f, "\t")
    name[++n] = f[1] OFS f[2] OFS f[3]
    expected[n] = f[4]
    if (f[1] == "ncu")
        profiled[f[2] OFS f[3]] = f[4]
    next
}
# 2 x 4096^3 at so many TFLOP/s, in milliseconds.
FILENAME ~ /unroll/ && /^[456]_/ {
    ms["unroll" OFS $1 " UNROLL=" $2 " BLOCKS_PER_SM=" $3 OFS 4096] = 2 * 4096 ^ 3 / $6 / 1e9
}
FILENAME ~ /08_cutlass_hierarchy/ && /^C = A B, m = / { size = $7 + 0 }
FILENAME ~ /08_cutlass_hierarchy/ && $5 == "same" { ms["stages" OFS $1 OFS size] = $6 }
FILENAME ~ /tiles/ && $1 == "kernel" && $3 == "async" {
    ms["tiles" OFS $2 OFS "turn"] = $5 / 1e6
    ms["tiles" OFS $2 OFS "turn alone"] = $6 / 1e6
}
FILENAME ~ /ncu/ && / on one launch of / {
    match($0, /[0-9]+_[a-z_]*\/[0-9a-z_]*/)
    step = substr($0, RSTART, RLENGTH)
}
FILENAME ~ /ncu/ && /Executed Ipc Active/ {
    print "# ncu: instructions in a cycle", step, \
        sprintf("expected %.2f", profiled[step OFS "instructions in a cycle"]), "counted " $NF
}
FILENAME ~ /ncu/ && match($0, /Tensor is the highest-utilized pipeline \([0-9.]+/) {
    share = substr($0, RSTART, RLENGTH)
    sub(/.*\(/, "", share)
    print "# ncu: tensor cores busy", step, \
        sprintf("expected %.0f%%", 100 * profiled[step OFS "tensor cores busy"]), "counted " share "%"
}
END {
    groups = split("unroll stages tiles", group, " ")
    split("05/4 to 6 compiled otherwise|08/3 with 2 to 8 stages|turns of 08/8's kernels", what, "|")
    for (g = 1; g <= groups; g++) {
        rows = error = worst = 0
        for (i = 1; i <= n; i++)
            if (index(name[i], group[g]) == 1 && name[i] in ms) {
                rows++
                e = abs(expected[i] / ms[name[i]] - 1)
                error += e
                if (e >= worst) {
                    worst = e
                    at = name[i]
                }
            }
        sub(/^[a-z]*\t/, "", at)
        gsub(OFS, " ", at)
        if (rows)
            print "# variants", what[g], rows, sprintf("%.1f%%", 100 * error / rows), \
                sprintf("%.0f%%", 100 * worst), at
    }
    for (i = 1; i <= n; i++)
        if (name[i] in ms)
            print name[i], expected[i], ms[name[i]], sprintf("%.2f", expected[i] / ms[name[i]])
}
