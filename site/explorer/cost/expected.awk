# SPDX-License-Identifier: MIT
#
# expected.awk: the recorded expected times as the page has them, a line for each step: "STEP GPU SIZE=MS,SIZE=MS GPU ...".
BEGIN { FS = "\t" }
/^#/ { next }
{
    step = $1 "/" $2
    if (!(step in of)) order[++steps] = step
    of[step] = of[step] (gpu[step] == $3 ? "," : " " $3 " ") $4 "=" $5
    gpu[step] = $3
}
END { for (i = 1; i <= steps; i++) print order[i] of[order[i]] }
