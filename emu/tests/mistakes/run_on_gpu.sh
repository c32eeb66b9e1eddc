#!/bin/bash
# Runs the gallery on a real GPU, with and without compute-sanitizer.
#
#   emu/tests/mistakes/run_on_gpu.sh [table.tsv]        needs a GPU, nvcc and compute-sanitizer
#
# Builds good/*.cu, bad/*.cu and the programs of variants/ (and ../foreign, which are only run), runs each
# plainly and under memcheck, racecheck, initcheck and synccheck, and writes one
# line per program. Results stay in $BUILD: a second call does only the missing
# work, so a call that reached $LIMIT can be repeated.
#
#   ARCH=sm_90    JOBS=6 (programs on the GPU at once)    LIMIT=450 (seconds for the whole call)
#   BUILD=build/mistakes_gpu    ONLY=pattern (part of a program's name)    STAGE=all|build|run|table
# shellcheck disable=SC2015,SC2016 # bash -c expands its own arguments
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.." || exit 2

export ARCH=${ARCH:-sm_90} JOBS=${JOBS:-6} LIMIT=${LIMIT:-450} BUILD=${BUILD:-build/mistakes_gpu}
ONLY=${ONLY:-} STAGE=${STAGE:-all}
export TOOLS="memcheck racecheck initcheck synccheck"
export PLAIN_S=${PLAIN_S:-10} TOOL_S=${TOOL_S:-25} HANG_S=${HANG_S:-15} # a program marked "hangs: yes" gets HANG_S under a tool: it cannot end anyway
PATH=$PATH:/usr/local/cuda/bin
GPUS=$(nvidia-smi -L 2>/dev/null | wc -l) # programs that need more are left out
export GPUS
ulimit -c 0
mkdir -p "$BUILD/bin" "$BUILD/log" || exit 2
START=$(date +%s)
export START
table=${1:-$BUILD/verdicts.tsv}

emu/tests/tools/gallery.py make || exit 2

# kind and path of every program; a source's name is unique within its kind
programs() {
    local kind dir f
    for dir in bad made good made_good; do
        kind=${dir/made_/}
        kind=${kind/made/bad}
        dir=emu/tests/mistakes/$dir
        for f in "$dir"/*.cu; do
            [ -f "$f" ] || continue
            case $f in *"$ONLY"*) echo "$kind $f" ;; esac
        done
    done
    # A folder with a main.c is one program.
    for f in emu/tests/foreign/*/*.cu emu/tests/foreign/*/*/main.c; do
        [ -f "$f" ] || continue
        f=${f%/main.c}
        case $f in *"$ONLY"*) echo "foreign $f" ;; esac
    done
}

field() { sed -n "1,8s|^// $1: *||p" "$2" 2>/dev/null | head -n 1; }

# A program that needs several GPUs sets their number for the emulated GPU.
gpus_needed() {
    local number
    number=$(sed -n 's/.*setenv("EMU_GPUS", "\([0-9]*\)".*/\1/p' "$1" 2>/dev/null | head -n 1)
    echo "${number:-1}"
}

