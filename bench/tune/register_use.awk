# SPDX-License-Identifier: MIT
#
# register_use.awk: how the instructions of a loop take their operands from the register file.
#     make sass STEP=05/6 ARGS=--dump | awk -f bench/tune/register_use.awk
#
# Of each kernel's loop marked *, for FFMA and HMMA: how many there are, how many keep an operand
# for the next instruction (.reuse), and in how many FFMA all three operands that are read have even
# numbers, or all three odd ones.

function tell()
{
    if (count["FFMA"])
        printf "%s: %d FFMA, %d with .reuse, %d with all operands even or all odd\n", kernel,
            count["FFMA"], kept["FFMA"], same
    if (count["HMMA"])
        printf "%s: %d HMMA, %d with .reuse\n", kernel, count["HMMA"], kept["HMMA"]
    delete count
    delete kept
    same = 0
}

/ registers, / { tell(); kernel = $1; sub(/:$/, "", kernel) }

$2 ~ /^(FFMA|HMMA)/ {
    opcode = substr($2, 1, 4)
    count[opcode]++
    kept[opcode] += /\.reuse/
    if (opcode != "FFMA")
        next
    odd = read = 0
    for (i = 4; i <= 6; i++)
        if (match($i, /R[0-9]+/)) {
            read++
            odd += substr($i, RSTART + 1, RLENGTH - 1) % 2
        }
    same += read == 3 && odd % 3 == 0
}

END { tell() }
