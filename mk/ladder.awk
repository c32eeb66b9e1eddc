# SPDX-License-Identifier: MIT
#
# The table that closes `make run`: one row for each GEMM step, from the lines that the programs
# wrote into the file that LADDER_FILE names. Fields: common/driver/report/ladder.c.
#     awk -v columns=80 -f mk/ladder.awk FILE    without columns: all columns of the table

BEGIN {
    FS = "\t"
    WHOLE = 117 # the longest row
    narrow = columns > 0 && columns < WHOLE
}

function row(step, types, shape, status)
{
    printf "%-25s %-10s ", step, types
    if (!narrow)
        printf " %-16s  ", shape
    printf "%-6s", status
}

# The steps of one machine are together; the CPU comes first.
$1 != machine {
    machine = $1
    if (machine == "cpu")
        print "\nThe ladder on this computer\n"
    else if (machine == "gpu")
        print "\nThe ladder on this GPU\n"
    else
        print "\nThe ladder on the emulated GPU\n" \
              "(expected: simulated at 4096 or the size asked for, not measured)\n"
    row("step", "types", "m x n x k", "status")
    if (machine == "cpu")
        print "    GFLOP/s"
    else if (machine == "gpu")
        print "    TFLOP/s  % cuBLAS"
    else
        print (narrow ? "" : "  FLOP/byte of L2 ") "  expected  TFLOP/s  waits most for"
}

{
    row(substr($2, 1, 2) "/" $3, $4, $5 " x " $6 " x " $7, $8)
    if (machine == "cpu")
        printf "  %9s\n", $9 == "-" ? "-" : sprintf("%.3g", 1000 * $9)
    else if (machine == "gpu")
        printf "  %9s  %8s\n", $9, $10 == "-" ? "-" : $10 "%"
    else {
        if (!narrow)
            printf "  %15s ", $11
        printf "  %8s  %7s  %s\n", $12 == "-" ? "-" : $12 " ms", ($13 >= 1000 ? sprintf("%d", $13) : $13), $14
    }
}