# compute-sanitizer needs -lineinfo for kernels and -g for host frames.
build_one() {
    local kind=$1 src=$2 name exe from arch=$ARCH
    name=$(basename "$src" .cu)
    exe=$BUILD/bin/$kind.$name
    from=$src
    [ -d "$src" ] && from=$(echo "$src"/*.c "$src"/*.cu)
    [ "$exe" -nt "$src" ] && return 0
    rm -f "$exe" "$BUILD/log/$kind.$name".*
    # wgmma and setmaxnreg exist only for sm_90a.
    [ "$arch" = sm_90 ] && grep -q 'wgmma_tile.h' "$src" && arch=sm_90a
    local libraries=
    grep -qs '<nccl.h>' "$src" && libraries=-lnccl
    grep -qs '<cuda.h>' "$src" && libraries+=" -lcuda"
    # shellcheck disable=SC2086  # several files and libraries, names without spaces
    nvcc -arch="$arch" -std=c++17 -lineinfo -g -w -o "$exe" $from $libraries >"$BUILD/log/$kind.$name.build" 2>&1 || echo "does not build: $src"
}

# Every result has two files: .out, the output, and .rc, status and seconds.
run_one() {
    local kind=$1 src=$2 tool=$3 name log exe limit t0 rc
    name=$(basename "$src" .cu)
    exe=$BUILD/bin/$kind.$name
    log=$BUILD/log/$kind.$name.$tool
    [ -x "$exe" ] || return 0
    [ "$(gpus_needed "$src")" -le "$GPUS" ] || return 0
    [ -s "$log.rc" ] && [ "$log.rc" -nt "$exe" ] && return 0
    [ $(($(date +%s) - START)) -ge "$LIMIT" ] && return 0
    local cmd=("$exe")
    limit=$PLAIN_S
    if [ "$tool" != plain ]; then
        limit=$TOOL_S
        [ "$(field hangs "$src")" = yes ] && limit=$HANG_S
        cmd=(compute-sanitizer --tool "$tool")
        case $tool in
        memcheck) [ "$(field category "$src")" = leak ] && cmd+=(--leak-check full) ;;
        racecheck) cmd+=(--racecheck-report all) ;;
        esac
        cmd+=("$exe")
    fi
    t0=$(date +%s%N)
    timeout -k 2 "$limit" "${cmd[@]}" >"$log.out" 2>&1 </dev/null
    rc=$?
    echo "$rc $((($(date +%s%N) - t0) / 100000000))" >"$log.rc"       # tenths of a second
}
export -f build_one run_one field gpus_needed

# no, yes, timeout (and nothing reported until then), - (not run)
reported() {
    local log=$1 rc
    [ -s "$log.rc" ] || { echo -; return; }
    read -r rc _ <"$log.rc"
    awk -v rc="$rc" '
        /^=+ (ERROR|RACECHECK) SUMMARY:/ {
            seen = 1
            if ($4 + 0 > 0) yes = 1
        }
        /^=+ +(Invalid|Uninitialized|Misaligned|Barrier error|Error: Race|Warning: Race|Potential|Program hit|Leaked|Malloc\/Free|Fatal|Divergent|Unspecified|Out-of-range)/ { some = 1 }
        /Target application terminated before first instrumented API call|Error: (No attachable|Failed|The device|Could not)/ { tool_failed = 1 }
        END {
            if (yes || (!seen && some && !tool_failed)) print "yes"
            else if (rc == 124 || rc == 137) print "timeout"
            else if (tool_failed || !seen) print "failed"
            else print "no"
        }' "$log.out"
}

# tests whether the output contains one of the header's lines, as name.cu:LINE
line_named() {
    local log=$1 name=$2 lines=$3
    [ -n "$lines" ] && [ -f "$log.out" ] || { echo -; return; }
    if grep '^=====' "$log.out" | grep -Eq "(^|[^A-Za-z0-9_])$name\.cu:(${lines// /|})([^0-9]|$)"; then echo yes; else echo no; fi
}

first_error() {
    local log=$1
    [ -f "$log.out" ] || { echo -; return; }
    local line
    line=$({ grep -iE -m 1 'error|invalid|illegal|misaligned|failed|unspecified|fail|memory|corrupt' "$log.out" || head -n 1 "$log.out"; } |
        tr '\t' ' ' | cut -c 1-100)
    echo "${line:--}"
}

status() {
    local rc
    [ -s "$1.rc" ] || { echo -; return; }
    read -r rc _ <"$1.rc"
    case $rc in
    124 | 137) echo timeout ;;
    *) if [ "$rc" -gt 128 ]; then echo "signal $((rc - 128))"; else echo "exit $rc"; fi ;;
    esac
}

write_table() {
    local kind src name log lines t row
    {
        printf 'program\tkind\tcategory\tstatus\tfirst error line'
        for t in $TOOLS; do printf '\t%s\t%s line' "$t" "$t"; done
        printf '\n'
        programs | while read -r kind src; do
            name=$(basename "$src" .cu)
            log=$BUILD/log/$kind.$name
            lines=$(field line "$src")
            row=$name$'\t'$kind$'\t'$(field category "$src")$'\t'$(status "$log.plain")$'\t'$(first_error "$log.plain")
            for t in $TOOLS; do
                if [ "$kind" = foreign ]; then row+=$'\t-\t-'; else row+=$'\t'$(reported "$log.$t")$'\t'$(line_named "$log.$t" "$name" "$lines"); fi
            done
            printf '%s\n' "$row"
        done
    } >"$table.new" && mv "$table.new" "$table"
    awk -F '\t' '
        NR == 1 { for (i = 6; i <= NF; i += 2) tool[i] = $i; next }
        {
            n[$2]++
            if ($4 == "exit 0") zero[$2]++
            if ($4 == "-") missing++
            any = right = alarm = 0
            for (i in tool) {
                if ($i == "yes") { hit[$2, i]++; any = alarm = 1 }
                if ($i == "yes" && $(i + 1) == "yes") { line[i]++; right = 1 }
                if ($i == "-" && $2 != "foreign") missing++
            }
            if ($2 == "bad") { anyone += any; anyline += right }
            if ($2 == "good") alarms += alarm
            if ($2 != "bad" && $4 != "exit 0" && $4 != "-") print "not 0: " $2 "/" $1 ": " $4 ": " $5
        }
        END {
            printf "good: %d of %d end with 0, %d with a report of some tool\n", zero["good"], n["good"], alarms
            printf "foreign: %d of %d end with 0\n", zero["foreign"], n["foreign"]
            printf "bad: %d of %d end with 0 all the same; %d reported by some tool, %d of these at the right line\n", zero["bad"], n["bad"], anyone, anyline
            for (i = 6; i <= 12; i += 2)
                printf "  %-10s bad %d (right line %d), good %d\n", tool[i], hit["bad", i], line[i], hit["good", i]
            if (missing) printf "%d results are missing: run this again\n", missing
        }' "$table"
    echo "table: $table"
}

if [ "$STAGE" = all ] || [ "$STAGE" = build ]; then
    command -v nvcc >/dev/null || { echo "run_on_gpu.sh: nvcc not found (looked in PATH and /usr/local/cuda/bin)" >&2; exit 2; }
    programs | xargs -P "$(nproc)" -L 1 bash -c 'build_one "$1" "$2"' build
    echo "built $(find "$BUILD/bin" -type f | wc -l) programs, $(($(date +%s) - START)) s"
fi

if [ "$STAGE" = all ] || [ "$STAGE" = run ]; then
    nvidia-smi -L >/dev/null 2>&1 || { echo "run_on_gpu.sh: no GPU here (nvidia-smi -L fails)" >&2; exit 2; }
    command -v compute-sanitizer >/dev/null || { echo "run_on_gpu.sh: compute-sanitizer not found" >&2; exit 2; }
    # The hanging programs run first and alone: they keep the GPU busy, so that later ones
    # would exceed their time limit.
    todo=$BUILD/todo
    programs | while read -r kind src; do
        hang=1
        [ "$(field hangs "$src")" = yes ] && hang=0
        for t in plain $TOOLS; do
            [ "$kind" = foreign ] && [ "$t" != plain ] && continue
            echo "$hang $kind $src $t"
        done
    done >"$todo"
    for hang in 0 1; do
        sed -n "s/^$hang //p" "$todo" | xargs -r -P "$JOBS" -L 1 bash -c 'run_one "$1" "$2" "$3"' run
        echo "ran $([ $hang = 0 ] && echo 'those that hang' || echo all), $(($(date +%s) - START)) s"
    done
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1
    compute-sanitizer --version 2>/dev/null | grep -i version
fi

[ "$STAGE" = build ] || write_table
