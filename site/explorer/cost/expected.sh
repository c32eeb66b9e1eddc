#!/bin/sh
# SPDX-License-Identifier: MIT
#
# expected.sh BUILD "CHAPTER..." "GPU..." "SIZE..." > TABLE.tsv: what --expect says of the steps, for the explorer's page
# of costs: the simulation itself needs the kernels, which a page does not have.
set -eu
echo '# simulated, not measured (emu/EXPECT.md says how far off); make expected-steps'
printf '# chapter\tstep\tgpu\tsize\tms\tblocks_per_sm\twaits_for\n'
for chapter in $2; do
    for gpu in $3; do
        for size in $4; do
            "$1/$chapter/$chapter" --expect --gpu "$gpu" --size "$size" |
                awk -v OFS='\t' -v chapter="$chapter" -v gpu="$gpu" -v size="$size" '$3 == "ms" {
                    waits = $7
                    for (i = 8; i <= NF; i++) waits = waits " " $i
                    print chapter, $1, gpu, size, $2, $6, waits
                }'
        done
    done
done
