# SPDX-License-Identifier: MIT
#
# tensor_table.awk: common/device/gemm/hierarchy/plan_table.c from bench/results/tune_tensor_h200.tsv. The
# first file is the current table: it lists the configurations, and only their times change.
#
#     awk -f bench/tune/tensor_table.awk common/device/gemm/hierarchy/plan_table.c bench/results/tune_tensor_h200.tsv
BEGIN { FS = "\t" }

FNR == NR && /^ *\/\/ [0-9]+ x [0-9]+$/ {
    tile = $0
    gsub(/[ \/]/, "", tile)
}

FNR == NR && /^ *\{[0-9]/ {
    line = $0
    sub(/^ *\{/, "", line)
    split(line, number, /, */)
    order[++count] = tile
    shape[tile] = number[1] ", " number[2] ", " number[3] ", " number[4] ", " number[5] ", " number[6] ", " number[7]
    cuts[tile] = number[7]
}

FNR != NR && $1 == "launch" { launch = $2 }

FNR != NR && $1 == "memory" { memory = $2; to_an_sm = $3 }

FNR != NR && $1 == "kernel" {
    fixed[$2, $3] = $4
    turn[$2, $3] = $5
    alone[$2, $3] = $6
    # Of the kernels for cut tiles: where both kinds of copies have one, the asynchronous.
    if ($8 > 0 && !($2 in handed)) {
        handed[$2] = $8
        added[$2] = $9
    }
}

# A row that was not measured is not a kernel.
function pair(times, tile) { return "{" times[tile, "async"] + 0 ", " times[tile, "staged"] + 0 "}" }

END {
    if (count == 0) {
        print "tensor_table.awk: the table has no rows" > "/dev/stderr"
        exit 1
    }
    for (i = 1; i <= count; i++)
        if (launch == "" || memory == "" || !((order[i], "async") in turn)) {
            print "tensor_table.awk: the sweep has no launch, no memory, or no kernel " order[i] > "/dev/stderr"
            exit 1
        }
    print "// SPDX-License-Identifier: MIT"
    print "//"
    print "// plan_table.c: what the configurations of 08/8_tuned take, in nanoseconds, on an H200."
    print "// `make tensor-table` writes it from bench/results/tune_tensor_h200.tsv, which"
    print "// `make tune-tensor` writes."
    print "#include \"plan.h\""
    print ""
    print "const double hier_launch_ns = " launch ";"
    print "const double hier_bytes_per_ns = " memory ";"
    print "const double hier_sm_bytes_per_ns = " to_an_sm ";"
    print ""
    print "const struct hier_configuration hier_configurations[PLAN_CONFIGURATIONS] = {"
    print "    // warps, instructions, stages, blocks per SM, cuts, fixed, turn, alone: each"
    print "    // asynchronous and staged; handing in, a part"
    for (i = 1; i <= count; i++) {
        t = order[i]
        name = t
        sub(/x/, " x ", name)
        printf "    // %s\n    {%s, %s, %s, %s, %s, %s},\n", name, shape[t], pair(fixed, t),
            pair(turn, t), pair(alone, t), (cuts[t] > 0) * handed[t], (cuts[t] > 0) * added[t]
    }
    print "};"
}
