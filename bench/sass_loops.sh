#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sass_loops.sh FILE.cu...: what nvcc makes of the inner loops. For each kernel the loop with the
# most multiply-adds: how many instructions of which kind, and how many for one multiply-add.
# Needs nvcc and cuobjdump, no GPU. NVCC, CUOBJDUMP and ARCH say which and for what (90).
set -eu

NVCC=${NVCC:-nvcc} CUOBJDUMP=${CUOBJDUMP:-cuobjdump} ARCH=${ARCH:-90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "# $("$NVCC" --version | sed -n 's/.*release.*, V/nvcc /p'), -O3, sm_$ARCH, commit $(
    git rev-parse --short HEAD 2>/dev/null || echo unknown)"
printf '%-28s %9s %7s  %12s %5s %5s %5s %7s  %s\n' kernel registers 'shared' \
    'instructions' FFMA LDS LDS.128 others 'instructions per FFMA'
for file in "$@"; do
    "$NVCC" -arch="sm_$ARCH" -std=c++17 -O3 -I. -Icommon -cubin -o "$work/a.cubin" "$file"
    # Lines "NAME REGISTERS SHARED", then the code: "/*0a10*/ @P0 BRA 0x09c0 ;" and the like. The
    # runtime keeps 1024 bytes of each block's shared memory for itself, from Hopper on.
    "$CUOBJDUMP" -res-usage "$work/a.cubin" 2>&1 | awk '
        $1 == "Function" { name = $2; sub(/:$/, "", name) }
        match($0, /REG:[0-9]+/) { reg = substr($0, RSTART + 4, RLENGTH - 4)
            match($0, /SHARED:[0-9]+/); print "usage", name, reg, substr($0, RSTART + 7, RLENGTH - 7) }' \
        >"$work/code"
    "$CUOBJDUMP" -sass "$work/a.cubin" >>"$work/code"
    awk '
    function number(hex,    i, value) {
        for (i = 1; i <= length(hex); i++)
            value = 16 * value + index("0123456789abcdef", substr(hex, i, 1)) - 1
        return value
    }
    function tell(    i, first, last, l, ffma, best, from, to, lds, wide, name) {
        for (l = 1; l <= loops; l++) {
            ffma = 0
            for (i = 1; i <= count; i++)
                ffma += at[i] >= begin[l] && at[i] <= end[l] && op[i] ~ /^FFMA/
            if (ffma > best) { best = ffma; from = begin[l]; to = end[l] }
        }
        if (best > 0) {
            for (i = 1; i <= count; i++)
                if (at[i] >= from && at[i] <= to) {
                    all++
                    wide += op[i] ~ /^LDS.*128/
                    lds += op[i] ~ /^LDS/ && op[i] !~ /128/
                }
            name = kernel
            if (match(name, /^_Z[0-9]+/)) {
                l = substr(name, 3, RLENGTH - 2)
                name = substr(name, RLENGTH + 1, l)
            }
            printf "%-28s %9d %7d  %12d %5d %5d %7d %6d  %.1f\n", name, reg[kernel],
                shared[kernel], all, best, lds, wide, all - best - lds - wide, all / best
        }
        count = loops = all = 0
    }
    $1 == "usage" { reg[$2] = $3; shared[$2] = $4; next }
    $1 == "Function" { tell(); kernel = $3 }
    match($0, /^ *\/\*[0-9a-f]+\*\/ /) {
        address = $1
        gsub(/[^0-9a-f]/, "", address)
        at[++count] = number(address)
        field = $2 ~ /^@/ ? 3 : 2
        op[count] = $field
        if ($field == "BRA" && match($0, /0x[0-9a-f]+/)) {
            target = number(substr($0, RSTART + 2, RLENGTH - 2))
            if (target < at[count]) { loops++; begin[loops] = target; end[loops] = at[count] }
        }
    }
    END { tell() }' "$work/code"
done
