# SPDX-License-Identifier: MIT
#
# tuned_table.awk: 05_outer_product/8_tuned/tuned_table.c from bench/results/tune_h200.tsv.
#
#     awk -v bk=8 -f bench/tune/tuned_table.awk bench/results/tune_h200.tsv
function size_of(block, side, size)
{
    split(block, size, "x")
    return size[side] / 64
}

BEGIN { FS = "\t" }

$1 == "kernel" && $3 == bk && $10 == "tuned" {
    if (!($2 in seen)) {
        seen[$2] = 1
        order[++count] = $2
        slices[$2] = 8 / (size_of($2, 1) * size_of($2, 2))
    }
    fixed[$2, $5] = $6
    turn[$2, $5] = $7
    part[$2, $5] = $8
}

END {
    print "// SPDX-License-Identifier: MIT"
    print "//"
    print "// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds, on an H200."
    print "// `make tuned-table` writes it from bench/results/tune_h200.tsv, which `make tune` writes."
    print "#include \"sgemm_plan.h\""
    print ""
    print "const struct tuned_configuration tuned_configurations[TUNED_CONFIGURATIONS] = {"
    print "    // warps, slices, fixed, turn, part: each for single floats and for float4s"
    for (i = 1; i <= count; i++) {
        b = order[i]
        printf "    {%d, %d, %d, {%s, %s}, {%s, %s}, {%s, %s}},\n", size_of(b, 1), size_of(b, 2),
            slices[b], fixed[b, 1], fixed[b, 4], turn[b, 1], turn[b, 4], part[b, 1], part[b, 4]
    }
    print "};"
}
