# SPDX-License-Identifier: MIT
#
# The table that closes `make run`: one row for each GEMM step, from the lines that the programs
# wrote into the file that LADDER_FILE names. Fields: common/driver/report/ladder.c.

function header(text) { printf "\n%s\n\n", text }

BEGIN { FS = "\t" }

# The steps of one machine are together; the CPU comes first.
$1 != machine {
    machine = $1
    if (machine == "cpu")
        header("The ladder on this computer")
    else if (machine == "gpu")
        header("The ladder on this GPU")
    else
        header("The ladder on the emulated GPU (expected: simulated at 4096 or the size asked for, not measured)")
    printf "%-20s  %-20s  %-10s  %-16s  %-7s", "chapter", "step", "types", "m x n x k", "status"
    if (machine == "cpu")
        print "    GFLOP/s"
    else if (machine == "gpu")
        print "    TFLOP/s  % cuBLAS"
    else
        print "  FLOP/byte of L2   expected  TFLOP/s  waits most for"
}

{
    printf "%-20s  %-20s  %-10s  %-16s  %-7s", $2, $3, $4, $5 " x " $6 " x " $7, $8
    if (machine == "cpu")
        printf "  %9s\n", $9 == "-" ? "-" : sprintf("%.3g", 1000 * $9)
    else if (machine == "gpu")
        printf "  %9s  %8s\n", $9, $10 == "-" ? "-" : $10 "%"
    else
        printf "  %15s  %8s  %7s  %s\n", $11, $12 == "-" ? "-" : $12 " ms", $13, $14
}
